"""The same ranking on numpy's arrays: the same doubles from the same operations in the same order, many at a time.

Loaded only when somebody asks for it (the extra `fast`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from okfsearch._retrieval.bm25 import Bm25, damping
from okfsearch._retrieval.deferred import DeferredPostings
from okfsearch._retrieval.postings import Postings, TermColumns
from okfsearch._retrieval.rankers import Ranking, collection, statistics_of
from okfsearch._retrieval.ranking import Ranked

Integers: TypeAlias = npt.NDArray[np.uint32]
Doubles: TypeAlias = npt.NDArray[np.float64]


class NumpyRanker:
    """Rank with arrays; worth it from some hundred matches on."""

    __slots__ = ("_dampings", "_parameters", "_total_length", "postings")

    def __init__(self, postings: TermColumns, parameters: Bm25) -> None:
        """Take postings, and compute once what every query needs of their lengths."""
        whole = collection(postings)
        self.postings = postings
        self._parameters = parameters
        self._total_length = whole.total_length
        plain = damping(postings.lengths, average_length=whole.average_length, parameters=parameters)
        self._dampings: Doubles = np.array(plain, dtype=np.float64)

    def rank(self, terms: Sequence[str], *, limit: int) -> Ranking:
        """Return the best units that hold every term: score descending, then ordinal ascending."""
        statistics = statistics_of(self.postings, terms, self._total_length)
        ordinals, columns = self._match_all(terms, statistics.document_frequencies)
        dampings = self._dampings[ordinals]
        gain = self._parameters.k1 + 1
        points: Doubles = np.zeros(len(ordinals))
        for inverse, column in zip(statistics.idfs, columns, strict=True):
            frequencies = column.astype(np.float64)
            points = points + inverse * (frequencies * gain) / (frequencies + dampings)
        return Ranking(statistics, len(ordinals), _best(ordinals, points, limit))

    def _match_all(self, terms: Sequence[str], frequencies: Sequence[int]) -> tuple[Integers, list[Integers]]:
        """Return the units that hold every term, ascending, and for each term its frequency in each of them."""
        rarest, *others = sorted(range(len(terms)), key=frequencies.__getitem__)
        ordinals, column = self._column(terms[rarest])
        columns = {rarest: column}
        for place in others:
            held, column = self._column(terms[place])
            places = np.searchsorted(held, ordinals)
            inside = places < len(held)
            inside[inside] = held[places[inside]] == ordinals[inside]
            ordinals = ordinals[inside]
            columns = {earlier: values[inside] for earlier, values in columns.items()}
            columns[place] = column[places[inside]]
        return ordinals, [columns[place] for place in range(len(terms))]

    def _column(self, term: str) -> tuple[Integers, Integers]:
        if isinstance(self.postings, Postings | DeferredPostings):
            ordinals, frequencies = self.postings.views(term)
            return np.frombuffer(ordinals, dtype=np.uint32), np.frombuffer(frequencies, dtype=np.uint32)
        listed, counted = self.postings.column(term)
        return np.array(listed, dtype=np.uint32), np.array(counted, dtype=np.uint32)


def _best(ordinals: Integers, points: Doubles, limit: int) -> tuple[Ranked, ...]:
    """Return the first units; ties at the threshold are all looked at, so that the smallest ordinals stay."""
    if len(points) > limit:
        threshold = np.partition(points, len(points) - limit)[len(points) - limit]
        kept = points >= threshold
        ordinals, points = ordinals[kept], points[kept]
    order = np.lexsort((ordinals, -points))[:limit]
    return tuple(map(Ranked, ordinals[order].tolist(), points[order].tolist()))
