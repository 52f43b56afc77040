"""Orders: many units best first, of which hardly anyone looks at more than the first few.

Units that score the same stand in the order of their places.  What a score is made of is left to `rerank`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import islice
from typing import overload

__all__ = ["Continued", "Order", "best_of"]


class Order(Sequence[int]):
    """Hold sections best first: the head as it was ranked, the rest put in order when somebody comes that far."""

    __slots__ = ("_head", "_last", "_scores", "_tail")

    def __init__(self, head: Sequence[int], scores: Mapping[int, float], last: Sequence[int]) -> None:
        """Begin with the head; `scores` has it and all others but the last."""
        self._head = head
        self._scores = scores
        self._last = last
        self._tail: list[int] | None = None

    def __len__(self) -> int:
        return len(self._scores) + len(self._last)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if isinstance(place, slice):
            stop = len(self) if place.stop is None else place.stop
            return self._head[place] if 0 <= stop <= len(self._head) else [*self._head, *self.tail()][place]
        return self._head[place] if 0 <= place < len(self._head) else [*self._head, *self.tail()][place]

    def __iter__(self) -> Iterator[int]:
        yield from self._head
        yield from self.tail()

    def tail(self) -> list[int]:
        """Return what stands behind the head."""
        tail = self._tail
        if tail is None:
            head = set(self._head)
            rest = {unit: score for unit, score in self._scores.items() if unit not in head}
            self._tail = tail = [*_ordered(rest), *self._last]
        return tail


class Continued(Sequence[int]):
    """Hold an order whose head was put in another one."""

    __slots__ = ("_head", "_whole")

    def __init__(self, head: Sequence[int], whole: Sequence[int]) -> None:
        """Take the new head of an order."""
        self._head = head
        self._whole = whole

    def __len__(self) -> int:
        return len(self._whole)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[int]: ...
    def __getitem__(self, place: int | slice) -> int | Sequence[int]:
        if isinstance(place, slice):
            stop = len(self) if place.stop is None else place.stop
            return self._head[place] if 0 <= stop <= len(self._head) else list(self)[place]
        return self._head[place] if 0 <= place < len(self._head) else self._whole[place]

    def __iter__(self) -> Iterator[int]:
        yield from self._head
        yield from islice(self._whole, len(self._head), None)


def _ordered(scores: Mapping[int, float]) -> list[int]:
    """Return the sections by score, those of equal scores by their places."""
    order = sorted(scores)
    # Sorting is stable, backwards too.
    order.sort(key=scores.__getitem__, reverse=True)
    return order


def best_of(scores: Mapping[int, float], number: int) -> list[int]:
    """Return the best sections, ordered."""
    if len(scores) <= number:
        return _ordered(scores)
    # Numbers alone are found faster than pairs; ties at the threshold are settled by their places.
    threshold = nlargest(number, scores.values())[-1]
    return _ordered({unit: score for unit, score in scores.items() if score >= threshold})[:number]
