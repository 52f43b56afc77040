"""The corpus of context search: the sections of all pages, in order, with every field counted.

Here the two wings meet: the bundle wing says what the sections are, the retrieval wing what stands in them.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator

from attrs import Factory, field, frozen

from okfsearch._bundle.outline import ContentSection
from okfsearch._bundle.pages import Page, stem_of
from okfsearch._cancel import Cancelled, check
from okfsearch._extras import import_extra
from okfsearch._options import Store
from okfsearch._retrieval.analyzer import Analyzer
from okfsearch._retrieval.evidence import Units
from okfsearch._retrieval.fields import FieldBuilder
from okfsearch._retrieval.lexicon import Lexicon
from okfsearch._retrieval.sums import Arithmetic, PlainArithmetic
from okfsearch.context_policy import ContextPolicy
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

__all__ = ["Corpus", "choose_arithmetic", "count_pages"]


def _reserved(corpus: Corpus) -> frozenset[int]:
    return frozenset(number for number, page in enumerate(corpus.pages) if page.kind != "concept")


@frozen(eq=False)
class Corpus:
    """Hold what is ranked.

    Attributes:
        pages: all pages, by path.
        sections: the sections with content, by path and line; their places are the ordinals of all that follows.
        units: the same sections with every field counted.
        reserved: the pages that are navigation.
    """

    pages: tuple[Page, ...] = field(repr=False)
    sections: tuple[ContentSection, ...] = field(repr=False)
    units: Units = field(repr=False)
    #: The pages that are navigation.
    reserved: frozenset[int] = field(init=False, repr=False, default=Factory(_reserved, takes_self=True))

    def page_of(self, ordinal: int) -> Page:
        """Return the page of a section."""
        return self.pages[self.units.document_of[ordinal]]

    def sections_of(self, page: int) -> tuple[ContentSection, ...]:
        """Return the sections of a page that have content."""
        return self.sections[self.units.first_of[page] : self.units.first_of[page + 1]]

    def ordinal_of(self, page: int, start: int) -> int:
        """Return the ordinal of the section of a page that starts at that byte."""
        first, last = self.units.first_of[page], self.units.first_of[page + 1]
        return bisect_left(self.sections, start, first, last, key=_start)

    def around(self, ordinal: int) -> tuple[int | None, tuple[int, ...]]:
        """Return the nearest section above one in its document, and the sections right below it."""
        section = self.sections[ordinal]
        depth = len(section.heading_path)
        if not depth:
            return None, ()
        page = self.units.document_of[ordinal]
        first, last = self.units.first_of[page], self.units.first_of[page + 1]
        parent: int | None = None
        for other in range(ordinal - 1, first - 1, -1):
            path = self.sections[other].heading_path
            if path and len(path) < depth and path == section.heading_path[: len(path)]:
                parent = other
                break
        children: list[int] = []
        for other in range(ordinal + 1, last):
            path = self.sections[other].heading_path
            if path[:depth] != section.heading_path or len(path) == depth:
                break
            if len(path) == depth + 1:
                children.append(other)
        return parent, tuple(children)

    def blank_lead(self, ordinal: int) -> int:
        """Return how many lines of a section stand before the first that a reader is shown."""
        return self.page_of(ordinal).outline.blank_lead(self.sections[ordinal])

    def reader_text(self, ordinal: int) -> str:
        """Return what a reader is shown of a section."""
        return self.page_of(ordinal).outline.reader_text(self.sections[ordinal])


def _start(section: ContentSection) -> int:
    return section.start


def choose_arithmetic(store: Store) -> Arithmetic:
    """Return what adds up over a store.

    Raises:
        InvalidRequest: for a store that does not exist or is not installed.
    """
    if store == "plain":
        return PlainArithmetic()
    if store != "numpy":
        raise InvalidRequest.of("store", "unknown", "There is no such store.", allowed=["plain", "numpy"])
    made: Arithmetic = import_extra("okfsearch._retrieval.numpy_sums", "fast", field="store").ArrayArithmetic()
    return made


def count_pages(
    pages: tuple[Page, ...], policy: ContextPolicy, *, arithmetic: Arithmetic, limits: Limits, cancelled: Cancelled
) -> Corpus:
    """Count every field of every page.

    Raises:
        LimitExceeded: when there are more than `limits.tokens`.
        SearchCancelled: when the caller cancelled.
    """
    analyzer = Analyzer()
    body = FieldBuilder(policy.body)
    section_fields = {weight.name: FieldBuilder(weight) for weight in policy.section_fields}
    document_fields = {weight.name: FieldBuilder(weight) for weight in policy.document_fields}
    sections: list[ContentSection] = []
    document_of = array("L")
    first_of = array("L", [0])
    tokens = 0
    for number, page in enumerate(pages):
        check(cancelled)
        for name, text in _document_texts(page):
            document_fields[name].add(*analyzer.analyze(text, cancelled=cancelled), cancelled=cancelled)
        for section in page.outline.sections:
            if not section.filled:
                continue
            text = page.outline.searched_bytes(section).decode()
            found, beside = analyzer.analyze(text, cancelled=cancelled)
            tokens += len(found) + len(beside)
            limits.check("tokens", tokens, path=page.path)
            body.add(found, beside, cancelled=cancelled)
            section_fields["heading"].add(*analyzer.analyze(section.heading), cancelled=cancelled)
            section_fields["headingPath"].add(*analyzer.analyze(" ".join(section.heading_path[:-1])), cancelled=cancelled)
            sections.append(section)
            document_of.append(number)
        first_of.append(len(sections))
    text_field = body.build()
    others = tuple(builder.build() for builder in section_fields.values())
    shared = tuple(builder.build() for builder in document_fields.values())
    lexicon = Lexicon.of({term: None for part in (text_field, *others, *shared) for term in part.postings.terms})
    return Corpus(pages, tuple(sections), Units(document_of, first_of, text_field, others, shared, lexicon, arithmetic))


def _document_texts(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the fields of a page with their texts."""
    folder, _, name = page.path.rpartition("/")
    yield "title", page.title
    yield "filename", stem_of(name)
    yield "description", page.description or ""
    yield "tags", "\n".join(page.tags)
    yield "aliases", "\n".join(page.names)
    yield "type", page.type or ""
    yield "path", folder
    yield "metadata", "\n".join(page.metadata)
