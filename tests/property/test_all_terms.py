"""Law: a further term never gains a hit, and every hit holds every term."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import WORDS, bundles, queries


def where(result: okfsearch.SearchResult) -> set[tuple[str, int]]:
    return {(hit.path, hit.line_start) for hit in result}


@given(bundles, queries, st.sampled_from(WORDS))
def test_another_term_only_narrows(files: dict[str, bytes], query: str, word: str) -> None:
    index = okfsearch.index_sections(okfsearch.Snapshot.of(files))
    broad, narrow = index.search(query, limit=100), index.search(f"{query} {word}", limit=100)
    assert where(narrow) <= where(broad)
    assert narrow.total <= broad.total


@given(bundles, queries)
def test_the_matches_are_those_of_every_term_alone(files: dict[str, bytes], query: str) -> None:
    index = okfsearch.index_sections(okfsearch.Snapshot.of(files))
    together = index.search(query, limit=100)
    alone = [where(index.search(term, limit=100)) if term.isalnum() else None for term in together.terms]
    if None not in alone and together.total <= 100:
        assert where(together) == set.intersection(*[found for found in alone if found is not None])
    assert set(together.missing_terms) <= set(together.terms)
    assert not (together.missing_terms and together.total)
