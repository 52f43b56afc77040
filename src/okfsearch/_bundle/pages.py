"""Pages: every Markdown document of a bundle as context search sees it, with its outline and what its frontmatter says.

Here `index.md` and `log.md` are searchable navigation, and every other Markdown file is content, with or without frontmatter.
Which links lead where is left to `links`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Literal

from attrs import field, frozen

from okfsearch._bundle.documents import Document, read_documents
from okfsearch._bundle.links import Link, read_links
from okfsearch._bundle.outline import Outline, read_outline
from okfsearch._bundle.sections import DelimiterBudget
from okfsearch._bundle.snapshot import CapturedFile, Snapshot
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never
from okfsearch._options import OnInvalid
from okfsearch._progress import Report, report
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = [
    "Page",
    "PageKind",
    "Pages",
    "ShownSection",
    "is_page_path",
    "links_of",
    "read_pages",
    "shown_section_at",
    "shown_sections_at",
    "stem_of",
]

PageKind = Literal["concept", "index", "log"]

_PAGE = re.compile(r"\.(?:md|markdown)\Z", re.IGNORECASE)
_RESERVED: dict[str, PageKind] = {"index": "index", "log": "log"}
#: The keys that have an attribute of their own.
_NAMED_KEYS = frozenset({"title", "type", "description", "tags", "aliases", "keywords"})


@frozen
class Page:
    """Hold one document with what a search may know of it.

    Attributes:
        outline: its sections and anchors.
        kind: "index" or "log" for the reserved files of a managed bundle, else "concept".
        title: the title of the frontmatter, or one made of the file's name.
        type: the type, or None.
        description: the description, or None.
        tags: the tags as written.
        names: other names and keywords that its author gives it.
        metadata: all other values of the frontmatter that are a scalar or a list of scalars.
    """

    outline: Outline = field(repr=False)
    kind: PageKind
    title: str
    type: str | None
    description: str | None
    tags: tuple[str, ...]
    names: tuple[str, ...]
    metadata: tuple[str, ...]

    @property
    def document(self) -> Document:
        """The document behind it."""
        return self.outline.document

    @property
    def path(self) -> str:
        """The bundle-relative path of its file."""
        return self.outline.document.file.path


@frozen
class Pages:
    """Hold the pages of a bundle in the order of their paths, and what was noticed on the way."""

    pages: tuple[Page, ...]
    issues: tuple[Issue, ...]


def is_page_path(path: str) -> bool:
    """Tell whether a path names a page: extension `.md` or `.markdown`, in any case.

    Example:
        >>> [is_page_path(path) for path in ("index.md", "a.Markdown", "a.mdx")]
        [True, True, False]
    """
    return _PAGE.search(path) is not None


def stem_of(path: str) -> str:
    """Return a path without its Markdown extension."""
    return _PAGE.sub("", path)


def read_pages(
    snapshot: Snapshot,
    *,
    limits: Limits,
    on_invalid: OnInvalid,
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> Pages:
    """Read every page of a snapshot.

    Raises:
        LimitExceeded: when a cap of documents, headings or sections is passed.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        SearchCancelled: when the caller cancelled.
    """
    read = read_documents(
        snapshot.files, limits=limits, on_invalid=on_invalid, accept=is_page_path, cancelled=cancelled, progress=progress
    )
    budget = DelimiterBudget(limits)
    pages: list[Page] = []
    total = 0
    report(progress, "context", 0, len(read.documents), None)
    for done, document in enumerate(read.documents, 1):
        check(cancelled)
        pages.append(_read_page(document, budget, managed=snapshot.managed, limits=limits, cancelled=cancelled))
        total += len(pages[-1].outline.sections)
        limits.check("sections", total, path=document.file.path)
        report(progress, "context", done, len(read.documents), document.file.path)
    return Pages(tuple(pages), read.issues)


def _read_page(document: Document, budget: DelimiterBudget, *, managed: bool, limits: Limits, cancelled: Cancelled) -> Page:
    outline = read_outline(document, limits=limits, budget=budget, cancelled=cancelled)
    name = stem_of(document.file.path.rpartition("/")[2])
    kind = _RESERVED.get(name.lower(), "concept") if managed else "concept"
    block = document.frontmatter
    limits.check("title_bytes", len(((block and block.text("title")) or "").encode()), path=document.file.path)
    if block is None or kind != "concept":
        title = _title_of(name) if kind == "concept" else kind.capitalize()
        return Page(outline, kind, title, None, None, (), (), ())
    return Page(
        outline=outline,
        kind=kind,
        title=block.text("title") or _title_of(name),
        type=block.text("type"),
        description=block.text("description"),
        tags=block.texts("tags"),
        names=block.texts("aliases") + block.texts("keywords"),
        metadata=tuple(_metadata(document, cancelled)),
    )


@frozen
class ShownSection:
    """Hold one section as a reader is shown it.

    Attributes:
        text: its reader text.
        level: the level of its heading, or 0 before the first one.
        blank_lead: how many of its lines stand before the first that is shown.
        line_end: its last physical line, inclusive.
        span: its bytes in the file.
    """

    text: str = field(repr=False)
    level: int
    blank_lead: int
    line_end: int
    span: Span


def shown_section_at(file: CapturedFile, line: int) -> ShownSection | None:
    """Return what a reader is shown of the section that starts on a line, or None without one."""
    return shown_sections_at(file, {line}, limits=Limits.large()).get(line)


def shown_sections_at(
    file: CapturedFile, lines: Container[int], *, limits: Limits, cancelled: Cancelled = never
) -> dict[int, ShownSection]:
    """Return what a reader is shown of the sections that start on these lines, by line; the file is read once."""
    found: dict[int, ShownSection] = {}
    for document in read_documents(
        [file], limits=limits, on_invalid="recover", accept=is_page_path, cancelled=cancelled
    ).documents:
        outline = read_outline(document, limits=limits, budget=DelimiterBudget(limits), cancelled=cancelled)
        for section in outline.sections:
            if section.line_start in lines:
                text, lead = outline.reader_text(section), outline.blank_lead(section)
                found[section.line_start] = ShownSection(text, section.level, lead, section.line_end, section.span)
    return found


def links_of(page: Page, *, limits: Limits, cancelled: Cancelled = never) -> tuple[Link, ...]:
    """Read the links of a page, images among them; a page that cannot have any is not looked at closely.

    Raises:
        LimitExceeded: when a cap of the block scanner is passed.
        SearchCancelled: when the caller cancelled.
    """
    data, start = page.document.file.data, page.document.layout.body.start
    # A link to another page has one of these beside its brackets.
    if data.find(b"](", start) < 0 and data.find(b"]:", start) < 0:
        return ()
    return read_links(page.document, limits=limits, cancelled=cancelled)


def _title_of(name: str) -> str:
    """Make a title of a file's name."""
    title = name.replace("-", " ").replace("_", " ")
    return title[:1].upper() + title[1:]


def _metadata(document: Document, cancelled: Cancelled) -> Iterator[str]:
    """Yield the values that have no attribute of their own; what nests deeper than a list is no text to search."""
    block = document.frontmatter
    for place, (key, value) in enumerate(() if block is None else block.fields):
        if not place % SLICE_TOKENS:
            check(cancelled)
        named = key in _NAMED_KEYS or value.kind == "mapping"
        if not named and all(item.kind not in {"list", "mapping"} for item in value.items):
            yield from value.texts
