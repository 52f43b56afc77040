"""Reader text: what of a document's body a reader is shown, and what a search may look at.

Hidden from both are one-line HTML comments, lines that are only an explicit anchor, and everything behind the comment that
opens an agent footer.  Hidden from the search alone are all other HTML comments; the text around one stays.
Where sections begin is left to `outline`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from attrs import define, field, frozen

from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never

__all__ = ["SPACE", "ExplicitAnchor", "Hidden", "cut_spans", "find_hidden", "to_reader_text"]

#: What Go's strings.TrimSpace takes for blank.
SPACE = (
    " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)

_FENCE = re.compile(rb"[ \t]*(`{3,}+(?=[^`\n]*+(?:\n|\Z))|~{3,}+)")
_FENCE_END = re.compile(rb"[ \t]*(`{3,}+|~{3,}+)[ \t\r]*+(?:\n|\Z)")
_ONE_LINE = re.compile(rb"[ \t]*<!--((?:(?!-->)[^\n])*+)-->[ \t\r]*+(?:\n|\Z)")
_FOOTER = re.compile(rb"\s*okf-footer:\s*agent-maintenance\s*")
_ANCHOR = re.compile(rb"""<a\s+(?:id|name)\s*=\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'<>=`]+))\s*(?:/>|>)""", re.IGNORECASE)
_ANCHOR_END = re.compile(rb"[ \t]*(?:</a>)?[ \t\r]*+(?:\n|\Z)", re.IGNORECASE)
_LAST_ASCII = 0x7F
_OPEN, _CLOSE = b"<!--", b"-->"


@frozen
class ExplicitAnchor:
    """Hold a name that an `<a id>` gives to a place.

    Attributes:
        name: the name.
        start: where the line starts on which it stands.
        alone: whether nothing else stands there; then it may belong to a heading below.
    """

    name: str
    start: int
    alone: bool


@frozen
class Hidden:
    """Hold what of a body is not shown, and the explicit anchors met on the way; spans are disjoint and in order.

    Attributes:
        unread: spans that are in no reader text; the line end of each is left.
        unsearched: those and the other comments.
        anchors: the explicit anchors.
    """

    unread: tuple[Span, ...] = ()
    unsearched: tuple[Span, ...] = ()
    anchors: tuple[ExplicitAnchor, ...] = ()


NOTHING = Hidden()


def find_hidden(data: bytes, body: Span, *, cancelled: Cancelled = never) -> Hidden:
    r"""Find the comments and explicit anchors of a body; inside of code fences there are none.

    Example:
        >>> from okfsearch._bundle.spans import Span
        >>> data = b"a <!-- b --> c\n<!-- d -->\n```\n<!-- e -->\n```\n"
        >>> hidden = find_hidden(data, Span(0, len(data)))
        >>> [span.slice(data) for span in hidden.unread], [span.slice(data) for span in hidden.unsearched]
        ([b'<!-- d -->'], [b'<!-- b -->', b'<!-- d -->'])
    """
    if data.find(_OPEN, body.start) < 0 and data.find(b"<a", body.start) < 0 and data.find(b"<A", body.start) < 0:
        return NOTHING
    return _Finder(data, body.end).find(body.start, cancelled)


@define
class _Finder:
    data: bytes
    end: int
    unread: list[Span] = field(factory=list[Span])
    unsearched: list[Span] = field(factory=list[Span])
    anchors: list[ExplicitAnchor] = field(factory=list[ExplicitAnchor])
    #: Whether a comment may still close; asked once in vain, it is asked no more.
    closes: bool = True

    def find(self, at: int, cancelled: Cancelled) -> Hidden:
        data = self.data
        fence: bytes | None = None
        asked = at
        while at < self.end:
            if at - asked > SLICE_BYTES:
                check(cancelled)
                asked = at
            eol = data.find(b"\n", at, self.end)
            eol = self.end if eol < 0 else eol
            if fence is not None:
                closing = _FENCE_END.match(data, at, self.end)
                if closing is not None and closing[1].startswith(fence):
                    fence = None
            elif (opening := _FENCE.match(data, at, eol)) is not None:
                fence = opening[1]
            elif data.find(b"<", at, eol) >= 0:
                eol = self.read_line(at, eol)
            at = eol + 1
        return Hidden(tuple(self.unread), tuple(self.unsearched), tuple(self.anchors))

    def read_line(self, at: int, eol: int) -> int:
        """Note what one line hides; return the end of the line at which reading goes on."""
        data = self.data
        comment = _ONE_LINE.match(data, at, self.end)
        if comment is not None:
            last = self.end if _FOOTER.fullmatch(comment[1]) else eol
            self.hide(at, last, unread=True)
            return last
        anchor = _ANCHOR.search(data, at, eol)
        while anchor is not None:
            name = next(part for part in anchor.groups() if part is not None)
            alone = not data[at : anchor.start()].strip() and _ANCHOR_END.match(data, anchor.end(), self.end) is not None
            self.anchors.append(ExplicitAnchor(name.decode("utf-8", "replace"), at, alone))
            if alone:
                self.hide(at, eol, unread=True)
                return eol
            anchor = _ANCHOR.search(data, anchor.end(), eol)
        return self.read_comments(at, eol)

    def read_comments(self, at: int, eol: int) -> int:
        """Hide the comments that open on a line; one may close on a later line, and one that never does is text."""
        data = self.data
        opening = data.find(_OPEN, at, eol)
        while opening >= 0 and self.closes:
            closing = data.find(_CLOSE, opening + len(_OPEN), self.end)
            if closing < 0:
                self.closes = False
                break
            closing += len(_CLOSE)
            self.hide(opening, closing, unread=False)
            if closing > eol:
                eol = data.find(b"\n", closing, self.end)
                eol = self.end if eol < 0 else eol
            opening = data.find(_OPEN, closing, eol)
        return eol

    def hide(self, start: int, end: int, *, unread: bool) -> None:
        span = Span(start, end)
        self.unsearched.append(span)
        if unread:
            self.unread.append(span)


def cut_spans(data: bytes, start: int, end: int, spans: Sequence[Span]) -> bytes:
    """Return a slice of some bytes without the spans that reach into it; these are disjoint and in order."""
    if not spans:
        return data[start:end]
    pieces: list[bytes] = []
    for place in range(bisect_right(spans, start, key=_end), len(spans)):
        span = spans[place]
        if span.start >= end:
            break
        pieces.append(data[start : max(start, span.start)])
        start = min(end, span.end)
    pieces.append(data[start:end])
    return b"".join(pieces)


def _end(span: Span) -> int:
    return span.end


def is_shown(data: bytes) -> bool:
    """Tell whether a reader is shown anything of some bytes."""
    data = data.strip()
    return bool(data) and (data[0] <= _LAST_ASCII or bool(data.decode().strip(SPACE)))


def to_reader_text(data: bytes) -> str:
    """Return bytes as a reader is shown them: CRLF as LF, without the blanks at both ends.

    Example:
        >>> to_reader_text(b"\\r\\n# Ebb\\r\\n\\r\\nThe water falls.\\r\\n")
        '# Ebb\\n\\nThe water falls.'
    """
    return data.replace(b"\r\n", b"\n").decode().strip(SPACE)
