"""Running out of memory or stack: the family's error for our own work, the caller's own error for the caller's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import Snapshot, index_sections, search_bundle, section_counting
from okfsearch.section_search import search_snapshot

SNAPSHOT = Snapshot.of({"a.md": b"# Tide\n\ntide\n"})
EXHAUSTED = [MemoryError, RecursionError]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_bytes(b"tide\n")
    return tmp_path


@pytest.mark.parametrize("kind", EXHAUSTED)
def test_our_own_exhaustion_is_a_limit(kind: type[Exception], monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    index = index_sections(SNAPSHOT)

    def exhausted(*_: Any, **__: Any) -> Any:
        raise kind

    monkeypatch.setattr(section_counting, "Tally", exhausted)
    asks = [
        lambda: search_bundle(root, "tide"),
        lambda: search_snapshot(SNAPSHOT, "tide"),
        lambda: index_sections(SNAPSHOT),
        lambda: index.refresh(Snapshot.of({"a.md": b"ebb\n"})),
    ]
    for ask in asks:
        with pytest.raises(okfsearch.LimitExceeded) as caught:
            ask()
        assert dict(caught.value.details) == {"limit": "total_bytes", "maximum": 64 * 1024 * 1024}
        assert type(caught.value.__cause__) is kind
    monkeypatch.undo()
    assert index_sections(SNAPSHOT).search("tide") == index.search("tide")


@pytest.mark.parametrize("kind", EXHAUSTED)
def test_an_answer_that_does_not_fit_is_a_limit(kind: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    from okfsearch import section_answer

    index = index_sections(SNAPSHOT)

    def exhausted(*_: Any, **__: Any) -> Any:
        raise kind

    monkeypatch.setattr(section_answer, "cut_passage", exhausted)
    with pytest.raises(okfsearch.LimitExceeded):
        index.search("tide")


@pytest.mark.parametrize("kind", EXHAUSTED)
def test_the_callers_own_exhaustion_passes_unharmed(kind: type[Exception], root: Path) -> None:
    def exhausted(*_: Any) -> Any:
        raise kind("the caller's")

    for options in ({"cancelled": exhausted}, {"progress": exhausted}):
        for ask in (lambda: search_bundle(root, "tide", **options), lambda: index_sections(SNAPSHOT, **options)):  # noqa: B023
            with pytest.raises(kind, match="the caller's"):
                ask()
