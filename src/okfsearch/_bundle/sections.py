"""Sections: the spans a document falls into at its headings, with their lines.

Where headings stand is the block scanner's answer and what they say is the inline room's; here the document is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import field, frozen

from okfsearch._bundle.block_values import Blocks, HeadingBlock
from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.documents import Document
from okfsearch._bundle.inline import count_delimiters, normalize_label, read_heading
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spans import LineRange, Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check, never
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits

# What Go's bytes.TrimSpace takes for blank: the ASCII ones first, since nearly every section has another character.
_LAST_ASCII = 0x7F
_DELIMITER = re.compile(rb"[`*_\\\[\]<]")

#: So many labels are normalized between two questions: even if each has a thousand characters, they are few slices of text.
SLICE_LABELS = 512

#: So many bounds has a heading of one line.
ONE_LINE = 2

_NO_ASCII_SPACE = re.compile(rb"[^ \t\n\v\f\r]")
_SPACE = (
    " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


@frozen
class Section:
    """Hold one section: a heading and everything up to the next one, or what stands before the first.

    Sections of a document are disjoint, in order, and never blank; the line end that closes one belongs to none.

    Attributes:
        concept_id: the concept it belongs to.
        file: the captured file it is cut from.
        heading: the heading's text, empty before the first heading.
        level: 1 to 6, or 0 before the first heading.
        line_start: first physical line of the file, from 1.
        line_end: last physical line, inclusive.
        start: first byte in the file.
        end: the byte behind the last.
    """

    concept_id: str
    file: CapturedFile = field(repr=False)
    heading: str
    level: int
    line_start: int
    line_end: int
    start: int
    end: int

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


class DelimiterBudget:
    """Count the inline delimiters of all headings of one bundle against `bundle_delimiters`."""

    def __init__(self, limits: Limits, spent: int = 0) -> None:
        """Begin with nothing spent, or with what other documents of the bundle have spent."""
        self._limits = limits
        self.spent = spent

    def spend(self, delimiters: int, path: str) -> None:
        """Add the delimiters of one heading.

        Raises:
            LimitExceeded: when the bundle holds more than the limit.
        """
        self.spent += delimiters
        self._limits.check("bundle_delimiters", self.spent, path=path)


def split_sections(
    document: Document, *, limits: Limits, budget: DelimiterBudget, cancelled: Cancelled = never
) -> tuple[Section, ...]:
    """Cut a document into its sections.

    Raises:
        LimitExceeded: for `sections` (the marks of this file), `container_depth`, `heading_bytes`, `heading_delimiters` or
            `bundle_delimiters`.
        SearchCancelled: when the caller cancelled.
    """
    marks = [_Mark(document.layout.body.start, "", 0)]
    for heading, text in read_headings(document, limits=limits, budget=budget, cancelled=cancelled):
        # A heading on the line of the mark before it takes its place, so the first line of a body can be a heading.
        if heading.start == marks[-1].start:
            marks.pop()
        marks.append(_Mark(heading.start, text, heading.level))
    return tuple(_cut(document, marks, cancelled=cancelled))


def read_headings(
    document: Document, *, limits: Limits, budget: DelimiterBudget, blocks: Blocks | None = None, cancelled: Cancelled = never
) -> Iterator[tuple[HeadingBlock, str]]:
    """Yield every heading of a document with its text; `blocks` is what the block scanner found, when the caller has it.

    Raises:
        LimitExceeded: as `split_sections` does.
        SearchCancelled: when the caller cancelled.
    """
    data, path = document.file.data, document.file.path
    if blocks is None:
        blocks = scan_blocks(data, document.layout.body, limits=limits, cancelled=cancelled, path=path)
    labels = _labels(data, blocks, cancelled=cancelled)
    most = limits.heading_bytes
    for heading in blocks.headings:
        check(cancelled)
        bounds = heading.bounds
        start, end = bounds[0], bounds[-1]
        if not _has_delimiters(data, start, end, cancelled=cancelled):
            # The text is the source but for the blanks at line ends, and no line of it is blank.
            one_line = len(bounds) == ONE_LINE
            if (end - start if one_line else len(bounds) // 2) > most:
                raise LimitExceeded.of("heading_bytes", most, path=path)
            if one_line:
                yield heading, data[start:end].decode()
                continue
        source = b"\n".join([data[bounds[place] : bounds[place + 1]] for place in range(0, len(bounds), 2)]).decode()
        budget.spend(count_delimiters(source, cancelled=cancelled), path)
        text = read_heading(source, labels, limits=limits, path=path, cancelled=cancelled)
        limits.check("heading_bytes", len(text.encode()), path=path)
        yield heading, text


def _has_delimiters(data: bytes, start: int, end: int, *, cancelled: Cancelled) -> bool:
    """Tell whether the source of a heading holds an inline delimiter."""
    while end - start > SLICE_BYTES:
        if _DELIMITER.search(data, start, start + SLICE_BYTES):
            return True
        check(cancelled)
        start += SLICE_BYTES
    return _DELIMITER.search(data, start, end) is not None


class _Mark(NamedTuple):
    """Say where a section may begin."""

    start: int
    heading: str
    level: int


def _labels(data: bytes, blocks: Blocks, *, cancelled: Cancelled) -> frozenset[str]:
    """Return what a reference in a heading may refer to; most documents need not look."""
    if not blocks.definitions or all(data.find(b"[", head.bounds[0], head.bounds[-1]) < 0 for head in blocks.headings):
        return frozenset()
    labels: set[str] = set()
    for first in range(0, len(blocks.definitions), SLICE_LABELS):
        check(cancelled)
        some = blocks.definitions[first : first + SLICE_LABELS]
        labels.update([normalize_label(definition.label.decode()) for definition in some])
    return frozenset(labels)


def _cut(document: Document, marks: Sequence[_Mark], *, cancelled: Cancelled) -> Iterator[Section]:
    """Yield the sections between the marks, the blank ones left out."""
    data = document.file.data
    line = document.layout.body_line
    for place, (start, heading, level) in enumerate(marks):
        if not place % SLICE_TOKENS:
            check(cancelled)
        following = marks[place + 1].start if place + 1 < len(marks) else len(data)
        breaks = data.count(b"\n", start, following)
        end = following
        last = line + breaks
        # Exactly one line end is dropped, so blank lines before the next heading stay with this section.
        if end > start and data[end - 1] == ord("\n"):
            end -= 2 if data.endswith(b"\r\n", start, end) else 1
            last -= 1
        # A heading's own line is never blank.
        if level or not _is_blank(data, start, end):
            yield Section(document.concept_id, document.file, heading, level, line, last, start, end)
        line += breaks


def _is_blank(data: bytes, start: int, end: int) -> bool:
    """Tell whether a range holds nothing but Unicode white space."""
    found = _NO_ASCII_SPACE.search(data, start, end)
    if found is None:
        return True
    if data[found.start()] <= _LAST_ASCII:
        return False
    return not data[found.start() : end].decode().strip(_SPACE)
