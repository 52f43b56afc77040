"""The root that a caller named: checked, and spelled so that a link at its end is seen.

Whether it can be opened is found out by the tree.
"""
# The spelling of a path is the point here; pathlib would change it on its own.

from __future__ import annotations

import os

from okfsearch.errors import BundleAccessError, BundleError, InvalidRequest


def parse_root(root: str | os.PathLike[str]) -> str:
    """Return the absolute path of a root, without a closing separator or `.`, which would follow a link.

    Links among the ancestors stay: they belong to the caller's own path.  `..` is left to the operating system, because
    the folder above a link's target is not the one above the link.

    Raises:
        InvalidRequest: when the root is no path, empty, or has a NUL.
        BundleError: `root_is_symlink` for a link spelled with `..` at the end, as in `link/inner/..`.
        BundleAccessError: `root_not_found` for a relative root when the working directory is gone.
    """
    try:
        path = os.fspath(root)
    except TypeError as error:
        raise InvalidRequest.of("root", "wrong_type", "The root is a path.") from error
    if not isinstance(path, str):
        raise InvalidRequest.of("root", "wrong_type", "The root is a path of text.")
    if not path:
        raise InvalidRequest.of("root", "empty_argument", "The root is empty.")
    try:
        malformed = b"\0" in os.fsencode(path)
    except UnicodeError:
        malformed = True
    if malformed:
        raise InvalidRequest.of("root", "malformed", "The root is no path of this machine.")
    return _spell(path)


def _spell(path: str) -> str:
    drive, tail = os.path.splitdrive(path)
    parts = _parts(tail)
    if not os.path.isabs(path):
        try:
            drive, tail = os.path.splitdrive(os.getcwd())
        except OSError as error:
            raise BundleAccessError("root_not_found", "The working directory is gone.") from error
        above = _parts(tail)
        # No name of the working directory is a link, so here `..` has but one meaning.
        while parts[:1] == [os.pardir]:
            del parts[0], above[-1:]
        parts = above + parts
    absolute = drive + os.sep + os.sep.join(parts)
    if parts[-1:] == [os.pardir] and os.path.islink(os.path.normpath(absolute)):
        raise BundleError("root_is_symlink", "The root of the bundle is a symbolic link.")
    return absolute


def _parts(path: str) -> list[str]:
    return [part for part in path.replace(os.altsep or os.sep, os.sep).split(os.sep) if part not in {"", os.curdir}]
