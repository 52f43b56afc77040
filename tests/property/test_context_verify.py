"""Law: every match and source can be checked with the captured bytes alone, and with no others."""

from __future__ import annotations

from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.context_strategies import linked_bundles
from tests.strategies import queries


@given(linked_bundles, queries, st.integers(1, 40))
def test_verify(files: dict[str, bytes], query: str, budget: int) -> None:
    snapshot = okfsearch.Snapshot.of(files)
    other = okfsearch.Snapshot.of({path: data + b"\nmore\n" for path, data in files.items()})
    index = okfsearch.index_context(snapshot)
    for claim in (*index.matches(query), *index.search(query, budget=budget)):
        assert claim.verify(snapshot)
        assert not claim.verify(other)
        lines = snapshot.file(claim.path).data.split(b"\n")
        assert 1 <= claim.line_start <= claim.line_end <= len(lines)
        assert claim.file_sha256 == sha256(snapshot.file(claim.path).data).hexdigest()
