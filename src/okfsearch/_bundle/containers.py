"""The open containers, quotes and list items, as an explicit stack, and how a line is matched against them.

What else a line may open is left to `constructs`, what leaves leave behind to `leaves`, reading lines to `line_machine`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.html_blocks import HtmlEnd
from okfsearch._bundle.leaves import Leaves
from okfsearch._bundle.lines import CODE_INDENT, columns_after, first_text
from okfsearch.errors import LimitExceeded

__all__ = ["QUOTE", "Containers"]

#: What a quote stands for in the stack, where a list item has the columns that its content is indented by.
QUOTE = 0

#: Of more quotes than this, all but one are stepped over at once.
FEW_QUOTES = 3

_QUOTES = re.compile(rb"(?:> ?)++")
_RUN = {mark: re.compile(re.escape(bytes([mark])) + rb"++") for mark in b"`~"}


class Containers:
    """Keep the open containers of one body, and where the line at hand is being looked at.

    Attributes:
        data: the source.
        leaves: the open leaf, and what was found so far.
        stack: the open containers, outermost first.
        quotes: where the quotes are in the stack.
        bare_item: whether the last item has had no text yet.
        start: where the line at hand starts; `eol` is its LF or the end of the body, `tail` the end of its text.
        nb: its next byte that is not blank; `ncol` is the column of that, `col` the column reached by the containers.
        matched: how many of the open containers the line continues.
        kill: the byte of the line at which a thematic break failed, or 0.
    """

    __slots__ = (
        "bare_item",
        "col",
        "data",
        "depth_cap",
        "eol",
        "kill",
        "leaves",
        "matched",
        "nb",
        "ncol",
        "path",
        "quotes",
        "stack",
        "start",
        "tail",
    )

    def __init__(self, data: bytes, leaves: Leaves, *, depth_cap: int, path: str | None) -> None:
        self.data = data
        self.leaves = leaves
        self.depth_cap = depth_cap
        self.path = path
        self.stack: list[int] = []
        self.quotes: list[int] = []
        self.bare_item = False
        self.start = self.eol = self.tail = self.nb = self.ncol = self.col = self.matched = self.kill = 0

    def blank_line(self, quotes: int) -> None:
        """Close what a line without text closes: the paragraph, and every quote whose marker is missing."""
        depth = self.quotes[quotes] if quotes < len(self.quotes) else len(self.stack)
        leaves = self.leaves
        if depth < len(self.stack) or leaves.open_paragraph:
            self.close(depth)
        elif self.bare_item:
            self.close(depth - 1)
        elif leaves.html is not None and leaves.html.mark is None:
            leaves.html = None

    def match_containers(self) -> bool:
        """Walk the open containers along the line; the answer is whether there is text left to look at."""
        leaves = self.leaves
        stack = self.stack
        quotes = matched = skip = 0
        for width in stack:
            if skip:
                # A quote that was stepped over together with others.
                skip -= 1
                continue
            indent = self.ncol - self.col
            if width:
                if indent < width:
                    break
                self.col += width
            else:
                if indent >= CODE_INDENT or self.data[self.nb] != ord(">"):
                    break
                if len(stack) - matched == len(self.quotes) - quotes > FEW_QUOTES:
                    passed = self._pass_quotes(len(stack) - matched)
                    quotes += passed
                    matched += passed
                    skip = passed
                quotes += 1
                self.enter_quote()
                if self.nb >= self.tail:
                    self.blank_line(quotes)
                    return False
            matched += 1
        self.matched = matched
        if matched == len(stack):
            if leaves.fence is not None:
                self.continue_fence(leaves.fence)
                return False
            if leaves.html is not None:
                self.continue_html(leaves.html)
                return False
        return True

    def _pass_quotes(self, most: int) -> int:
        """Step to the last of so many quote markers, or of those that are here, and return how many are behind."""
        data, nb = self.data, self.nb
        run = _QUOTES.match(data, nb, self.tail)
        stop = nb + 1 if run is None else run.end()
        count = data.count(b">", nb, stop)
        if count > most:
            markers = re.compile(b"(?:> ?){%d}" % (most - 1)).match(data, nb, stop)
            last = nb if markers is None else markers.end()
            count = most
        else:
            last = data.rfind(b">", nb, stop)
        self.ncol += last - nb
        self.col = self.ncol
        self.nb = last
        return count - 1

    def enter_quote(self) -> None:
        """Step over a quote marker and the blank column that may follow it."""
        self.col = self.ncol + 1
        self.skip_blanks(self.nb + 1)
        if self.ncol > self.col:
            self.col += 1

    def skip_blanks(self, at: int) -> None:
        """Find the next byte of text, and its column, from an offset that stands at the current column."""
        data = self.data
        nb = first_text(data, at, self.tail)
        self.nb = nb
        # Hardly any line has a tab.
        self.ncol = self.col + nb - at if data.find(b"\t", at, nb) < 0 else columns_after(data[at:nb], self.col)

    def push(self, width: int) -> None:
        """Open a container in the innermost one that the line has matched."""
        self.close(self.matched)
        if self.matched >= self.depth_cap:
            raise LimitExceeded.of("container_depth", self.depth_cap, path=self.path)
        if width == QUOTE:
            self.quotes.append(self.matched)
        self.stack.append(width)
        self.matched += 1

    def push_all(self, widths: list[int]) -> None:
        """Open containers in each other, in the innermost one, which the line has opened."""
        if self.matched + len(widths) > self.depth_cap:
            raise LimitExceeded.of("container_depth", self.depth_cap, path=self.path)
        if QUOTE in widths:
            self.quotes += [self.matched + place for place, width in enumerate(widths) if width == QUOTE]
        self.stack += widths
        self.matched += len(widths)

    def close(self, depth: int) -> None:
        """Close the open leaf, and every container deeper than that."""
        self.leaves.close()
        self.bare_item = False
        if depth < len(self.stack):
            del self.stack[depth:]
            while self.quotes and self.quotes[-1] >= depth:
                self.quotes.pop()

    def continue_fence(self, fence: tuple[int, int]) -> None:
        """Close the open fence if the rest of the line does."""
        mark, length = fence
        if self.data[self.nb] == mark and self.ncol - self.col < CODE_INDENT:
            run = _RUN[mark].match(self.data, self.nb, self.tail)
            if run is not None and run.end() == self.tail and run.end() - self.nb >= length:
                self.leaves.fence = None

    def continue_html(self, end: HtmlEnd) -> None:
        """Close the open HTML block if the rest of the line ends it."""
        if end.mark is not None and end.mark.search(self.data, self.nb, self.tail):
            self.leaves.html = None
