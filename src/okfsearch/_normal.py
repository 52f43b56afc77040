"""One spelling for values and phrases that should compare equal: composed, folded, and with single blanks between words.

`_fold` does the letters; this room adds what only matters for short texts that people type: blanks.
"""

from __future__ import annotations

from typing import NewType

from okfsearch._cancel import Cancelled, never
from okfsearch._fold import compose, fold

#: Text that went through `normalize`.
Normal = NewType("Normal", str)


def normalize(text: str, *, cancelled: Cancelled = never) -> Normal:
    """Return text in form C, case folded, in form C again, runs of white space as one blank, none at the ends.

    Example:
        >>> normalize("  Höhe \\n ÜBER  Null ") == normalize("ho\u0308he über null")
        True
    """
    if text.isascii():
        return Normal(" ".join(text.lower().split()))
    return Normal(" ".join(fold(compose(text, cancelled=cancelled), cancelled=cancelled).split()))
