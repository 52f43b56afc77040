"""Law: neither the order in which bundles are named, nor threads at work, nor asking again changes a byte of the answer."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given, settings

from okfsearch.federation import search_registry
from okfsearch.registry import Registry
from okfsearch.wire import to_json
from tests.federation_strategies import collections, registry_of
from tests.strategies import queries


@settings(max_examples=25)
@given(collections, queries)
def test_order(collection: dict[str, dict[str, bytes] | None], query: str) -> None:
    with registry_of(collection) as registry:
        roots = {entry.key: entry.root for entry in registry.entries}
        other_way = Registry.of(dict(reversed(roots.items())))
        assert other_way.entries == registry.entries
        with ThreadPoolExecutor(3) as pool:
            matches = list(pool.map(lambda named: to_json(search_registry(named, query)), [registry, other_way, registry]))
            packets = list(
                pool.map(lambda named: to_json(search_registry(named, query, budget=40)), [registry, other_way, registry])
            )
        assert len(set(matches)) == 1
        assert len(set(packets)) == 1
