"""What the block scanner finds: headings, link reference definitions and paragraphs, as spans of the source.

How they are found is left to `blocks` and `containers`; what a heading's text means inline is left to `inline`.
"""

from __future__ import annotations

from attrs import frozen

from okfsearch._bundle.spans import Span

__all__ = ["Blocks", "Definition", "HeadingBlock", "Paragraph"]


@frozen
class HeadingBlock:
    """Hold one heading: where its first line starts, its level, and the spans of its text.

    Attributes:
        start: byte offset of the start of the physical line that holds the first byte of the text.
        level: 1 to 6.
        segments: one span for each source line, never empty.  Container markers, hashes, the underline and leading blanks
            are left out; so are blanks after the last line and the CR of a CRLF, while blanks that end a line before the
            last stay, because two of them make a hard break.
    """

    start: int
    level: int
    segments: tuple[Span, ...]


@frozen
class Definition:
    """Hold one link reference definition as raw source bytes, its lines joined with LF.

    Attributes:
        label: between the brackets, neither folded nor trimmed.
        destination: without angle brackets; empty only for `<>`.
        title: without its quotes, or None where there is none.
    """

    label: bytes
    destination: bytes
    title: bytes | None


@frozen
class Paragraph:
    """Hold one paragraph that is no heading, definitions peeled off: one span for each source line, as in a heading."""

    segments: tuple[Span, ...]


@frozen
class Blocks:
    """Hold what one body contains, each kind in document order; paragraphs only when they were asked for."""

    headings: tuple[HeadingBlock, ...]
    definitions: tuple[Definition, ...]
    paragraphs: tuple[Paragraph, ...] = ()
