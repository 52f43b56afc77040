"""Postings: for every term the units that hold it and how often, built once and asked often.

A unit is an ordinal; which section that is, the caller knows.  A query touches only the lists of its own terms.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import field, frozen

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never

#: For one term the ordinals that hold it, ascending, each with the term's weighted frequency.
Column = Mapping[int, int]


class TermColumns(Protocol):
    """What a query asks of an index."""

    @property
    def lengths(self) -> Sequence[int]:
        """The weighted length of each unit, by ordinal."""
        ...

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        ...

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under the new ordinal of each old one; -1 marks a unit that is gone."""
        ...


@frozen
class FieldWeights:
    """Hold what one occurrence counts in each field: whole numbers, at least 1."""

    body: int = 1
    heading: int = 3
    title: int = 2


@frozen(eq=False)
class Postings:
    """Hold the lists of all terms in one array.

    Attributes:
        lengths: the weighted length of each unit, by ordinal.
    """

    lengths: Sequence[int]
    # Where the list of a term begins and ends; in it an ordinal stands as often as the term's weighted frequency says.
    _bounds: Mapping[str, tuple[int, int]] = field(repr=False)
    _entries: array[int] = field(repr=False)

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        start, end = self._bounds.get(term, (0, 0))
        return Counter(self._entries[start:end])

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under new ordinals."""
        return [Segment(self, ordinals)]


@frozen(eq=False)
class Segment:
    """Hold postings of which some units are gone and the others have new ordinals, in the same order.

    Attributes:
        postings: the postings as they were built.
        ordinals: the new ordinal of each old one, or -1 where the unit is gone.
    """

    postings: Postings
    ordinals: Sequence[int] = field(repr=False)

    def column(self, term: str) -> Column:
        """Return the list of one term under the new ordinals."""
        ordinals = self.ordinals
        return {
            ordinals[old]: frequency for old, frequency in self.postings.column(term).items() if ordinals[old] >= 0
        }


@frozen(eq=False)
class SegmentedPostings:
    """Hold several segments whose new ordinals never clash, and answer like postings built at once.

    Attributes:
        lengths: the weighted length of each unit, by new ordinal.
        segments: the parts.
    """

    lengths: Sequence[int]
    segments: tuple[Segment, ...] = field(repr=False)

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        merged = [item for segment in self.segments for item in segment.column(term).items()]
        return dict(sorted(merged))

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under new ordinals; a segment of which nothing is left is dropped."""
        segments = []
        for segment in self.segments:
            moved = array("i", (-1 if old < 0 else ordinals[old] for old in segment.ordinals))
            if max(moved, default=-1) >= 0:
                segments.append(Segment(segment.postings, moved))
        return segments

    @classmethod
    def merge(cls, segments: Sequence[Segment]) -> SegmentedPostings:
        """Put segments together whose new ordinals run from 0 without a gap."""
        units = 1 + max((max(segment.ordinals, default=-1) for segment in segments), default=-1)
        lengths = array("Q", bytes(8 * units))
        for segment in segments:
            for ordinal, length in zip(segment.ordinals, segment.postings.lengths, strict=True):
                if ordinal >= 0:
                    lengths[ordinal] = length
        return cls(lengths, tuple(segments))


class PostingsBuilder:
    """Collect the units of an index, one after the other."""

    def __init__(self, weights: FieldWeights) -> None:
        """Begin with no unit."""
        self._weights = weights
        self._lists: defaultdict[str, list[int]] = defaultdict(list)
        self._lengths = array("Q")

    def add(
        self, body: Sequence[str], heading: Sequence[str], title: Sequence[str], *, cancelled: Cancelled = never
    ) -> None:
        """Add the next unit with the tokens of its fields."""
        weights = self._weights
        ordinal = len(self._lengths)
        self._enter(body, [ordinal] * weights.body, cancelled)
        self._enter(heading, [ordinal] * weights.heading, cancelled)
        self._enter(title, [ordinal] * weights.title, cancelled)
        self._lengths.append(weights.body * len(body) + weights.heading * len(heading) + weights.title * len(title))

    def _enter(self, tokens: Sequence[str], entry: list[int], cancelled: Cancelled) -> None:
        """Put an entry into the list of each token; one for each occurrence is faster than counting first."""
        if len(tokens) > SLICE_TOKENS:
            for start in range(0, len(tokens), SLICE_TOKENS):
                check(cancelled)
                self._enter(tokens[start : start + SLICE_TOKENS], entry, cancelled)
            return
        lists = self._lists
        if len(entry) == 1:
            ordinal = entry[0]
            for token in tokens:
                lists[token].append(ordinal)
        else:
            for token in tokens:
                lists[token] += entry

    def build(self) -> Postings:
        """Return the finished postings; the builder is spent."""
        bounds: dict[str, tuple[int, int]] = {}
        entries = array("I")
        lists, self._lists = self._lists, defaultdict(list)
        for term in list(lists):
            start = len(entries)
            # Each list is let go as soon as it is copied, so that the two never stand side by side whole.
            entries.fromlist(lists.pop(term))
            bounds[term] = (start, len(entries))
        return Postings(self._lengths, bounds, entries)
