"""The same sums on numpy's arrays: the same doubles from the same operations in the same order, many at a time.

Loaded only when somebody asks for it (the extra `fast`).
"""

from __future__ import annotations

from array import array
from collections.abc import ItemsView, Iterator, Sequence, ValuesView
from typing import Any, NoReturn, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from okfsearch._retrieval.fields import Field
from okfsearch._retrieval.postings import Postings
from okfsearch._retrieval.sums import Sums

__all__ = ["ArrayArithmetic", "ArraySums"]

Doubles: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]


class ArraySums(Sums):
    """Add up in one array over all units; worth it from some hundred units on.

    Single numbers are read from the buffers that the arrays lie over, which costs less than asking numpy.
    """

    __slots__ = ("_flags", "_held", "_numbers", "_values")

    def __init__(self, size: int) -> None:
        """Begin with nothing for any unit."""
        self._numbers = array("d", bytes(8 * size))
        self._flags = bytearray(size)
        self._values: Doubles = np.asarray(self._numbers)
        self._held: Flags = np.asarray(self._flags).view(np.bool_)

    def __contains__(self, unit: object, /) -> bool:
        return isinstance(unit, int) and self._flags[unit] != 0

    def __getitem__(self, unit: int, /) -> float:
        if not self._flags[unit]:
            raise KeyError(unit)
        return self._numbers[unit]

    def __setitem__(self, unit: int, number: float, /) -> None:
        self._numbers[unit] = number
        self._flags[unit] = 1

    def __delitem__(self, unit: int, /) -> NoReturn:
        raise TypeError(unit)

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._held).tolist())

    def __len__(self) -> int:
        return self._flags.count(1)

    def items(self) -> ItemsView[int, float]:
        """Return units with their numbers as they are now."""
        units = np.flatnonzero(self._held)
        return dict(zip(units.tolist(), self._values[units].tolist(), strict=True)).items()

    def values(self) -> ValuesView[float]:
        """Return the numbers as they are now."""
        return dict(self.items()).values()

    def add(self, part: Field, term: str, worth: float) -> None:
        """Add what the occurrences of a term in a field count."""
        ordinals, frequencies = _views(part.postings, term)
        self._values[ordinals] += worth * (np.asarray(part.scales)[ordinals] * frequencies)
        self._held[ordinals] = True

    def inherit(self, shared: Sums, first_of: Sequence[int], document_of: Sequence[int]) -> None:  # noqa: ARG002 - see `Sums`
        """Add the number of each document to all of its sections."""
        documents = np.asarray(document_of)
        same = cast("ArraySums", shared)
        self._values += same._values[documents]  # noqa: SLF001 - one of its own kind
        self._held |= same._held[documents]  # noqa: SLF001 - one of its own kind

    def saturate(self, counts: Sums, worth: float, k1: float) -> None:
        """Add `worth` times count / (count + k1)."""
        same = cast("ArraySums", counts)
        units = np.flatnonzero(same._held)  # noqa: SLF001 - one of its own kind
        held = same._values[units]  # noqa: SLF001 - one of its own kind
        self._values[units] += worth * held / (held + k1)
        self._held[units] = True

    def among(self, first: int, last: int) -> Sequence[float]:
        """Return the numbers of the units in a range."""
        return self._numbers[first:last]

    def best(self, number: int) -> list[int]:
        """Return the units with the highest numbers."""
        units = np.flatnonzero(self._held)
        values = self._values[units]
        if len(units) > number:
            threshold = np.partition(values, len(values) - number)[len(values) - number]
            kept = values >= threshold
            units, values = units[kept], values[kept]
        best: list[int] = units[np.lexsort((units, -values))[:number]].tolist()
        return best


class ArrayArithmetic:
    """Add up with numpy's arrays."""

    __slots__ = ()

    def sums(self, size: int) -> Sums:
        """Return empty sums."""
        return ArraySums(size)

    def holders(self, postings: Postings, terms: Sequence[str]) -> tuple[int, int]:
        """Return how many units hold any of some terms, and how often these occur together."""
        columns = [_views(postings, term) for term in terms]
        occurrences = sum(int(frequencies.sum()) for _, frequencies in columns)
        held = np.zeros(len(postings.lengths), dtype=np.bool_)
        for ordinals, _ in columns:
            held[ordinals] = True
        return int(np.count_nonzero(held)), occurrences


def _views(postings: Postings, term: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    ordinals, frequencies = postings.views(term)
    return np.asarray(ordinals), np.asarray(frequencies)
