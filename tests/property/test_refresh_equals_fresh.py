"""Law: an index carried over to another snapshot answers as one built afresh, to the last bit, however often."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch import Limits, Snapshot, index_sections
from okfsearch.section_index import MOST_SEGMENTS
from tests.strategies import WORDS, bundles, queries


@given(st.lists(bundles, min_size=2, max_size=4), queries)
def test_a_renewed_index_answers_as_a_fresh_one(versions: list[dict[str, bytes]], query: str) -> None:
    index = index_sections(Snapshot.of(versions[0]))
    for files in versions[1:]:
        snapshot = Snapshot.of(files)
        index, fresh = index.refresh(snapshot), index_sections(snapshot)
        assert index.snapshot_revision == fresh.snapshot_revision
        assert index.sections == fresh.sections
        for text in (query, *WORDS):
            assert index.search(text, limit=100) == fresh.search(text, limit=100)


@given(bundles, bundles, queries)
def test_recovery_is_carried_over(files: dict[str, bytes], others: dict[str, bytes], query: str) -> None:
    faulty = {"bad.md": b"\xfftide", "open.md": b"---\ntide\n"}
    first, second = Snapshot.of({**files, **faulty}), Snapshot.of({**others, "bad.md": b"\xfftide", "open.md": b"tide"})
    renewed = index_sections(first, on_invalid="recover").refresh(second)
    fresh = index_sections(second, on_invalid="recover")
    assert renewed.issues == fresh.issues
    assert renewed.search(query, limit=100) == fresh.search(query, limit=100)


def test_nothing_changed_gives_the_same_index() -> None:
    index = index_sections(Snapshot.of({"a.md": b"tide"}))
    assert index.refresh() is index
    assert index.refresh(Snapshot.of({"a.md": b"tide"})) is index


def test_many_changes_never_pile_up() -> None:
    files = {f"{n:02}.md": b"tide\n" for n in range(20)}
    index = index_sections(Snapshot.of(files))
    for n in range(2 * MOST_SEGMENTS + 3):
        files = {**files, f"{n:02}.md": b"# tide %d\n" % n}
        index = index.refresh(Snapshot.of(files))
        assert index.search("tide", limit=100) == index_sections(Snapshot.of(files)).search("tide", limit=100)


@pytest.mark.parametrize(
    ("limit", "cap", "more"),
    [
        ("files", 2, b"x"),
        ("sections", 2, b"x"),
        ("tokens", 4, b"one"),
        ("bundle_delimiters", 2, b"# *a*\n"),
        ("total_bytes", 16, b"12345678"),
    ],
)
def test_the_caps_hold_for_old_and_new_together(limit: str, cap: int, more: bytes) -> None:
    index = index_sections(Snapshot.of({"a.md": b"tide ebb", "b.md": b"flood"}), limits=Limits().replace(**{limit: cap}))
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        index.refresh(Snapshot.of({"a.md": b"tide ebb", "b.md": b"flood", "c.md": more, "d.md": more}))
    assert caught.value.details["limit"] == limit
