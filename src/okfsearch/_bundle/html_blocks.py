"""HTML blocks: which line opens one, and what ends it.

The seven kinds of CommonMark, with the reference's reading of the seventh: only spaces may follow its tag.
Walking the lines in between is left to `containers` and `leaps`.
"""

from __future__ import annotations

import re

from attrs import frozen

__all__ = ["LONE_TAG", "HtmlEnd", "html_end_of"]


@frozen
class HtmlEnd:
    """Say what ends an open HTML block: the line that holds `mark`, or a blank line where there is none."""

    mark: re.Pattern[bytes] | None


#: A lone tag's, which is the only one that interrupts no paragraph.
LONE_TAG = HtmlEnd(None)

_NAMES = (
    b"address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    b"fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|main|"
    b"menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    b"track|ul"
)
# Which opener it is, is told by the last group that matched.
_OPENER = re.compile(
    rb"<(?:(script|pre|style|textarea)(?=[ \t>]|\Z)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z])|(/?(?:"
    + _NAMES
    + rb"))(?=[ \t>]|/>|\Z))",
    re.IGNORECASE,
)
#: The group of the only opener in which case counts.
_CDATA = 4

_ENDS = (
    HtmlEnd(re.compile(rb"</(?:script|pre|style|textarea)>", re.IGNORECASE)),
    HtmlEnd(re.compile(rb"-->")),
    HtmlEnd(re.compile(rb"\?>")),
    HtmlEnd(re.compile(rb"\]\]>")),
    HtmlEnd(re.compile(rb">")),
    HtmlEnd(None),
)
_ATTRIBUTE = (
    rb"[ \t]++[A-Za-z_:][A-Za-z0-9_.:-]*+"
    rb"(?:[ \t]*+=[ \t]*+(?:[^\x00-\x20\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+"
)
_WHOLE_TAG = re.compile(
    rb"<(?:/[A-Za-z][A-Za-z0-9-]*+[ \t]*+|[A-Za-z][A-Za-z0-9-]*+(?:" + _ATTRIBUTE + rb")*+[ \t]*+/?)> *+(?=\r*+\Z)"
)
_RAW_NAME = re.compile(rb"</?(?:script|pre|style|textarea)[ \t/>]", re.IGNORECASE)


def html_end_of(data: bytes, at: int, tail: int, eol: int, *, interrupts: bool) -> HtmlEnd | None:
    """Return what ends the HTML block that a line opens, or None where it opens none.

    Args:
        data: the source.
        at: offset of the line's first byte that is not blank, a `<`.
        tail: offset behind the line's last byte that is not blank.
        eol: offset of the line's LF, or the end of the source.
        interrupts: whether a paragraph is open, which a lone tag of any other name cannot interrupt.
    """
    opener = _OPENER.match(data, at, tail)
    if opener is not None and opener.lastindex is not None and (opener.lastindex != _CDATA or opener[_CDATA] == b"![CDATA["):
        return _ENDS[opener.lastindex - 1]
    if not interrupts and _WHOLE_TAG.match(data, at, eol) and not _RAW_NAME.match(data, at, tail):
        return LONE_TAG
    return None
