"""Law: asking for fewer matches gives the first of them, as long as no link is followed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import bundles, queries


@given(bundles, queries, st.integers(1, 6))
def test_fewer_are_the_first(files: dict[str, bytes], query: str, limit: int) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    assert list(index.matches(query, limit=1_000, expand=False)[:limit]) == list(
        index.matches(query, limit=limit, expand=False)
    )
