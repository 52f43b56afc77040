"""Evidence: what the words of a query are worth in each section, one BM25F sum over all fields.

Source: S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), section 3.6: the
counts of all fields are weighted, divided by the length of their field and added up before they saturate, once for each word.
What a word stands for is left to `lexicon`; the order of the sections to `rerank`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp

from attrs import field, frozen

from okfsearch._cancel import Cancelled, check
from okfsearch._retrieval.analyzer import Word, count_letters
from okfsearch._retrieval.bm25 import natural_logarithm
from okfsearch._retrieval.fields import Field
from okfsearch._retrieval.lexicon import Group, Lexicon, VariantPolicy

__all__ = ["Evidence", "EvidencePolicy", "Units", "weigh_words"]


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
    """

    k1: float = 1.4
    long_word: int = 6
    burst_floor: float = 0.3
    burst_power: float = 0.3
    document: float = 0.15
    others: float = 0.15


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
    """

    document_of: Sequence[int] = field(repr=False)
    first_of: Sequence[int] = field(repr=False)
    body: Field
    section_fields: tuple[Field, ...]
    document_fields: tuple[Field, ...]
    lexicon: Lexicon


@frozen(eq=False)
class Evidence:
    """Hold what one phrasing of a question is worth in the sections that hold any of it.

    Attributes:
        words: the words asked for.
        groups: for each word what it stands for.
        weights: for each word and group the weight of its evidence.
        scores: for each section with any evidence the sum.
        matched: for each such section the words it holds, one bit each.
        found: for each word whether any section holds it.
    """

    words: tuple[Word, ...]
    groups: tuple[tuple[Group, ...], ...]
    weights: tuple[tuple[float, ...], ...]
    scores: dict[int, float]
    matched: dict[int, int]
    found: tuple[bool, ...]


def weigh_words(
    words: tuple[Word, ...], units: Units, *, policy: EvidencePolicy, variants: VariantPolicy, cancelled: Cancelled
) -> Evidence:
    """Add up the evidence of all words in all sections."""
    scores: defaultdict[int, float] = defaultdict(float)
    matched: defaultdict[int, int] = defaultdict(int)
    documents: defaultdict[int, float] = defaultdict(float)
    all_groups: list[tuple[Group, ...]] = []
    all_weights: list[tuple[float, ...]] = []
    found: list[bool] = []
    gain = policy.k1 + 1
    for place, word in enumerate(words):
        check(cancelled)
        groups = tuple(units.lexicon.group(term, kind, variants) for term, kind in word.terms)
        all_groups.append(groups)
        weights: list[float] = []
        holders: dict[int, int] = {}
        needed = sum(kind in {"word", "pair", "lone"} for _, kind in word.terms)
        for group in groups:
            counts, weight = _count(group, units, policy)
            weights.append(weight)
            total: defaultdict[int, float] = defaultdict(float)
            for unit, count in counts.items():
                scores[unit] += weight * gain * count / (count + policy.k1)
                total[units.document_of[unit]] += count
            for document, count in total.items():
                documents[document] += weight * gain * count / (count + policy.k1)
            if group.kind in {"word", "pair", "lone"}:
                for unit in counts:
                    holders[unit] = holders.get(unit, 0) + 1
            elif group.kind == "whole":
                for unit in counts:
                    holders[unit] = needed
        bit = 1 << place
        any_found = False
        for unit, held in holders.items():
            if held >= needed:
                matched[unit] |= bit
                any_found = True
        found.append(any_found)
        all_weights.append(tuple(weights))
    _add_documents(scores, matched, documents, units, policy)
    return Evidence(words, tuple(all_groups), tuple(all_weights), dict(scores), dict(matched), tuple(found))


def _add_documents(
    scores: defaultdict[int, float],
    matched: defaultdict[int, int],
    documents: defaultdict[int, float],
    units: Units,
    policy: EvidencePolicy,
) -> None:
    """Give the best section of each document, the one with the most words, most of what the whole document is worth."""
    best: dict[int, tuple[int, float, int]] = {}
    for unit, score in scores.items():
        document = units.document_of[unit]
        key = (matched.get(unit, 0).bit_count(), score, -unit)
        if document not in best or key > best[document]:
            best[document] = key
    for unit in scores:
        document = units.document_of[unit]
        share = policy.document if best[document][2] == -unit else policy.others
        scores[unit] += share * documents[document]


def _count(group: Group, units: Units, policy: EvidencePolicy) -> tuple[dict[int, float], float]:
    """Return the weighted, length-normalized count of a group in each section, and the weight of its evidence."""
    counts: dict[int, float] = {}
    holders: set[int] = set()
    occurrences = 0
    variants = [(term, worth, True) for term, worth in group.same] + [(term, worth, group.misspelt) for term, worth in group.near]
    inherited: dict[int, float] = {}
    scales = units.body.scales
    for term, worth, shares in variants:
        ordinals, frequencies = units.body.postings.column(term)
        for unit, frequency in zip(ordinals, frequencies, strict=True):
            counts[unit] = counts.get(unit, 0.0) + worth * frequency * scales[unit]
        if shares:
            holders.update(ordinals)
            occurrences += sum(frequencies)
        for part in units.section_fields:
            for unit, frequency in zip(*part.postings.column(term), strict=True):
                counts[unit] = counts.get(unit, 0.0) + worth * frequency * part.scales[unit]
        for part in units.document_fields:
            for document, frequency in zip(*part.postings.column(term), strict=True):
                inherited[document] = inherited.get(document, 0.0) + worth * frequency * part.scales[document]
    for document, count in inherited.items():
        for unit in range(units.first_of[document], units.first_of[document + 1]):
            counts[unit] = counts.get(unit, 0.0) + count
    return counts, group.weight * _weight(group, len(scales), len(holders), occurrences, policy)


def _weight(group: Group, units: int, holders: int, occurrences: int, policy: EvidencePolicy) -> float:
    """Return what evidence of a word is worth: rare words more, short and evenly spread ones less."""
    frequency = max(holders, 1)
    rarity = natural_logarithm(1 + units / frequency)
    chance = 1 - exp(-max(occurrences, 1) / max(units, 1))
    burst = natural_logarithm(units / frequency) + natural_logarithm(chance) if units else 0.0
    letters = count_letters(group.term) if group.kind != "whole" else None
    length = 1.0 if letters is None else min(1.0, letters / policy.long_word)
    weight = rarity * length * (policy.burst_floor + max(0.0, burst)) ** policy.burst_power
    # Powers and exponentials may differ in the last digits between platforms; nothing hangs on those.
    return round(weight, 9)
