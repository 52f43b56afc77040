"""Every call of a capture made to fail, once and for good: a typed error or the same answer, and nothing left open."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from okfsearch import BundleAccessError, BundleError, SearchError, Snapshot, Visibility
from okfsearch._bundle.calls import FileCalls
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Wrapped, descriptors, source, write_tree

TREES = pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
FAULTS = ("EACCES", "EIO", "ELOOP", "ENOENT", "ENOTDIR", "EMFILE", "ENOMEM", "EINTR", "ESTALE")
CODES = {"unreadable", "changed_during_capture", "root_not_found", "root_is_symlink", "root_not_directory"}

BUNDLES: dict[str, dict[str, bytes]] = {
    "empty": {},
    "one file": {"a.md": b"tide"},
    "folders": {"a/b/c.md": b"1", "a/b.md": b"2", "a-b/x.md": b"3", "z.md": b""},
    "managed": {"index.md": b"---\nokf_version: 0.2\n---\n", ".git/x": b"", "a/.git/y": b"z"},
    "unmanaged": {".gitignore": b"*.tmp\n", "a.tmp": b"1", "s/.gitignore": b"!a.tmp\n", "s/a.tmp": b"2", "s/t/b.md": b"3"},
}


class Failing:
    """Fail at the n-th call, or from then on."""

    def __init__(self, number: int, name: str, *, persistently: bool) -> None:
        self.number, self.error, self.persistently = number, getattr(errno, name), persistently
        self.made = 0

    def __call__(self, _: str, __: object) -> None:
        self.made += 1
        if self.made == self.number or (self.persistently and self.made > self.number):
            raise OSError(self.error, os.strerror(self.error), "/secret/path")


def runs(root: Path, **settings: Any) -> Iterator[tuple[Failing, Snapshot | SearchError]]:
    """Yield what comes of every fault at every call, until the calls run out."""
    for name in FAULTS:
        for persistently in (False, True):
            number, reached = 1, True
            while reached:
                fault = Failing(number, name, persistently=persistently)
                wrapped = Wrapped(fault)
                try:
                    outcome: Snapshot | SearchError = source(root, calls=wrapped.calls(), **settings).capture()
                except SearchError as error:
                    outcome = error
                assert not wrapped.open
                assert not wrapped.listings
                yield fault, outcome
                reached = fault.made >= number
                number += 1


@TREES
@pytest.mark.parametrize("name", BUNDLES)
def test_a_failing_call_gives_an_error_or_the_same_answer(tmp_path: Path, tree: type[DescriptorTree], name: str) -> None:
    visibility = Visibility.auto()
    (tmp_path / "b").mkdir()
    root = write_tree(tmp_path / "b", BUNDLES[name])
    expected = Snapshot.of(BUNDLES[name], visibility=visibility)
    before = descriptors()
    seen = set()
    for _, outcome in runs(root, tree=tree, visibility=visibility):
        if isinstance(outcome, Snapshot):
            assert outcome == expected
        else:
            assert outcome.code in CODES
            assert "secret" not in f"{outcome} {dict(outcome.details)}"
            assert isinstance(outcome, BundleAccessError) == (outcome.code not in {"root_is_symlink", "root_not_directory"})
        seen.add(getattr(outcome, "code", "answer"))
    assert seen >= {"answer", "unreadable", "root_not_found"}
    assert descriptors() == before


@TREES
@pytest.mark.parametrize("name", BUNDLES)
def test_under_recover_what_is_missing_is_named(tmp_path: Path, tree: type[DescriptorTree], name: str) -> None:
    (tmp_path / "b").mkdir()
    root = write_tree(tmp_path / "b", BUNDLES[name])
    expected = Snapshot.of(BUNDLES[name])
    for fault, outcome in runs(root, tree=tree, on_invalid="recover"):
        if isinstance(outcome, SearchError):
            assert outcome.code in CODES
            continue
        assert set(outcome.files) <= set(expected.files)
        named = {issue.path for issue in outcome.issues if issue.code == "unreadable"}
        missing = {file.path for file in expected} - {file.path for file in outcome}
        assert all(any(path == issue or path.startswith(issue + "/") for issue in named) for path in missing)
        if outcome.issues:
            assert fault.error in {errno.EACCES, errno.EIO, errno.EINTR}


@TREES
def test_an_entry_that_may_not_be_read_is_left_out_under_recover(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    root = write_tree(tmp_path, {"a.md": b"1", "locked/x.md": b"2", "mute/y.md": b"3", "secret.md": b"4", "index.md": b"5"})

    def fault(call: str, arguments: tuple[Any, ...]) -> None:
        name = Path(os.fspath(arguments[0])).name if isinstance(arguments[0], str) else ""
        if name in {"secret.md", "locked", "index.md"} and call in {"open", "lstat"}:
            raise PermissionError(errno.EACCES, "no")
        if call == "next" and arguments == ("y.md",):
            raise PermissionError(errno.EACCES, "no")

    for visibility in (Visibility(), Visibility.auto()):
        settings: dict[str, Any] = {"tree": tree, "calls": Wrapped(fault).calls(), "visibility": visibility}
        snapshot = source(root, on_invalid="recover", **settings).capture()
        assert [file.path for file in snapshot] == ["a.md"]
        assert [(issue.path, issue.code) for issue in snapshot.issues] == [
            (path, "unreadable") for path in ("index.md", "locked", "mute", "secret.md")
        ]
        assert not snapshot.changed()
        with pytest.raises(BundleAccessError) as caught:
            source(root, **settings).capture()
        assert caught.value.code == "unreadable"
        assert dict(caught.value.details)["errno"] == "EACCES"


def test_a_file_that_can_be_read_again_is_a_change(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.md": b"1", "b/c.md": b"2"})
    closed = {"c.md"}

    def fault(call: str, arguments: tuple[Any, ...]) -> None:
        if call == "open" and arguments[0] in closed:
            raise PermissionError(errno.EACCES, "no")

    snapshot = source(root, on_invalid="recover", calls=Wrapped(fault).calls()).capture()
    assert len(snapshot) == 1
    assert not snapshot.changed()
    closed.clear()
    assert snapshot.changed()
    whole = snapshot.refresh()
    assert len(whole) == 2
    closed.add("b")
    assert whole.changed()
    assert [issue.path for issue in whole.refresh().issues] == ["b"]


@TREES
@pytest.mark.parametrize("most", [1, 2, 7])
def test_short_reads_change_nothing(tmp_path: Path, tree: type[DescriptorTree], most: int) -> None:
    files = {"a.md": b"0123456789" * 3, "b.md": b"", "c.md": b"x"}
    root = write_tree(tmp_path, files)
    wrapped = Wrapped(read_at_most=most)
    assert source(root, tree=tree, calls=wrapped.calls()).capture() == Snapshot.of(files)


def test_a_file_that_ends_early_has_changed(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.md": b"tide"})
    with pytest.raises(BundleError) as caught:
        source(root, calls=Wrapped(read_at_most=0).calls()).capture()
    assert (caught.value.code, dict(caught.value.details)) == ("changed_during_capture", {"path": "a.md"})


def test_a_file_without_a_size_has_changed() -> None:
    # The files of the kernel say that they are empty, and are not.
    with pytest.raises(BundleError) as caught:
        source("/proc/sys/kernel/random").capture()
    assert caught.value.code == "changed_during_capture"


@TREES
def test_an_error_without_a_number_is_one_all_the_same(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    def fault(call: str, _: object) -> None:
        if call == "scandir":
            raise OSError

    with pytest.raises(BundleAccessError) as caught:
        source(tmp_path, tree=tree, calls=Wrapped(fault).calls()).capture()
    assert dict(caught.value.details) == {"errno": "unknown"}


def test_the_real_calls_are_those_of_the_operating_system() -> None:
    calls = FileCalls()
    names: dict[str, Callable[..., Any]] = {
        name: getattr(os, name) for name in ("open", "close", "fstat", "lstat", "read", "scandir")
    }
    assert {name: getattr(calls, name) for name in names} == names


@TREES
def test_a_closing_that_fails_changes_nothing(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    files = {"a/b.md": b"1", "c.md": b"2"}

    def fault(call: str, _: object) -> None:
        if call == "close":
            raise OSError(errno.EIO, "no")

    wrapped = Wrapped(fault)
    assert source(write_tree(tmp_path, files), tree=tree, calls=wrapped.calls()).capture() == Snapshot.of(files)
    assert not wrapped.open
