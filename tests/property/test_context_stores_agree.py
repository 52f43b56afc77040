"""Law: whichever store does the arithmetic of context search, the answer has the same bits."""

from __future__ import annotations

import pickle
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch._retrieval.fields import Field, FieldBuilder, FieldWeight
from okfsearch._retrieval.numpy_sums import ArrayArithmetic
from okfsearch._retrieval.sums import PlainArithmetic, Sums
from tests.context_strategies import linked_bundles
from tests.strategies import WORDS, queries

WORD = st.sampled_from("abcd")
unit = st.lists(WORD, max_size=6)


@given(linked_bundles, queries, st.lists(queries, max_size=2), st.integers(1, 5), st.booleans())
def test_both_stores_answer_alike(files: dict[str, bytes], query: str, also: list[str], limit: int, expand: bool) -> None:
    snapshot = okfsearch.Snapshot.of(files)
    plain, arrays = okfsearch.index_context(snapshot), okfsearch.index_context(snapshot, store="numpy")
    for text in (query, *WORDS[:2]):
        options: dict[str, Any] = {"limit": limit, "also": also, "expand": expand}
        assert arrays.matches(text, **options) == plain.matches(text, **options)
        assert arrays.search(text, budget=40, **options) == plain.search(text, budget=40, **options)
    kept = {"filters": [("tag", "tide")], "limit": limit}
    assert arrays.matches(query, **kept) == plain.matches(query, **kept)


@pytest.mark.parametrize("seed", range(3))
def test_both_stores_answer_alike_over_many_sections(seed: int) -> None:
    rng = Random(seed)
    words = ["".join(rng.choices("abcdefgh", k=rng.randint(3, 7))) for _ in range(120)]
    weights = [1 / place for place in range(1, 121)]
    section = lambda number: (
        f"## {rng.choice(words)} {number}\n\n{' '.join(rng.choices(words, weights, k=rng.randint(1, 30)))}\n\n"
    )
    files = {
        f"{name:02}.md": f"---\ntitle: {rng.choice(words)}\ntags: [{rng.choice(words)}]\n---\n{''.join(map(section, range(9)))}".encode()
        for name in range(50)
    }
    snapshot = okfsearch.Snapshot.of(
        files | {"index.md": b'---\nokf_version: "0.2"\n---\n# ' + words[0].encode() + b"\n\n[x](00.md)\n"}
    )
    plain, arrays = okfsearch.index_context(snapshot), okfsearch.index_context(snapshot, store="numpy")
    for _ in range(8):
        query = " ".join(rng.choices(words, k=rng.randint(1, 8)))
        assert arrays.matches(query, limit=450) == plain.matches(query, limit=450)
        assert arrays.search(query, also=[words[1]]) == plain.search(query, also=[words[1]])


@given(linked_bundles, linked_bundles, queries)
def test_a_renewed_index_keeps_its_store(files: dict[str, bytes], others: dict[str, bytes], query: str) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files), store="numpy").refresh(okfsearch.Snapshot.of(others))
    assert index.store == "numpy"
    assert index.matches(query) == okfsearch.index_context(okfsearch.Snapshot.of(others)).matches(query)
    assert pickle.loads(pickle.dumps(index)).matches(query) == index.matches(query)


def field_of(units: list[list[str]], weight: float) -> Field:
    builder = FieldBuilder(FieldWeight("text", weight, 0.6))
    for tokens in units:
        builder.add(tokens, ())
    return builder.build()


@given(
    st.lists(st.tuples(unit, unit), min_size=1, max_size=30),
    st.lists(st.tuples(WORD, st.sampled_from((1.0, 0.9, 0.3))), min_size=1, max_size=4),
    st.integers(1, 6),
)
def test_both_arithmetics_add_alike(
    units: list[tuple[list[str], list[str]]], steps: list[tuple[str, float]], number: int
) -> None:
    own, shared = field_of([one for one, _ in units], 1.0), field_of([other for _, other in units[:3]], 2.0)
    size, documents = len(units), len(units[:3])
    # The first documents have one section each, the last has the rest.
    first_of = [*range(documents), size]
    document_of = [min(place, documents - 1) for place in range(size)]
    made: list[tuple[Sums, Sums]] = []
    for arithmetic in (PlainArithmetic(), ArrayArithmetic()):
        counts, inherited, scores = arithmetic.sums(size), arithmetic.sums(documents), arithmetic.sums(size)
        for term, worth in steps:
            if own.postings.document_frequency(term):
                counts.add(own, term, worth)
            if shared.postings.document_frequency(term):
                inherited.add(shared, term, worth)
        counts.inherit(inherited, first_of, document_of)
        scores.saturate(counts, 1.7, 1.4)
        scores.saturate(counts, 0.3, 1.2)
        for place in sorted(scores)[:2]:
            scores[place] *= 0.55
        made.append((counts, scores))
    (counts, scores), (arrays, totals) = made
    assert dict(counts) == dict(arrays.items())
    assert dict(scores) == {place: totals[place] for place in totals}
    assert sorted(scores.values()) == sorted(totals.values())
    assert (len(scores), scores.best(number)) == (len(totals), totals.best(number))
    assert [place in scores for place in range(size)] == [place in totals for place in range(size)]
    assert sum(scores.among(0, size)) == sum(totals.among(0, size))
    terms = sorted({term for term, _ in steps})
    assert PlainArithmetic().holders(own.postings, terms) == ArrayArithmetic().holders(own.postings, terms)


def test_sums_hold_only_what_was_added() -> None:
    for arithmetic in (PlainArithmetic(), ArrayArithmetic()):
        sums = arithmetic.sums(3)
        sums[1] = 0.0
        assert list(sums) == [1]
        other: Any = "1"
        assert 0 not in sums and other not in sums
        with pytest.raises(KeyError):
            sums[2]
    with pytest.raises(TypeError):
        del ArrayArithmetic().sums(1)[0]


def test_an_unknown_store_is_refused() -> None:
    other: Any = "disk"
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        okfsearch.index_context(okfsearch.Snapshot.of({}), store=other)
    assert caught.value.details["allowed"] == ["plain", "numpy"]


def test_a_store_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "okfsearch._retrieval.numpy_sums", raising=False)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        okfsearch.index_context(okfsearch.Snapshot.of({}), store="numpy")
    assert dict(caught.value.details) == {"field": "store", "reason": "not_installed", "extra": "fast"}
