"""Where the frontmatter ends and the body begins, in bytes.

This room knows fences and nothing of what stands between them: YAML belongs to `frontmatter`, Markdown to the rooms after it.
No library is asked, because the ones at hand strip the body, rewrite its line ends or hide an unclosed block.
"""

from __future__ import annotations

import re

from attrs import frozen

from okfsearch._bundle.spans import Span

#: The byte order mark, as UTF-8 spells it.
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

# Both patterns begin with a literal, which lets the engine skip through a large body at memory speed.
_OPENING = re.compile(rb"---(?:\r?\n|\Z)")
_CLOSING = re.compile(rb"\n---(?:\r?\n|\Z)")
_LENIENT_OPENING = re.compile(rb"---([ \t]*)(?:\r?\n|\Z)")
_LENIENT_CLOSING = re.compile(rb"\n---([ \t]*)(?:\r?\n|\Z)")


@frozen
class Layout:
    """Hold the two parts of one file: `frontmatter.end <= body.start`, and the body reaches the end of the file.

    Attributes:
        frontmatter: the YAML between the fence lines, or None when there is no closed block.
        body: what the fences leave.
        body_line: the 1-based physical line at which the body starts.
        closed: False when an opening fence never meets its closing one.
        forgiven: what the lenient reading passed over, as pairs of an issue code and a 1-based line.
    """

    frontmatter: Span | None
    body: Span
    body_line: int
    closed: bool
    forgiven: tuple[tuple[str, int], ...]


def split_layout(data: bytes, *, lenient: bool = False) -> Layout:
    r"""Split the bytes of one file into frontmatter and body.

    A fence is a line of exactly `---`; only LF ends a line, and one CR may stand before it.  The block opens on the first line
    or not at all, and closes at the next fence, which may be the last bytes of the file.  Without an opening fence all is body.
    The lenient reading also forgives a leading byte order mark and blanks after a fence.

    Example:
        >>> from okfsearch._bundle.layout import split_layout
        >>> data = b"---\ntype: Note\n---\nbody\n"
        >>> layout = split_layout(data)
        >>> layout.frontmatter.slice(data), layout.body.slice(data), layout.body_line
        (b'type: Note\n', b'body\n', 4)
        >>> split_layout(b"--- \nx\n---\n", lenient=True).forgiven
        (('blank_after_fence', 1),)
    """
    forgiven: list[tuple[str, int]] = []
    start = 0
    if lenient and data.startswith(BYTE_ORDER_MARK):
        forgiven.append(("byte_order_mark", 1))
        start = len(BYTE_ORDER_MARK)
    opening = (_LENIENT_OPENING if lenient else _OPENING).match(data, start)
    if opening is None:
        return Layout(None, Span(start, len(data)), 1, closed=True, forgiven=tuple(forgiven))
    if lenient and opening[1]:
        forgiven.append(("blank_after_fence", 1))
    inside = opening.end()
    # The LF of the opening line may also be the one in front of the closing fence.
    closing = (
        (_LENIENT_CLOSING if lenient else _CLOSING).search(data, inside - 1) if data[start:inside].endswith(b"\n") else None
    )
    if closing is None:
        line = 1 + data.count(b"\n", 0, inside)
        return Layout(None, Span(inside, len(data)), line, closed=False, forgiven=tuple(forgiven))
    body_line = 1 + data.count(b"\n", 0, closing.end())
    if lenient and closing[1]:
        forgiven.append(("blank_after_fence", 1 + data.count(b"\n", 0, closing.start() + 1)))
    block = Span(inside, closing.start() + 1)
    return Layout(block, Span(closing.end(), len(data)), body_line, closed=True, forgiven=tuple(forgiven))
