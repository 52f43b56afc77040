"""Law: scores are those of a naive scorer that follows the words of the rules, and come in their order."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

import regex
from hypothesis import given

from okfsearch import Snapshot, index_concepts
from tests.concept_strategies import bundles, queries, scopes

WEIGHTS = {"title": 100, "description": 100, "tags": 30, "type": 30}


def normal(text: str) -> str:
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return re.sub(r"\s+", " ", folded).strip()


def tokens(text: str) -> list[str]:
    return regex.findall(r"[\p{L}\p{N}\p{M}]+", normal(text))


def runs(needle: list[str], hay: list[str]) -> int:
    """Count places, left to right, without overlap."""
    count = at = 0
    while at + len(needle) <= len(hay):
        if hay[at : at + len(needle)] == needle:
            count += 1
            at += len(needle)
        else:
            at += 1
    return count


def ways(term: str, parts: list[str]) -> list[tuple[Fraction, int]]:
    """Return credits with their numbers of occurrences, better ones counted in."""
    pieces = tokens(term)
    if regex.search(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]", term):
        return [(Fraction(1), sum(normal(part).count(term) for part in parts))]
    whole = sum(runs(pieces, tokens(part)) for part in parts)
    if regex.search(r"^[^\p{L}\p{N}\p{M}]|[^\p{L}\p{N}\p{M}]$", term):
        pattern = rf"(?<![\p{{L}}\p{{N}}\p{{M}}]){regex.escape(term)}(?![\p{{L}}\p{{N}}\p{{M}}])"
        raw = sum(len(regex.findall(pattern, normal(part))) for part in parts)
        return [(Fraction(1), raw), (Fraction(2, 5), whole)]
    found = [(Fraction(1), whole)]
    if len(pieces) == 1 and pieces[0] == term and len(term) >= 3:
        found.append((Fraction(3, 5), sum(token.startswith(term) for part in parts for token in tokens(part))))
    return found


def naive(concept: Any, body: str, query: str, scope: str) -> Fraction:
    terms = list(dict.fromkeys(normal(word) for word in query.split()))
    fields = {
        "title": [concept.title], "description": [concept.description or ""], "tags": list(concept.tags), "type": [concept.type or ""],
    }  # fmt: skip
    total = Fraction(0)
    for field, weight in WEIGHTS.items():
        if scope not in {"all", field}:
            continue
        covered = sum(
            (max((credit for credit, n in ways(term, fields[field]) if n), default=Fraction(0)) for term in terms), Fraction(0)
        )
        if field == "title" and (normal(concept.title) == normal(query) or tokens(concept.title) == tokens(query)):
            total += 1000
        else:
            total += weight * covered / len(terms)
    if scope in {"all", "body"}:
        saturated = (max(credit * Fraction(n, n + 1) for credit, n in ways(term, [body])) for term in terms)
        total += 10 * sum(saturated, Fraction(0)) / len(terms)
    return total


@given(bundles, queries, scopes)
def test_scores_are_those_of_the_rules(files: dict[str, bytes], query: str, scope: str) -> None:
    index = index_concepts(Snapshot.of(files))
    result = index.search(query, scope=scope)
    told = {hit.concept_id: hit.score for hit in result}
    expected = {
        concept.concept_id: naive(concept, index.open(concept.concept_id).body, query, scope) for concept in index.concepts
    }
    for concept_id, score in told.items():
        assert abs(Fraction(score) - expected[concept_id]) < Fraction(5, 10**6)
    passing = {concept_id for concept_id, score in expected.items() if score >= Fraction(25, 10)}
    some = {concept_id for concept_id, score in expected.items() if score}
    if passing:
        assert set(told) == passing and not result.low_confidence
    else:
        assert len(told) == min(5, len(some)) and set(told) <= some
        assert result.low_confidence == bool(some)
    order = [(-hit.score, hit.concept_id) for hit in result]
    assert order == sorted(order)
    assert [hit.rank for hit in result] == list(range(1, len(result) + 1))
