"""The line machine: it reads one line at a time, and keeps no more than the open blocks.

Skipping lines that cannot matter is left to `leaps`, and driving both to `blocks`.
"""

from __future__ import annotations

import re
from array import array

from okfsearch._bundle.constructs import open_blocks
from okfsearch._bundle.containers import Containers
from okfsearch._bundle.leaves import Leaves
from okfsearch._bundle.lines import LINE_BLANKS, TAB_STOP, trimmed_end
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check
from okfsearch.limits import Limits

__all__ = ["LineMachine"]

#: A line up to this long is read without a thought for the size of its slices.
SHORT_LINE = 4 * 1024

#: No pattern repeats anything more often than this.
MOST_REPEATS = 1 << 20

#: So many bytes count like one more line.
BYTES_A_LINE = SLICE_BYTES // SLICE_TOKENS

#: Lines of text are taken at once in stretches of so many bytes.
RUN_BYTES = 16 * 1024

SPACE = ord(" ")

# What starts a line that may be more than text that continues a paragraph; a quote marker starts text in quotes.
_NO_TEXT = b"#-*+_0123456789`~=<\r\n"
#: Of more quotes than this, text is read at once only where it leaves some of their markers out.
MOST_MARKERS = 8

# For each number of quotes that may be open, and nothing but quotes: lines of text with no more markers than that.
_MARKERS = tuple(b"(?: {0,3}+>){0,%d}+[ \t]*+" % quotes if quotes else b"[ \t]*+" for quotes in range(MOST_MARKERS + 1))
_TEXT = rb"[^ \t\r\n#>\-*+_0-9`~=<][^\n]*+"
_BLANK_LINES = re.compile(rb"\n(?:[ \t\r]*+\n)*+")


class LineMachine(Containers):
    """Read the lines of one body into open containers and leaves, asking for cancellation in between.

    Attributes:
        deep: finds the LF above a line that may open more containers than the cap.
        patience: how many bytes are read before the next leap in containers.
    """

    __slots__ = ("_budget", "_cancelled", "_end", "deep", "patience")

    def __init__(
        self, data: bytes, body: Span, *, limits: Limits, cancelled: Cancelled, path: str | None, paragraphs: bool
    ) -> None:
        leaves = Leaves(data, body, limits=limits, cancelled=cancelled, path=path, keep=paragraphs)
        super().__init__(data, leaves, depth_cap=limits.container_depth, path=path)
        self._end = body.end
        # A line that opens more containers than the cap has a column for each, and a tab makes four of them at most.
        self.deep = re.compile(rb"\n(?=[ \t>*+\-0-9.)]{%d})" % min(limits.container_depth // TAB_STOP + 1, MOST_REPEATS))
        self._cancelled = cancelled
        self._budget = SLICE_TOKENS
        self.patience = 1

    def read_lines(self, start: int, stop: int) -> int:
        """Take in the lines that start from one offset to another, and return the start of the next one.

        Lines of text that continue a paragraph whose lines are kept are taken at once, even behind `stop`.
        """
        data, leaves = self.data, self.leaves
        while start < stop:
            start = self._read_line(start)
            lines = leaves.lines
            if not leaves.open_paragraph:
                leaves.floor = start
            elif lines is not None and start < self._end and data[start] not in _NO_TEXT:
                start = self._take_text(start, lines)
        return start

    def _take_text(self, start: int, lines: array[int]) -> int:
        """Add lines of text to the open paragraph, whatever their indent, and return the start of the next line.

        A line that starts like text continues a paragraph even if it leaves out markers of the quotes around it.
        """
        quotes = len(self.quotes)
        markers = _MARKERS[min(quotes, MOST_MARKERS) if quotes == len(self.stack) else 0]
        run = re.compile(b"(?:%s%s\n)++" % (markers, _TEXT)).match(self.data, start, min(start + RUN_BYTES, self._end))
        if run is None:
            return start
        texts = re.compile(b"%s(%s)\n" % (markers, _TEXT)).finditer(self.data, start, run.end())
        lines.extend([bound for text in texts for bound in text.span(1)])
        check(self._cancelled)
        return run.end()

    def _read_line(self, start: int) -> int:
        """Take in the line that starts here, and return the start of the next one."""
        data, end = self.data, self._end
        short = start + SHORT_LINE
        eol = data.find(b"\n", start, min(end, short))
        if eol < 0:
            eol = self._far_end(start)
            tail = trimmed_end(data, start, eol)
            self.spend(eol - start)
        else:
            tail = eol if eol > start and data[eol - 1] > SPACE else start + len(data[start:eol].rstrip(LINE_BLANKS))
            self._budget -= 1 + (eol - start) // BYTES_A_LINE
            if self._budget <= 0:
                self.spend(0)
        self.start = start
        self.eol = eol
        self.tail = tail
        self.kill = 0
        self.col = 0
        if data[start] > SPACE:
            self.nb = start
            self.ncol = 0
        else:
            self.skip_blanks(start)
            if self.nb >= tail:
                self.blank_line(0)
                # Another blank line changes nothing.
                return self._behind_blank_lines(eol)
        if self.match_containers():
            open_blocks(self)
        return eol + 1 if eol < end else eol

    def _behind_blank_lines(self, eol: int) -> int:
        """Return the start of the first line behind this LF that has text, or of the last slice's last line without."""
        run = _BLANK_LINES.match(self.data, eol, min(eol + SLICE_BYTES, self._end))
        if run is None:
            return eol
        self.spend(run.end() - eol)
        return run.end()

    def spend(self, passed: int) -> None:
        """Count a line or a leap, and its bytes, against the next question for cancellation."""
        self._budget -= 1 + passed // BYTES_A_LINE
        if self._budget <= 0:
            check(self._cancelled)
            self._budget = SLICE_TOKENS

    def restart(self, at: int) -> int:
        """Forget what is open, because nothing is at this line start; nothing open may hold a definition."""
        self.stack.clear()
        self.quotes.clear()
        self.bare_item = False
        return self.leaves.forget(at)

    def finish(self) -> None:
        """Close what the end of the body leaves open."""
        self.close(0)

    def _far_end(self, start: int) -> int:
        """Find the end of a long line, slice by slice."""
        while True:
            stop = min(start + SLICE_BYTES, self._end)
            eol = self.data.find(b"\n", start, stop)
            if eol >= 0:
                return eol
            if stop == self._end:
                return stop
            check(self._cancelled)
            start = stop
