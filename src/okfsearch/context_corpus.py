"""The corpus of context search: the sections of all pages, in order, with every field counted.

Here the two wings meet: the bundle wing says what the sections are, the retrieval wing what stands in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from attrs import field, frozen

from okfsearch._bundle.outline import ContentSection
from okfsearch._bundle.pages import Page, stem_of
from okfsearch._cancel import Cancelled, check
from okfsearch._retrieval.analyzer import Analyzer
from okfsearch._retrieval.evidence import Units
from okfsearch._retrieval.fields import FieldBuilder
from okfsearch._retrieval.lexicon import Lexicon
from okfsearch.context_policy import ContextPolicy
from okfsearch.limits import Limits

__all__ = ["Corpus", "count_pages"]


@frozen(eq=False)
class Corpus:
    """Hold what is ranked.

    Attributes:
        pages: all pages, by path.
        sections: the sections with content, by path and line; their places are the ordinals of all that follows.
        units: the same sections with every field counted.
    """

    pages: tuple[Page, ...] = field(repr=False)
    sections: tuple[ContentSection, ...] = field(repr=False)
    units: Units = field(repr=False)

    def page_of(self, ordinal: int) -> Page:
        """Return the page of a section."""
        return self.pages[self.units.document_of[ordinal]]

    def reader_text(self, ordinal: int) -> str:
        """Return what a reader is shown of a section."""
        return self.page_of(ordinal).outline.reader_text(self.sections[ordinal])


def count_pages(pages: tuple[Page, ...], policy: ContextPolicy, *, limits: Limits, cancelled: Cancelled) -> Corpus:
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
    return Corpus(pages, tuple(sections), Units(document_of, first_of, text_field, others, shared, lexicon))


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
