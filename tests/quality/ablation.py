"""Print what each technique of context search is worth: the ranking without it, one row each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import evolve

from okfsearch import context_index, context_ranking
from okfsearch.context_policy import POLICY, ContextPolicy
from tests.quality.judged import QUERIES, table, worth_of
from tests.quality.rankings import context_matches, context_of

NEVER = (1_000,)


def rank(**parts: dict[str, Any]) -> ContextPolicy:
    """Change numbers of the ranking: the name of a part, then its fields."""
    own = parts.pop("own", {})
    changed = {name: evolve(getattr(POLICY.rank, name), **changes) for name, changes in parts.items()}
    return evolve(POLICY, rank=evolve(POLICY.rank, **changed, **own))


def body_alone() -> ContextPolicy:
    """Let nothing but the text of a section count."""
    silent = lambda fields: tuple(evolve(field, weight=0.0) for field in fields)
    return evolve(POLICY, section_fields=silent(POLICY.section_fields), document_fields=silent(POLICY.document_fields))


def without() -> Iterator[tuple[str, ContextPolicy]]:
    """Yield the whole recipe, then the recipe without one technique each."""
    yield "the whole recipe", POLICY
    yield "the text alone, no other field", body_alone()
    yield "no forms of a word", rank(variants={"form": 0.0, "derived": 0.0})
    yield "no derived words", rank(variants={"derived": 0.0})
    yield "no misspellings", rank(variants={"edits": NEVER})
    yield "no longer words", rank(variants={"prefix": 0.0})
    yield "no whole identifiers", rank(variants={"whole": 0.0})
    yield "no parts of identifiers", rank(variants={"part": 0.0, "query_part": 0.0})
    yield "short words at full weight", rank(evidence={"long_word": 1})
    yield "evenly spread words at full weight", rank(evidence={"burst_power": 0.0})
    yield "both at full weight", rank(evidence={"long_word": 1, "burst_power": 0.0})
    yield "no phrases", rank(own={"phrase": 0.0})
    yield "no evidence of the document", rank(evidence={"document": 0.0, "others": 0.0})
    yield "no vectors", rank(vectors={"share": 0.0})


@cache
def base() -> dict[str, dict[str, float]]:
    """Measure the whole recipe."""
    return measure(POLICY)


def measure(policy: ContextPolicy) -> dict[str, dict[str, float]]:
    """Measure one policy; fields are counted when an index is built, everything else when it is asked."""
    fresh = policy.document_fields != POLICY.document_fields
    try:
        _use(policy, fresh=fresh)
        return table([worth_of(context_matches(query["bundle"], query["query"]), query["relevant"]) for query in QUERIES])
    finally:
        _use(POLICY, fresh=fresh)


def _use(policy: ContextPolicy, *, fresh: bool) -> None:
    for room in (context_index, context_ranking):
        setattr(room, "POLICY", policy)  # noqa: B010 - a room does not hand out what it imports
    if fresh:
        context_of.cache_clear()


def main() -> int:
    """Print the table."""
    for name, policy in without():
        figures = measure(policy)
        kinds = " ".join(f"{row[5:]} {cells['ndcg10']:.3f}" for row, cells in figures.items() if row.startswith("kind"))
        print(
            f"{name:36} {figures['all']['ndcg10']:.3f} {figures['all']['ndcg10'] - base()['all']['ndcg10']:+.3f}  {kinds}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
