"""Evidence: what the words of a query are worth in each section, one BM25F sum over all fields.

Source: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6: the
counts of all fields are weighted, divided by the length of their field and added up before they saturate, once for each word.
What a word stands for is left to `lexicon`; the order of the sections to `rerank`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import exp

from attrs import Factory, field, frozen

from okfsearch._cancel import Cancelled, check
from okfsearch._retrieval.analyzer import Word, count_letters
from okfsearch._retrieval.bm25 import natural_logarithm
from okfsearch._retrieval.fields import Field
from okfsearch._retrieval.lexicon import Group, Lexicon, VariantPolicy
from okfsearch._retrieval.sums import Arithmetic, PlainArithmetic, Sums

__all__ = ["Evidence", "EvidencePolicy", "Units", "add_documents", "weigh_words"]


@frozen(kw_only=True)
class EvidencePolicy:
    """Hold the numbers of the sum.

    Attributes:
        k1: how fast repetition saturates.
        long_word: a word of this many letters has its full weight, a shorter one its share of it.
        burst_floor: what a word counts that is spread as evenly as chance would have it, before the power below.
        burst_power: how much it counts that a word comes in clumps.
        document: what the evidence of the whole document counts for its best section.
        others: and for its other sections.
        depth: so many of the best sections are given the evidence of their documents.
    """

    k1: float = 1.4
    long_word: int = 6
    burst_floor: float = 0.3
    burst_power: float = 0.2
    document: float = 0.2
    others: float = 0.15
    depth: int = 100


#: How much the length of a document counts in its own evidence.
DOCUMENT_B = 0.75


def _shares(units: Units) -> Sequence[float]:
    sizes = [units.first_of[place + 1] - units.first_of[place] for place in range(len(units.first_of) - 1)]
    average = len(units.document_of) / max(1, len(sizes) - sizes.count(0))
    return array("d", [1 / (1 - DOCUMENT_B + DOCUMENT_B * size / average) if average else 1.0 for size in sizes])


@frozen(eq=False)
class Units:
    """Hold what is ranked: sections, each in one document, whose sections stand side by side.

    Attributes:
        document_of: for each section the number of its document.
        first_of: for each document its first section; one more at the end.
        body: the text of the sections.
        section_fields: other fields of sections.
        document_fields: fields that all sections of a document share.
        lexicon: all terms.
        arithmetic: what adds up.
    """

    document_of: Sequence[int] = field(repr=False)
    first_of: Sequence[int] = field(repr=False)
    body: Field
    section_fields: tuple[Field, ...]
    document_fields: tuple[Field, ...]
    lexicon: Lexicon
    arithmetic: Arithmetic = field(factory=PlainArithmetic, repr=False)
    #: For each document what a count in one of its sections is worth for the whole of it: less, the more sections there are.
    shares: Sequence[float] = field(init=False, repr=False, default=Factory(_shares, takes_self=True))


@frozen(eq=False)
class Evidence:
    """Hold what one phrasing of a question is worth in the sections that hold any of it.

    Attributes:
        words: the words asked for.
        groups: for each word what its terms stand for.
        weights: for each word and term the weight of its evidence.
        counts: for each word and term its weighted, length-normalized count in every section that has any.
        scores: for each section with any evidence the sum.
    """

    words: tuple[Word, ...]
    groups: tuple[tuple[Group, ...], ...]
    weights: tuple[tuple[float, ...], ...] = field(repr=False)
    counts: tuple[tuple[Sums, ...], ...] = field(repr=False)
    scores: Sums = field(repr=False)


def weigh_words(
    words: tuple[Word, ...], units: Units, *, policy: EvidencePolicy, variants: VariantPolicy, cancelled: Cancelled
) -> Evidence:
    """Add up the evidence of all words in all sections."""
    scores = units.arithmetic.sums(len(units.document_of))
    all_groups: list[tuple[Group, ...]] = []
    all_weights: list[tuple[float, ...]] = []
    all_counts: list[tuple[Sums, ...]] = []
    for word in words:
        check(cancelled)
        groups = tuple(units.lexicon.group(term, kind, variants) for term, kind in word.terms)
        counted = [_count(group, units, policy) for group in groups]
        for counts, weight in counted:
            scores.saturate(counts, weight * (policy.k1 + 1), policy.k1)
        all_groups.append(groups)
        all_weights.append(tuple([weight for _, weight in counted]))
        all_counts.append(tuple([counts for counts, _ in counted]))
    return Evidence(words, tuple(all_groups), tuple(all_weights), tuple(all_counts), scores)


def add_documents(
    scores: Sums,
    best: Sequence[int],
    matched: Callable[[int], int],
    evidence: Evidence,
    units: Units,
    policy: EvidencePolicy,
) -> None:
    """Give the best section of each document, the one with the most words, most of what the whole document is worth.

    Only the documents of the best sections are looked at; `matched` has one bit for each word that a section holds.
    """
    gain = policy.k1 + 1
    of_document: dict[int, list[int]] = {}
    for unit in best:
        of_document.setdefault(units.document_of[unit], []).append(unit)
    for document, own in of_document.items():
        first, last = units.first_of[document], units.first_of[document + 1]
        share, worth = units.shares[document], 0.0
        for weights, all_counts in zip(evidence.weights, evidence.counts, strict=True):
            for weight, counts in zip(weights, all_counts, strict=True):
                total = share * sum(counts.among(first, last))
                worth += weight * gain * total / (total + policy.k1)
        leader = own[0]
        if len(own) > 1:
            leader = max(own, key=lambda unit: (matched(unit).bit_count(), scores[unit], -unit))
        for unit in own:
            scores[unit] += worth * (policy.document if unit == leader else policy.others)


def _count(group: Group, units: Units, policy: EvidencePolicy) -> tuple[Sums, float]:
    """Return the weighted, length-normalized count of a group in each section, and the weight of its evidence."""
    arithmetic, everywhere = units.arithmetic, len(units.document_of)
    counts, inherited = arithmetic.sums(everywhere), arithmetic.sums(len(units.shares))
    for term, worth in group.variants:
        for part in (units.body, *units.section_fields):
            if part.postings.document_frequency(term):
                counts.add(part, term, worth)
        for part in units.document_fields:
            if part.postings.document_frequency(term):
                inherited.add(part, term, worth)
    if inherited:
        counts.inherit(inherited, units.first_of, units.document_of)
    firm = group.variants if group.misspelt else group.same
    own = [term for term, _ in firm if units.body.postings.document_frequency(term)]
    holders, occurrences = arithmetic.holders(units.body.postings, own)
    return counts, group.weight * _weight(group, everywhere, holders, occurrences, policy)


def _weight(group: Group, units: int, holders: int, occurrences: int, policy: EvidencePolicy) -> float:
    """Return what evidence of a word is worth: rare words more, short and evenly spread ones less."""
    frequency = max(holders, 1)
    rarity = natural_logarithm(1 + units / frequency)
    chance = 1 - exp(-max(occurrences, 1) / max(units, 1))
    burst = natural_logarithm(units / frequency) + natural_logarithm(chance) if units else 0.0
    letters = count_letters(group.term) if group.kind != "whole" else None
    length = 1.0 if letters is None else min(1.0, letters / policy.long_word)
    weight: float = rarity * length * (policy.burst_floor + max(0.0, burst)) ** policy.burst_power
    # Powers and exponentials may differ in the last digits between platforms; nothing hangs on those.
    return round(weight, 9)
