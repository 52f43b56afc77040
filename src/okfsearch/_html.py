"""Pieces of a page: text made safe and readable, tables with a cap, and marks around what matched.

Which value shows what is left to `_render_pages`.  No styles, no scripts, nothing from outside: what is here is readable as
plain HTML, and whatever comes from a bundle is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape

from okfsearch._fold import fold
from okfsearch._shown import graphic

__all__ = ["SHOWN_CHARACTERS", "SHOWN_ROWS", "code", "marked", "note_rows", "table", "text_of", "word_spans"]

#: A page shows this many rows of a table, and this many characters of a text.
SHOWN_ROWS = 50
SHOWN_CHARACTERS = 600

Spans = Iterable[tuple[int, int]]

_BLANKS = re.compile(r"\s+")


def text_of(text: str) -> str:
    """Return text for a page: escaped, blanks joined, and what shows no shape spelled out.

    Example:
        >>> text_of("<b>\\n\\n\\u202eebb")
        '&lt;b&gt; \\\\u202eebb'
    """
    return escape("".join(map(graphic, _BLANKS.sub(" ", text))))


def code(text: str) -> str:
    """Return text for a page as something to copy."""
    return f"<code>{text_of(text)}</code>"


def marked(text: str, spans: Spans) -> str:
    """Return text for a page with marks around some spans; what is long is cut, and says so.

    Args:
        text: from a bundle.
        spans: start and end of what is marked, in code points, half-open; they may overlap.

    Example:
        >>> marked("Neap tide", [(5, 9)])
        'Neap <mark>tide</mark>'
    """
    pieces: list[str] = []
    done, end_of_text = 0, min(len(text), SHOWN_CHARACTERS)
    for start, end in sorted(spans):
        first, last = max(done, start), min(end, end_of_text)
        if first < last:
            pieces += [text_of(text[done:first]), f"<mark>{text_of(text[first:last])}</mark>"]
            done = last
    pieces.append(text_of(text[done:end_of_text]))
    return "".join(pieces) + (" …" if len(text) > SHOWN_CHARACTERS else "")


def word_spans(text: str, words: Collection[str]) -> list[tuple[int, int]]:
    """Return where the shown part of a text holds one of some folded words.

    Example:
        >>> word_spans("Straße 12", ["strasse"])
        [(0, 6)]
    """
    import regex  # loaded with the first search; a page alone has no need of it

    run = regex.compile(r"[\p{L}\p{N}\p{M}]+")
    wanted = set(words)
    return [
        found.span() for found in run.finditer(text[:SHOWN_CHARACTERS]) if not wanted.isdisjoint(run.findall(fold(found[0])))
    ]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; the cells are pieces of a page already."""
    head = f"<thead><tr>{''.join(f'<th>{text_of(name)}</th>' for name in heads)}</tr></thead>" if heads else ""
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def note_rows(number: int) -> str:
    """Say what a capped table leaves out.

    Example:
        >>> note_rows(53)
        ' The first 50 are shown. 3 more are left out.'
    """
    more = number - SHOWN_ROWS
    return f" The first {SHOWN_ROWS} are shown. {more:,} more are left out." if more > 0 else ""
