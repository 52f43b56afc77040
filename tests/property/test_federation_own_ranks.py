"""Law: what a search over many bundles takes from one of them is the head of that bundle's own answer, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch.federation import search_registry
from tests.federation_strategies import collections, registry_of
from tests.strategies import queries


@given(collections, queries, st.integers(1, 12), st.booleans(), st.sampled_from(((), (("type", "Note"),), (("tag", "tide"),))))
def test_own_ranks(
    collection: dict[str, dict[str, bytes] | None],
    query: str,
    limit: int,
    expand: bool,
    filters: tuple[tuple[str, str], ...],
) -> None:
    with registry_of(collection) as registry:
        found = search_registry(registry, query, limit=limit, expand=expand, filters=filters)
        assert [base.name for base in found.knowledge_bases] == sorted(collection)
        assert len(found) <= limit
        offered = 0
        for base, entry in zip(found.knowledge_bases, registry.entries, strict=True):
            taken = [one for one in found if one.knowledge_base == base.name]
            if collection[base.name] is None:
                assert (base.status, base.error_code, taken) == ("error", "root_not_found", [])
                continue
            alone = okfsearch.search_matches(entry.root, query, limit=limit, expand=expand, filters=filters)
            assert (base.status, base.revision, base.issues) == ("ok", alone.revision, alone.issues)
            assert [one.match for one in taken] == list(alone[: len(taken)])
            assert [one.rank for one in taken] == list(range(1, len(taken) + 1))
            offered += len(alone)
        # None is left out while there is room.
        assert len(found) == min(limit, offered)
        places = [(one.rank, one.knowledge_base, one.match.path.encode(), one.match.line_start) for one in found]
        assert places == sorted(places)
