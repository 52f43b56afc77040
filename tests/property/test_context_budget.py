"""Law: a packet keeps its budget, whatever it is, names no section twice, and cuts at most its last one."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import bundles, queries

COUNTERS = (
    None,
    len,
    lambda text: len(text.split()),
    lambda text: len(text.encode()),
    lambda text: text.count("\n") * 7 % 5,
    lambda _: 3,
)


@given(bundles, queries, st.integers(1, 60), st.integers(1, 8), st.booleans(), st.sampled_from(COUNTERS))
def test_budget(
    files: dict[str, bytes], query: str, budget: int, limit: int, expand: bool, counter: Callable[[str], int] | None
) -> None:
    index = okfsearch.index_context(okfsearch.Snapshot.of(files))
    packet = index.search(query, budget=budget, limit=limit, expand=expand, count_tokens=counter)
    count: Callable[[str], int] = counter or (lambda text: -(-len(text) // 4))
    assert packet.estimated_tokens == sum(count(source.markdown) for source in packet) <= budget
    assert len(packet) <= limit
    places = [(source.path, source.line_start) for source in packet]
    assert len(set(places)) == len(places)
    assert not any(source.truncated for source in packet[:-1])
    assert all(source.markdown.strip() for source in packet)
