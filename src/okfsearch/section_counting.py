"""Counting: from documents to what a section's score is made of, either for one query or for every term.

Here the two wings meet: the bundle wing says where sections are, the retrieval wing what stands in them.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import field, frozen

from okfsearch._bundle.documents import Document
from okfsearch._bundle.sections import DelimiterBudget, Section, split_sections
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._cancel import Cancelled, check
from okfsearch._progress import Report, report
from okfsearch._retrieval.bm25 import CollectionStatistics
from okfsearch._retrieval.deferred import DeferredPostings
from okfsearch._retrieval.postings import FieldWeights
from okfsearch._retrieval.tallies import Tally
from okfsearch._retrieval.texts import UnitTexts
from okfsearch._retrieval.tokens import tokenize
from okfsearch.limits import Limits


class Candidates(NamedTuple):
    """Hold the sections with every term of one query, ordered by concept ID and line.

    Attributes:
        statistics: what the score formula has to know of all sections.
        sections: those that hold every term.
        lengths: their weighted lengths.
        columns: for each term its weighted frequency in each of them.
    """

    statistics: CollectionStatistics
    sections: Sequence[Section]
    lengths: Sequence[int]
    columns: Sequence[Sequence[int]]


@frozen
class CountedConcept:
    """Hold the sections of one concept and what it adds to the caps of a bundle.

    Attributes:
        concept_id: the concept.
        file: its captured file.
        sections: its sections in order.
        tokens: the indexed tokens, those of headings and title counted once for each section.
        delimiters: the inline delimiters of its headings.
    """

    concept_id: str
    file: CapturedFile
    sections: tuple[Section, ...] = field(repr=False)
    tokens: int
    delimiters: int


class _Reading(NamedTuple):
    """Hold one concept while it is counted."""

    document: Document
    sections: tuple[Section, ...]
    texts: UnitTexts
    delimiters: int


def _read_sections(
    documents: Sequence[Document],
    *,
    limits: Limits,
    cancelled: Cancelled,
    progress: Report | None,
    others: Sequence[CountedConcept] = (),
) -> Iterator[_Reading]:
    """Yield every concept with its sections, ordered by concept ID, which is the order that breaks ties."""
    ordered = sorted(documents, key=lambda document: document.concept_id)
    budget = DelimiterBudget(limits, sum(concept.delimiters for concept in others))
    total = sum(len(concept.sections) for concept in others)
    report(progress, "sections", 0, len(ordered), None)
    for done, document in enumerate(ordered, start=1):
        check(cancelled)
        spent = budget.spent
        sections = split_sections(document, limits=limits, budget=budget, cancelled=cancelled)
        title = document.title or ""
        limits.check("title_bytes", len(title.encode()), path=document.file.path)
        start = document.layout.body.start
        yield _Reading(
            document,
            sections,
            UnitTexts(
                Tally(document.file.data[start:], cancelled=cancelled),
                [(section.start - start, section.end - start) for section in sections],
                [tokenize(section.heading) for section in sections],
                tokenize(title),
            ),
            budget.spent - spent,
        )
        total += len(sections)
        limits.check("sections", total)
        report(progress, "sections", done, len(ordered), document.file.path)


def count_candidates(
    documents: Sequence[Document],
    terms: Sequence[str],
    *,
    weights: FieldWeights,
    limits: Limits,
    cancelled: Cancelled,
    progress: Report | None,
) -> Candidates:
    """Count sections, lengths and the terms of one query in one pass, and keep only the sections with every term."""
    units = tokens = total_length = 0
    document_frequencies = [0] * len(terms)
    sections: list[Section] = []
    columns: list[list[int]] = [[] for _ in terms]
    lengths: list[int] = []
    for reading in _read_sections(documents, limits=limits, cancelled=cancelled, progress=progress):
        weighted, added = reading.texts.lengths(weights, cancelled=cancelled)
        tokens += added
        limits.check("tokens", tokens)
        units += len(weighted)
        total_length += sum(weighted)
        found = [reading.texts.frequencies(term, weights, cancelled=cancelled) for term in terms]
        for place, column in enumerate(found):
            document_frequencies[place] += len(column) - column.count(0)
        if all(map(any, found)):
            kept = [place for place in range(len(weighted)) if all(column[place] for column in found)]
            sections += [reading.sections[place] for place in kept]
            lengths += [weighted[place] for place in kept]
            for column, frequencies in zip(columns, found, strict=True):
                column += [frequencies[place] for place in kept]
    statistics = CollectionStatistics(units=units, total_length=total_length, document_frequencies=tuple(document_frequencies))
    return Candidates(statistics, sections, lengths, columns)


def count_everything(
    documents: Sequence[Document],
    *,
    weights: FieldWeights,
    limits: Limits,
    cancelled: Cancelled,
    progress: Report | None,
    others: Sequence[CountedConcept] = (),
) -> tuple[tuple[CountedConcept, ...], DeferredPostings]:
    """Cut and measure every section, concepts ordered by their IDs, and keep the texts for whatever terms are asked for.

    The caps hold for these concepts and the others together.
    """
    concepts: list[CountedConcept] = []
    held: list[UnitTexts] = []
    lengths = array("Q")
    total = sum(concept.tokens for concept in others)
    for reading in _read_sections(documents, limits=limits, cancelled=cancelled, progress=progress, others=others):
        weighted, tokens = reading.texts.lengths(weights, cancelled=cancelled)
        total += tokens
        limits.check("tokens", total)
        lengths.extend(weighted)
        held.append(reading.texts)
        document = reading.document
        concepts.append(CountedConcept(document.concept_id, document.file, reading.sections, tokens, reading.delimiters))
    return tuple(concepts), DeferredPostings(tuple(held), weights, lengths)
