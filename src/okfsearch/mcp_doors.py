"""Which directories an agent may name: all, or those that were named when the server was started.

A path is held against the list before the machine is asked anything about it; reading it is capture's business.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from attrs import frozen

from okfsearch.errors import BundleError

__all__ = ["Doors"]


@frozen
class Doors:
    """Hold the bundles that may be opened.

    Attributes:
        named: their absolute paths, all links resolved; empty when every directory may be opened.

    Example:
        >>> Doors(("/srv/harbour",)).open("/srv/harbour/../other")
        Traceback (most recent call last):
        okfsearch.errors.BundleError: The bundle path is an absolute path in its shortest spelling.
    """

    named: tuple[str, ...] = ()

    @classmethod
    def of(cls, bundles: Sequence[str]) -> Self:
        """Resolve the directories that a server is started with.

        Raises:
            BundleError: `root_not_directory`, when one of them is none.
        """
        for bundle in bundles:
            if "\0" in bundle or not Path(bundle).is_dir():
                raise BundleError("root_not_directory", "A bundle to serve is not a directory.")
        return cls(tuple(dict.fromkeys(map(os.path.realpath, bundles))))

    def open(self, path: str) -> str:
        """Return the path of a bundle that may be read.

        It has to be absolute and spelled in the shortest way, and be one of the named ones, letter by letter, where any are
        named.  No part of it may be a link, so that a door cannot be moved after it was opened.

        Raises:
            BundleError: `invalid_request` otherwise.
        """
        if "\0" in path or path != path.strip() or not _is_shortest(path):
            raise _refusal("The bundle path is an absolute path in its shortest spelling.")
        if self.named and path not in self.named:
            raise _refusal("The bundle is none of those that this server was started with.")
        if os.path.realpath(path) != path:
            raise _refusal("The bundle path leads through a symbolic link.")
        return path


def _is_shortest(path: str) -> bool:
    # POSIX lets two slashes at the front stand, and they mean the same as one.
    return os.path.isabs(path) and os.path.normpath(path) == path and not path.startswith("//")  # noqa: PTH117 - as spelled


def _refusal(message: str) -> BundleError:
    return BundleError("invalid_request", message)
