"""Rankers: from the terms of a query to the best units, over postings that are kept.

Which store does the arithmetic is data: every ranker gives the same bits, and a property test holds them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from okfsearch._retrieval.bm25 import Bm25, CollectionStatistics, damping, scores
from okfsearch._retrieval.postings import TermColumns, match_all
from okfsearch._retrieval.ranking import Ranked, rank


class Ranking(NamedTuple):
    """Hold what one query found.

    Attributes:
        statistics: what the formula had to know of the whole collection.
        total: how many units hold every term.
        best: the first of them, at most as many as were asked for.
    """

    statistics: CollectionStatistics
    total: int
    best: tuple[Ranked, ...]


class Ranker(Protocol):
    """Answer queries over postings."""

    @property
    def postings(self) -> TermColumns:
        """The postings that are asked."""
        ...

    def rank(self, terms: Sequence[str], *, limit: int) -> Ranking:
        """Return the best units that hold every term: score descending, then ordinal ascending."""
        ...


class PlainRanker:
    """Rank with the interpreter alone."""

    __slots__ = ("_dampings", "_parameters", "_total_length", "postings")

    def __init__(self, postings: TermColumns, parameters: Bm25) -> None:
        """Take postings, and compute once what every query needs of their lengths."""
        whole = collection(postings)
        self.postings = postings
        self._parameters = parameters
        self._total_length = whole.total_length
        self._dampings = damping(postings.lengths, average_length=whole.average_length, parameters=parameters)

    def rank(self, terms: Sequence[str], *, limit: int) -> Ranking:
        """Return the best units that hold every term.

        Example:
            >>> from okfsearch._retrieval.postings import FieldWeights, PostingsBuilder
            >>> builder = PostingsBuilder(FieldWeights())
            >>> for body in (["ebb"], ["ebb", "flood", "ebb"], ["flood"]):
            ...     builder.add(body, [], [])
            >>> ranking = PlainRanker(builder.build(), Bm25()).rank(["ebb"], limit=1)
            >>> ranking.total, [ranked.ordinal for ranked in ranking.best]
            (2, [0])
        """
        ordinals, columns = match_all(self.postings, terms)
        return rank_columns(
            statistics_of(self.postings, terms, self._total_length),
            ordinals,
            list(map(self._dampings.__getitem__, ordinals)),
            columns,
            parameters=self._parameters,
            limit=limit,
        )


def collection(postings: TermColumns) -> CollectionStatistics:
    """Return what postings say of their units before any term is named."""
    lengths = postings.lengths
    return CollectionStatistics(units=len(lengths), total_length=sum(lengths), document_frequencies=())


def statistics_of(postings: TermColumns, terms: Sequence[str], total_length: int) -> CollectionStatistics:
    """Return what the formula has to know for some terms."""
    return CollectionStatistics(
        units=len(postings.lengths),
        total_length=total_length,
        document_frequencies=tuple(map(postings.document_frequency, terms)),
    )


def rank_columns(
    statistics: CollectionStatistics,
    ordinals: Sequence[int],
    dampings: Sequence[float],
    columns: Sequence[Sequence[int]],
    *,
    parameters: Bm25,
    limit: int,
) -> Ranking:
    """Score and rank the units that hold every term.

    Args:
        statistics: of the whole collection.
        ordinals: the units, ascending.
        dampings: for each what its length puts below the line of the formula.
        columns: for each term its weighted frequency in each unit.
        parameters: of the formula.
        limit: the most units to return.
    """
    points = scores(columns, dampings, idfs=statistics.idfs, parameters=parameters)
    return Ranking(statistics, len(ordinals), rank(ordinals, points, limit=limit))
