"""The shelf of indexes: kept, renewed, forgotten, and never built twice at the same time."""

from __future__ import annotations

import threading

import pytest

import okfsearch
from okfsearch import Snapshot, index_sections
from okfsearch.errors import SearchCancelled
from okfsearch.mcp_shelf import Shelf
from okfsearch.section_index import SectionIndex

ONE = index_sections(Snapshot.of({"a.md": b"ebb " * 25}))


def never() -> bool:
    return False


def take(shelf: Shelf, name: str, index: SectionIndex = ONE) -> SectionIndex:
    def renew(kept: SectionIndex | None) -> SectionIndex:
        return kept or index

    return shelf.take(("sections", name), renew, never)


def test_what_is_kept_is_handed_to_whoever_renews_it() -> None:
    shelf = Shelf()
    seen: list[SectionIndex | None] = []

    def renew(kept: SectionIndex | None) -> SectionIndex:
        seen.append(kept)
        return ONE

    for _ in range(2):
        shelf.take(("sections", "a"), renew, never)
    assert seen == [None, ONE]


def test_the_ones_used_longest_ago_are_forgotten() -> None:
    shelf = Shelf(most_indexes=2)
    for name in ("a", "b", "a", "c"):
        take(shelf, name)
    assert [name for _, name in shelf] == ["a", "c"]


def test_all_together_keep_a_cap_but_the_last_one_stays() -> None:
    shelf = Shelf(most_bytes=150)
    for name in ("a", "b"):
        take(shelf, name)
    assert [name for _, name in shelf] == ["b"]
    take(shelf, "c", index_sections(Snapshot.of({"a.md": b"ebb " * 100})))
    assert [name for _, name in shelf] == ["c"]


def test_a_failure_leaves_what_was_kept() -> None:
    shelf = Shelf()
    take(shelf, "a")

    def fail(_: SectionIndex | None) -> SectionIndex:
        raise okfsearch.BundleError("unreadable", "No.")

    with pytest.raises(okfsearch.BundleError):
        shelf.take(("sections", "a"), fail, never)
    assert take(shelf, "a") is ONE


def test_two_threads_do_not_build_one_index_at_the_same_time() -> None:
    shelf, begun, go_on = Shelf(), threading.Event(), threading.Event()
    calls: list[bool] = []

    def slow(kept: SectionIndex | None) -> SectionIndex:
        calls.append(kept is not None)
        begun.set()
        assert go_on.wait(20)
        return ONE

    first = threading.Thread(target=shelf.take, args=(("sections", "a"), slow, never))
    second = threading.Thread(target=shelf.take, args=(("sections", "a"), slow, never))
    first.start()
    assert begun.wait(20)
    second.start()
    # Another key does not wait, and whoever is called off waits no longer.
    assert take(shelf, "b") is ONE
    with pytest.raises(SearchCancelled):
        shelf.take(("sections", "a"), slow, lambda: True)
    assert calls == [False]
    go_on.set()
    first.join(20)
    second.join(20)
    assert calls == [False, True]
