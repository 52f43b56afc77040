"""The rankings that are compared: our three modes, and plain BM25 over every section that holds any term."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import okfsearch
from okfsearch._retrieval.bm25 import Bm25, idf
from okfsearch._retrieval.tokens import tokenize
from tests.quality.judged import LARGE, QUERIES, Item, Worth, snapshot_of, worth_of

K1, B = Bm25().k1, Bm25().b


@cache
def sections_of(bundle: str) -> okfsearch.SectionIndex:
    return okfsearch.index_sections(snapshot_of(bundle), limits=LARGE, on_invalid="recover")


@cache
def context_of(bundle: str) -> okfsearch.ContextIndex:
    return okfsearch.index_context(snapshot_of(bundle))


@cache
def concepts_of(bundle: str) -> okfsearch.ConceptIndex | None:
    try:
        return okfsearch.index_concepts(snapshot_of(bundle), include_untyped=True)
    except okfsearch.BundleError:
        return None


@cache
def bodies_of(bundle: str) -> list[list[str]]:
    return [tokenize(section.file.data[section.start : section.end].decode()) for section in sections_of(bundle).sections]


def plain_or(bundle: str, query: str) -> list[Item]:
    """Rank by BM25 over the text of each section, any term."""
    sections, bodies = sections_of(bundle).sections, bodies_of(bundle)
    average = sum(map(len, bodies)) / len(bodies)
    scores: dict[int, float] = {}
    for term in dict.fromkeys(tokenize(query)):
        counts = {place: body.count(term) for place, body in enumerate(bodies) if term in body}
        for place, count in counts.items():
            length = K1 * (1 - B + B * len(bodies[place]) / average)
            scores[place] = scores.get(place, 0.0) + idf(len(bodies), len(counts)) * count * (K1 + 1) / (count + length)
    order = sorted(scores, key=lambda place: (-scores[place], place))[:10]
    return [(sections[place].path, sections[place].line_start, sections[place].line_end) for place in order]


def section_search(bundle: str, query: str) -> list[Item]:
    hits = sections_of(bundle).search(query, limit=10)
    return [(hit.path, hit.line_start, hit.line_end) for hit in hits]


def context_matches(bundle: str, query: str) -> list[Item]:
    matches = context_of(bundle).matches(query, limit=10)
    return [(match.path, match.line_start, match.line_end) for match in matches]


def concept_search(bundle: str, query: str) -> list[Item]:
    """A concept stands for all of its file."""
    index = concepts_of(bundle)
    return [] if index is None else [(hit.path, 1, float("inf")) for hit in index.search(query, limit=10)]


RANKINGS: dict[str, Callable[[str, str], Sequence[Item]]] = {
    "plain OR": plain_or,
    "section search": section_search,
    "context matches": context_matches,
    "concept search": concept_search,
}


@cache
def worths_of(name: str) -> tuple[Worth, ...]:
    ranking = RANKINGS[name]
    return tuple(worth_of(ranking(query["bundle"], query["query"]), query["relevant"]) for query in QUERIES)


def packed(budget: int) -> float:
    """Return for which share of the queries a target of the best grade is inside a packet."""
    inside = 0
    for query in QUERIES:
        packet = context_of(query["bundle"]).search(query["query"], budget=budget)
        top = max(target["grade"] for target in query["relevant"])
        best = {(target["path"], target["line_start"]) for target in query["relevant"] if target["grade"] == top}
        inside += any(
            source.path == path and source.line_start <= line <= source.line_end for source in packet for path, line in best
        )
    return round(inside / len(QUERIES), 4)
