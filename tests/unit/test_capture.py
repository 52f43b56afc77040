"""Capturing a directory that holds still."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from okfsearch import (
    BundleError,
    InvalidRequest,
    LimitExceeded,
    Limits,
    Progress,
    SearchCancelled,
    Snapshot,
    Visibility,
    capture_bundle,
)
from okfsearch._bundle.capture import best_tree
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from okfsearch._bundle.reading import READ_BYTES
from tests.wrapped_calls import descriptors, source, write_tree

FILES = {
    "a-b.md": b"1",
    "a.md": b"22",
    "a/x.md": b"333",
    "a/y/z.md": b"",
    "index.md": b"---\nokf_version: 0.2\n---\n",
    "ä/é.md": b"\xff\x00",
    ".hidden/x": b"h",
}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "bundle", FILES)


@pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
def test_a_capture_is_what_the_same_bytes_in_memory_are(bundle: Path, tree: type[DescriptorTree]) -> None:
    before = descriptors()
    (bundle / "empty" / "inner").mkdir(parents=True)
    snapshot = source(bundle, tree=tree).capture()
    assert snapshot == Snapshot.of(FILES)
    assert snapshot.revision == Snapshot.of(FILES).revision
    assert {file.path: file.data for file in snapshot} == FILES
    assert snapshot.managed
    assert snapshot.root == str(bundle)
    assert descriptors() == before


def test_it_says_how_the_bytes_were_read(bundle: Path) -> None:
    assert capture_bundle(bundle).guarantees == {"descriptor-relative", "no-follow", "stat-checked"}
    assert source(bundle, tree=CheckedTree).capture().guarantees == {"path-checked", "stat-checked"}


def test_the_walk_is_chosen_by_what_the_platform_can_do(monkeypatch: pytest.MonkeyPatch) -> None:
    assert best_tree() is DescriptorTree
    monkeypatch.setattr(os, "supports_dir_fd", set())
    assert best_tree() is CheckedTree
    monkeypatch.undo()
    monkeypatch.setattr(os, "supports_fd", set())
    assert best_tree() is CheckedTree


def test_an_empty_directory_is_a_bundle(tmp_path: Path) -> None:
    assert capture_bundle(tmp_path) == Snapshot.of({})


def test_visibility_is_that_of_the_snapshot_in_memory(bundle: Path) -> None:
    write_tree(bundle, {".git/x": b"", "node_modules/y.md": b"", "ä/.gitignore": b"*.md"})
    files = {**FILES, ".git/x": b"", "node_modules/y.md": b"", "ä/.gitignore": b"*.md"}
    for visibility in (Visibility(), Visibility.auto(), Visibility.auto(("index.md", "/a")), Visibility(("*.md",))):
        snapshot = capture_bundle(bundle, visibility=visibility)
        assert snapshot == Snapshot.of(files, visibility=visibility)
        assert snapshot.visibility == visibility


def test_a_large_file_is_read_and_digested_in_slices(tmp_path: Path) -> None:
    for size in (READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 3 * READ_BYTES):
        data = os.urandom(size)
        (tmp_path / "large.bin").write_bytes(data)
        assert capture_bundle(tmp_path) == Snapshot.of({"large.bin": data})


@pytest.mark.parametrize(
    ("limits", "limit", "path"),
    [
        (Limits(files=6), "files", None),
        (Limits(path_bytes=7), "path_bytes", ".hidden/x"),
        (Limits(path_depth=2), "path_depth", "a/y/z.md"),
        (Limits(file_bytes=4), "file_bytes", "index.md"),
        (Limits(total_bytes=8), "total_bytes", "index.md"),
        (Limits(directory_entries=5), "directory_entries", None),
    ],
)
def test_every_cap_is_refused_one_above_it(bundle: Path, limits: Limits, limit: str, path: str | None) -> None:
    for tree in (DescriptorTree, CheckedTree):
        with pytest.raises(LimitExceeded) as caught:
            source(bundle, tree=tree, limits=limits).capture()
        assert caught.value.details["limit"] == limit
        assert caught.value.details.get("path") == path


def test_every_cap_passes_at_the_cap(bundle: Path) -> None:
    total = sum(map(len, FILES.values()))
    largest = max(map(len, FILES.values()))
    limits = Limits(files=7, path_bytes=9, path_depth=3, file_bytes=largest, total_bytes=total, directory_entries=6)
    assert capture_bundle(bundle, limits=limits) == Snapshot.of(FILES)


def test_the_entries_of_an_inner_folder_are_counted_too(tmp_path: Path) -> None:
    write_tree(tmp_path, {f"inner/{number}": b"" for number in range(4)})
    with pytest.raises(LimitExceeded) as caught:
        capture_bundle(tmp_path, limits=Limits(directory_entries=3))
    assert caught.value.details["path"] == "inner"


@pytest.mark.parametrize(
    ("root", "reason"),
    [
        ("", "empty_argument"),
        ("a\0b", "malformed"),
        ("\ud800", "malformed"),
        (5, "wrong_type"),
        (b"/", "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_a_root_is_a_path(root: str, reason: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        capture_bundle(root)
    assert caught.value.details == {"field": "root", "reason": reason}


@pytest.mark.parametrize(
    ("field", "value"), [("visibility", ("*.md",)), ("limits", 5), ("on_invalid", "ignore"), ("on_invalid", None)]
)
def test_the_other_arguments_are_checked_before_anything_is_read(field: str, value: object) -> None:
    with pytest.raises(InvalidRequest) as caught:
        capture_bundle("nowhere", **{field: value})  # type: ignore[arg-type]
    assert caught.value.details["field"] == field


def test_progress_is_told_file_by_file(bundle: Path) -> None:
    told: list[Progress] = []
    capture_bundle(bundle, progress=told.append)
    assert told[0] == Progress("capture", 0, None, None)
    assert [(step.done, step.total, step.path) for step in told[1:]] == [
        (number, len(FILES), path) for number, path in enumerate(sorted(FILES), 1)
    ]


def test_an_error_of_the_listener_leaves_nothing_open(bundle: Path) -> None:
    before = descriptors()

    def fail(progress: Progress) -> None:
        if progress.path == "a/y/z.md":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        capture_bundle(bundle, progress=fail)
    assert descriptors() == before


def test_a_relative_root_stays_where_it_was(bundle: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(bundle / "a")
    for spelling in ("..", "../", "./..", "../.", "../../bundle", "y/../.."):
        snapshot = capture_bundle(spelling)
        assert snapshot == Snapshot.of(FILES)
        assert snapshot.root is not None
    assert capture_bundle("../../bundle").root == str(bundle)
    assert capture_bundle(".").root == str(bundle / "a")
    snapshot = capture_bundle(".")
    monkeypatch.chdir(tmp_path)
    assert not snapshot.changed()


def test_a_relative_root_needs_a_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(BundleError) as caught:
        capture_bundle("x")
    assert caught.value.code == "root_not_found"
    (tmp_path / "there").mkdir()
    assert len(capture_bundle(tmp_path / "there")) == 0


def test_an_unchanged_directory_gives_the_same_snapshot(bundle: Path) -> None:
    snapshot = capture_bundle(bundle)
    assert not snapshot.changed()
    assert snapshot.refresh() is snapshot
    os.utime(bundle / "a.md", (1, 1))
    assert not snapshot.changed()


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "a.md").write_bytes(b"23"),
        lambda root: (root / "a.md").unlink(),
        lambda root: (root / "zz.md").write_bytes(b""),
        lambda root: (root / "link").symlink_to("a.md"),
        lambda root: (root / "a.md").rename(root / "b.md"),
        lambda root: os.mkfifo(root / "pipe"),
    ],
)
@pytest.mark.parametrize("on_invalid", ["raise", "recover"])
def test_every_change_is_seen(bundle: Path, change: object, on_invalid: str) -> None:
    snapshot = capture_bundle(bundle, on_invalid=on_invalid)  # type: ignore[arg-type]
    assert callable(change)
    change(bundle)
    assert snapshot.changed()
    fresh = snapshot.refresh()
    assert fresh == capture_bundle(bundle, on_invalid=on_invalid)  # type: ignore[arg-type]
    assert fresh != snapshot
    assert not fresh.changed()
    kept = {file.path: file for file in snapshot}
    assert all(file is kept[file.path] for file in fresh if file.path in kept and file.data == kept[file.path].data)
    assert sum(file is kept.get(file.path) for file in fresh) >= len(FILES) - 1


def test_a_change_back_and_forth_is_no_change(bundle: Path) -> None:
    snapshot = capture_bundle(bundle)
    (bundle / "a.md").write_bytes(b"23")
    (bundle / "a.md").write_bytes(FILES["a.md"])
    assert not snapshot.changed()
    assert snapshot.refresh() is snapshot


def test_a_snapshot_that_travelled_can_still_be_compared(bundle: Path) -> None:
    snapshot = pickle.loads(pickle.dumps(capture_bundle(bundle, visibility=Visibility(("*.md",)))))
    assert not snapshot.changed()
    (bundle / "new.md").write_bytes(b"")
    assert not snapshot.changed()
    (bundle / "new.txt").write_bytes(b"")
    assert snapshot.changed()
    assert [file.path for file in snapshot.refresh()] == [".hidden/x", "new.txt"]


def test_a_directory_that_is_gone_is_an_error_and_no_change(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "b", {"a.md": b""})
    snapshot = capture_bundle(root)
    root.rename(tmp_path / "c")
    for ask in (snapshot.changed, snapshot.refresh):
        with pytest.raises(BundleError) as caught:
            ask()
        assert caught.value.code == "root_not_found"


def test_cancellation_is_seen_before_anything_is_read() -> None:
    with pytest.raises(SearchCancelled):
        capture_bundle("nowhere", cancelled=lambda: True)


def test_cancellation_is_seen_before_a_directory_is_compared(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "b", {"a.md": b""})
    snapshot = capture_bundle(root)
    root.rename(tmp_path / "c")
    for ask in (snapshot.changed, snapshot.refresh):
        with pytest.raises(SearchCancelled):
            ask(cancelled=lambda: True)


@pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
def test_the_bytes_of_all_files_add_up(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    root = write_tree(tmp_path, {"a.md": b"1234", "b.md": b"1234", "c.md": b"1234"})
    assert len(source(root, tree=tree, limits=Limits(total_bytes=12)).capture()) == 3
    with pytest.raises(LimitExceeded) as caught:
        source(root, tree=tree, limits=Limits(total_bytes=11)).capture()
    assert dict(caught.value.details) == {"limit": "total_bytes", "maximum": 11, "path": "c.md"}


def test_a_file_that_decided_about_visibility_counts_in_its_turn(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.md": b"12345678", "index.md": b"---\nokf_version: 0.2\n---\n"})
    assert len(capture_bundle(root, visibility=Visibility.auto(), limits=Limits(total_bytes=33))) == 2
    with pytest.raises(LimitExceeded) as caught:
        capture_bundle(root, visibility=Visibility.auto(), limits=Limits(total_bytes=32))
    assert dict(caught.value.details) == {"limit": "total_bytes", "maximum": 32, "path": "index.md"}


def test_whether_to_go_on_is_asked_for_every_entry_and_again_for_every_file(tmp_path: Path) -> None:
    snapshot = capture_bundle(write_tree(tmp_path, {f"{number:02}.md": b"" for number in range(50)}))
    for ask in (snapshot.refresh, snapshot.changed):
        asked: list[int] = []

        def cancelled(asked: list[int] = asked) -> bool:
            asked.append(1)
            return False

        # Nothing is digested again, so these are all the questions there are, and the one at the beginning.
        ask(cancelled=cancelled)
        assert len(asked) == 101
