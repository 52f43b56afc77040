"""The cap on encoded answers, of every kind of search: kept at the cap, an error one byte above, and never a shorter answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.federation import search_registry
from okfsearch.registry import Registry
from okfsearch.wire import to_json

FILES = {f"{name}.md": f"---\ntype: Note\n---\n# Tide {name}\n\nTwice a month, {name}.\n".encode() for name in ("a", "b", "c")}
SNAPSHOT = okfsearch.Snapshot.of(FILES)


def everywhere(root: Path, limits: okfsearch.Limits, **options: Any) -> Any:
    return search_registry(Registry.of({"one": root}), "tide", limits=limits, **options)


WAYS: dict[str, Callable[[Path, okfsearch.Limits], Any]] = {
    "sections": lambda _, limits: okfsearch.index_sections(SNAPSHOT, limits=limits).search("tide"),
    "concepts": lambda _, limits: okfsearch.index_concepts(SNAPSHOT, limits=limits).search("tide"),
    "matches": lambda _, limits: okfsearch.index_context(SNAPSHOT, limits=limits).matches("tide"),
    "packet": lambda _, limits: okfsearch.index_context(SNAPSHOT, limits=limits).search("tide"),
    "many, matches": everywhere,
    "many, packet": lambda root, limits: everywhere(root, limits, budget=500),
}


@pytest.mark.parametrize("way", WAYS)
def test_at_the_cap_and_one_above(way: str, tmp_path: Path) -> None:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    large = okfsearch.Limits.large()
    whole = WAYS[way](tmp_path, large)
    assert len(whole) == 3
    size = len(to_json(whole).encode())
    assert WAYS[way](tmp_path, okfsearch.Limits(response_bytes=size)) == whole
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        WAYS[way](tmp_path, okfsearch.Limits(response_bytes=size - 1))
    assert caught.value.details == {"limit": "response_bytes", "maximum": size - 1}
