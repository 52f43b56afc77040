"""The line machine: quotes and list items as an explicit stack, one line at a time.

It knows every rule of block structure and keeps no more than the open blocks.  What closed leaves leave behind is kept in
`leaves`; skipping lines that cannot matter is left to `leaps`, and driving both to `blocks`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.block_values import HeadingBlock
from okfsearch._bundle.html_blocks import HtmlEnd, html_end_of
from okfsearch._bundle.leaves import Leaves, atx_text
from okfsearch._bundle.lines import CODE_INDENT, LINE_BLANKS, columns_after, first_text, trimmed_end
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits

__all__ = ["LineMachine"]

#: What a quote stands for in the stack, where a list item has the columns that its content is indented by.
QUOTE = 0

#: A line up to this long is read without a thought for the size of its slices.
SHORT_LINE = 4 * 1024

#: So many bytes count like one more line.
BYTES_A_LINE = SLICE_BYTES // SLICE_TOKENS

#: Marks that make a thematic break.
BREAK_MARKS = 3

_BLANK_LINES = re.compile(rb"\n(?:[ \t\r]*+\n)*+")
_HASHES = re.compile(rb"#{1,6}+(?=[ \t]|\Z)")
_UNDERLINE = re.compile(rb"(?:=++|-++)\Z")
_FENCE = re.compile(rb"`{3,}+|~{3,}+")
_ITEM = re.compile(rb"(?:[-+*]|([0-9]{1,9}+)[.)])(?=[ \t]|\Z)")
_BREAK = {mark: re.compile(rb"(?:" + re.escape(bytes([mark])) + rb"[ \t]*+)++") for mark in b"-*_"}
_RUN = {mark: re.compile(re.escape(bytes([mark])) + rb"++") for mark in b"`~"}

# What a construct did with the line: nothing, opened a container with room for more, or took the rest.
_NOTHING, _CHILD, _WHOLE = range(3)


class LineMachine:
    """Keep the open containers of one body, and read it line by line.

    Attributes:
        leaves: the open leaf, and what was found so far.
        stack: the open containers, outermost first.
    """

    __slots__ = (
        "_bare_item",
        "_budget",
        "_cancelled",
        "_col",
        "_data",
        "_depth_cap",
        "_end",
        "_eol",
        "_kill",
        "_matched",
        "_nb",
        "_ncol",
        "_path",
        "_quotes",
        "_start",
        "_tail",
        "leaves",
        "stack",
    )

    def __init__(
        self, data: bytes, body: Span, *, limits: Limits, cancelled: Cancelled, path: str | None, paragraphs: bool
    ) -> None:
        self.leaves = Leaves(data, body.start, limits=limits, cancelled=cancelled, path=path, keep=paragraphs)
        self.stack: list[int] = []
        self._data = data
        self._end = body.end
        self._depth_cap = limits.container_depth
        self._cancelled = cancelled
        self._path = path
        self._budget = SLICE_TOKENS
        # Where the quotes are in the stack, and whether its last item has had no text yet.
        self._quotes: list[int] = []
        self._bare_item = False
        # The line at hand: its start, its LF, the end of its text; the next byte of text, its column, the column reached so
        # far; the containers matched; the byte at which a thematic break failed.
        self._start = self._eol = self._tail = self._nb = self._ncol = self._col = self._matched = self._kill = 0

    def read_line(self, start: int) -> int:
        """Take in the line that starts here, and return the start of the next one."""
        data = self._data
        eol = data.find(b"\n", start, min(start + SHORT_LINE, self._end))
        if eol < 0:
            eol = self._far_end(start)
            tail = trimmed_end(data, start, eol)
        else:
            tail = start + len(data[start:eol].rstrip(LINE_BLANKS))
        self.spend(eol - start)
        self._start = start
        self._eol = eol
        self._tail = tail
        self._kill = 0
        self._col = 0
        self._skip_blanks(start)
        if self._nb >= tail:
            self._blank_line(0)
            # Another blank line changes nothing.
            return self._behind_blank_lines(eol)
        if self._match_containers():
            self._open_blocks()
        return eol + 1 if eol < self._end else eol

    def _behind_blank_lines(self, eol: int) -> int:
        """Return the start of the first line behind this LF that has text, or of the last slice's last line without."""
        run = _BLANK_LINES.match(self._data, eol, min(eol + SLICE_BYTES, self._end))
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
        self._quotes.clear()
        self._bare_item = False
        return self.leaves.forget(at)

    def finish(self) -> None:
        """Close what the end of the body leaves open."""
        self._close(0)

    def _far_end(self, start: int) -> int:
        """Find the end of a long line, slice by slice."""
        while True:
            stop = min(start + SLICE_BYTES, self._end)
            eol = self._data.find(b"\n", start, stop)
            if eol >= 0:
                return eol
            if stop == self._end:
                return stop
            check(self._cancelled)
            start = stop

    # Containers

    def _blank_line(self, quotes: int) -> None:
        """Close what a line without text closes: the paragraph, and every quote whose marker is missing."""
        depth = self._quotes[quotes] if quotes < len(self._quotes) else len(self.stack)
        leaves = self.leaves
        if depth < len(self.stack) or leaves.open_paragraph:
            self._close(depth)
        elif self._bare_item:
            self._close(depth - 1)
        elif leaves.html is not None and leaves.html.mark is None:
            leaves.html = None

    def _match_containers(self) -> bool:
        """Walk the open containers along the line; the answer is whether there is text left to look at."""
        quotes = matched = 0
        for width in self.stack:
            indent = self._ncol - self._col
            if width:
                if indent < width:
                    break
                self._col += width
            else:
                if indent >= CODE_INDENT or self._data[self._nb] != ord(">"):
                    break
                quotes += 1
                self._enter_quote()
                if self._nb >= self._tail:
                    self._blank_line(quotes)
                    return False
            matched += 1
        self._matched = matched
        leaves = self.leaves
        if matched == len(self.stack):
            if leaves.fence is not None:
                self._continue_fence(leaves.fence)
                return False
            if leaves.html is not None:
                self._continue_html(leaves.html)
                return False
        return True

    def _enter_quote(self) -> None:
        """Step over a quote marker and the blank column that may follow it."""
        self._col = self._ncol + 1
        self._skip_blanks(self._nb + 1)
        if self._ncol > self._col:
            self._col += 1

    def _skip_blanks(self, at: int) -> None:
        """Find the next byte of text, and its column, from an offset that stands at the current column."""
        nb = first_text(self._data, at, self._tail)
        self._nb = nb
        self._ncol = columns_after(self._data[at:nb], self._col) if nb > at else self._col

    def _push(self, width: int) -> None:
        """Open a container in the innermost one that the line has matched."""
        self._close(self._matched)
        if self._matched >= self._depth_cap:
            raise LimitExceeded.of("container_depth", self._depth_cap, path=self._path)
        if width == QUOTE:
            self._quotes.append(self._matched)
        self.stack.append(width)
        self._matched += 1

    def _close(self, depth: int) -> None:
        """Close the open leaf, and every container deeper than that."""
        self.leaves.close()
        self._bare_item = False
        if depth < len(self.stack):
            del self.stack[depth:]
            while self._quotes and self._quotes[-1] >= depth:
                self._quotes.pop()

    # What the rest of a line opens

    def _open_blocks(self) -> None:
        """Open containers, then at most one leaf, or continue the paragraph."""
        while self._ncol - self._col < CODE_INDENT:
            construct = _CONSTRUCTS.get(self._data[self._nb])
            done = _NOTHING if construct is None else construct(self)
            if done == _NOTHING:
                break
            if done == _WHOLE or self._nb >= self._tail:
                return
        leaves = self.leaves
        if leaves.open_paragraph:
            if leaves.lines is not None:
                leaves.lines.append((self._nb, self._eol))
            return
        self._close(self._matched)
        if self._ncol - self._col < CODE_INDENT:
            leaves.begin_paragraph(self._start, self._nb, self._eol, contained=bool(self.stack))

    def _read_quote(self) -> int:
        self._push(QUOTE)
        self._enter_quote()
        return _CHILD

    def _read_heading(self) -> int:
        hashes = _HASHES.match(self._data, self._nb, self._tail)
        if hashes is None:
            return _NOTHING
        self._close(self._matched)
        text = atx_text(self._data, hashes.end(), self._tail)
        if text is not None:
            self.leaves.add_heading(HeadingBlock(self._start, hashes.end() - self._nb, (text,)))
        return _WHOLE

    def _read_fence(self) -> int:
        data, nb, tail = self._data, self._nb, self._tail
        run = _FENCE.match(data, nb, tail)
        if run is None or (data[nb] == ord("`") and data.find(b"`", run.end(), tail) >= 0):
            return _NOTHING
        self._close(self._matched)
        self.leaves.fence = (data[nb], run.end() - nb)
        return _WHOLE

    def _continue_fence(self, fence: tuple[int, int]) -> None:
        mark, length = fence
        if self._data[self._nb] == mark and self._ncol - self._col < CODE_INDENT:
            run = _RUN[mark].match(self._data, self._nb, self._tail)
            if run is not None and run.end() == self._tail and run.end() - self._nb >= length:
                self.leaves.fence = None

    def _read_html(self) -> int:
        end = html_end_of(self._data, self._nb, self._tail, self._eol, interrupts=self.leaves.open_paragraph)
        if end is None:
            return _NOTHING
        self._close(self._matched)
        self.leaves.html = end
        self._continue_html(end)
        return _WHOLE

    def _continue_html(self, end: HtmlEnd) -> None:
        if end.mark is not None and end.mark.search(self._data, self._nb, self._tail):
            self.leaves.html = None

    def _read_underline(self) -> int:
        """Read a Setext underline, else a thematic break, else a list item: in this order of precedence."""
        data, nb, leaves = self._data, self._nb, self.leaves
        if leaves.open_paragraph and self._matched == len(self.stack) and _UNDERLINE.match(data, nb, self._tail):
            leaves.close_as_heading(1 if data[nb] == ord("=") else 2, (self._start, nb, self._eol))
            return _WHOLE
        return _NOTHING if data[nb] == ord("=") else self._read_break()

    def _read_break(self) -> int:
        data, nb, tail = self._data, self._nb, self._tail
        mark = data[nb]
        # Where a break failed from an earlier marker of this line, it fails again at the same byte.
        if self._kill <= nb or data[self._kill] == mark:
            run = _BREAK[mark].match(data, nb, tail)
            stop = nb if run is None else run.end()
            if stop == tail and data.count(mark, nb, tail) >= BREAK_MARKS:
                self._close(self._matched)
                return _WHOLE
            self._kill = stop if stop < tail else 0
        return _NOTHING if mark == ord("_") else self._read_item()

    def _read_item(self) -> int:
        marker = _ITEM.match(self._data, self._nb, self._tail)
        if marker is None:
            return _NOTHING
        bare = marker.end() == self._tail
        number: bytes | None = marker[1]
        # Only a list that starts at 1, and with text, may interrupt a paragraph beside it.
        interrupts = self.leaves.open_paragraph and self._matched == len(self.stack)
        if interrupts and (bare or (number is not None and int(number) != 1)):
            return _NOTHING
        outside = self._col
        self._col = self._ncol + marker.end() - self._nb
        self._skip_blanks(marker.end())
        blanks = self._ncol - self._col
        self._col += 1 if bare or blanks > CODE_INDENT else blanks
        self._push(self._col - outside)
        self._bare_item = bare
        return _CHILD


_CONSTRUCTS = {
    ord(">"): LineMachine._read_quote,
    ord("#"): LineMachine._read_heading,
    ord("`"): LineMachine._read_fence,
    ord("~"): LineMachine._read_fence,
    ord("<"): LineMachine._read_html,
    ord("="): LineMachine._read_underline,
    ord("-"): LineMachine._read_underline,
    ord("*"): LineMachine._read_break,
    ord("_"): LineMachine._read_break,
    ord("+"): LineMachine._read_item,
    **dict.fromkeys(b"0123456789", LineMachine._read_item),
}
