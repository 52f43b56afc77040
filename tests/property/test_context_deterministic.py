"""Law: equal bytes give equal answers, however often they are asked, pickled, or read again."""

from __future__ import annotations

import pickle

from hypothesis import given

import okfsearch
from okfsearch.wire import to_json
from tests.context_strategies import linked_bundles
from tests.strategies import queries


@given(linked_bundles, queries)
def test_equal_bytes_equal_answers(files: dict[str, bytes], query: str) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    again = okfsearch.index_context(okfsearch.Snapshot.of(dict(reversed(files.items()))))
    first = index.search(query), index.matches(query)
    for other in (index, again, pickle.loads(pickle.dumps(index))):
        answers = other.search(query), other.matches(query)
        assert answers == first
        assert list(map(to_json, answers)) == list(map(to_json, first))
