"""The open leaf and what closed leaves leave behind: headings, definitions and paragraphs.

A leaf is a paragraph, a code fence or an HTML block; which line opens or continues it is left to `containers`.
"""

from __future__ import annotations

from okfsearch._bundle.block_values import Definition, HeadingBlock, Paragraph
from okfsearch._bundle.definitions import may_define, peel_definitions
from okfsearch._bundle.html_blocks import HtmlEnd
from okfsearch._bundle.lines import CODE_INDENT, columns_after, first_text, trimmed_end, without_return
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_TOKENS, Cancelled, check
from okfsearch.limits import Limits

__all__ = ["Leaves", "atx_text"]


class Leaves:
    """Keep the open leaf of one body, and what was found so far.

    Attributes:
        open_paragraph: whether a paragraph is open.
        lines: start and end of each of its lines, or None where they are found again from `floor` if an underline asks.
        may_define: whether the open paragraph may start with definitions, so that each of its lines must be read.
        fence: mark and length of the open code fence.
        html: what ends the open HTML block.
        floor: where the last block outside of any container ended: no such paragraph reaches back behind it.
        headings: the headings so far; in the same way `definitions`, and `paragraphs` when they are kept.
    """

    __slots__ = (
        "_cancelled",
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

    def __init__(self, data: bytes, floor: int, *, limits: Limits, cancelled: Cancelled, path: str | None, keep: bool) -> None:
        self._data = data
        self._limits = limits
        self._cancelled = cancelled
        self._path = path
        self.keep = keep
        self.open_paragraph = False
        self.lines: list[tuple[int, int]] | None = None
        self.may_define = False
        self.fence: tuple[int, int] | None = None
        self.html: HtmlEnd | None = None
        self.floor = floor
        self.headings: list[HeadingBlock] = []
        self.definitions: list[Definition] = []
        self.paragraphs: list[Paragraph] = []

    def add_heading(self, heading: HeadingBlock) -> None:
        """Keep a heading, with the body-start mark counted against the cap of marks in one file."""
        self.headings.append(heading)
        self._limits.check("sections", len(self.headings) + 1, path=self._path)

    def begin_paragraph(self, line: int, start: int, end: int, *, contained: bool) -> None:
        """Open a paragraph with its first line, `line` being the start of the physical line.

        Outside of containers its lines can be found again, so without a definition in sight none are kept.
        """
        self.open_paragraph = True
        self.may_define = may_define(self._data, start, end)
        if self.keep or contained or self.may_define:
            self.lines = [(start, end)]
        else:
            self.lines = None
            self.floor = line

    def find_paragraph(self, at: int) -> None:
        """Open the paragraph, if there is one, that the lines before this line start make: none of them may define."""
        self.open_paragraph = self._paragraph_before(at)
        self.may_define = False

    def close(self) -> None:
        """Close the open leaf, whatever it is."""
        if self.open_paragraph:
            lines = self.lines
            self.open_paragraph = False
            self.lines = None
            if lines is not None:
                if self.may_define:
                    lines = self._peel(lines)
                if lines and self.keep:
                    self.paragraphs.append(Paragraph(self._segments(lines)))
        self.fence = None
        self.html = None

    def close_as_heading(self, level: int, underline: tuple[int, int, int]) -> None:
        """Turn the open paragraph into a heading, given the underline's line, start and end.

        If definitions leave nothing of the paragraph, the underline is a closed paragraph of its own.
        """
        line, start, end = underline
        lines = self._lines_before(line) if self.lines is None else self.lines
        if self.may_define:
            lines = self._peel(lines)
        self.open_paragraph = False
        self.lines = None
        if lines:
            first = lines[0][0]
            self.add_heading(HeadingBlock(self._data.rfind(b"\n", 0, first) + 1, level, self._segments(lines)))
        elif self.keep:
            self.paragraphs.append(Paragraph(self._segments([(start, end)])))

    def forget(self, at: int) -> int:
        """Drop the open leaf, because nothing is open at this line start; it must not hold a definition."""
        self.open_paragraph = False
        self.lines = None
        self.fence = None
        self.html = None
        self.floor = at
        return at

    def _paragraph_before(self, at: int) -> bool:
        """Tell whether a paragraph is open before this line start, outside of containers, by the lines back to `floor`.

        Only indented lines are walked over, each at most once in a scan: they are code behind a blank line, else its text.
        """
        data, floor = self._data, self.floor
        while at > floor:
            line = max(data.rfind(b"\n", floor, at - 1) + 1, floor)
            start = first_text(data, line, at - 1)
            if start >= trimmed_end(data, start, at - 1):
                return False
            if columns_after(data[line:start], 0) < CODE_INDENT:
                return True
            at = line
        return False

    def _lines_before(self, at: int) -> list[tuple[int, int]]:
        """Find the lines of the open paragraph again, from the line start below it back; indented code is not its start."""
        data, floor = self._data, self.floor
        lines: list[tuple[int, int]] = []
        count = 0
        while at > floor:
            line = max(data.rfind(b"\n", floor, at - 1) + 1, floor)
            start = first_text(data, line, at - 1)
            if start >= trimmed_end(data, start, at - 1):
                break
            lines.append((start, at - 1))
            if columns_after(data[line:start], 0) < CODE_INDENT:
                count = len(lines)
            if not len(lines) % SLICE_TOKENS:
                check(self._cancelled)
            at = line
        return lines[:count][::-1]

    def _peel(self, lines: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Take the definitions off the start of a paragraph."""
        data = self._data
        text = b"\n".join([data[start:end] for start, end in lines])
        found, taken = peel_definitions(text, cancelled=self._cancelled)
        self.definitions += found
        return lines[text.count(b"\n", 0, taken) :] if taken < len(text) else []

    def _segments(self, lines: list[tuple[int, int]]) -> tuple[Span, ...]:
        """Turn lines into spans: no CR before the LF, and no blanks after the last line."""
        data = self._data
        spans = [Span(start, without_return(data, start, end)) for start, end in lines]
        start, end = lines[-1]
        spans[-1] = Span(start, trimmed_end(data, start, end))
        return tuple(spans)


def atx_text(data: bytes, start: int, end: int) -> Span | None:
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
    return Span(start, end)
