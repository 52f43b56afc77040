"""Leaps over lines in which nothing can be found: in containers, between code fences, and in HTML.

A leap stops at lines that may matter; whether they do is left to the line machine, which reads them exactly.  Each call of C
code sees a bounded slice, and the caller is asked for cancellation before each.  Leaps over plain text are left to `outside`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.definitions import DEFINING
from okfsearch._bundle.html_blocks import HtmlEnd
from okfsearch._bundle.lines import trimmed_end
from okfsearch._cancel import SLICE_BYTES, Cancelled, check

__all__ = ["TAG", "after_fence", "after_html", "in_item_fence", "last_fresh_start", "last_item_start", "next_yielding"]

#: Longer than any mark that ends HTML.
MARK_BYTES = 64

#: Lines in containers are looked at in stretches of this many bytes, as their end may be walked back.
STRETCH_BYTES = 16 * 1024

#: So far ahead a line that may open too many containers is looked for first.
CLOSE_BYTES = 1_024

#: So many bytes before a line are searched first for a fresh start; then ever more.
NEAR_BYTES = 512

#: A fence in items that are indented by more columns than this is read line by line.
MOST_COLUMNS = 12

#: What may open an HTML block: a comment, instruction or declaration, or a tag whose name ends as a name must.
TAG = rb"<(?:[!?]|/?[A-Za-z][A-Za-z0-9-]{0,40}(?![^ \t\r\n/>A-Za-z0-9-]))"

# Any line that yields something although containers may stand before it: an opener, an underline or a definition.
_YIELDS_AHEAD = re.compile(
    rb"\n(?:[ \t>]|-(?=[ \t]++[^ \t\r\n])|[+*][ \t]|[0-9]{1,9}+[.)][ \t])*+"
    rb"(?:#{1,6}+[ \t]++[^ \t\n]|`{3,}+(?![^\n]*`)|~~~|" + TAG + rb"|(?:-++|=++)[ \t\r]*+(?:\n|\Z)|" + DEFINING + rb")"
)
# Of numbers only 1 interrupts a paragraph.  Behind quote markers there is at most the blank that belongs to each: what is indented
# by more columns may belong to an item.
_FRESH = re.compile(rb"\n(?:(?:> ?)*+[ \t\r]*+\n(?=(?:> ?)*+[^ \t\r\n])|(?=(?:> ?)*+(?:[-+*]|1[.)])[ \t]++[^ \t\r\n]))")
# Items one after another at column 0.  Where only containers hold an open paragraph, each opens a list item whatever its number;
# lines of text may continue its text.
_ITEMS = re.compile(rb"(?:(?:[-+*]|[0-9]{1,9}+[.)])(?:[ \t]{1,4}+[A-Za-z][^\n]*+\n(?:[A-Za-z][^\n]*+\n)*+|[ \t][^\n]*+\n))++")
_NEXT_ITEM = re.compile(rb"\n(?=(?:[-+*]|[0-9]{1,9}+[.)])[ \t])")
_BLANK_BELOW = re.compile(rb"\n[ \t\r]*+\n")
_CLOSING_FENCE = {mark: re.compile(rb" {0,3}+(" + re.escape(bytes([mark])) + rb"++)[ \t\r]*+(?:\n|\Z)") for mark in b"`~"}


def next_yielding(data: bytes, start: int, end: int, *, deep: re.Pattern[bytes], impatient: bool = False) -> int:
    """Return the start of the first line from here on that may yield something inside of any containers, or `end`.

    `deep` finds the LF above a line that may open too many containers; `impatient` says that leaps led nowhere
    lately.  Looks at one stretch only: where nothing is found in it, the line start that ends it is returned.
    """
    stop = min(start + STRETCH_BYTES, end)
    if stop < end:
        stop = data.rfind(b"\n", start, stop) + 1
    if not start or not stop:
        return start
    # Where one deep line follows another, not much more is looked at than what is read before the next leap.
    found = deep.search(data, start - 1, min(start + CLOSE_BYTES, stop)) if impatient else None
    if found is not None:
        stop = found.start() + 1
    found = _YIELDS_AHEAD.search(data, start - 1, stop)
    last = stop if found is None else found.start() + 1
    found = deep.search(data, start - 1, last)
    return last if found is None else found.start() + 1


def last_fresh_start(data: bytes, start: int, last: int, end: int) -> int:
    """Return the last line start up to `last` at which nothing can be open, or `start` where there is none behind it.

    Such are an item with text at column 0, and any other line at column 0 below a blank one: in the columns of quotes too, as
    only items could stay open there.  Nothing from `start` to `last` may open a fence or HTML; they are a stretch at most.
    """
    near = NEAR_BYTES
    while True:
        low = max(last - near, start)
        fresh = start
        for found in _FRESH.finditer(data, max(low - 1, 0), min(last + MARK_BYTES, end)):
            at = found.end()
            if at > last:
                break
            fresh = at
        if fresh > start or low == start:
            return fresh
        near *= 8


def last_item_start(data: bytes, start: int, last: int, end: int) -> int:
    """Return the start of the last one of a run of items that starts here, up to `last`, or `start` where it is the only one.

    No paragraph is open but in containers, and nothing from `start` to `last` may open a fence or HTML.
    """
    items = _ITEMS.match(data, start, last)
    fresh = start
    if items is not None:
        for found in _NEXT_ITEM.finditer(data, start, min(items.end() + MARK_BYTES, end)):
            if found.end() > items.end():
                break
            fresh = found.end()
    return fresh


def in_item_fence(data: bytes, start: int, end: int, *, width: int, mark: int) -> int:
    """Return the next line start that may leave a fence in items whose content is indented by so many columns, or `end`.

    Looks at one slice only, and may return a line inside of the fence.
    """
    if width > MOST_COLUMNS or not start:
        return start
    stop = min(start + SLICE_BYTES, end)
    leaving = re.compile(
        rb"\n(?:[ \t]{0,%d}+(?:[^ \t\r\n]|\r(?![ \t\r]*+(?:\n|\Z)))|[ \t]*+%s{3})" % (width - 1, re.escape(bytes([mark])))
    )
    found = leaving.search(data, start - 1, stop)
    if found is not None:
        return found.start() + 1
    return end if stop == end else data.rfind(b"\n", start - 1, stop) + 1


def after_fence(data: bytes, start: int, end: int, *, fence: tuple[int, int], cancelled: Cancelled) -> int:
    """Return the start of the line after the closing fence, or `end` where nothing closes it."""
    mark, length = fence
    needle = bytes([mark]) * length
    line = at = start
    while True:
        stop = min(at + SLICE_BYTES + length, end)
        hit = data.find(needle, at, stop)
        if hit >= 0:
            line = max(data.rfind(b"\n", line, hit) + 1, line)
            close = _CLOSING_FENCE[mark].match(data, line, end)
            if close is not None and close.end(1) - close.start(1) >= length:
                return close.end()
            line = at = _next_line(data, hit, end, cancelled=cancelled)
        elif stop == end:
            return end
        else:
            check(cancelled)
            at = stop - length + 1


def after_html(data: bytes, start: int, end: int, *, html: HtmlEnd, cancelled: Cancelled) -> int:
    """Return the start of the line after the one that ends an HTML block, or `end` where nothing ends it."""
    at = start
    if html.mark is None:
        return _blank_below(data, start, end, cancelled=cancelled)
    while True:
        stop = min(at + SLICE_BYTES, end)
        found = html.mark.search(data, at, stop)
        if found is not None:
            return _next_line(data, found.end(), end, cancelled=cancelled)
        if stop == end:
            return end
        check(cancelled)
        at = stop - MARK_BYTES


def _blank_below(data: bytes, start: int, end: int, *, cancelled: Cancelled) -> int:
    """Return the start of the first blank line below the line that ends before `start`, or `end`."""
    at = start
    while True:
        stop = min(at + SLICE_BYTES, end)
        found = _BLANK_BELOW.search(data, at - 1, stop)
        if found is not None:
            return found.start() + 1
        if stop == end:
            return end
        check(cancelled)
        # The line that the slice cuts is looked at again; one that is longer than a slice by itself.
        line = data.rfind(b"\n", at - 1, stop) + 1
        if line == at:
            line = _next_line(data, at, end, cancelled=cancelled)
            if trimmed_end(data, at, line - 1) == at:
                return at
        at = line


def _next_line(data: bytes, at: int, end: int, *, cancelled: Cancelled) -> int:
    """Return the start of the line after this offset, or `end`."""
    while True:
        stop = min(at + SLICE_BYTES, end)
        eol = data.find(b"\n", at, stop)
        if eol >= 0:
            return eol + 1
        if stop == end:
            return end
        check(cancelled)
        at = stop
