"""Which concepts pass the filters of a request, and what to say when none does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from okfsearch._bundle.signals import STATUSES, TRUST_TIERS
from okfsearch._normal import Normal, normalize
from okfsearch._retrieval.nearest import nearest_values
from okfsearch.concept_corpus import Corpus
from okfsearch.concept_question import Question
from okfsearch.concept_result import Suggestions

__all__ = ["Verdict", "apply_filters", "hint_at_type", "suggest"]


@frozen
class Verdict:
    """Hold the ordinals that passed, and the filter after which none was left, or None."""

    ordinals: Sequence[int]
    emptied_by: str | None = None


def apply_filters(question: Question, corpus: Corpus) -> Verdict:
    """Apply the filters one after the other, in the order type, tags, status, trust, stale."""
    entries = corpus.entries
    ordinals: Sequence[int] = range(len(entries))
    if question.type is not None:
        types = {count.value for count in corpus.values.types if question.type in normalize(count.value)}
        ordinals = [ordinal for ordinal in ordinals if entries[ordinal].concept.type in types]
        if not ordinals:
            return Verdict((), "type")
    for tag in question.tags:
        spellings = {count.value for count in corpus.values.tags if normalize(count.value) == tag}
        ordinals = [ordinal for ordinal in ordinals if not spellings.isdisjoint(entries[ordinal].concept.tags)]
        if not ordinals:
            return Verdict((), "tags")
    if question.statuses:
        ordinals = [ordinal for ordinal in ordinals if entries[ordinal].concept.status in question.statuses]
        if not ordinals:
            return Verdict((), "status")
    if question.tiers:
        ordinals = [ordinal for ordinal in ordinals if entries[ordinal].concept.trust_tier in question.tiers]
        if not ordinals:
            return Verdict((), "trust")
    if question.stale is not None:
        ordinals = [
            ordinal for ordinal in ordinals if entries[ordinal].signals.is_stale(question.now, corpus.rules) is question.stale
        ]
        if not ordinals:
            return Verdict((), "stale")
    return Verdict(ordinals)


def suggest(question: Question, corpus: Corpus, emptied_by: str | None) -> Suggestions:
    """Return what may help where nothing was found."""
    entries, values = corpus.entries, corpus.values
    closest: tuple[str, ...] = ()
    if emptied_by == "type":
        closest = nearest_values(question.type or "", [count.value for count in values.types])
    elif emptied_by == "tags":
        known = {normalize(count.value) for count in values.tags}
        strange = [tag for tag in question.tags if tag not in known]
        tags = [count.value for count in values.tags]
        closest = tuple(dict.fromkeys(value for tag in strange for value in nearest_values(tag, tags)))
    elif emptied_by == "status":
        closest = _present({entry.concept.status for entry in entries}, STATUSES)
    elif emptied_by == "trust":
        closest = _present({entry.concept.trust_tier for entry in entries}, TRUST_TIERS)
    return Suggestions(values.types, values.tags, emptied_by, closest)


def _present(found: set[str], known: Sequence[str]) -> tuple[str, ...]:
    return tuple(value for value in known if value in found)


def hint_at_type(question: Question, corpus: Corpus) -> tuple[str, ...]:
    """Say so when words of the query complete the type filter to a type that exists: its quotes may have been forgotten."""
    if question.type is None or not question.query.terms:
        return ()
    words = f" {question.query.normal} "
    hints: list[str] = []
    for count in corpus.values.types:
        normal = normalize(count.value)
        rest = Normal(normal.removeprefix(f"{question.type} "))
        if rest != normal and f" {rest} " in words:
            hints.append(f'There is a type of that name in full: type:"{" ".join(count.value.split())}".')
    return tuple(hints)
