"""The calls of a capture, wrapped: counted, made to fail, cut short, reordered; and a ledger of what is open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import attrs

from okfsearch._bundle.calls import FileCalls
from okfsearch._bundle.capture import DirectorySource
from okfsearch._bundle.visibility import Visibility
from okfsearch.limits import Limits

Fault = Callable[[str, tuple[Any, ...]], None]


class Wrapped:
    """Hand every call through `fault`, which may raise, and keep a ledger of descriptors and open listings."""

    def __init__(
        self,
        fault: Fault = lambda *_: None,
        *,
        read_at_most: int | None = None,
        order: Callable[[list[Any]], list[Any]] = list,
    ) -> None:
        self.fault = fault
        self.read_at_most = read_at_most
        self.order = order
        self.open: set[int] = set()
        self.listings = 0
        self.made: list[str] = []

    def calls(self) -> FileCalls:
        return FileCalls(
            open=self._open, close=self._close, fstat=self._fstat, lstat=self._lstat, read=self._read, scandir=self._scandir
        )

    def _note(self, name: str, *arguments: Any) -> None:
        self.made.append(name)
        self.fault(name, arguments)

    def _open(self, path: str, flags: int, dir_fd: int | None = None) -> int:
        self._note("open", path)
        descriptor = os.open(path, flags, dir_fd=dir_fd)
        assert descriptor not in self.open
        self.open.add(descriptor)
        return descriptor

    def _close(self, descriptor: int) -> None:
        # Closed whatever it answers, as the system does; twice is a bug that could hit a stranger's descriptor.
        self.open.remove(descriptor)
        os.close(descriptor)
        self._note("close", descriptor)

    def _fstat(self, descriptor: int) -> os.stat_result:
        assert descriptor in self.open
        self._note("fstat", descriptor)
        return os.fstat(descriptor)

    def _lstat(self, path: str) -> os.stat_result:
        self._note("lstat", path)
        return os.lstat(path)

    def _read(self, descriptor: int, size: int) -> bytes:
        assert descriptor in self.open
        self._note("read", descriptor, size)
        return os.read(descriptor, size if self.read_at_most is None else min(size, self.read_at_most))

    def _scandir(self, folder: int | str) -> Listing:
        self._note("scandir", folder)
        return Listing(self, folder)


class Listing:
    def __init__(self, wrapped: Wrapped, folder: int | str) -> None:
        self.wrapped = wrapped
        self.inner = os.scandir(folder)
        wrapped.listings += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.inner.close()
        self.wrapped.listings -= 1

    def __iter__(self) -> Iterator[Entry]:
        for entry in self.wrapped.order(list(self.inner)):
            self.wrapped._note("next", entry.name)
            yield Entry(self.wrapped, entry)


class Entry:
    """An entry whose kind the listing did not know, so that each question is a call."""

    def __init__(self, wrapped: Wrapped, inner: os.DirEntry[str]) -> None:
        self.wrapped, self.inner, self.name = wrapped, inner, inner.name

    def is_file(self, *, follow_symlinks: bool) -> bool:
        assert not follow_symlinks
        return self.inner.is_file(follow_symlinks=False)

    def is_symlink(self) -> bool:
        return self.inner.is_symlink()

    def stat(self, *, follow_symlinks: bool) -> os.stat_result:
        assert not follow_symlinks
        self.wrapped._note("stat", self.name)
        return self.inner.stat(follow_symlinks=False)


def source(
    root: str | os.PathLike[str],
    *,
    visibility: Visibility = Visibility(),
    limits: Limits = Limits(),
    on_invalid: str = "raise",
    **changes: Any,
) -> DirectorySource:
    """Build the source of a capture with its calls or its kind of walk exchanged."""
    return attrs.evolve(DirectorySource.of(root, visibility, limits, on_invalid), **changes)


def descriptors() -> set[str]:
    """Return the descriptors that this process has open."""
    # The listing's own descriptor is among the names, and closed by the time it is asked about.
    return {name for name in os.listdir("/proc/self/fd") if Path("/proc/self/fd", name).is_symlink()}


def write_tree(root: Path, files: Mapping[str, bytes]) -> Path:
    """Write files below a folder and return it."""
    for path, data in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return root
