"""The open leaf and what closed leaves leave behind: headings, definitions and paragraphs.

A leaf is a paragraph, a code fence or an HTML block; which line opens or continues it is left to `containers`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

from okfsearch._bundle.block_values import Definition, HeadingBlock, Paragraph, compact
from okfsearch._bundle.definitions import may_define, peel_definitions
from okfsearch._bundle.html_blocks import HtmlEnd
from okfsearch._bundle.lines import trimmed_end, without_return
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits

__all__ = ["Leaves", "atx_text"]

#: So many bytes before an underline are searched first for the blank line above its paragraph; then ever more.
NEAR_BYTES = 256

SPACE = ord(" ")

_TEXT = re.compile(rb"[^ \t\n][^\n]*+")
_BLANK = re.compile(rb"[ \t\r]*+\Z")
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*+\n)*+")
_BLANK_BELOW = re.compile(rb"\n[ \t\r]*+(?=\n)")
_CODE = re.compile(rb" {0,3}\t| {4}")
_CODE_LINES = re.compile(rb"(?:(?: {0,3}\t| {4})[^\n]*+\n)*+")


class Leaves:
    """Keep the open leaf of one body, and what was found so far.

    Attributes:
        open_paragraph: whether a paragraph is open.
        lines: start and end of each of its lines in turn, or None where they are found again if an underline asks.
        may_define: whether the open paragraph may start with definitions, so that each of its lines must be read.
        fence: mark and length of the open code fence.
        html: what ends the open HTML block.
        floor: where the last block outside of any container ended: no such paragraph reaches back behind it.
        headings: the headings so far; in the same way `definitions`, and `paragraphs` when they are kept.
    """

    __slots__ = (
        "_body",
        "_cancelled",
        "_cap",
        "_data",
        "_limits",
        "_path",
        "definitions",
        "fence",
        "floor",
        "headings",
        "html",
        "keep",
        "lines",
        "may_define",
        "open_paragraph",
        "paragraphs",
    )

    def __init__(self, data: bytes, body: Span, *, limits: Limits, cancelled: Cancelled, path: str | None, keep: bool) -> None:
        self._data = data
        self._body = body
        self._limits = limits
        # One mark is the start of the body.
        self._cap = limits.sections - 1
        self._cancelled = cancelled
        self._path = path
        self.keep = keep
        self.open_paragraph = False
        self.lines: array[int] | None = None
        self.may_define = False
        self.fence: tuple[int, int] | None = None
        self.html: HtmlEnd | None = None
        self.floor = body.start
        self.headings: list[HeadingBlock] = []
        self.definitions: list[Definition] = []
        self.paragraphs: list[Paragraph] = []

    def add_heading(self, heading: HeadingBlock) -> None:
        """Keep a heading; where the first one stands at the start of the body, its mark takes the place of the body's."""
        headings = self.headings
        if not headings and heading.start == self._body.start:
            self._cap += 1
        headings.append(heading)
        if len(headings) > self._cap:
            raise LimitExceeded.of("sections", self._limits.sections, path=self._path)

    def begin_paragraph(self, line: int, start: int, end: int, *, contained: bool) -> None:
        """Open a paragraph with its first line, `line` being the start of the physical line.

        Outside of containers its lines can be found again, so without a definition in sight none are kept.
        """
        self.open_paragraph = True
        self.may_define = self._data[start] == ord("[") and may_define(self._data, start, self._body.end)
        if self.keep or contained or self.may_define:
            self.lines = array("q", (start, end))
        else:
            self.lines = None
            self.floor = line

    def find_paragraph(self, at: int) -> bool:
        """Open the paragraph, if there is one, that the lines before this line start make: none of them may define.

        Only indented lines are walked over, each at most once in a scan: they are code behind a blank line, else its text.
        """
        data, floor = self._data, self.floor
        self.open_paragraph = self.may_define = False
        while at > floor:
            line = max(data.rfind(b"\n", floor, at - 1) + 1, floor)
            if _BLANK.match(data, line, at - 1):
                break
            if not _CODE.match(data, line, at):
                self.open_paragraph = True
                break
            at = line
        return self.open_paragraph

    def close(self) -> None:
        """Close the open leaf, whatever it is."""
        if self.open_paragraph:
            self.open_paragraph = False
            lines = self.lines
            if lines is not None:
                self.lines = None
                if self.may_define:
                    lines = self._peel(lines)
                if lines and self.keep:
                    self.paragraphs.append(Paragraph(self._bounds(lines)))
        self.fence = None
        self.html = None

    def close_as_heading(self, level: int, line: int, start: int, end: int) -> None:
        """Turn the open paragraph into a heading, given the underline's line, start and end.

        If definitions leave nothing of the paragraph, the underline is a closed paragraph of its own.
        """
        lines = self.lines
        self.open_paragraph = False
        if lines is None:
            self.add_setext(level, self.paragraph_start(line), line)
            return
        self.lines = None
        if self.may_define:
            lines = self._peel(lines)
        if lines:
            first = self._data.rfind(b"\n", 0, lines[0]) + 1
            self.add_heading(HeadingBlock(first, level, self._bounds(lines)))
        elif self.keep:
            self.paragraphs.append(Paragraph(self._bounds(array("q", (start, end)))))

    def add_setext(self, level: int, first: int, underline: int) -> None:
        """Make a heading of the lines between two line starts, outside of containers; none of them may define."""
        data = self._data
        if data[first] > SPACE and data[underline - 2] > SPACE and data.find(b"\n", first, underline - 1) < 0:
            self.add_heading(HeadingBlock(first, level, (first, underline - 1)))
            return
        lines = array("q")
        at = first
        while at < underline:
            stop = at + SLICE_BYTES
            # A slice ends with a line, so that a line longer than it is one.
            stop = underline if stop >= underline else data.find(b"\n", stop, underline) + 1
            for found in _TEXT.finditer(data, at, stop):
                lines.extend(found.span())
            at = stop
            if at < underline:
                check(self._cancelled)
        self.add_heading(HeadingBlock(first, level, self._bounds(lines)))

    def forget(self, at: int) -> int:
        """Drop the open leaf, because nothing is open at this line start; it must not hold a definition."""
        self.open_paragraph = False
        self.lines = None
        self.fence = None
        self.html = None
        self.floor = at
        return at

    def paragraph_start(self, at: int) -> int:
        """Return where the paragraph starts that is open before this line start, outside of containers, or -1.

        Looks back to `floor`, which is to be moved here afterwards.  Code is no start of a paragraph.
        """
        data, floor = self._data, self.floor
        if at <= floor:
            return -1
        above = max(data.rfind(b"\n", floor, at - 1) + 1, floor)
        if data[above] > SPACE and above == floor:
            return above
        if _BLANK.match(data, above, at - 1):
            return -1
        start = above if above == floor or data.startswith(b"\n\n", max(above - 2, floor - 1)) else self._below_blank(at)
        while start < at and _CODE.match(data, start, at):
            code = _CODE_LINES.match(data, start, min(start + SLICE_BYTES, at))
            start = data.find(b"\n", start, at) + 1 if code is None or code.end() == start else code.end()
            check(self._cancelled)
        return start if start < at else -1

    def _below_blank(self, at: int) -> int:
        """Return the line start below the last blank line before this line start, or `floor`."""
        data, floor = self._data, self.floor
        near = NEAR_BYTES
        while True:
            piece = start = max(at - near, floor)
            below = -1
            while piece < at:
                stop = piece + SLICE_BYTES
                stop = at if stop >= at else data.find(b"\n", stop, at) + 1
                # The LF before a piece may be the one above a blank line.
                for blank in _BLANK_BELOW.finditer(data, max(piece - 1, 0), stop):
                    below = blank.end() + 1
                piece = stop
                if near > SLICE_BYTES:
                    check(self._cancelled)
            if below < 0 and start == floor:
                # No LF is above a blank line that starts the file.
                blank_lines = _BLANK_LINES.match(data, floor, at)
                below = floor if blank_lines is None else blank_lines.end()
            if below >= 0:
                return below
            near *= 8

    def _peel(self, lines: array[int]) -> array[int]:
        """Take the definitions off the start of a paragraph."""
        data = self._data
        pieces: list[bytes] = []
        # Joined bit by bit, because a line by itself takes many times its bytes.
        for first in range(0, len(lines), SLICE_TOKENS):
            bounds = lines[first : first + SLICE_TOKENS]
            pieces.append(b"\n".join([data[bounds[place] : bounds[place + 1]] for place in range(0, len(bounds), 2)]))
            check(self._cancelled)
        text = b"\n".join(pieces)
        found, taken = peel_definitions(text, cancelled=self._cancelled)
        self.definitions += found
        return lines[2 * text.count(b"\n", 0, taken) :] if taken < len(text) else array("q")

    def _bounds(self, lines: array[int]) -> Sequence[int]:
        """Turn lines into bounds: no CR before the LF, and no blanks after the last line."""
        data = self._data
        if data.find(b"\r", lines[0], lines[-1]) >= 0:
            for place in range(1, len(lines), 2):
                lines[place] = without_return(data, lines[place - 1], lines[place])
        lines[-1] = trimmed_end(data, lines[-2], lines[-1])
        return compact(lines)


def atx_text(data: bytes, start: int, end: int) -> tuple[int, int] | None:
    """Cut the text of an ATX heading out of what follows its hashes: no closing hashes, no blanks; None if nothing is left."""
    text = data[start:end].rstrip(b" \t\r")
    end = start + len(text)
    text = text.lstrip(b" \t")
    start = end - len(text)
    bare = text.rstrip(b"#")
    if not bare:
        return None
    if len(bare) < len(text) and bare.endswith((b" ", b"\t")):
        end = start + len(bare.rstrip(b" \t"))
    return start, end
