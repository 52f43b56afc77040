"""Texts: the units of one document with the tokens of their fields, counted term by term or listed whole.

How often something stands in a range of the body is the tally's answer; here the fields are put together by their weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never
from okfsearch._retrieval.postings import FieldWeights
from okfsearch._retrieval.tallies import Range, Tally


class UnitTexts(NamedTuple):
    """Hold the units of one document.

    Attributes:
        tally: the body, read once.
        ranges: where each unit stands in it.
        headings: the tokens of each unit's heading.
        title: the tokens of the document's title, which counts for each unit.
    """

    tally: Tally
    ranges: Sequence[Range]
    headings: Sequence[Sequence[str]]
    title: Sequence[str]

    def lengths(self, weights: FieldWeights, *, cancelled: Cancelled = never) -> tuple[list[int], int]:
        """Return the weighted length of each unit, and how many tokens all of them have.

        Example:
            >>> texts = UnitTexts(Tally(b"Ebb and flood."), [(0, 14)], [["tide"]], [])
            >>> texts.lengths(FieldWeights())
            ([6], 4)
        """
        counts = self.tally.count(self.ranges, cancelled=cancelled)
        titled = len(self.title)
        tokens = sum(counts) + sum(map(len, self.headings)) + titled * len(counts)
        weighted = [
            weights.body * count + weights.heading * len(heading) + weights.title * titled
            for count, heading in zip(counts, self.headings, strict=True)
        ]
        return weighted, tokens

    def frequencies(self, term: str, weights: FieldWeights, *, cancelled: Cancelled = never) -> list[int]:
        """Return the weighted frequency of a term in each unit.

        Example:
            >>> texts = UnitTexts(Tally(b"Ebb and flood."), [(0, 14)], [["ebb"]], [])
            >>> texts.frequencies("ebb", FieldWeights())
            [4]
        """
        titled = weights.title * self.title.count(term)
        body = self.tally.frequencies(term, self.ranges, cancelled=cancelled)
        if body is None:
            return [titled + weights.heading * heading.count(term) for heading in self.headings]
        return [
            titled + weights.heading * heading.count(term) + weights.body * frequency
            for heading, frequency in zip(self.headings, body, strict=True)
        ]

    def bodies(self, *, cancelled: Cancelled = never) -> Iterator[list[str]]:
        """Yield the tokens of each unit's body."""
        unchecked = 0
        for start, end in self.ranges:
            body = self.tally.tokens(start, end, cancelled=cancelled)
            unchecked += len(body)
            if unchecked > SLICE_TOKENS:
                check(cancelled)
                unchecked = 0
            yield body
