"""Fusion: several rankings into one by what each says of places, since their scores do not compare.

Reciprocal rank fusion (Cormack, Clarke, Büttcher, SIGIR 2009): a thing at rank r is worth 1/(k + r).  Sections of different
bundles never coincide, so nothing is added up and the order is an interleave: first by rank, then by the caller's tie-break.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

__all__ = ["RANK_CONSTANT", "fuse", "reciprocal_rank"]

#: The k of the paper.
RANK_CONSTANT = 60

#: Scores are given to so many decimals, as the reference does.
_DECIMALS = 9

Item = TypeVar("Item")


def reciprocal_rank(rank: int, *, constant: int = RANK_CONSTANT) -> float:
    """Return what a rank, from 1, is worth.

    Example:
        >>> reciprocal_rank(1), reciprocal_rank(2)
        (0.016393443, 0.016129032)
    """
    return round(1 / (constant + rank), _DECIMALS)


def fuse(
    items: Iterable[Item], *, rank: Callable[[Item], int], tie: Callable[[Item], Any], limit: int | None = None
) -> list[Item]:
    """Put things of several rankings into one order, and keep the first of them.

    Args:
        items: the things, each from one ranking.
        rank: the place of a thing in its ranking, from 1.
        tie: what decides between equal ranks; it must differ between any two things.
        limit: how many are kept; all when None.

    Example:
        >>> fuse(["b1", "b2", "a1"], rank=lambda item: int(item[1]), tie=lambda item: item[0], limit=2)
        ['a1', 'b1']
    """
    return sorted(items, key=lambda item: (rank(item), tie(item)))[:limit]
