"""Every call to the file system in one value, and what its refusals mean.

Nothing else in a capture talks to the operating system about files, so that a test can make any call fail and count
what was opened and closed.  In which order the calls are made is decided by the two kinds of tree.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable
from typing import Any

from attrs import frozen

from okfsearch._bundle.names import escape_path
from okfsearch._cancel import Cancelled
from okfsearch.errors import BundleAccessError, BundleError
from okfsearch.limits import Limits

#: What the calls answer when an entry is gone, or is no longer what it was listed as.
_VANISHED = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EMLINK, errno.ESTALE, errno.ENXIO})

_NAMES_ARE_UTF8 = sys.getfilesystemencoding().lower() == "utf-8"


@frozen(kw_only=True)
class FileCalls:
    """Hold the calls of the operating system that a capture makes: the real ones unless told otherwise."""

    open: Callable[..., int] = os.open
    close: Callable[[int], None] = os.close
    fstat: Callable[[int], os.stat_result] = os.fstat
    lstat: Callable[[str], os.stat_result] = os.lstat
    read: Callable[[int, int], bytes] = os.read
    scandir: Callable[[Any], Any] = os.scandir


@frozen
class Terms:
    """Say under which terms a capture works: the calls it makes, the caps it keeps, and whom it asks whether to go on."""

    calls: FileCalls
    limits: Limits
    cancelled: Cancelled


def flags(*names: str) -> int:
    """Join the flags of opening that the platform has.

    Non-blocking is among them so that a pipe put in a file's place cannot hold the opener.
    """
    return sum({getattr(os, name, 0) for name in names})


def to_bundle_name(name: str) -> str:
    """Return a listed name as UTF-8 has it, whatever the locale; other bytes become lone surrogates."""
    return name if _NAMES_ARE_UTF8 else os.fsencode(name).decode("utf-8", "surrogateescape")


def to_system_name(name: str) -> str:
    """Return the name that the operating system listed."""
    return name if _NAMES_ARE_UTF8 else os.fsdecode(name.encode("utf-8", "surrogateescape"))


def is_link(status: os.stat_result) -> bool:
    """Tell whether an entry leads elsewhere: a symbolic link, or on Windows a reparse point of any kind."""
    attributes: int = getattr(status, "st_file_attributes", 0)
    return stat.S_ISLNK(status.st_mode) or bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)


def identity(status: os.stat_result) -> tuple[int, int]:
    """Return what tells one file from every other on the machine."""
    return status.st_dev, status.st_ino


def changed_during_capture(path: str) -> BundleError:
    """Build the error for an entry that did not hold still."""
    return BundleError("changed_during_capture", "The bundle changed while it was read.", _where(path))


def refused(error: OSError, path: str) -> BundleError:
    """Build the error for a call that failed on an entry of the bundle."""
    if error.errno in _VANISHED:
        return BundleAccessError("changed_during_capture", "The bundle changed while it was read.", _why(error, path))
    return BundleAccessError("unreadable", "The operating system refused to read an entry of the bundle.", _why(error, path))


def root_refused(calls: FileCalls, root: str, error: OSError) -> BundleError:
    """Build the error for a root that could not be opened as a folder."""
    if error.errno in {errno.ENOTDIR, errno.ELOOP, errno.EMLINK}:
        # The call refuses a link and a file alike, and some systems answer the same for both.
        try:
            status = calls.lstat(root)
        except OSError as second:
            error = second
        else:
            return root_unsuitable(status) or refused(error, "")
    if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}:
        return BundleAccessError("root_not_found", "There is nothing at the root of the bundle.", _why(error, ""))
    return BundleAccessError("unreadable", "The operating system refused to open the root of the bundle.", _why(error, ""))


def root_unsuitable(status: os.stat_result) -> BundleError | None:
    """Build the error for a root that is no folder of its own, or return None."""
    if is_link(status):
        return BundleError("root_is_symlink", "The root of the bundle is a symbolic link.")
    if not stat.S_ISDIR(status.st_mode):
        return BundleError("root_not_directory", "The root of the bundle is not a directory.")
    return None


def _where(path: str) -> dict[str, str]:
    return {"path": escape_path(path)} if path else {}


def _why(error: OSError, path: str) -> dict[str, str]:
    return {**_where(path), "errno": errno.errorcode.get(error.errno or 0, "unknown")}
