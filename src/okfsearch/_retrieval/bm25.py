"""BM25, arithmetic only: equal numbers in, equal doubles out.

Source: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the idf that
Lucene made common, which is never negative.  The order of operations is part of the contract (explanation/ranking).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import frexp, sqrt
from operator import add

from attrs import frozen

from okfsearch.errors import InvalidRequest


@frozen
class Bm25:
    """Hold the two parameters of the formula.

    Attributes:
        k1: how fast repetition saturates, at least 0.
        b: how much a unit's length counts, from 0 to 1.
    """

    k1: float = 1.2
    b: float = 0.75


@frozen(kw_only=True)
class CollectionStatistics:
    """Hold what the formula has to know of the whole collection.

    Attributes:
        units: N, how many sections there are.
        total_length: the sum of their weighted lengths.
        document_frequencies: df, for each term of the query in its order, how many sections hold it; at most N.
    """

    units: int
    total_length: int
    document_frequencies: tuple[int, ...]

    def __attrs_post_init__(self) -> None:
        if any(not 0 <= frequency <= self.units for frequency in self.document_frequencies):
            raise InvalidRequest.of("document_frequencies", "out_of_range", "A document frequency is at most N.")

    @property
    def average_length(self) -> float:
        """The mean weighted length, 1 for a collection without any."""
        return self.total_length / self.units if self.total_length else 1.0

    @property
    def idfs(self) -> tuple[float, ...]:
        """The idf of each term of the query, in its order."""
        return tuple(idf(self.units, frequency) for frequency in self.document_frequencies)


def idf(units: int, document_frequency: int) -> float:
    """Return `ln(1 + (N - df + 0.5) / (df + 0.5))`, which is above 0 for every df from 0 to N.

    Example:
        >>> idf(1, 1)
        0.2876820724517809
    """
    return natural_logarithm(1 + (units - document_frequency + 0.5) / (document_frequency + 0.5))


def damping(lengths: Iterable[int], *, average_length: float, parameters: Bm25) -> list[float]:
    """Return `k1 * (1 - b + b * L / avg)` for each length L: what stands beside the frequency below the line."""
    k1, b = parameters.k1, parameters.b
    floor = 1 - b
    return [k1 * (floor + b * length / average_length) for length in lengths]


def scores(
    columns: Sequence[Sequence[int]], dampings: Sequence[float], *, idfs: Sequence[float], parameters: Bm25
) -> list[float]:
    """Return the score of each unit: the sum over the terms of `idf * f * (k1 + 1) / (f + k1 * (1 - b + b * L / avg))`.

    Args:
        columns: for each term its weighted frequency f in every unit.
        dampings: for each unit the result of `damping`.
        idfs: the idf of each term.
        parameters: k1 and b.

    Example:
        >>> scores([[1]], [1.2], idfs=[0.2876820724517809], parameters=Bm25())
        [0.2876820724517809]
    """
    gain = parameters.k1 + 1
    totals: list[float] = []
    for inverse, column in zip(idfs, columns, strict=True):
        # A column holds few distinct frequencies, so what stands above the line is computed once for each.
        gained = {frequency: inverse * (frequency * gain) for frequency in set(column)}
        parts = [gained[frequency] / (frequency + damped) for frequency, damped in zip(column, dampings, strict=True)]
        totals = list(map(add, totals, parts)) if totals else parts
    return totals


# The constants of the fdlibm algorithm (e_log.c, Sun Microsystems): ln 2 in two parts, and the seven coefficients of the
# polynomial.  Go computes its logarithm so; the C library's differs in the last bit for one argument in thirteen.
_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10
_L1 = 6.666666666666735130e-01
_L2 = 3.999999999940941908e-01
_L3 = 2.857142874366239149e-01
_L4 = 2.222219843214978396e-01
_L5 = 1.818357216161805012e-01
_L6 = 1.531383769920937332e-01
_L7 = 1.479819860511658591e-01


def natural_logarithm(number: float) -> float:
    """Return ln x for a positive x, bit for bit as fdlibm computes it, on every platform.

    Example:
        >>> import math
        >>> abs(natural_logarithm(10.0) - math.log(10.0)) < 1e-15
        True
    """
    mantissa, exponent = frexp(number)
    if mantissa < sqrt(2) / 2:
        mantissa *= 2
        exponent -= 1
    f = mantissa - 1
    s = f / (2 + f)
    s2 = s * s
    s4 = s2 * s2
    t1 = s2 * (_L1 + s4 * (_L3 + s4 * (_L5 + s4 * _L7)))
    t2 = s4 * (_L2 + s4 * (_L4 + s4 * _L6))
    remainder = t1 + t2
    half_square = 0.5 * f * f
    return exponent * _LN2_HIGH - ((half_square - (s * (half_square + remainder) + exponent * _LN2_LOW)) - f)
