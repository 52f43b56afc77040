"""One physical line: where its blanks lie, and the columns they make.

What the line means is left to `containers` and `leaves`.  Only LF ends a line; the CR before it counts as a blank.
"""

from __future__ import annotations

import re

from okfsearch._cancel import SLICE_BYTES

__all__ = ["CODE_INDENT", "LINE_BLANKS", "TAB_STOP", "columns_after", "first_text", "trimmed_end", "without_return"]

#: Blanks that end a line; CR only because it stands before the LF.
LINE_BLANKS = b" \t\r"

#: Text indented by this many columns is code, unless it continues a paragraph.
CODE_INDENT = 4

#: Tabs go to columns that are multiples of this.
TAB_STOP = 4

_BLANKS = re.compile(rb"[ \t]*+")


def first_text(data: bytes, start: int, end: int) -> int:
    """Return the offset of the first byte that is neither space nor tab, or `end`."""
    blanks = _BLANKS.match(data, start, end)
    return start if blanks is None else blanks.end()


def columns_after(blanks: bytes, column: int) -> int:
    r"""Return the column behind a run of blanks that starts at a column: tabs go to stops of four.

    Example:
        >>> columns_after(b" \t", 0), columns_after(b"\t", 3), columns_after(b"  ", 5)
        (4, 4, 7)
    """
    shift = column % TAB_STOP
    return column - shift + len((b" " * shift + blanks).expandtabs(TAB_STOP))


def trimmed_end(data: bytes, start: int, end: int) -> int:
    """Return where the blanks that end a line start; a long line is looked at from its end, piece by piece."""
    while end - start > SLICE_BYTES:
        piece = data[end - SLICE_BYTES : end].rstrip(LINE_BLANKS)
        if piece:
            return end - SLICE_BYTES + len(piece)
        end -= SLICE_BYTES
    return start + len(data[start:end].rstrip(LINE_BLANKS))


def without_return(data: bytes, start: int, end: int) -> int:
    """Return where the CR before a line's LF starts, or `end` where there is none."""
    while end > start and data[end - 1] == ord("\r"):
        end -= 1
    return end
