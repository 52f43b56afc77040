"""What the rest of a line may open behind the containers that it continues: each rule of CommonMark's block structure.

Each function takes the containers with the line at hand and answers what it did.  Matching the open containers is left to
`containers`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.block_values import HeadingBlock
from okfsearch._bundle.containers import QUOTE, Containers
from okfsearch._bundle.html_blocks import html_end_of
from okfsearch._bundle.leaves import atx_text
from okfsearch._bundle.lines import CODE_INDENT

__all__ = ["open_blocks"]

#: Marks that make a thematic break.
BREAK_MARKS = 3

#: Only in lines up to this long are containers opened at once, because each time the end of the line is looked at.
SHORT_LINE = 4 * 1024

_HASHES = re.compile(rb"#{1,6}+(?=[ \t]|\Z)")
_UNDERLINE = re.compile(rb"(?:=++|-++)\Z")
_FENCE = re.compile(rb"`{3,}+|~{3,}+")
_ITEM = re.compile(rb"(?:[-+*]|([0-9]{1,9}+)[.)])(?=[ \t]|\Z)")
# Markers that open one container each if there is text behind them, and what starts them.
_NEST = re.compile(rb"(?:(?:[-+*]|[0-9]{1,9}+[.)]) {1,4}+|> ?+){3,}+")
_NESTED = re.compile(rb"(?:[-+*]|[0-9]{1,9}+[.)]) {1,4}+|> ?+")
_NESTS = frozenset(b"-+*>0123456789")
_BREAK = {mark: re.compile(rb"(?:" + re.escape(bytes([mark])) + rb"[ \t]*+)++") for mark in b"-*_"}

_BREAK_MARKS = (b"-", b"*", b"_")

# What a construct did with the line: nothing, opened a container with room for more, or took the rest.
_NOTHING, _CHILD, _WHOLE = range(3)


def open_blocks(at: Containers) -> None:
    """Open what the rest of a line opens: containers, then at most one leaf; or continue the paragraph."""
    while at.ncol - at.col < CODE_INDENT:
        construct = _CONSTRUCTS.get(at.data[at.nb])
        done = _NOTHING if construct is None else construct(at)
        if done == _NOTHING:
            break
        if done == _WHOLE or at.nb >= at.tail:
            return
        if at.data[at.nb] in _NESTS and at.ncol == at.col:
            _open_nest(at)
    leaves = at.leaves
    if leaves.open_paragraph:
        if leaves.lines is not None:
            leaves.lines.extend((at.nb, at.eol))
        return
    at.close(at.matched)
    if at.ncol - at.col < CODE_INDENT:
        leaves.begin_paragraph(at.start, at.nb, at.eol, contained=bool(at.stack))


def _open_nest(at: Containers) -> None:
    """Open at once all but the last of the containers that a run of markers opens, none of which may start a break."""
    data, nb, tail = at.data, at.nb, at.tail
    if tail - nb > SHORT_LINE or (run := _NEST.match(data, nb, tail)) is None:
        return
    mark = data[tail - 1 : tail]
    if mark in _BREAK_MARKS:
        run = _NEST.match(data, nb, nb + len(data[nb:tail].rstrip(mark + b" \t")))
        if run is None:
            return
    markers = _NESTED.findall(data, nb, run.end())
    del markers[-1]
    widths = list(map(len, markers))
    passed = sum(widths)
    if data.find(b">", nb, nb + passed) >= 0:
        widths = [QUOTE if marker.startswith(b">") else len(marker) for marker in markers]
    at.push_all(widths)
    at.nb += passed
    at.ncol += passed
    at.col = at.ncol


def _read_quote(at: Containers) -> int:
    at.push(QUOTE)
    at.enter_quote()
    return _CHILD


def _read_heading(at: Containers) -> int:
    hashes = _HASHES.match(at.data, at.nb, at.tail)
    if hashes is None:
        return _NOTHING
    at.close(at.matched)
    text = atx_text(at.data, hashes.end(), at.tail)
    if text is not None:
        at.leaves.add_heading(HeadingBlock(at.start, hashes.end() - at.nb, text))
    return _WHOLE


def _read_fence(at: Containers) -> int:
    data, nb, tail = at.data, at.nb, at.tail
    run = _FENCE.match(data, nb, tail)
    if run is None or (data[nb] == ord("`") and data.find(b"`", run.end(), tail) >= 0):
        return _NOTHING
    at.close(at.matched)
    at.leaves.fence = (data[nb], run.end() - nb)
    return _WHOLE


def _read_html(at: Containers) -> int:
    end = html_end_of(at.data, at.nb, at.tail, at.eol, interrupts=at.leaves.open_paragraph)
    if end is None:
        return _NOTHING
    at.close(at.matched)
    at.leaves.html = end
    at.continue_html(end)
    return _WHOLE


def _read_underline(at: Containers) -> int:
    """Read a Setext underline, else a thematic break, else a list item: in this order of precedence."""
    data, nb, leaves = at.data, at.nb, at.leaves
    if leaves.open_paragraph and at.matched == len(at.stack) and _UNDERLINE.match(data, nb, at.tail):
        leaves.close_as_heading(1 if data[nb] == ord("=") else 2, at.start, nb, at.eol)
        return _WHOLE
    return _NOTHING if data[nb] == ord("=") else _read_break(at)


def _read_break(at: Containers) -> int:
    data, nb, tail = at.data, at.nb, at.tail
    mark = data[nb]
    # Where a break failed from an earlier marker of this line, it fails again at the same byte.
    if at.kill <= nb or data[at.kill] == mark:
        run = _BREAK[mark].match(data, nb, tail)
        stop = nb if run is None else run.end()
        if stop == tail and data.count(mark, nb, tail) >= BREAK_MARKS:
            at.close(at.matched)
            return _WHOLE
        at.kill = stop if stop < tail else 0
    return _NOTHING if mark == ord("_") else _read_item(at)


def _read_item(at: Containers) -> int:
    marker = _ITEM.match(at.data, at.nb, at.tail)
    if marker is None:
        return _NOTHING
    bare = marker.end() == at.tail
    number: bytes | None = marker[1]
    # Only a list that starts at 1, and with text, may interrupt a paragraph beside it.
    interrupts = at.leaves.open_paragraph and at.matched == len(at.stack)
    if interrupts and (bare or (number is not None and int(number) != 1)):
        return _NOTHING
    outside = at.col
    at.col = at.ncol + marker.end() - at.nb
    at.skip_blanks(marker.end())
    blanks = at.ncol - at.col
    at.col += 1 if bare or blanks > CODE_INDENT else blanks
    at.push(at.col - outside)
    at.bare_item = bare
    return _CHILD


_CONSTRUCTS = {
    ord(">"): _read_quote,
    ord("#"): _read_heading,
    ord("`"): _read_fence,
    ord("~"): _read_fence,
    ord("<"): _read_html,
    ord("="): _read_underline,
    ord("-"): _read_underline,
    ord("*"): _read_break,
    ord("_"): _read_break,
    ord("+"): _read_item,
    **dict.fromkeys(b"0123456789", _read_item),
}
