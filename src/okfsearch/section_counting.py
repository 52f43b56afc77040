"""Counting: from documents to what a section's score is made of, either for one query or for every term.

Here the two wings meet: the bundle wing says where sections are, the retrieval wing what stands in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from attrs import field, frozen

from okfsearch._bundle.documents import Document
from okfsearch._bundle.sections import DelimiterBudget, Section, split_sections
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._cancel import SLICE_TOKENS, Cancelled, check
from okfsearch._progress import Report, report
from okfsearch._retrieval.bm25 import CollectionStatistics
from okfsearch._retrieval.postings import FieldWeights, Postings, PostingsBuilder
from okfsearch._retrieval.tallies import Range, Tally
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
    # Where the sections stand in the text that the tally has read.
    ranges: list[Range]
    title: list[str]
    headings: list[list[str]]
    tally: Tally
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
            [(section.start - start, section.end - start) for section in sections],
            tokenize(title),
            [tokenize(section.heading) for section in sections],
            Tally(document.file.data[start:], cancelled=cancelled),
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
        counts = reading.tally.count(reading.ranges, cancelled=cancelled)
        titled = len(reading.title)
        tokens += sum(counts) + sum(map(len, reading.headings)) + titled * len(counts)
        limits.check("tokens", tokens)
        weighted = [
            weights.body * count + weights.heading * len(heading) + weights.title * titled
            for count, heading in zip(counts, reading.headings, strict=True)
        ]
        units += len(weighted)
        total_length += sum(weighted)
        found = [_frequencies(term, reading, weights, cancelled) for term in terms]
        for place, column in enumerate(found):
            document_frequencies[place] += len(column) - column.count(0)
        if all(map(any, found)):
            kept = [place for place in range(len(weighted)) if all(column[place] for column in found)]
            sections += [reading.sections[place] for place in kept]
            lengths += [weighted[place] for place in kept]
            for column, added in zip(columns, found, strict=True):
                column += [added[place] for place in kept]
    statistics = CollectionStatistics(units=units, total_length=total_length, document_frequencies=tuple(document_frequencies))
    return Candidates(statistics, sections, lengths, columns)


def _frequencies(term: str, reading: _Reading, weights: FieldWeights, cancelled: Cancelled) -> list[int]:
    """Return the weighted frequency of a term in each section of a concept."""
    titled = weights.title * reading.title.count(term)
    body = reading.tally.frequencies(term, reading.ranges, cancelled=cancelled)
    if body is None:
        return [titled + weights.heading * heading.count(term) for heading in reading.headings]
    return [
        titled + weights.heading * heading.count(term) + weights.body * frequency
        for heading, frequency in zip(reading.headings, body, strict=True)
    ]


def count_everything(
    documents: Sequence[Document],
    *,
    weights: FieldWeights,
    limits: Limits,
    cancelled: Cancelled,
    progress: Report | None,
    others: Sequence[CountedConcept] = (),
) -> tuple[tuple[CountedConcept, ...], Postings]:
    """Count every token of every section, concepts ordered by their IDs; the caps hold for these and the others together."""
    concepts: list[CountedConcept] = []
    builder = PostingsBuilder(weights)
    total = sum(concept.tokens for concept in others)
    for reading in _read_sections(documents, limits=limits, cancelled=cancelled, progress=progress, others=others):
        tokens = 0
        unchecked = 0
        for heading, (start, end) in zip(reading.headings, reading.ranges, strict=True):
            body = reading.tally.tokens(start, end, cancelled=cancelled)
            tokens += len(body) + len(heading) + len(reading.title)
            limits.check("tokens", total + tokens)
            builder.add(body, heading, reading.title, cancelled=cancelled)
            unchecked += len(body)
            if unchecked > SLICE_TOKENS:
                check(cancelled)
                unchecked = 0
        total += tokens
        document = reading.document
        concepts.append(CountedConcept(document.concept_id, document.file, reading.sections, tokens, reading.delimiters))
    return tuple(concepts), builder.build()
