"""Law: another phrasing leaves no section out and takes none of its evidence; a repeated one changes nothing."""

from __future__ import annotations

from hypothesis import given

import okfsearch
from tests.strategies import bundles, queries


@given(bundles, queries, queries)
def test_more_phrasings_find_more(files: dict[str, bytes], query: str, other: str) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    lexical = lambda result: {match.id: match.score for match in result if match.matches != ("vector",)}
    one, two = (lexical(index.matches(text, limit=1_000, expand=False)) for text in (query, other))
    both = lexical(index.matches(query, limit=1_000, expand=False, also=[other]))
    assert both.keys() == one.keys() | two.keys()
    assert all(both[place] == max(one.get(place, 0), two.get(place, 0)) for place in both)
    assert lexical(index.matches(query, limit=1_000, expand=False, also=[query])) == one
