"""Rank: evidence into an order, with phrases and vectors to tell the best sections apart.

Scores are rounded before they are compared, so that no platform's last digit decides; ties go to what matches more words,
then to the phrasing that was named first, then to the section that comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from attrs import field, frozen

from okfsearch._cancel import Cancelled, check
from okfsearch._retrieval.analyzer import Word
from okfsearch._retrieval.evidence import Evidence, EvidencePolicy, Units, add_documents, weigh_words
from okfsearch._retrieval.holdings import Holdings
from okfsearch._retrieval.lexicon import VariantPolicy
from okfsearch._retrieval.order import Order
from okfsearch._retrieval.phrases import find_phrases
from okfsearch._retrieval.sums import Sums
from okfsearch._retrieval.tokens import tokenize
from okfsearch._retrieval.vectors import Hasher, VectorPolicy, alike, similarity

__all__ = ["Asked", "RankPolicy", "Scored", "rank_sections"]

DIGITS = 4


@frozen(kw_only=True)
class RankPolicy:
    """Hold the numbers of the order.

    Attributes:
        evidence: the sum over all fields.
        variants: what the variants of a word count.
        vectors: the local vectors.
        phrase: what two neighbours of the query count that are neighbours in the text, times the smaller of their weights.
        depth: so many of the best sections are looked at for phrases.
        reserved: what the evidence of navigation counts.
    """

    evidence: EvidencePolicy = EvidencePolicy()
    variants: VariantPolicy = VariantPolicy()
    vectors: VectorPolicy = VectorPolicy()
    phrase: float = 0.5
    depth: int = 50
    reserved: float = 0.55


@frozen
class Scored:
    """Hold the place of one section.

    Attributes:
        ordinal: the section.
        score: what it is ordered by.
        lexical: the part of it that words make, 0 for a section that only looks alike.
        vector: how much it looks like the query, or 0 where nobody looked.
        matched: the words it holds, one bit each, over all phrasings.
        phrasing: the phrasing that found it.
    """

    ordinal: int
    score: float
    lexical: float
    vector: float
    matched: int
    phrasing: int


@frozen(eq=False)
class Asked:
    """Hold what a question came to.

    Attributes:
        words: the words of all phrasings, each once; the bits of `Scored.matched` number them.
        evidences: the evidence of each phrasing.
        found: for each word whether any section holds it.
        order: the sections with any evidence, best first.
    """

    words: tuple[Word, ...]
    evidences: tuple[Evidence, ...]
    found: tuple[bool, ...]
    order: Order = field(repr=False)
    _scores: Mapping[int, float] = field(repr=False)
    #: Of those whose score is more than the part that words make, that part.
    _lexical: Mapping[int, float] = field(repr=False)
    _vectors: Mapping[int, float] = field(repr=False)
    _phrasings: Mapping[int, int] = field(repr=False)
    #: Sections that only look alike, with their scores.
    _alike: Mapping[int, float] = field(repr=False)
    _units: Units = field(repr=False)
    _holdings: Holdings = field(repr=False)

    def __contains__(self, ordinal: int) -> bool:
        return ordinal in self._scores or ordinal in self._alike

    def scored(self, ordinal: int) -> Scored:
        """Return the place of a section that has any evidence."""
        alike_by = self._alike.get(ordinal)
        score = self._scores[ordinal] if alike_by is None else alike_by
        return Scored(
            ordinal,
            round(score, DIGITS),
            round(self._lexical.get(ordinal, score), DIGITS) if alike_by is None else 0.0,
            self._vectors.get(ordinal, 0.0),
            self.matched(ordinal),
            self._phrasings.get(ordinal, 0),
        )

    def score(self, ordinal: int) -> float:
        """Return what a section is ordered by that has any evidence, rounded."""
        alike_by = self._alike.get(ordinal)
        return round(self._scores[ordinal] if alike_by is None else alike_by, DIGITS)

    def best_of_document(self, document: int, left_out: Collection[int], number: int) -> list[int]:
        """Return the best sections of a document that hold any word, but for some."""
        own = range(self._units.first_of[document], self._units.first_of[document + 1])
        others = [ordinal for ordinal in own if ordinal in self._scores and ordinal not in left_out]
        return sorted(others, key=lambda ordinal: (-self._scores[ordinal], ordinal))[:number]

    def holders(self, words: int) -> set[int]:
        """Return the sections that may hold one of some words, given as bits."""
        texts = {word.text for place, word in enumerate(self.words) if words >> place & 1}
        return {
            ordinal
            for evidence in self.evidences
            for place, word in enumerate(evidence.words)
            if word.text in texts
            for counts in evidence.counts[place]
            for ordinal in counts
        }

    def matched(self, ordinal: int) -> int:
        """Return the words that a section holds, one bit each."""
        return self._holdings.held(ordinal)


def rank_sections(
    phrasings: Sequence[tuple[Word, ...]],
    units: Units,
    *,
    texts: Callable[[int], str],
    hasher: Hasher,
    reserved: Collection[int],
    policy: RankPolicy,
    cancelled: Cancelled,
) -> Asked:
    """Rank all sections that hold any word of any phrasing, and behind them those that only look alike.

    Args:
        phrasings: the words of the query itself, then those of other phrasings.
        units: the sections.
        texts: the text of a section.
        hasher: makes the vectors.
        reserved: the documents that are navigation.
        policy: the numbers.
        cancelled: asked again and again.
    """
    words = tuple({word.text: word for phrasing in phrasings for word in phrasing}.values())
    evidences = tuple(
        weigh_words(phrasing, units, policy=policy.evidence, variants=policy.variants, cancelled=cancelled)
        for phrasing in phrasings
    )
    holdings = Holdings.of(evidences, words)
    ranker = _Ranker(units, texts, hasher, reserved, policy, cancelled)
    scores, lexical, vectors, head = ranker.rank(evidences[0], holdings if len(evidences) == 1 else _own(evidences[0]))
    winners: dict[int, int] = {}
    for number, evidence in enumerate(evidences[1:], 1):
        others, own, alike_by, best = ranker.rank(evidence, _own(evidence))
        head += best
        for unit, score in others.items():
            if unit not in scores or score > scores[unit]:
                scores[unit], winners[unit] = score, number
                lexical[unit] = own.get(unit, score)
                vectors[unit] = alike_by.get(unit, 0.0)
    head = list(dict.fromkeys(head))
    # Among the best, equal scores are told apart by what they match.
    often = Counter([scores[unit] for unit in head])
    held = {unit: holdings.held(unit).bit_count() for unit in head if often[scores[unit]] > 1}
    head.sort(key=lambda unit: (-scores[unit], -held.get(unit, 0), winners.get(unit, 0), unit))
    del head[policy.evidence.depth :]
    found = holdings.found()
    lost = [word for place, word in enumerate(words) if not found >> place & 1]
    near = _look_alikes(lost, units, scores.keys(), policy.vectors, cancelled)
    lowest = min(scores.values(), default=1.0) if near else 1.0
    look_alikes = sorted(near, key=lambda unit: (-near[unit], unit))
    vectors |= {unit: round(likeness, DIGITS) for unit, likeness in near.items()}
    return Asked(
        words,
        evidences,
        tuple([bool(found >> place & 1) for place in range(len(words))]),
        Order(head, scores, look_alikes),
        scores,
        lexical,
        vectors,
        winners,
        {unit: lowest * likeness * policy.vectors.below for unit, likeness in near.items()},
        units,
        holdings,
    )


def _own(evidence: Evidence) -> Holdings:
    return Holdings.of((evidence,), evidence.words)


@frozen(eq=False)
class _Ranker:
    units: Units
    texts: Callable[[int], str]
    hasher: Hasher
    reserved: Collection[int]
    policy: RankPolicy
    cancelled: Cancelled

    def rank(self, evidence: Evidence, holdings: Holdings) -> tuple[Sums, dict[int, float], dict[int, float], list[int]]:
        """Return what the sections are ordered by; of the very best the part of words and the likeness; and the best."""
        policy, units = self.policy, self.units
        scores = evidence.scores
        for document in self.reserved:
            for unit in range(units.first_of[document], units.first_of[document + 1]):
                if unit in scores:
                    scores[unit] *= policy.reserved
        # What is added below is never less than nothing, so no section from behind comes before these.
        best = scores.best(policy.evidence.depth)
        add_documents(scores, best, holdings.held, evidence, units, policy.evidence)
        order = sorted(best, key=lambda unit: (-scores[unit], unit))
        read = self.add_phrases(scores, order[: policy.depth], evidence)
        order = sorted(best, key=lambda unit: (-scores[unit], unit))[: policy.vectors.depth]
        vectors = self.compare(order, read, evidence)
        lexical = {unit: scores[unit] for unit in order}
        share = policy.vectors.share * (scores[order[0]] if order else 0.0)
        for unit in order:
            scores[unit] += share * vectors[unit]
        return scores, lexical, vectors, best

    def add_phrases(self, scores: Sums, best: Sequence[int], evidence: Evidence) -> dict[int, str]:
        """Add what phrases are worth in the best sections; return their texts."""
        phrases = find_phrases(evidence)
        read: dict[int, str] = {}
        if phrases.pairs or phrases.runs:
            for unit in best:
                check(self.cancelled)
                read[unit] = self.texts(unit)
                factor = self.policy.reserved if self.units.document_of[unit] in self.reserved else 1.0
                scores[unit] += self.policy.phrase * factor * phrases.worth(read[unit], cancelled=self.cancelled)
        return read

    def compare(self, best: Sequence[int], read: Mapping[int, str], evidence: Evidence) -> dict[int, float]:
        """Return how much the best sections look like the query."""
        query = self.hasher.vector([token for word in evidence.words for token in tokenize(word.text)])
        vectors: dict[int, float] = {}
        for unit in best:
            check(self.cancelled)
            text = read[unit] if unit in read else self.texts(unit)
            lead = self.hasher.vector(tokenize(text[: self.policy.vectors.lead]))
            likeness = similarity(query, lead)
            vectors[unit] = round(likeness, DIGITS) if likeness >= self.policy.vectors.floor else 0.0
        return vectors


def _look_alikes(
    lost: Sequence[Word], units: Units, known: Collection[int], policy: VectorPolicy, cancelled: Cancelled
) -> dict[int, float]:
    """Find sections that hold no word of the query but one that looks much like it."""
    likeness: dict[int, float] = {}
    for word in lost:
        for term, kind in word.terms:
            if kind != "word":
                continue
            near = units.lexicon.spellings.sharing(term, policy.alike)
            for other, alike_by in alike(term, near, policy, cancelled=cancelled):
                for part in (units.body, *units.section_fields):
                    for unit in part.postings.column(other)[0]:
                        if unit not in known:
                            likeness[unit] = max(likeness.get(unit, 0.0), alike_by)
    return likeness
