"""Law: a packet over many bundles keeps its one budget, cuts at most its last section, and every source is a bundle's own."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch.federation import search_registry
from tests.context_checker import check_section, check_source, lines_of
from tests.federation_strategies import collections, registry_of
from tests.property.test_context_budget import COUNTERS
from tests.strategies import queries


@given(collections, queries, st.integers(1, 80), st.integers(1, 8), st.sampled_from(COUNTERS))
def test_budget(
    collection: dict[str, dict[str, bytes] | None],
    query: str,
    budget: int,
    limit: int,
    counter: Callable[[str], int] | None,
) -> None:
    count: Callable[[str], int] = counter or (lambda text: -(-len(text) // 4))
    with registry_of(collection) as registry:
        packet = search_registry(registry, query, budget=budget, limit=limit, count_tokens=counter)
        assert packet.estimated_tokens == sum(count(one.source.markdown) for one in packet) <= budget
        assert len(packet) <= limit
        places = [(one.knowledge_base, one.source.path, one.source.line_start) for one in packet]
        assert len(set(places)) == len(places)
        assert not any(one.source.truncated for one in packet[:-1])
        whole = [(one.rank, *place) for one, place in zip(packet, places, strict=True) if not one.source.truncated]
        assert whole == sorted(whole)
        bases = {base.name: base for base in packet.knowledge_bases}
        for one in packet:
            files, base = collection[one.knowledge_base], bases[one.knowledge_base]
            assert files is not None and base.revision is not None
            snapshot = okfsearch.Snapshot.of(files)
            assert one.source.verify(snapshot)
            file = snapshot.file(one.source.path)
            lines = file.data.decode().split("\n")
            told = {file.path: (file.sha256, lines[: len(lines) - (not lines[-1])])}
            check_section(one.source, told[file.path], base.revision.index_sha256)
            check_source(lines_of(told, one.source), one.source, own_counter=counter is not None)
