"""Law: following links leaves no match out, and what is found directly stays direct."""

from __future__ import annotations

from hypothesis import given

import okfsearch
from tests.context_strategies import linked_bundles
from tests.strategies import queries


@given(linked_bundles, queries)
def test_expansion_only_adds(files: dict[str, bytes], query: str) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    alone = index.matches(query, limit=1_000, expand=False)
    linked = index.matches(query, limit=1_000)
    relations = {match.id: match.relation for match in linked}
    scores = {match.id: match.score for match in linked}
    assert {match.id for match in alone} <= relations.keys()
    assert all(relations[match.id] == "direct" and scores[match.id] >= match.score for match in alone)
    assert all(match.neighbor == (match.relation != "direct") for match in linked)
