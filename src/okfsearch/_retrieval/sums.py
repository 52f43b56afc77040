"""Sums: one number for every unit that has any, added up column by column.

Which arithmetic adds them up is data: every one gives the same bits, and a property test holds them together.  What the
numbers mean is left to `evidence`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import MutableMapping, Sequence
from operator import mul
from typing import Protocol

from okfsearch._retrieval.fields import Field
from okfsearch._retrieval.order import best_of
from okfsearch._retrieval.postings import Postings

__all__ = ["Arithmetic", "PlainArithmetic", "Sums"]


class Sums(MutableMapping[int, float]):
    """Hold one number for every unit that has any; none of them is below 0.

    Sums meet only sums of the same arithmetic.
    """

    __slots__ = ()

    @abstractmethod
    def add(self, part: Field, term: str, worth: float) -> None:
        """Add what the occurrences of a term in a field count, times a worth."""

    @abstractmethod
    def inherit(self, shared: Sums, first_of: Sequence[int], document_of: Sequence[int]) -> None:
        """Add the number of each document to all of its sections."""

    @abstractmethod
    def saturate(self, counts: Sums, worth: float, k1: float) -> None:
        """Add `worth` times count / (count + k1)."""

    @abstractmethod
    def among(self, first: int, last: int) -> Sequence[float]:
        """Return the numbers of the units in a range, in their order; those without one may be 0."""

    @abstractmethod
    def best(self, number: int) -> list[int]:
        """Return the units with the highest numbers, ordered; among equals the first."""


class Arithmetic(Protocol):
    """Make sums, and count how many units hold a term."""

    def sums(self, size: int) -> Sums:
        """Return empty sums over so many units."""
        ...

    def holders(self, postings: Postings, terms: Sequence[str]) -> tuple[int, int]:
        """Return how many units hold any of some terms, and how often these occur together."""
        ...


class PlainSums(dict[int, float], Sums):
    """Add up with the interpreter alone."""

    __slots__ = ()

    def add(self, part: Field, term: str, worth: float) -> None:
        """Add what the occurrences of a term in a field count."""
        ordinals, frequencies = part.postings.column(term)
        scaled = map(mul, map(part.scales.__getitem__, ordinals), frequencies)
        if not self:
            # Many units at once: no step of the interpreter for each.
            self.update(zip(ordinals, scaled if worth == 1 else map(worth.__mul__, scaled), strict=True))
            return
        known = self.get
        for unit, count in zip(ordinals, scaled, strict=True):
            self[unit] = known(unit, 0.0) + worth * count

    def inherit(self, shared: Sums, first_of: Sequence[int], document_of: Sequence[int]) -> None:  # noqa: ARG002 - see `Sums`
        """Add the number of each document to all of its sections."""
        known = self.get
        for document, count in shared.items():
            for unit in range(first_of[document], first_of[document + 1]):
                self[unit] = known(unit, 0.0) + count

    def saturate(self, counts: Sums, worth: float, k1: float) -> None:
        """Add `worth` times count / (count + k1)."""
        known = self.get
        for unit, count in counts.items():
            self[unit] = known(unit, 0.0) + worth * count / (count + k1)

    def among(self, first: int, last: int) -> Sequence[float]:
        """Return the numbers of the units in a range."""
        return [self[unit] for unit in range(first, last) if unit in self]

    def best(self, number: int) -> list[int]:
        """Return the units with the highest numbers."""
        return best_of(self, number)


class PlainArithmetic:
    """Add up with the interpreter alone."""

    __slots__ = ()

    def sums(self, size: int) -> Sums:  # noqa: ARG002 - only arrays need to know
        """Return empty sums."""
        return PlainSums()

    def holders(self, postings: Postings, terms: Sequence[str]) -> tuple[int, int]:
        """Return how many units hold any of some terms, and how often these occur together.

        Example:
            >>> from okfsearch._retrieval.postings import FieldWeights, PostingsBuilder
            >>> builder = PostingsBuilder(FieldWeights())
            >>> for body in (["ebb"], ["ebb", "flood", "ebb"], ["flood"]):
            ...     builder.add(body, [], [])
            >>> PlainArithmetic().holders(builder.build(), ["ebb", "flood"])
            (3, 5)
        """
        columns = [postings.column(term) for term in terms]
        occurrences = sum(sum(frequencies) for _, frequencies in columns)
        if len(columns) == 1:
            return len(columns[0][0]), occurrences
        return len(set[int]().union(*[ordinals for ordinals, _ in columns])), occurrences
