"""Law: the hits for a limit are the first of the hits for a greater one, and the total does not depend on it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import bundles, queries


@given(bundles, queries, st.integers(1, 8))
def test_limit_is_a_prefix(files: dict[str, bytes], query: str, limit: int) -> None:
    index = okfsearch.index_sections(okfsearch.Snapshot.of(files))
    fewer, more = index.search(query, limit=limit), index.search(query, limit=limit + 1)
    assert more.hits[:limit] == fewer.hits
    assert fewer.total == more.total
    assert len(fewer) == min(limit, fewer.total)
    assert fewer.truncated == (fewer.total > limit)
