"""Law: whichever store does the arithmetic, the answer has the same bits."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch import Snapshot, index_sections
from okfsearch._retrieval.bm25 import Bm25
from okfsearch._retrieval.numpy_ranker import NumpyRanker
from okfsearch._retrieval.postings import FieldWeights, PostingsBuilder
from okfsearch._retrieval.rankers import PlainRanker
from tests.strategies import WORDS, bundles, queries


@given(bundles, queries, st.integers(1, 5))
def test_both_stores_answer_alike(files: dict[str, bytes], query: str, limit: int) -> None:
    snapshot = Snapshot.of(files)
    plain, arrays = index_sections(snapshot), index_sections(snapshot, store="numpy")
    for text in (query, *WORDS):
        assert arrays.search(text, limit=limit) == plain.search(text, limit=limit)


@given(bundles, bundles, queries)
def test_a_renewed_index_keeps_its_store(files: dict[str, bytes], others: dict[str, bytes], query: str) -> None:
    index = index_sections(Snapshot.of(files), store="numpy").refresh(Snapshot.of(others))
    assert index.store == "numpy"
    assert index.search(query) == index_sections(Snapshot.of(others)).search(query)
    assert pickle.loads(pickle.dumps(index)).search(query) == index.search(query)


unit = st.lists(st.sampled_from("abcd"), max_size=6)


@given(
    st.lists(st.tuples(unit, unit, unit), max_size=40),
    st.lists(st.sampled_from("abcde"), min_size=1, max_size=3, unique=True),
    st.integers(1, 6),
)
def test_both_rankers_rank_alike(units: list[tuple[list[str], list[str], list[str]]], terms: list[str], limit: int) -> None:
    builder = PostingsBuilder(FieldWeights())
    for fields in units:
        builder.add(*fields)
    postings = builder.build()
    assert NumpyRanker(postings, Bm25()).rank(terms, limit=limit) == PlainRanker(postings, Bm25()).rank(terms, limit=limit)


def test_an_unknown_store_is_refused() -> None:
    other: Any = "disk"
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        index_sections(Snapshot.of({}), store=other)
    assert caught.value.details["allowed"] == ["plain", "numpy"]


def test_a_store_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "okfsearch._retrieval.numpy_ranker", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        index_sections(Snapshot.of({}), store="numpy")
    assert dict(caught.value.details) == {"field": "store", "reason": "not_installed", "extra": "fast"}
