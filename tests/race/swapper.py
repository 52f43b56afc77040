"""Exchange entries of a bundle with links out of it, as fast as the machine can: run as a program of its own.

Usage: swapper.py BUNDLE SWAPS, with 0 for no end.  Below BUNDLE and beside it lie pairs `x` and `x.link`.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import sys
from collections.abc import Callable

#: Exchange two names in one step.
RENAME_EXCHANGE = 2
AT_FDCWD = -100


def exchanger() -> Callable[[bytes, bytes], None]:
    """Return the system's exchange of two names, or three renames where there is none."""
    call: Callable[..., int] | None = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)

    def exchange(one: bytes, other: bytes) -> None:
        if call is None or call(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) != 0:
            raise OSError(ctypes.get_errno(), "renameat2")

    def step_by_step(one: bytes, other: bytes) -> None:
        os.rename(one, one + b".aside")
        os.rename(other, one)
        os.rename(one + b".aside", other)

    return step_by_step if call is None else exchange


def main(bundle: str, swaps: int) -> None:
    """Swap the pairs in turn, an even number of times each."""
    exchange = exchanger()
    names = [os.path.join(bundle, "folder"), os.path.join(bundle, "file.md"), os.path.join(bundle, "deep", "inner"), bundle]
    pairs = [(os.fsencode(name), os.fsencode(name + ".link")) for name in names]
    for number in itertools.count():
        if swaps and number * 2 * len(pairs) >= swaps:
            return
        for one, other in pairs:
            exchange(one, other)
            exchange(one, other)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
