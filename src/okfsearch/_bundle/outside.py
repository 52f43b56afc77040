"""Lines outside of containers: plain text is leapt over, and what one pattern can tell whole is read at once.

Such are headings, underlines, fences with their code, HTML, thematic breaks, and runs of items and quotes without text.  Lines
that open containers with text, and the few others that need more than their pattern, are left to the line machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from okfsearch._bundle.block_values import HeadingBlock
from okfsearch._bundle.definitions import DEFINING, plain_definitions
from okfsearch._bundle.html_blocks import LONE_TAG, OPENING_NAME, after_whole_blocks, html_end_of
from okfsearch._bundle.leaps import TAG, after_fence, after_html
from okfsearch._bundle.leaves import Leaves, atx_text
from okfsearch._bundle.lines import trimmed_end
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check

__all__ = ["Outside", "opens_container"]

#: More than the longest prefix that the pattern must see to reject a line.
PREFIX_BYTES = 64

LF = ord("\n")

#: The caller is asked for cancellation behind a run of whole blocks that has so many bytes.
LONG_RUN = SLICE_BYTES // 8

#: Fences of so many marks may be read whole, and the others one by one.
WHOLE_FENCES = range(3, 7)

#: Marks that make a thematic break.
BREAK_MARKS = 3

# What a candidate is, told by the last of the pattern's groups that matched.
_HASHES, _HEADING, _UNDERLINE, _FENCE, _HTML, _BREAK, _QUOTE, _ITEM, _BRACKET = range(1, 10)

# What only closes what is open.
_CLOSES = (_HASHES, _BREAK)

# What a reader returns where the line machine must read the line.
_MACHINE = -1

# The set at the start spares most lines the trial of each alternative.  Without a group are the lines that always go to the line machine.
_CANDIDATE = re.compile(
    rb"\n {0,3}+(?=[#=<>`~*_+\-0-9\[])(?:"
    rb"(#{1,6}+)(?:[ \t]++(\r*+[^ \t\r\n][^\n]*+)|[ \t\r]*+)(?:\n|\Z)"
    rb"|(=++|-++)[ \t\r]*+(?:\n|\Z)"
    rb"|(`{3,}+(?=[^`\n]*+(?:\n|\Z))|~{3,}+)[^\n]*+(?:\n|\Z)"
    rb"|((?:(?=<[^\n>]*+(?:>|\Z))|(?=<(?:[!?]|" + OPENING_NAME + rb")))" + TAG + rb")"
    rb"|((?:(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)[ \t\r]*+(?:\n|\Z))"
    rb"|(>)[ \t\r]*+(?:\n|\Z)"
    rb"|((?:[+*]|[0-9]{1,9}+[.)])[ \t\r]*+(?:\n|\Z))"
    rb"|(" + DEFINING + rb")"
    rb"|#{1,6}+[ \t]|>|(?:[-+*]|[0-9]{1,9}+[.)])[ \t]"
    rb")"
)
# What may end a line of which not everything is the heading's text.
_CLOSERS = b"# \t\r"
_QUOTES = re.compile(rb"(?: {0,3}+>[ \t\r]*+\n)++")
_ITEMS = re.compile(rb" {0,3}+(?:(?:[-+*]|[0-9]{1,9}+[.)])[ \t\r]*+\n)++")


def _whole_fences(mark: bytes, info: bytes, length: int) -> bytes:
    """Return a pattern of fences of so many marks with their code, outside of containers or as all that an item has.

    The line below an item must leave it.  Groups would tell any length, but not within a possessive repetition.
    """
    opener = b"%s{%d}(?!%s)%s*+\n" % (mark, length, mark, info)
    closer = b"%s{%d,}+[ \t\r]*+\n" % (mark, length)
    return (
        b"| {0,3}+"
        + opener
        + b"(?:(?! {0,3}+"
        + closer
        + b")[^\n]*+\n)*+ {0,3}+"
        + closer
        + b"|[-+*] "
        + opener
        + b"(?:(?! {2,5}+"
        + closer
        + b")(?:  [^\n]*+|[ \t\r]*+)\n)*+ {2,5}+"
        + closer
        + b"(?=(?:[ \t\r]*+\n)*+[^ \t\r\n])"
    )


# Blocks that one pattern can tell whole, from where nothing is open to where nothing is.
_WHOLE = re.compile(
    rb"(?:[ \t\r]*+\n"
    rb"| {0,3}+(?:#{1,6}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)[ \t\r]*+\n"
    + b"".join(
        _whole_fences(mark, info, length) for mark, info in ((b"`", b"[^`\n]"), (b"~", b"[^\n]")) for length in WHOLE_FENCES
    )
    + rb")++"
)
_FENCE_MARKS = (b"`", b"~")
_CONTAINER = re.compile(rb" {0,3}+(?:>|(?:[-+*]|[0-9]{1,9}+[.)])[ \t]++[^ \t\r\n])")


def opens_container(data: bytes, at: int) -> bool:
    """Tell whether a candidate line starts like a quote or a list item with text."""
    return _CONTAINER.match(data, at) is not None


class Outside:
    """Read the lines of one body that are outside of containers."""

    __slots__ = ("_cancelled", "_data", "_end", "_leaves", "_readers")

    def __init__(self, data: bytes, end: int, leaves: Leaves, *, cancelled: Cancelled) -> None:
        self._data = data
        self._end = end
        self._leaves = leaves
        self._cancelled = cancelled
        self._readers: dict[int | None, Callable[[re.Match[bytes], int], int]] = {
            _UNDERLINE: self._read_underline,
            _FENCE: self._read_fence,
            _HTML: self._read_html,
            _QUOTE: self._read_quotes,
            _ITEM: self._read_items,
            _BRACKET: self._read_bracket,
            None: self._read_container,
        }

    def read(self, at: int) -> int:
        """Read lines from a line start on, and return the start of the first that the line machine must read, or the end.

        No container is open, and no leaf but a paragraph that can be found again from `leaves.floor`.
        """
        if not at:
            # The pattern begins with the LF above a line.
            return 0
        data, end, leaves = self._data, self._end, self._leaves
        seek = asked = at - 1
        budget = SLICE_TOKENS
        while True:
            stop = seek + SLICE_BYTES
            found = _CANDIDATE.search(data, seek, min(end, stop))
            budget -= 1
            reached = stop if found is None else found.start()
            # Half a slice, because a line that the slice cuts sends the search back before its end.
            if reached - asked >= SLICE_BYTES // 2 or not budget:
                check(self._cancelled)
                asked, budget = reached, SLICE_TOKENS
            if found is None:
                if stop >= end:
                    return end
                # A line whose prefix the slice cuts is looked at again in the next one.
                seek = stop - PREFIX_BYTES
                continue
            after, kind = found.end(), found.lastindex
            if after == stop < end and data[after - 1] != LF:
                # The slice cuts the line, so that its end was not seen.
                return found.start() + 1
            if kind == _HEADING:
                self._take_heading(found)
                leaves.floor = after
            elif kind in _CLOSES:
                leaves.floor = after = self._behind_whole(after, stop)
            else:
                read = self._readers.get(kind)
                after = _MACHINE if read is None else read(found, stop)
                if after < 0:
                    return found.start() + 1
            seek = after - 1

    def _take_heading(self, found: re.Match[bytes]) -> None:
        start, end = found.span(_HEADING)
        if self._data[end - 1] in _CLOSERS:
            text = atx_text(self._data, start, end)
            if text is None:
                return
            start, end = text
        level = found.end(_HASHES) - found.start(_HASHES)
        self._leaves.add_heading(HeadingBlock(found.start() + 1, level, (start, end)))

    def _read_underline(self, found: re.Match[bytes], stop: int) -> int:
        """Read a Setext underline, else a thematic break, else an item without text, else the first line of a paragraph."""
        leaves = self._leaves
        line = found.start() + 1
        start, end = found.span(_UNDERLINE)
        double = self._data[start] == ord("=")
        first = leaves.paragraph_start(line)
        if first < 0 and not double and end - start == 1:
            return self._read_items(found, stop)
        if first >= 0:
            leaves.add_setext(1 if double else 2, first, line)
        leaves.floor = line if first < 0 and (double or end - start < BREAK_MARKS) else found.end()
        return found.end()

    def _read_fence(self, found: re.Match[bytes], _: int) -> int:
        mark = (self._data[found.start(_FENCE)], found.end(_FENCE) - found.start(_FENCE))
        after = after_fence(self._data, found.end(), self._end, fence=mark, cancelled=self._cancelled)
        return self._leaves.forget(self._behind_whole(after, after + SLICE_BYTES))

    def _read_container(self, found: re.Match[bytes], stop: int) -> int:
        """Read items whose only text is a fence."""
        line = found.start() + 1
        if self._data[found.end() : found.end() + 1] not in _FENCE_MARKS:
            return _MACHINE
        after = self._behind_whole(line, stop)
        return _MACHINE if after == line else self._leaves.forget(after)

    def _behind_whole(self, at: int, stop: int) -> int:
        """Return the line start behind the blocks that start here and are told whole by one pattern."""
        run = _WHOLE.match(self._data, at, min(stop, self._end))
        if run is None:
            return at
        if run.end() - at >= LONG_RUN:
            check(self._cancelled)
        return run.end()

    def _read_html(self, found: re.Match[bytes], stop: int) -> int:
        data, start = self._data, found.start(_HTML)
        eol = data.find(b"\n", start, stop)
        if eol < 0:
            return _MACHINE
        tail = trimmed_end(data, start, eol)
        html = html_end_of(data, start, tail, eol, interrupts=False)
        if html is None or (html is LONE_TAG and self._leaves.find_paragraph(found.start() + 1)):
            return eol + 1
        if html.mark is not None and html.mark.search(data, start, tail):
            after = eol + 1
        else:
            after = after_html(data, eol + 1, self._end, html=html, cancelled=self._cancelled)
        return self._leaves.forget(after_whole_blocks(data, after, min(after + SLICE_BYTES, self._end)))

    def _read_quotes(self, found: re.Match[bytes], stop: int) -> int:
        """Read quotes without text: they close what is open, and nothing is open in them."""
        quotes = _QUOTES.match(self._data, found.start() + 1, stop)
        return self._leaves.forget(found.end() if quotes is None else quotes.end())

    def _read_items(self, found: re.Match[bytes], stop: int) -> int:
        """Leap to the last one of a run of items without text, none of which continues the one above."""
        data, leaves = self._data, self._leaves
        line = found.start() + 1
        if leaves.find_paragraph(line):
            return found.end()
        items = _ITEMS.match(data, line, stop)
        if items is not None:
            last = data.rfind(b"\n", line, items.end() - 1) + 1
            if last > line + 1:
                # Only the last one is looked for again.
                return leaves.forget(last)
        return _MACHINE

    def _read_bracket(self, found: re.Match[bytes], stop: int) -> int:
        """Read plain definitions; pass over what looks like one but continues a paragraph."""
        line = found.start() + 1
        leaves = self._leaves
        if leaves.find_paragraph(line):
            return line + 1
        definitions, after = plain_definitions(self._data, line, stop)
        if after == line:
            return _MACHINE
        leaves.definitions += definitions
        return leaves.forget(after)
