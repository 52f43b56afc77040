"""What the block scanner finds: headings, link reference definitions and paragraphs, as spans of the source.

How they are found is left to `blocks` and `containers`; what a heading's text means inline is left to `inline`.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from okfsearch._bundle.spans import Span

__all__ = ["Blocks", "Definition", "HeadingBlock", "Paragraph", "compact"]

#: Up to so many bounds are kept in a tuple.
FEW_BOUNDS = 64


def compact(bounds: Sequence[int]) -> Sequence[int]:
    """Return bounds in the form that headings and paragraphs keep them in: a tuple where they are few, else an array.

    A heading may have millions of lines, and a span of its own for each would take a hundred bytes.
    """
    return tuple(bounds) if len(bounds) <= FEW_BOUNDS else bounds


def _segments(bounds: Sequence[int]) -> tuple[Span, ...]:
    return tuple([Span(bounds[place], bounds[place + 1]) for place in range(0, len(bounds), 2)])


@frozen
class HeadingBlock:
    """Hold one heading: where its first line starts, its level, and the spans of its text.

    Attributes:
        start: byte offset of the start of the physical line that holds the first byte of the text.
        level: 1 to 6.
        bounds: start and end of the text on each source line, in turn, never empty.  Container markers, hashes, the underline
            and leading blanks are left out; so are blanks after the last line and the CR of a CRLF, while blanks that end a
            line before the last stay, because two of them make a hard break.
    """

    start: int
    level: int
    bounds: Sequence[int] = field(repr=False)

    @property
    def segments(self) -> tuple[Span, ...]:
        """The text as one span for each source line."""
        return _segments(self.bounds)


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
    """Hold one paragraph that is no heading, definitions peeled off; its `bounds` are as those of a heading."""

    bounds: Sequence[int] = field(repr=False)

    @property
    def segments(self) -> tuple[Span, ...]:
        """The text as one span for each source line."""
        return _segments(self.bounds)


@frozen
class Blocks:
    """Hold what one body contains, each kind in document order; paragraphs only when they were asked for."""

    headings: tuple[HeadingBlock, ...]
    definitions: tuple[Definition, ...]
    paragraphs: tuple[Paragraph, ...] = ()
