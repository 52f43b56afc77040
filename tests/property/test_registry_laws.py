"""Many bundles: one bundle's answer is its own, the budget holds, and the order of names and files changes nothing."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch.federation import search_registry
from okfsearch.registry import Registry
from okfsearch.wire import to_json

WORDS = st.lists(
    st.sampled_from(["dugong", "tide", "kelp", "moon", "#", "\n\n", "\n# ", "\n## ", "[x](a.md)", "é"]), max_size=30
)
TEXTS = st.builds(" ".join, WORDS)
BUNDLES = st.dictionaries(
    st.sampled_from(["alfa", "bravo", "charlie"]),
    st.dictionaries(st.sampled_from(["a.md", "b.md", "c/d.md"]), TEXTS, max_size=3),
    min_size=1,
    max_size=3,
)


def write(folder: str, bundles: dict[str, dict[str, str]]) -> Registry:
    roots = {}
    for name, files in bundles.items():
        roots[name] = Path(folder, name)
        roots[name].mkdir()
        for path, text in files.items():
            (roots[name] / path).parent.mkdir(exist_ok=True)
            (roots[name] / path).write_text(text, encoding="utf-8")
    return Registry.of(roots)


@given(bundles=BUNDLES, limit=st.integers(1, 20))
def test_of_each_bundle_the_matches_are_its_own_in_its_order(bundles: dict[str, dict[str, str]], limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        registry = write(folder, bundles)
        found = search_registry(registry, "dugong tide", limit=limit)
        for entry in registry.entries:
            alone = okfsearch.search_matches(entry.root, "dugong tide", limit=limit)
            mine = [one.match for one in found if one.knowledge_base == entry.key]
            assert mine == list(alone)[: len(mine)]
            if len(bundles) == 1:
                assert len(mine) == len(alone)
        assert len(found) == min(
            limit, sum(len(okfsearch.search_matches(one.root, "dugong tide", limit=limit)) for one in registry.entries)
        )
        assert [one.rank for one in found] == sorted(one.rank for one in found)


@given(bundles=BUNDLES, budget=st.integers(1, 60), limit=st.integers(1, 5))
def test_the_budget_holds_and_only_the_last_is_cut(bundles: dict[str, dict[str, str]], budget: int, limit: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        registry = write(folder, bundles)
        packet = search_registry(registry, "dugong tide", budget=budget, limit=limit)
        assert packet.estimated_tokens == sum(one.source.estimated_tokens for one in packet) <= budget
        assert len(packet) <= limit
        assert not any(one.source.truncated for one in packet[:-1])
        places = [(one.knowledge_base, one.source.path, one.source.line_start) for one in packet]
        assert len(set(places)) == len(places)
        for one in packet:
            root = next(entry.root for entry in registry.entries if entry.key == one.knowledge_base)
            assert one.source.verify(okfsearch.capture_bundle(root))


@given(bundles=BUNDLES)
def test_equal_bytes_give_equal_answers(bundles: dict[str, dict[str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        registry = write(folder, bundles)
        backwards = Registry.of({entry.key: entry.root for entry in reversed(registry.entries)})
        assert to_json(search_registry(registry, "dugong")) == to_json(search_registry(backwards, "dugong"))
        assert to_json(search_registry(registry, "dugong", budget=9)) == to_json(search_registry(backwards, "dugong", budget=9))
