"""Law: filtered matches are the unfiltered ones that pass, in the same order, when nothing is left out."""

from __future__ import annotations

from random import Random

import pytest
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


@pytest.mark.parametrize("seed", range(4))
def test_filtering_only_leaves_out_among_many(seed: int) -> None:
    """More sections match than are looked at for phrases, likeness and whole documents, and most of the best do not pass."""
    rng = Random(seed)
    words = ("tide", "gauge", "mooring", "berth", "quay", "basin", "pilot", "harbour")
    files: dict[str, bytes] = {}
    for number in range(80):
        kind = rng.choice(("note", "guide", "guide", "guide"))
        sections = [f"## {rng.choice(words)}\n\n{' '.join(rng.choices(words, k=rng.randint(3, 40)))}\n" for _ in range(6)]
        files[f"{number:02}.md"] = f"---\ntype: {kind}\n---\n{''.join(sections)}".encode()
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    for query in ("tide gauge", "harbour pilot at the quay", "moorings", "harbuor", "berth"):
        everything = index.matches(query, limit=1_000, expand=False)
        kept = index.matches(query, limit=1_000, expand=False, filters=[("type", "Note")])
        assert len(everything) > 200
        assert list(kept) == [match for match in everything if match.type == "note"]
        # A smaller limit is the beginning of a larger one.
        assert list(index.matches(query, limit=7, expand=False, filters=[("type", "note")])) == list(kept)[:7]
