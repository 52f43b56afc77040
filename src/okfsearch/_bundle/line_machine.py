"""The line machine: it reads one line at a time, and keeps no more than the open blocks.

Skipping lines that cannot matter is left to `leaps`, and driving both to `blocks`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.constructs import open_blocks
from okfsearch._bundle.containers import Containers
from okfsearch._bundle.leaves import Leaves
from okfsearch._bundle.lines import LINE_BLANKS, trimmed_end
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check
from okfsearch.limits import Limits

__all__ = ["LineMachine"]

#: A line up to this long is read without a thought for the size of its slices.
SHORT_LINE = 4 * 1024

#: So many bytes count like one more line.
BYTES_A_LINE = SLICE_BYTES // SLICE_TOKENS

_BLANK_LINES = re.compile(rb"\n(?:[ \t\r]*+\n)*+")


class LineMachine(Containers):
    """Read the lines of one body into open containers and leaves, asking for cancellation in between."""

    __slots__ = ("_budget", "_cancelled", "_end")

    def __init__(
        self, data: bytes, body: Span, *, limits: Limits, cancelled: Cancelled, path: str | None, paragraphs: bool
    ) -> None:
        leaves = Leaves(data, body.start, limits=limits, cancelled=cancelled, path=path, keep=paragraphs)
        super().__init__(data, leaves, depth_cap=limits.container_depth, path=path)
        self._end = body.end
        self._cancelled = cancelled
        self._budget = SLICE_TOKENS

    def read_line(self, start: int) -> int:
        """Take in the line that starts here, and return the start of the next one."""
        data = self.data
        eol = data.find(b"\n", start, min(start + SHORT_LINE, self._end))
        if eol < 0:
            eol = self._far_end(start)
            tail = trimmed_end(data, start, eol)
        else:
            tail = start + len(data[start:eol].rstrip(LINE_BLANKS))
        self.spend(eol - start)
        self.start = start
        self.eol = eol
        self.tail = tail
        self.kill = 0
        self.col = 0
        self.skip_blanks(start)
        if self.nb >= tail:
            self.blank_line(0)
            # Another blank line changes nothing.
            return self._behind_blank_lines(eol)
        if self.match_containers():
            open_blocks(self)
        return eol + 1 if eol < self._end else eol

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
