"""Listing an open folder and reading an open file, within bounds and seeing every change.

How the folder or file came to be open is decided by the two kinds of tree.
"""

from __future__ import annotations

import os
import stat
from typing import Any

from okfsearch._bundle.calls import Terms, changed_during_capture, is_link, to_bundle_name
from okfsearch._bundle.survey import Entry, Kind
from okfsearch._cancel import SLICE_TOKENS, check
from okfsearch.errors import LimitExceeded

#: At most this much is read between two questions for a cancellation.
READ_BYTES = 1024 * 1024

_KINDS: dict[int, Kind] = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "symlink",
    stat.S_IFIFO: "fifo",
    stat.S_IFSOCK: "socket",
}


def list_folder(terms: Terms, folder: int | str, path: str) -> list[Entry]:
    """List the entries of a folder, links as links.

    Raises:
        LimitExceeded: `directory_entries`.
        OSError: when a call fails.
    """
    entries: list[Entry] = []
    maximum = terms.limits.directory_entries
    with terms.calls.scandir(folder) as listing:
        for entry in listing:
            if len(entries) >= maximum:
                raise LimitExceeded.of("directory_entries", maximum, path=path or None)
            entries.append((to_bundle_name(entry.name), entry_kind(entry)))
            if len(entries) % SLICE_TOKENS == 0:
                check(terms.cancelled)
    return entries


def entry_kind(entry: Any) -> Kind:
    """Return what a listed entry is."""
    # The listing itself mostly knows these two, so that no further call is made.
    if entry.is_file(follow_symlinks=False):
        return "file"
    if entry.is_symlink():
        return "symlink"
    status: os.stat_result = entry.stat(follow_symlinks=False)
    return "symlink" if is_link(status) else _KINDS.get(stat.S_IFMT(status.st_mode), "device")


def read_file(terms: Terms, file: int, path: str, spent: int) -> bytes:
    """Read an open file in full, or refuse it.

    The size is judged before anything is read, and never more than one byte beyond it is asked for: a file that grows
    cannot hold the reader.

    Raises:
        BundleError: `changed_during_capture`, when it is no regular file or anything about it changed meanwhile.
        LimitExceeded: `file_bytes`, or `total_bytes` with the `spent` bytes of the files before.
        OSError: when a call fails.
    """
    calls, limits = terms.calls, terms.limits
    before = calls.fstat(file)
    if not stat.S_ISREG(before.st_mode):
        raise changed_during_capture(path)
    size = before.st_size
    limits.check("file_bytes", size, path=path)
    limits.check("total_bytes", spent + size, path=path)
    data = calls.read(file, min(size + 1, READ_BYTES))
    if len(data) != size:
        data = _read_on(terms, file, data, size)
    if len(data) != size or _state(before) != _state(calls.fstat(file)):
        raise changed_during_capture(path)
    return data


def _read_on(terms: Terms, file: int, data: bytes, size: int) -> bytes:
    """Read what a first call left: up to `size` bytes in all, and one more only in the same breath."""
    pieces = [data]
    left = size + 1 - len(data)
    while left > 1 and pieces[-1]:
        check(terms.cancelled)
        pieces.append(terms.calls.read(file, min(left, READ_BYTES)))
        left -= len(pieces[-1])
    return b"".join(pieces)


def _state(status: os.stat_result) -> tuple[int, ...]:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev, status.st_mode
