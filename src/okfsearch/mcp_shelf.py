"""The indexes that a server keeps between two calls: a few of them, each renewed before it is asked.

How an index is built and renewed is told by whoever asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Condition
from typing import Any, Protocol, TypeVar

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._cancel import Cancelled, check

__all__ = ["Shelf"]

#: So many indexes are kept, over so many captured bytes together; the one used last is kept whatever its size.
MOST_INDEXES = 8
MOST_BYTES = 256 * 1024 * 1024

#: How long a call waits for another one that builds the same index before it looks for a cancellation, in seconds.
PAUSE = 0.05


class Index(Protocol):
    """What is kept."""

    @property
    def snapshot(self) -> Snapshot: ...


Kept = TypeVar("Kept", bound=Index)
Key = tuple[str, str]


class Shelf:
    """Keep the indexes used last.  It may be shared between threads: two that want one index do not both build it.

    Example:
        >>> import okfsearch
        >>> shelf = Shelf()
        >>> build = lambda kept: kept or okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"ebb"}))
        >>> shelf.take(("sections", "/srv/harbour"), build, lambda: False).search("ebb").total
        1
        >>> list(shelf)
        [('sections', '/srv/harbour')]
    """

    def __init__(self, *, most_indexes: int = MOST_INDEXES, most_bytes: int = MOST_BYTES) -> None:
        self._most_indexes = most_indexes
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, tuple[Any, int]] = OrderedDict()
        self._busy: set[Key] = set()
        self._door = Condition()

    def __iter__(self) -> Generator[Key]:
        yield from self._kept

    def take(self, key: Key, renew: Callable[[Kept | None], Kept], cancelled: Cancelled) -> Kept:
        """Return an index that is up to date.

        Args:
            key: what it is an index of: the kind, and the bundle.
            renew: makes the index from the one kept, or from nothing.
            cancelled: asked while another thread renews the same index.

        Raises:
            SearchError: whatever `renew` raises; what was kept is then kept on.
            SearchCancelled: when the caller cancelled.
        """
        with self._alone(key, cancelled):
            with self._door:
                kept, _ = self._kept.get(key, (None, 0))
            index = renew(kept)
            with self._door:
                self._kept[key] = (index, sum(file.size for file in index.snapshot))
                self._kept.move_to_end(key)
                self._make_room(keep=key)
            return index

    @contextmanager
    def _alone(self, key: Key, cancelled: Cancelled) -> Generator[None]:
        with self._door:
            while key in self._busy:
                check(cancelled)
                self._door.wait(PAUSE)
            self._busy.add(key)
        try:
            yield
        finally:
            with self._door:
                self._busy.discard(key)
                self._door.notify_all()

    def _make_room(self, *, keep: Key) -> None:
        """Forget those used longest ago; one that is being renewed right now comes back by itself."""
        while len(self._kept) > self._most_indexes or (
            len(self._kept) > 1 and sum(size for _, size in self._kept.values()) > self._most_bytes
        ):
            oldest = next(key for key in self._kept if key != keep)
            del self._kept[oldest]
