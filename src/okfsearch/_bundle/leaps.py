"""Leaps over lines that cannot matter outside of containers: plain text, code between fences, and HTML.

A leap stops at lines that may matter; whether they do is left to the line machine, which reads them exactly.  Each call of C
code sees a bounded slice, and the caller is asked for cancellation before each.
"""

from __future__ import annotations

import re

from okfsearch._bundle.definitions import DEFINING
from okfsearch._bundle.html_blocks import HtmlEnd
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check

__all__ = ["after_fence", "after_html", "last_fresh_start", "next_candidate", "next_yielding", "opens_container"]

#: More than the longest prefix that the pattern of candidates must see to reject a line.
PREFIX_BYTES = 64

#: Lines in containers are looked at in stretches of this many bytes, as their end may be walked back line by line.
STRETCH_BYTES = 16 * 1024

# What opens an HTML block: a comment, instruction or declaration, or a tag whose name ends as a name must.
_TAG = rb"<(?:[!?]|/?[A-Za-z][A-Za-z0-9-]{0,40}(?![^ \t\r\n/>A-Za-z0-9-]))"

_CANDIDATE = (
    rb" {0,3}+(?:"
    rb"#|>"
    rb"|-(?![^- \t\r\n])"
    rb"|\*(?:[ \t\r\n]|\*[* \t]|\Z)"
    rb"|\+(?![^ \t\r\n])"
    rb"|_[_ \t]"
    rb"|[0-9]{1,9}+[.)](?![^ \t\r\n])"
    rb"|```|~~~|="
    rb"|" + _TAG + rb""
    rb"|" + DEFINING + rb""
    rb")"
)
_HERE = re.compile(_CANDIDATE)
_AHEAD = re.compile(b"\n" + _CANDIDATE)

# Any line that yields something although containers may stand before it: an opener, an underline or a definition.
_YIELDING = (
    rb"(?:[ \t>]|-(?=[ \t]++[^ \t\r\n])|[+*][ \t]|[0-9]{1,9}+[.)][ \t])*+"
    rb"(?:#{1,6}+(?![^ \t\r\n])|`{3,}+(?![^\n]*`)|~~~|" + _TAG + rb"|(?:-++|=++)[ \t\r]*+(?:\n|\Z)|" + DEFINING + rb")"
)
_YIELDS = re.compile(_YIELDING)
_YIELDS_AHEAD = re.compile(b"\n" + _YIELDING)
_OUTSIDE = re.compile(rb"[^ \t>\r\n]")
_CONTAINER = re.compile(rb" {0,3}+(?:>|(?:[-+*]|[0-9]{1,9}[.)])[ \t]++[^ \t\r\n])")
_BULLET = re.compile(rb"[-+*][ \t]++[^ \t\r\n]")
_BLANK_LINE = re.compile(rb"[ \t\r]*+(?:\n|\Z)")
_CLOSING_FENCE = {mark: re.compile(rb" {0,3}+(" + re.escape(bytes([mark])) + rb"++)[ \t\r]*+(?:\n|\Z)") for mark in b"`~"}


def next_candidate(data: bytes, start: int, end: int, *, cancelled: Cancelled) -> int:
    """Return the start of the first line at or after this one that may be more than plain text, or `end`."""
    if _HERE.match(data, start, end):
        return start
    while True:
        stop = min(start + SLICE_BYTES, end)
        found = _AHEAD.search(data, start, stop)
        if found is not None:
            return found.start() + 1
        if stop == end:
            return end
        check(cancelled)
        # A line whose prefix the slice cuts is looked at again in the next one.
        start = stop - PREFIX_BYTES


def opens_container(data: bytes, at: int) -> bool:
    """Tell whether a candidate line starts like a quote or a list item with text."""
    return _CONTAINER.match(data, at) is not None


def next_yielding(data: bytes, start: int, end: int) -> int:
    """Return the start of the first line from here on that may yield something inside of any containers, or `end`.

    Looks at one stretch only: where nothing is found in it, the line start that ends it is returned.
    """
    stop = min(start + STRETCH_BYTES, end)
    if stop < end:
        stop = data.rfind(b"\n", start, stop) + 1
        if not stop:
            return start
    if not start and _YIELDS.match(data, 0, stop):
        return start
    found = _YIELDS_AHEAD.search(data, max(start - 1, 0), stop)
    return stop if found is None else found.start() + 1


def last_fresh_start(data: bytes, start: int, last: int, *, cancelled: Cancelled) -> int:
    """Return the last line start up to `last` at which nothing can be open, or `start` where there is none behind it.

    Such are a bullet with text at column 0, and any other line at column 0 below a blank one, quotes left out.  Nothing from
    `start` to `last` may open a fence or HTML.
    """
    at = last
    lines = 0
    while at > start:
        above = max(data.rfind(b"\n", start, at - 1) + 1, start)
        if _BULLET.match(data, at) or (_OUTSIDE.match(data, at) and _BLANK_LINE.fullmatch(data, above, at)):
            return at
        if _BLANK_LINE.fullmatch(data, above, at):
            # Blank lines are walked over at once: none of them is a fresh start.
            text = start + len(data[start:above].rstrip(b" \t\r\n"))
            above = data.find(b"\n", text, above) + 1 or start
        at = above
        lines += 1
        if not lines % SLICE_TOKENS:
            check(cancelled)
    return start


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
        lines = 0
        while at < end and _BLANK_LINE.match(data, at, end) is None:
            at = _next_line(data, at, end, cancelled=cancelled)
            lines += 1
            if not lines % SLICE_TOKENS:
                check(cancelled)
        return at
    while True:
        stop = min(at + SLICE_BYTES, end)
        found = html.mark.search(data, at, stop)
        if found is not None:
            return _next_line(data, found.end(), end, cancelled=cancelled)
        if stop == end:
            return end
        check(cancelled)
        at = stop - PREFIX_BYTES


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
