"""Postings: for every term the units that hold it and how often, built once and asked often.

A unit is an ordinal; which section that is, the caller knows.  A query touches only the lists of its own terms.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, compress
from typing import Protocol

from attrs import field, frozen

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never

#: For one term the ordinals that hold it, ascending, and the term's weighted frequency in each.
Column = tuple[list[int], list[int]]


class TermColumns(Protocol):
    """What a query asks of an index."""

    @property
    def lengths(self) -> Sequence[int]:
        """The weighted length of each unit, by ordinal."""
        ...

    def document_frequency(self, term: str) -> int:
        """Return how many units hold a term."""
        ...

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        ...

    def narrow(self, term: str, ordinals: Sequence[int]) -> Column:
        """Return the part of a term's list that lies in some units, whose ordinals ascend."""
        ...

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under the new ordinal of each old one; -1 marks a unit that is gone."""
        ...

    def prepare(self, terms: Sequence[str], *, cancelled: Cancelled = never) -> None:
        """Do now what asking for some terms would else have to do, and could not be cancelled at."""
        ...


@frozen
class FieldWeights:
    """Hold what one occurrence counts in each field: whole numbers, at least 1."""

    body: int = 1
    heading: int = 3
    title: int = 2


_NOWHERE = (0, 0)
_ONE = array("I", [1])

# A search in a sorted list costs about as much as looking at this many of its entries one after the other.
_SEARCH_COST = 8


def match_all(postings: TermColumns, terms: Sequence[str]) -> tuple[list[int], list[list[int]]]:
    """Return the units that hold every term, ascending, and for each term its weighted frequency in each of them.

    Example:
        >>> builder = PostingsBuilder(FieldWeights())
        >>> for body in (["ebb"], ["ebb", "flood", "ebb"], ["flood"]):
        ...     builder.add(body, [], [])
        >>> match_all(builder.build(), ["ebb", "flood"])
        ([1], [[2], [1]])
    """
    # The rarest term first: what it does not hold need not be looked up.
    rarest, *others = sorted(range(len(terms)), key=lambda place: postings.document_frequency(terms[place]))
    ordinals, frequencies = postings.column(terms[rarest])
    columns = {rarest: frequencies}
    for place in others:
        held, frequencies = postings.narrow(terms[place], ordinals)
        if len(held) < len(ordinals):
            kept = list(map(frozenset(held).__contains__, ordinals))
            columns = {earlier: list(compress(column, kept)) for earlier, column in columns.items()}
            ordinals = held
        columns[place] = frequencies
    return ordinals, [columns[place] for place in range(len(terms))]


def narrow_column(column: Column, ordinals: Sequence[int]) -> Column:
    """Return the part of a list that lies in some units."""
    held, frequencies = column
    kept = list(map(frozenset(ordinals).__contains__, held))
    return list(compress(held, kept)), list(compress(frequencies, kept))


@frozen(eq=False)
class Postings:
    """Hold the lists of all terms in two arrays.

    Attributes:
        lengths: the weighted length of each unit, by ordinal.
    """

    lengths: Sequence[int]
    # Where the list of a term begins and ends in the two columns below.
    _bounds: Mapping[str, tuple[int, int]] = field(repr=False, alias="bounds")
    _ordinals: array[int] = field(repr=False, alias="ordinals")
    _frequencies: array[int] = field(repr=False, alias="frequencies")

    @property
    def terms(self) -> Collection[str]:
        """All terms, in the order in which they first occurred."""
        return self._bounds.keys()

    def document_frequency(self, term: str) -> int:
        """Return how many units hold a term."""
        start, end = self._bounds.get(term, _NOWHERE)
        return end - start

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        start, end = self._bounds.get(term, _NOWHERE)
        return self._ordinals[start:end].tolist(), self._frequencies[start:end].tolist()

    def holds(self, term: str, ordinal: int) -> bool:
        """Tell whether a unit holds a term."""
        start, end = self._bounds.get(term, _NOWHERE)
        place = bisect_left(self._ordinals, ordinal, start, end)
        return place < end and self._ordinals[place] == ordinal

    def views(self, term: str) -> tuple[memoryview, memoryview]:
        """Return the list of one term without copying it: unsigned integers of four bytes."""
        start, end = self._bounds.get(term, _NOWHERE)
        return memoryview(self._ordinals)[start:end], memoryview(self._frequencies)[start:end]

    def narrow(self, term: str, ordinals: Sequence[int]) -> Column:
        """Return the part of a term's list that lies in some units."""
        start, end = self._bounds.get(term, _NOWHERE)
        if len(ordinals) * _SEARCH_COST > end - start:
            return narrow_column(self.column(term), ordinals)
        held: list[int] = []
        frequencies: list[int] = []
        for ordinal in ordinals:
            place = bisect_left(self._ordinals, ordinal, start, end)
            if place < end and self._ordinals[place] == ordinal:
                held.append(ordinal)
                frequencies.append(self._frequencies[place])
        return held, frequencies

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under new ordinals."""
        return [Segment(self, ordinals)]

    def prepare(self, terms: Sequence[str], *, cancelled: Cancelled = never) -> None:
        """Do nothing: every list is here."""


@frozen(eq=False)
class Segment:
    """Hold postings of which some units are gone and the others have new ordinals, in the same order.

    Attributes:
        postings: the postings as they were built.
        ordinals: the new ordinal of each old one, or -1 where the unit is gone.
    """

    postings: TermColumns
    ordinals: Sequence[int] = field(repr=False)

    def column(self, term: str) -> Column:
        """Return the list of one term under the new ordinals."""
        moved = [(self.ordinals[old], frequency) for old, frequency in zip(*self.postings.column(term), strict=True)]
        alive = [(ordinal, frequency) for ordinal, frequency in moved if ordinal >= 0]
        return [ordinal for ordinal, _ in alive], [frequency for _, frequency in alive]


@frozen(eq=False)
class SegmentedPostings:
    """Hold several segments whose new ordinals never clash, and answer like postings built at once.

    Attributes:
        lengths: the weighted length of each unit, by new ordinal.
        segments: the parts.
    """

    lengths: Sequence[int]
    segments: tuple[Segment, ...] = field(repr=False)

    def document_frequency(self, term: str) -> int:
        """Return how many units hold a term."""
        return sum(len(segment.column(term)[0]) for segment in self.segments)

    def narrow(self, term: str, ordinals: Sequence[int]) -> Column:
        """Return the part of a term's list that lies in some units."""
        return narrow_column(self.column(term), ordinals)

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        columns = [segment.column(term) for segment in self.segments]
        merged = sorted(chain.from_iterable(zip(*column, strict=True) for column in columns))
        return [ordinal for ordinal, _ in merged], [frequency for _, frequency in merged]

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under new ordinals; a segment of which nothing is left is dropped."""
        segments: list[Segment] = []
        for segment in self.segments:
            moved = array("i", (-1 if old < 0 else ordinals[old] for old in segment.ordinals))
            if max(moved, default=-1) >= 0:
                segments.append(Segment(segment.postings, moved))
        return segments

    def prepare(self, terms: Sequence[str], *, cancelled: Cancelled = never) -> None:
        """Make the lists of some terms in every segment."""
        for segment in self.segments:
            segment.postings.prepare(terms, cancelled=cancelled)

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

    def add(self, body: Sequence[str], heading: Sequence[str], title: Sequence[str], *, cancelled: Cancelled = never) -> None:
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
        # Looking the lists up in one go keeps the loop short.
        lists = map(self._lists.__getitem__, tokens)
        if len(entry) == 1:
            ordinal = entry[0]
            for entered in lists:
                entered.append(ordinal)
        else:
            for entered in lists:
                entered.extend(entry)

    def build(self) -> Postings:
        """Return the finished postings; the builder is spent."""
        bounds: dict[str, tuple[int, int]] = {}
        ordinals, frequencies = array("I"), array("I")
        lists, self._lists = self._lists, defaultdict(list)
        for term in list(lists):
            # Each list is let go as soon as it is counted, so that the two forms never stand side by side whole.
            entered = lists.pop(term)
            start = len(ordinals)
            if len(set(entered)) == len(entered):
                ordinals.fromlist(entered)
                frequencies.extend(_ONE * len(entered))
            else:
                counted = Counter(entered)
                ordinals.fromlist(list(counted))
                frequencies.fromlist(list(counted.values()))
            bounds[term] = (start, len(ordinals))
        return Postings(self._lengths, bounds, ordinals, frequencies)
