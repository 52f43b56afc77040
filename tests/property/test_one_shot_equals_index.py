"""Law: one query over a bundle and the same query over its index answer with the same bits."""

from __future__ import annotations

from hypothesis import given

import okfsearch
from okfsearch.section_search import search_snapshot
from okfsearch.wire import to_json
from tests.strategies import bundles, queries


@given(bundles, queries)
def test_one_shot_equals_index(files: dict[str, bytes], query: str) -> None:
    snapshot = okfsearch.Snapshot.of(files)
    once = search_snapshot(snapshot, query)
    indexed = okfsearch.index_sections(snapshot).search(query)
    assert once == indexed
    assert to_json(once) == to_json(indexed)
    assert once.missing_terms == indexed.missing_terms
