"""The answer: what speaks for each concept, the order that makes, and the hits with their excerpts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import attrs
from attrs import frozen

from okfsearch._bundle.spec_rules import SpecRules
from okfsearch._cancel import Cancelled, check
from okfsearch._json import encode, plain
from okfsearch._retrieval.excerpts import Patterns, cut_excerpt, excerpt_patterns
from okfsearch.concept_corpus import Corpus
from okfsearch.concept_entries import Entry
from okfsearch.concept_filtering import apply_filters, hint_at_type, suggest
from okfsearch.concept_question import Question
from okfsearch.concept_result import Concept, ConceptHit, ConceptResult, Field, FieldMatch
from okfsearch.concept_scoring import FRONT_OF, MILLIONTHS, NOTHING, POLICY, Evidence, score_body, score_front
from okfsearch.concept_texts import Texts

__all__ = ["answer"]

_CONCEPT_FIELDS = tuple(attribute.name for attribute in attrs.fields(Concept))
_FILTERED = (FieldMatch("filter", None, "", ()),)


def answer(corpus: Corpus, question: Question, *, cancelled: Cancelled) -> ConceptResult:
    """Filter, rank and cut.

    Raises:
        LimitExceeded: when the encoded answer is larger than `response_bytes`.
        SearchCancelled: when the caller cancelled.
    """
    check(cancelled)
    result = _answer(corpus, question, cancelled)
    if corpus.limits.response_bytes is not None:
        corpus.limits.check("response_bytes", len(encode(plain(result)).encode()))
    return result


def _answer(corpus: Corpus, question: Question, cancelled: Cancelled) -> ConceptResult:
    entries, rules = corpus.entries, corpus.rules
    verdict = apply_filters(question, corpus)
    ranking = _rank_concepts(question, verdict.ordinals, corpus.texts, cancelled=cancelled)
    hits = _make_hits(question, ranking, entries, now=question.now, rules=rules, cancelled=cancelled)
    return ConceptResult(
        query=question.query.text,
        bundle=corpus.snapshot.root,
        snapshot_revision=corpus.snapshot.revision,
        scanned=corpus.scanned,
        mode=corpus.mode,
        two_pass_threshold=corpus.options.two_pass_threshold,
        threshold=POLICY.threshold,
        scope=question.scope,
        filters=question.filters,
        total=len(ranking.places),
        truncated=len(ranking.places) > len(hits),
        low_confidence=ranking.low_confidence,
        ignored_terms=question.query.ignored,
        hints=hint_at_type(question, corpus),
        hits=hits,
        suggestions=None if hits else suggest(question, corpus, verdict.emptied_by),
        issues=corpus.issues,
    )


@frozen
class Ranking:
    """Hold the concepts that matched, in order.

    Attributes:
        places: ordinals with what speaks for each.
        low_confidence: whether they are the best of those below the threshold.
    """

    places: Sequence[tuple[int, Evidence]]
    low_confidence: bool


def _rank_concepts(question: Question, ordinals: Sequence[int], texts: Texts, *, cancelled: Cancelled) -> Ranking:
    """Score the concepts that passed the filters; ordinals are in the order of concept IDs.

    Without terms every one of them is a match.  With terms those at the threshold match, or if there is none the best few.
    """
    if not question.query.terms:
        return Ranking([(ordinal, NOTHING) for ordinal in ordinals], low_confidence=False)
    scored = list(_score(question, ordinals, texts, cancelled).items())
    # Sorting is stable, so that equal scores stay in the order of IDs.
    scored.sort(key=lambda place: -place[1].millionths)
    above = [place for place in scored if place[1].millionths >= POLICY.threshold * MILLIONTHS]
    if above or not scored:
        return Ranking(above, low_confidence=False)
    return Ranking(scored[: POLICY.low_confidence], low_confidence=True)


def _score(question: Question, ordinals: Sequence[int], texts: Texts, cancelled: Cancelled) -> dict[int, Evidence]:
    """Return what speaks for each concept, field by field; those for which nothing does are left out."""
    query = question.query
    hints = tuple(dict.fromkeys(hint for term in query.terms for hint in term.hints))
    found: dict[int, Evidence] = {}
    for field in FRONT_OF[question.scope]:
        check(cancelled)
        column = texts.column(field)
        for ordinal in ordinals:
            normal = column[ordinal]
            for hint in hints:
                if hint in normal:
                    earned = score_front(field, texts.field(field, ordinal), query)
                    if earned:
                        found[ordinal] = found.get(ordinal, NOTHING).plus(field, earned)
                    break
    if question.scope in {"body", "all"}:
        for ordinal in ordinals:
            check(cancelled)
            text = texts.body(ordinal, query.terms, cancelled=cancelled)
            earned = 0 if text is None else score_body(text, query)
            if earned:
                found[ordinal] = found.get(ordinal, NOTHING).plus("body", earned)
    # What a body adds comes in the order of bodies; the order of IDs is that of the ordinals.
    return dict(sorted(found.items()))


def _make_hits(
    question: Question,
    ranking: Ranking,
    entries: Sequence[Entry],
    *,
    now: datetime | None,
    rules: SpecRules,
    cancelled: Cancelled,
) -> tuple[ConceptHit, ...]:
    """Make the hits of the best places, as many as are wanted."""
    patterns = excerpt_patterns(question.query.terms)
    hits: list[ConceptHit] = []
    for rank, (ordinal, evidence) in enumerate(ranking.places[: question.limit], 1):
        check(cancelled)
        entry = entries[ordinal]
        concept = entry.at(now, rules)
        matches = tuple(
            [
                _match(entry, field, earned, patterns, cancelled)
                for field, earned in zip(evidence.fields, evidence.earned, strict=True)
            ]
        )
        told = {name: getattr(concept, name) for name in _CONCEPT_FIELDS}
        score = round(evidence.millionths / MILLIONTHS, 6)
        hits.append(ConceptHit(rank=rank, **told, score=score, matches=matches or _FILTERED))
    return tuple(hits)


def _match(entry: Entry, field: Field, earned: int, patterns: Patterns, cancelled: Cancelled) -> FieldMatch:
    """Say where a field matched, with an excerpt."""
    if field == "body":
        excerpt = cut_excerpt(entry.body(), patterns, cancelled=cancelled)
        return FieldMatch(field, entry.document.layout.body_line + excerpt.line, excerpt.text, excerpt.spans, earned)
    concept = entry.concept
    text = (
        ", ".join(concept.tags)
        if field == "tags"
        else {"title": concept.title, "description": concept.description, "type": concept.type}.get(field) or ""
    )
    excerpt = cut_excerpt(" ".join(text.split()), patterns)
    return FieldMatch(field, entry.line(field), excerpt.text, excerpt.spans, earned)
