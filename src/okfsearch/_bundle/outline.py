"""The outline of one document: its sections at headings of levels 1 to 3, and which of them a fragment names.

Deeper headings stay inside their section.  What headings say is left to `sections`, how anchors are spelled to `anchors`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from attrs import field, frozen

from okfsearch._bundle.anchors import PREAMBLE_ANCHOR, number_anchors, own_name, read_fragment
from okfsearch._bundle.block_values import Blocks, HeadingBlock
from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.documents import Document
from okfsearch._bundle.reader_text import SPACE, Hidden, cut_spans, find_hidden, is_shown, to_reader_text
from okfsearch._bundle.sections import DelimiterBudget, read_headings
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spans import LineRange, Span
from okfsearch._cancel import Cancelled, never
from okfsearch.limits import Limits

__all__ = ["ContentSection", "Outline", "read_outline"]

#: Headings down to this level begin a section.
DEEPEST_BOUNDARY = 3

#: An explicit anchor at most this many lines above a boundary belongs to the section that begins there.
_ANCHOR_LINES = 2


@frozen
class ContentSection:
    """Hold one section: a heading of level 1 to 3 and everything up to the next one, or what stands before the first.

    Attributes:
        file: the captured file it is cut from.
        anchor: its anchor, `top` before the first heading.
        heading: the heading's text, empty before the first heading.
        heading_path: the open headings above it and its own.
        level: 1 to 3, or 0 before the first heading.
        line_start: first physical line of the file, from 1.
        line_end: last physical line, inclusive.
        start: first byte in the file.
        end: the byte behind the last; the line end that closes the section belongs to none.
        filled: whether anything but headings stands in it; if not, it is only a place to link to.
    """

    file: CapturedFile = field(repr=False)
    anchor: str
    heading: str
    heading_path: tuple[str, ...]
    level: int
    line_start: int
    line_end: int
    start: int
    end: int
    filled: bool

    @property
    def path(self) -> str:
        """The bundle-relative path of its file."""
        return self.file.path

    @property
    def lines(self) -> LineRange:
        """The physical lines of the section."""
        return LineRange(self.line_start, self.line_end)

    @property
    def span(self) -> Span:
        """The bytes of the section."""
        return Span(self.start, self.end)


@frozen
class Outline:
    """Hold all sections of one document, in order, and the places its anchors name.

    Attributes:
        document: the document.
        sections: all sections, those that are only places to link to among them.
        hidden: what readers and searches do not see.
    """

    document: Document = field(repr=False)
    sections: tuple[ContentSection, ...]
    hidden: Hidden = field(repr=False)
    _anchors: Mapping[str, int] = field(repr=False)
    #: For each section the one that has its content: itself, or the first one below that has some.
    _contents: Sequence[int | None] = field(repr=False)

    def reader_text(self, section: ContentSection) -> str:
        """Return what a reader is shown of a section."""
        return to_reader_text(cut_spans(self.document.file.data, section.start, section.end, self.hidden.unread))

    def blank_lead(self, section: ContentSection) -> int:
        """Return how many lines of a section stand before the first that a reader is shown."""
        text = cut_spans(self.document.file.data, section.start, section.end, self.hidden.unread).decode()
        return text.count("\n", 0, len(text) - len(text.lstrip(SPACE)))

    def searched_bytes(self, section: ContentSection) -> bytes:
        """Return the bytes of a section that a search looks at."""
        return cut_spans(self.document.file.data, section.start, section.end, self.hidden.unsearched)

    def find(self, fragment: str | None) -> ContentSection | None:
        """Return the section that a link with this fragment means, or None where it means nothing.

        Without a fragment that is the first section with content; a heading without content of its own stands for the
        first one below it that has some.
        """
        if fragment is None:
            return next((section for section in self.sections if section.filled), None)
        place = self._anchors.get(read_fragment(fragment))
        stands_for = None if place is None else self._contents[place]
        return None if stands_for is None else self.sections[stands_for]


class _Head(NamedTuple):
    """Hold one heading while its document is read; `end` is behind the last line that belongs to it."""

    start: int
    end: int
    level: int
    text: str


def read_outline(
    document: Document,
    *,
    limits: Limits,
    budget: DelimiterBudget,
    blocks: Blocks | None = None,
    cancelled: Cancelled = never,
) -> Outline:
    r"""Cut a document into its sections and note its anchors.

    Raises:
        LimitExceeded: as `split_sections` does.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> from okfsearch._bundle.documents import read_documents
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> from okfsearch._bundle.sections import DelimiterBudget
        >>> from okfsearch.limits import Limits
        >>> file = CapturedFile.of("a.md", b"Hi.\n# One\n## Two\ntext\n#### Deep\n")
        >>> document = read_documents([file], limits=Limits()).documents[0]
        >>> outline = read_outline(document, limits=Limits(), budget=DelimiterBudget(Limits()))
        >>> [(section.anchor, section.line_start, section.filled) for section in outline.sections]
        [('top', 1, True), ('one', 2, False), ('two', 3, True)]
        >>> outline.find("deep").heading_path, outline.find("one").anchor, outline.find("gone")
        (('One', 'Two'), 'two', None)
    """
    data, body = document.file.data, document.layout.body
    if blocks is None and body.start and data[body.start - 1] != ord("\n"):
        # Behind a byte order mark the body starts inside a line, where the block scanner sees no heading.
        source = b"\n" * body.start + data[body.start :]
        blocks = scan_blocks(source, body, limits=limits, cancelled=cancelled, path=document.file.path)
    heads = [
        _Head(block.start, _end_of_heading(data, block), block.level, text)
        for block, text in read_headings(document, limits=limits, budget=budget, blocks=blocks, cancelled=cancelled)
    ]
    hidden = find_hidden(data, body, cancelled=cancelled)
    boundaries = [place for place, head in enumerate(heads) if head.level <= DEEPEST_BOUNDARY]
    cuts = [heads[place].start for place in boundaries]
    preamble = _is_filled(data, body.start, cuts[0] if cuts else len(data), heads, 0, hidden)
    names = list(number_anchors((head.text for head in heads), (PREAMBLE_ANCHOR,) if preamble else ()))
    sections: list[ContentSection] = []
    line = document.layout.body_line
    if preamble:
        end = _content_end(data, body.start, cuts[0] if cuts else len(data))
        last = line + data.count(b"\n", body.start, end)
        sections.append(ContentSection(document.file, PREAMBLE_ANCHOR, "", (), 0, line, last, body.start, end, filled=True))
    at = body.start
    path: list[tuple[int, str]] = []
    for number, place in enumerate(boundaries):
        head = heads[place]
        line += data.count(b"\n", at, head.start)
        at = head.start
        following = cuts[number + 1] if number + 1 < len(cuts) else len(data)
        end = _content_end(data, at, following)
        while path and path[-1][0] >= head.level:
            path.pop()
        path.append((head.level, head.text))
        sections.append(
            ContentSection(
                file=document.file,
                anchor=names[place][0],
                heading=head.text,
                heading_path=tuple([text for _, text in path]),
                level=head.level,
                line_start=line,
                line_end=line + data.count(b"\n", at, end),
                start=at,
                end=end,
                filled=_is_filled(data, at, following, heads, place, hidden),
            )
        )
    anchors = dict(_anchors(sections, heads, names, hidden, data))
    return Outline(document, tuple(sections), hidden, anchors, _contents(sections))


def _contents(sections: Sequence[ContentSection]) -> tuple[int | None, ...]:
    """Find for each section the one that has its content, from the last section to the first."""
    found: list[int | None] = []
    # The nearest filled section from here on, and the highest level up to it.
    nearest: tuple[int, int] | None = None
    for place in range(len(sections) - 1, -1, -1):
        section = sections[place]
        if section.filled:
            nearest = (section.level, place)
            found.append(place)
        else:
            found.append(nearest[1] if nearest is not None and nearest[0] > section.level else None)
            nearest = nearest and (min(section.level, nearest[0]), nearest[1])
    return tuple(reversed(found))


def _end_of_heading(data: bytes, block: HeadingBlock) -> int:
    """Return the offset behind the lines of a heading, an underline among them."""
    end = data.find(b"\n", block.segments[-1].end) + 1 or len(data)
    # Only the hashes of a heading can stand between the start of its line and its text; without them it is underlined.
    if b"#" not in data[block.start : block.segments[0].start]:
        end = data.find(b"\n", end) + 1 or len(data)
    return end


def _content_end(data: bytes, start: int, following: int) -> int:
    """Return where a section ends: exactly one line end is dropped."""
    if data.endswith(b"\n", start, following):
        following -= 2 if data.endswith(b"\r\n", start, following) else 1
    return following


def _is_filled(data: bytes, start: int, end: int, heads: Sequence[_Head], place: int, hidden: Hidden) -> bool:
    """Tell whether anything but headings is shown of a range; `place` is the first heading that may lie in it."""
    while place < len(heads) and heads[place].start < end:
        if start < heads[place].start and is_shown(cut_spans(data, start, heads[place].start, hidden.unread)):
            return True
        start = heads[place].end
        place += 1
    return start < end and is_shown(cut_spans(data, start, end, hidden.unread))


def _is_near(data: bytes, start: int, boundary: int) -> bool:
    """Tell whether a boundary is at most so many lines below a line start."""
    for _ in range(_ANCHOR_LINES):
        start = data.find(b"\n", start, boundary) + 1
        if start in {0, boundary}:
            return True
    return False


def _anchors(
    sections: Sequence[ContentSection],
    heads: Sequence[_Head],
    names: Sequence[tuple[str, str]],
    hidden: Hidden,
    data: bytes,
) -> Iterator[tuple[str, int]]:
    """Yield every name of a place with its section's number, those that count more later."""
    if not sections:
        return
    starts = [section.start for section in sections]
    filled = [place for place, section in enumerate(sections) if section.filled]
    owners = [max(0, bisect_right(starts, head.start) - 1) for head in heads]
    found: list[tuple[str, int]] = [(PREAMBLE_ANCHOR, filled[0] if filled else 0)]
    found += [(second, owner) for (_, second), owner in zip(names, owners, strict=True)]
    for anchor in hidden.anchors:
        place = max(0, bisect_right(starts, anchor.start) - 1)
        below = bisect_right(starts, anchor.start)
        if anchor.alone and below < len(starts) and _is_near(data, anchor.start, starts[below]):
            place = below
        found.append((anchor.name, place))
    found += [(name, owner) for head, owner in zip(heads, owners, strict=True) if (name := own_name(head.text)) is not None]
    found += [(first, owner) for (first, _), owner in zip(names, owners, strict=True)]
    for name, place in found:
        yield read_fragment(name), place
