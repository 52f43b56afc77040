"""Order: score first, then the order in which the units stand.

A unit is named by its ordinal alone.  The caller numbers the units in the order that breaks ties (for sections: concept ID by
bytes, then starting line), so the smaller ordinal wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from attrs import frozen

# Up to so many numbers are faster sorted than passed through a heap.
_SORTED = 512


@frozen
class Ranked:
    """Hold the place of one unit.

    Attributes:
        ordinal: the unit's number.
        score: its BM25 score, at least 0.
    """

    ordinal: int
    score: float


def rank(ordinals: Sequence[int], scores: Sequence[float], *, limit: int) -> tuple[Ranked, ...]:
    """Return the best units: score descending, compared exactly, then ordinal ascending.

    Example:
        >>> [ranked.ordinal for ranked in rank([0, 1, 2], [1.0, 2.0, 2.0], limit=2)]
        [1, 2]
    """
    # Numbers alone are found faster than pairs; ties at the threshold are settled below.
    if len(scores) <= limit:
        threshold = 0.0
    elif len(scores) <= _SORTED:
        threshold = sorted(scores)[-limit]
    else:
        threshold = nlargest(limit, scores)[-1]
    best = [(-score, ordinals[place]) for place, score in enumerate(scores) if score >= threshold]
    return tuple(Ranked(ordinal, -negative) for negative, ordinal in sorted(best)[:limit])
