"""Queries on real bundles: the same revision, terms, totals, order, locators, headings, passages and digests."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cache
from hashlib import sha256
from typing import Any

import pytest

import okfsearch
from tests.shared import shared_path, shared_rows

BY_BUNDLE: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _row in shared_rows("cases/real-search.jsonl"):
    BY_BUNDLE[_row["bundle"]].append(_row)


@cache
def snapshot_of(bundle: str) -> okfsearch.Snapshot:
    return okfsearch.capture_bundle(shared_path(f"corpora/{bundle}"), limits=okfsearch.Limits.large())


@pytest.mark.skipif(not BY_BUNDLE, reason="the conformance material is not here")
@pytest.mark.parametrize("bundle", sorted(BY_BUNDLE))
def test_every_query_of_a_bundle(bundle: str) -> None:
    snapshot = snapshot_of(bundle)
    if BY_BUNDLE[bundle][0]["result"] == {"error": "parse"}:
        assert all(row["result"] == {"error": "parse"} for row in BY_BUNDLE[bundle])
        with pytest.raises(okfsearch.DocumentErrors):
            okfsearch.index_sections(snapshot, limits=okfsearch.Limits.large())
        assert okfsearch.index_sections(snapshot, limits=okfsearch.Limits.large(), on_invalid="recover").issues
        return
    index = okfsearch.index_sections(snapshot, limits=okfsearch.Limits.large())
    for row in BY_BUNDLE[bundle]:
        result = index.search(row["query"], limit=row["limit"])
        wanted = row["result"]
        assert result.snapshot_revision == wanted["snapshot_revision"]
        assert list(result.terms) == wanted["terms"]
        assert (result.total, result.truncated) == (wanted["total"], wanted["truncated"])
        found = [
            (hit.locator, hit.heading, sha256(hit.snippet.encode()).hexdigest()[:16], hit.content_sha256[:16]) for hit in result
        ]
        assert found == [(locator, heading, snippet, digest) for locator, heading, _, snippet, digest in wanted["hits"]]
        for hit, (_, _, score, _, _) in zip(result, wanted["hits"], strict=True):
            assert math.isclose(hit.score, score, rel_tol=1e-12)


@pytest.mark.skipif(not BY_BUNDLE, reason="the conformance material is not here")
@pytest.mark.parametrize("bundle", sorted(BY_BUNDLE))
def test_one_shot_answers_alike(bundle: str) -> None:
    row = BY_BUNDLE[bundle][0]
    root = shared_path(f"corpora/{bundle}")
    if "error" in row["result"]:
        with pytest.raises(okfsearch.DocumentErrors):
            okfsearch.search_bundle(root, row["query"], limit=row["limit"], limits=okfsearch.Limits.large())
        return
    once = okfsearch.search_bundle(root, row["query"], limit=row["limit"], limits=okfsearch.Limits.large())
    assert once.snapshot_revision == row["result"]["snapshot_revision"]
    assert [hit.locator for hit in once] == [locator for locator, *_ in row["result"]["hits"]]
