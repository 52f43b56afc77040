"""A directory walked by paths, with every level looked at before and after: for platforms without descriptor-relative calls.

It refuses every link in a tree that holds still; someone who swaps folders meanwhile may get past it, which is why a
snapshot says how it was read.
"""

from __future__ import annotations

import os
import stat
from types import TracebackType
from typing import ClassVar, Self

from okfsearch._bundle.calls import (
    Terms,
    changed_during_capture,
    flags,
    identity,
    is_link,
    refused,
    root_refused,
    root_unsuitable,
    to_system_name,
)
from okfsearch._bundle.reading import list_folder, read_file
from okfsearch._bundle.survey import Entry

_FILE = flags("O_RDONLY", "O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT")


class CheckedTree:
    """Stand in one folder of a directory; holds no descriptor but that of the file being read."""

    guarantees: ClassVar[frozenset[str]] = frozenset({"path-checked", "stat-checked"})

    def __init__(self, root: str, terms: Terms) -> None:
        self._terms = terms
        self._calls = calls = terms.calls
        self._held: list[int] = []
        self._prefixes = [""]
        self._levels: list[tuple[str, tuple[int, int]]] = []
        self._identities: dict[str, tuple[int, int]] = {}
        try:
            status = calls.lstat(root)
        except OSError as error:
            raise root_refused(calls, root, error) from error
        unsuitable = root_unsuitable(status)
        if unsuitable is not None:
            raise unsuitable
        self._levels.append((root, identity(status)))

    def scan(self) -> list[Entry]:
        """List this folder."""
        path = self._prefixes[-1][:-1]
        try:
            entries = list_folder(self._terms, self._levels[-1][0], path)
            self._look(path)
        except OSError as error:
            raise refused(error, path) from error
        return entries

    def enter(self, name: str) -> None:
        """Go into a folder of this folder; the second time it must be the same one."""
        prefix = f"{self._prefixes[-1]}{name}/"
        target = f"{self._levels[-1][0]}{os.sep}{to_system_name(name)}"
        try:
            status = self._calls.lstat(target)
        except OSError as error:
            raise refused(error, prefix[:-1]) from error
        seen = identity(status)
        if is_link(status) or not stat.S_ISDIR(status.st_mode) or self._identities.setdefault(prefix, seen) != seen:
            raise changed_during_capture(prefix[:-1])
        self._prefixes.append(prefix)
        self._levels.append((target, seen))

    def leave(self) -> None:
        """Go back to the folder above."""
        self._prefixes.pop()
        self._levels.pop()

    def read(self, name: str, spent: int = 0) -> bytes:
        """Read a file of this folder."""
        path = self._prefixes[-1] + name
        target = f"{self._levels[-1][0]}{os.sep}{to_system_name(name)}"
        try:
            self._look(path)
            expected = self._file(target, path)
            self._held.extend(map(self._calls.open, (target,), (_FILE,)))
            try:
                if identity(self._calls.fstat(self._held[-1])) != expected:
                    raise changed_during_capture(path)
                data = read_file(self._terms, self._held[-1], path, spent)
            finally:
                self.close()
            self._look(path)
            if self._file(target, path) != expected:
                raise changed_during_capture(path)
        except OSError as error:
            raise refused(error, path) from error
        return data

    def close(self) -> None:
        """Close the file that is open, if one is."""
        try:
            any(map(self._calls.close, map(self._held.pop, (-1,) * len(self._held))))
        except OSError:
            # It is closed all the same, and nothing was written that could be lost.
            return

    def _look(self, path: str) -> None:
        """See that every level from the root to here is the folder it was."""
        for target, expected in self._levels:
            status = self._calls.lstat(target)
            if is_link(status) or identity(status) != expected:
                raise changed_during_capture(path)

    def _file(self, target: str, path: str) -> tuple[int, int]:
        status = self._calls.lstat(target)
        if is_link(status) or not stat.S_ISREG(status.st_mode):
            raise changed_during_capture(path)
        return identity(status)

    def __enter__(self) -> Self:
        return self

    def __del__(self) -> None:
        # An interrupt may come just as a tree is made or its closing begins; it does not come twice.
        if hasattr(self, "_held"):
            self.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
