"""A directory walked by descriptors: every name is opened inside its open folder, and links are never followed.

This is the safe walk, also while the tree changes.  Where the platform has no such calls, the checked tree stands in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import repeat
from types import TracebackType
from typing import ClassVar, Self

from okfsearch._bundle.calls import Terms, changed_during_capture, flags, identity, refused, root_refused, to_system_name
from okfsearch._bundle.reading import list_folder, read_file
from okfsearch._bundle.survey import Entry

_FILE = flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")
_FOLDER = flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_DIRECTORY")


class DescriptorTree:
    """Stand in one folder of a directory; close it, or use it in a `with` block.

    The open descriptors are those of the folders from the root to here, and of the file being read.
    """

    guarantees: ClassVar[frozenset[str]] = frozenset({"descriptor-relative", "no-follow", "stat-checked"})

    def __init__(self, root: str, terms: Terms) -> None:
        self._terms = terms
        self._calls = calls = terms.calls
        self._held: list[int] = []
        self._prefixes = [""]
        self._identities: dict[str, tuple[int, int]] = {}
        try:
            self._hold(partial(calls.open, flags=_FOLDER), root)
        except OSError as error:
            raise root_refused(calls, root, error) from error

    def scan(self) -> list[Entry]:
        """List this folder."""
        path = self._prefixes[-1][:-1]
        try:
            return list_folder(self._terms, self._held[-1], path)
        except OSError as error:
            raise refused(error, path) from error

    def enter(self, name: str) -> None:
        """Open a folder of this folder; the second time it must be the same one."""
        prefix = f"{self._prefixes[-1]}{name}/"
        try:
            self._hold(partial(self._calls.open, flags=_FOLDER, dir_fd=self._held[-1]), to_system_name(name))
            try:
                self._recognise(prefix)
            except BaseException:
                self._release()
                raise
        except OSError as error:
            raise refused(error, prefix[:-1]) from error
        self._prefixes.append(prefix)

    def leave(self) -> None:
        """Close this folder and go back to the one above."""
        self._prefixes.pop()
        self._release()

    def read(self, name: str, spent: int = 0) -> bytes:
        """Read a file of this folder."""
        path = self._prefixes[-1] + name
        try:
            self._hold(partial(self._calls.open, flags=_FILE, dir_fd=self._held[-1]), to_system_name(name))
            try:
                return read_file(self._terms, self._held[-1], path, spent)
            finally:
                self._release()
        except OSError as error:
            raise refused(error, path) from error

    def close(self) -> None:
        """Close everything."""
        while self._held:
            self._release(len(self._held))

    def _recognise(self, prefix: str) -> None:
        seen = identity(self._calls.fstat(self._held[-1]))
        if self._identities.setdefault(prefix, seen) != seen:
            raise changed_during_capture(prefix[:-1])

    def _hold(self, opening: Callable[[str], int], name: str) -> None:
        # An interrupt is only seen between two calls made by Python code: no descriptor can be open and not yet held.
        self._held.extend(map(opening, (name,)))

    def _release(self, count: int = 1) -> None:
        # For the same reason none can be taken off and not closed.
        try:
            any(map(self._calls.close, map(self._held.pop, repeat(-1, count))))
        except OSError:
            # It is closed all the same, and nothing was written that could be lost.
            return

    def __enter__(self) -> Self:
        return self

    def __del__(self) -> None:
        # An interrupt may come just as a tree is made or its closing begins; it does not come twice.
        if hasattr(self, "_held"):
            self.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
