"""Law: filtered matches are the unfiltered ones that pass, in the same order, when nothing is left out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import bundles, queries

FILTERS = (("type", "note"), ("type", "Guide"), ("tag", "TIDE"), ("tag", "quay"))


@given(bundles, queries, st.lists(st.sampled_from(FILTERS), min_size=1, max_size=3))
def test_filtering_only_leaves_out(files: dict[str, bytes], query: str, filters: list[tuple[str, str]]) -> None:
    snapshot = okfsearch.Snapshot.of(files)
    index = okfsearch.index_context(snapshot)
    tagged = {path for path, data in files.items() if b"tags: [tide]" in data.partition(b"\n---")[0]}
    everything = index.matches(query, limit=1_000, expand=False)
    kept = index.matches(query, limit=1_000, expand=False, filters=filters)
    types = {value.casefold() for key, value in filters if key == "type"}
    tags = {value.casefold() for key, value in filters if key == "tag"}
    passing = [
        match
        for match in everything
        if (not types or (match.type or "").casefold() in types) and (not tags or ("tide" in tags and match.path in tagged))
    ]
    assert list(kept) == passing
