"""Order: score first, then the order in which the units stand.

A unit is named by its ordinal alone.  The caller numbers the units in the order that breaks ties (for sections: concept ID by
bytes, then starting line), so the smaller ordinal wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from attrs import frozen


@frozen
class Ranked:
    """Hold the place of one unit.

    Attributes:
        ordinal: the unit's number.
        score: its BM25 score.
    """

    ordinal: int
    score: float


def rank(ordinals: Sequence[int], scores: Sequence[float], *, limit: int) -> tuple[Ranked, ...]:
    """Return the best units: score descending, compared exactly, then ordinal ascending.

    Example:
        >>> [ranked.ordinal for ranked in rank([0, 1, 2], [1.0, 2.0, 2.0], limit=2)]
        [1, 2]
    """
    candidates = zip(ordinals, scores, strict=True)
    if len(scores) > limit:
        # Numbers alone are found faster than pairs; ties at the threshold are settled below.
        threshold = nlargest(limit, scores)[-1]
        candidates = ((ordinal, score) for ordinal, score in candidates if score >= threshold)
    best = sorted(candidates, key=lambda pair: (-pair[1], pair[0]))[:limit]
    return tuple(Ranked(ordinal, score) for ordinal, score in best)
