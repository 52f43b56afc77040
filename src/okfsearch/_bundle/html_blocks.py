"""HTML blocks: which line opens one, and what ends it.

The seven kinds of CommonMark, with the reference's reading of the seventh: only spaces may follow its tag.
Walking the lines in between is left to `containers` and `leaps`.
"""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter

from attrs import frozen

__all__ = ["LONE_TAG", "OPENING_NAME", "HtmlEnd", "after_whole_blocks", "html_end_of"]


@frozen
class HtmlEnd:
    """Say what ends an open HTML block: the line that holds `mark`, or a blank line where there is none."""

    mark: re.Pattern[bytes] | None


#: A lone tag's, which is the only one that interrupts no paragraph.
LONE_TAG = HtmlEnd(None)

_RAW_NAMES = rb"(?:script|pre|style|textarea)"
_NAMES = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem "
    "nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr track ul"
)


def _by_letter(names: str) -> bytes:
    """Return a pattern of names in which each first letter stands once, so that most names are refused at it."""
    return b"(?:%s)" % b"|".join(
        b"%s(?:%s)" % (letter.encode(), "|".join(name[1:] for name in group).encode())
        for letter, group in groupby(names.split(), key=itemgetter(0))
    )


_BLOCK_NAMES = _by_letter(_NAMES)
# Which opener it is, is told by the last group that matched.
_OPENER = re.compile(
    rb"<(?:(" + _RAW_NAMES + rb")(?=[ \t>]|\Z)|(!--)|(\?)|(!\[CDATA\[)|(![A-Za-z])|(/?" + _BLOCK_NAMES + rb")(?=[ \t>]|/>|\Z))",
    re.IGNORECASE,
)
#: The group of the only opener in which case counts.
_CDATA = 4

_ENDS = (
    HtmlEnd(re.compile(rb"</" + _RAW_NAMES + rb">", re.IGNORECASE)),
    HtmlEnd(re.compile(rb"-->")),
    HtmlEnd(re.compile(rb"\?>")),
    HtmlEnd(re.compile(rb"\]\]>")),
    HtmlEnd(re.compile(rb">")),
    HtmlEnd(None),
)
_ATTRIBUTE = (
    rb"[ \t]++[A-Za-z_:][A-Za-z0-9_.:-]*+"
    rb"(?:[ \t]*+=[ \t]*+(?:[^\x00-\x20\"'=<>`]++|'[^'\n]*+'|\"[^\"\n]*+\"))?+"
)
_TAG = rb"<(?:/[A-Za-z][A-Za-z0-9-]*+[ \t]*+|[A-Za-z][A-Za-z0-9-]*+(?:" + _ATTRIBUTE + rb")*+[ \t]*+/?)> *+"
_WHOLE_TAG = re.compile(_TAG + rb"(?=\r*+\Z)")
_RAW_TAG = rb"</?" + _RAW_NAMES + rb"[ \t/>]"
_RAW_NAME = re.compile(_RAW_TAG, re.IGNORECASE)

#: What a tag that is no lone one must be named to open a block.
OPENING_NAME = rb"/?(?i:" + _RAW_NAMES + rb"|" + _BLOCK_NAMES + rb")(?![A-Za-z0-9-])"

# Blocks that one pattern can tell whole, from where nothing is open to where nothing is: such as end with their first line, and
# such as end at a blank line, for which it does not matter whether the tag is a lone one.
_HTML_RUN = re.compile(
    rb"(?:[ \t\r]*+\n| {0,3}+(?:"
    rb"(?!(?i:" + _RAW_TAG + rb"))(?:" + _TAG + rb"\r*+\n|(?i:</?" + _BLOCK_NAMES + rb")(?=[ \t>]|/>|[ \t\r]*+\n)[^\n]*+\n)"
    rb"(?:[ \t\r]*+[^ \t\r\n][^\n]*+\n)*+(?=[ \t\r]*+\n)"
    rb"|<(?:(?=!--)[^\n]*?-->|(?=\?)[^\n]*?\?>|!\[CDATA\[[^\n]*?\]\]>|![A-Za-z][^\n>]*+>)[^\n]*+\n"
    rb"))++"
)


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


def after_whole_blocks(data: bytes, start: int, stop: int) -> int:
    """Return the line start behind a run of HTML blocks and blank lines from a line start at which nothing is open."""
    run = _HTML_RUN.match(data, start, stop)
    return start if run is None else run.end()
