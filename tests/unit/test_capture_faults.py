"""What each call that fails, and each entry that does not hold still, comes to in either kind of walk."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from okfsearch import BundleAccessError, BundleError, LimitExceeded, Limits, Progress, SearchCancelled, Snapshot, Visibility
from okfsearch._bundle.calls import FileCalls
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Fault, Wrapped, descriptors, source, write_tree

FILES = {"a.md": b"one", "b/c.md": b"two", "b/d/e.md": b"three", "index.md": b"four"}

TREES = pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "x" / "bundle", FILES)


def failing(call: str, name: str, number: int, *, at: int = 1) -> Fault:
    """Fail with an errno at the n-th of these calls on a name; an empty name is any."""
    left = [at]

    def fault(made: str, arguments: tuple[Any, ...]) -> None:
        if made == call and (not name or (isinstance(arguments[0], str) and os.path.basename(arguments[0]) == name)):
            left[0] -= 1
            if left[0] == 0:
                raise OSError(number, os.strerror(number), "/a/path/of/the/machine")

    return fault


def caught_in(root: Path, fault: Fault, **settings: Any) -> BundleError:
    """Capture and return the error, of which nothing may stay open and no path of the machine be seen."""
    wrapped = Wrapped(fault)
    with pytest.raises(BundleError) as caught:
        source(root, calls=wrapped.calls(), **settings).capture()
    assert not wrapped.open
    assert not wrapped.listings
    assert "machine" not in f"{caught.value} {dict(caught.value.details)}"
    return caught.value


# The folder is asked for when it is listed and again when its files are read; the checked walk asks for a file by its name.
@pytest.mark.parametrize(
    ("tree", "call", "name", "at", "path"),
    [
        (DescriptorTree, "scandir", "", 1, None),
        (DescriptorTree, "scandir", "", 2, "b"),
        (DescriptorTree, "open", "b", 1, "b"),
        (DescriptorTree, "open", "b", 2, "b"),
        (DescriptorTree, "open", "c.md", 1, "b/c.md"),
        (DescriptorTree, "read", "", 1, "a.md"),
        (CheckedTree, "scandir", "", 1, None),
        (CheckedTree, "scandir", "b", 1, "b"),
        (CheckedTree, "lstat", "b", 1, "b"),
        (CheckedTree, "lstat", "c.md", 1, "b/c.md"),
        (CheckedTree, "lstat", "c.md", 2, "b/c.md"),
        (CheckedTree, "open", "c.md", 1, "b/c.md"),
        (CheckedTree, "fstat", "", 1, "a.md"),
    ],
)
@pytest.mark.parametrize(("number", "code"), [("EACCES", "unreadable"), ("ENOENT", "changed_during_capture")])
def test_a_call_that_fails_names_its_entry(
    bundle: Path, tree: type[DescriptorTree], call: str, name: str, at: int, path: str | None, number: str, code: str
) -> None:
    error = caught_in(bundle, failing(call, name, getattr(errno, number), at=at), tree=tree)
    assert isinstance(error, BundleAccessError)
    assert error.code == code
    assert dict(error.details) == {"errno": number} | ({"path": path} if path else {})


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("ENOENT", None, "root_not_found"),
        ("ENAMETOOLONG", None, "root_not_found"),
        ("EACCES", None, "unreadable"),
        ("ENOTDIR", "EACCES", "unreadable"),
        ("ENOTDIR", "ENOENT", "root_not_found"),
        # The folder is a folder when it is looked at: it changed in between.
        ("ENOTDIR", "", "changed_during_capture"),
        ("ELOOP", "", "changed_during_capture"),
    ],
)
def test_a_root_that_cannot_be_opened_is_looked_at_once_more(bundle: Path, first: str, second: str | None, code: str) -> None:
    made: list[str] = []

    def fault(call: str, _: object) -> None:
        made.append(call)
        name = first if call == "open" else second
        if name:
            raise OSError(getattr(errno, name), "no")

    assert caught_in(bundle, fault).code == code
    assert made == (["open"] if second is None else ["open", "lstat"])


@pytest.mark.parametrize(("number", "code"), [("ENOENT", "root_not_found"), ("EACCES", "unreadable")])
def test_the_checked_walk_begins_with_a_look_at_the_root(bundle: Path, number: str, code: str) -> None:
    assert caught_in(bundle, failing("lstat", "bundle", getattr(errno, number)), tree=CheckedTree).code == code


@TREES
@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda root: root.symlink_to("bundle"), "root_is_symlink"),
        (Path.touch, "root_not_directory"),
        (os.mkfifo, "root_not_directory"),
    ],
)
def test_a_root_that_is_no_folder(bundle: Path, tree: type[DescriptorTree], make: Callable[[Path], object], code: str) -> None:
    root = bundle.parent / "root"
    make(root)
    assert caught_in(root, lambda *_: None, tree=tree).code == code


def append(path: Path) -> None:
    with path.open("ab") as out:
        out.write(b" and more")


def exchange(path: Path, make: Callable[[Path], object]) -> None:
    path.rename(path.parent.parent / "away")
    make(path)


# Where an entry is exchanged for another in the very moment before a call.
CHANGES: dict[str, tuple[type[DescriptorTree | CheckedTree], str, str, int, Callable[[Path], object], str]] = {
    "a folder read again is another": (DescriptorTree, "open", "b", 2, lambda root: exchange(root / "b", Path.mkdir), "b"),
    "a folder is another once listed": (CheckedTree, "lstat", "b", 2, lambda root: exchange(root / "b", Path.mkdir), "b"),
    "a folder above is another": (CheckedTree, "lstat", "b", 3, lambda root: exchange(root / "b", Path.mkdir), "b/d"),
    "a folder entered again is another": (CheckedTree, "lstat", "b", 4, lambda root: exchange(root / "b", Path.mkdir), "b"),
    "a folder is a link": (CheckedTree, "lstat", "b", 1, lambda root: exchange(root / "b", lambda b: b.symlink_to("d")), "b"),
    "a folder is a file": (CheckedTree, "lstat", "b", 1, lambda root: exchange(root / "b", Path.touch), "b"),
    "a file is a pipe": (DescriptorTree, "open", "a.md", 1, lambda root: exchange(root / "a.md", os.mkfifo), "a.md"),
    "a file is a folder": (CheckedTree, "lstat", "a.md", 1, lambda root: exchange(root / "a.md", Path.mkdir), "a.md"),
    "a file is another when it is open": (CheckedTree, "open", "a.md", 1, lambda root: exchange(root / "a.md", Path.touch), "a.md"),
    "a file is another when it was read": (CheckedTree, "lstat", "a.md", 2, lambda root: exchange(root / "a.md", Path.touch), "a.md"),
    "the root is another": (CheckedTree, "lstat", "bundle", 2, lambda root: exchange(root, Path.mkdir), ""),
    "a file grows": (DescriptorTree, "read", "", 1, lambda root: append(root / "a.md"), "a.md"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("on_invalid", ["raise", "recover"])
def test_what_does_not_hold_still_is_no_answer(bundle: Path, change: str, on_invalid: str) -> None:
    tree, call, name, at, make, path = CHANGES[change]
    left = [at]

    def fault(made: str, arguments: tuple[Any, ...]) -> None:
        if made == call and (not name or (isinstance(arguments[0], str) and os.path.basename(arguments[0]) == name)):
            left[0] -= 1
            if left[0] == 0:
                make(bundle)

    error = caught_in(bundle, fault, tree=tree, on_invalid=on_invalid)
    assert left == [0]
    assert (error.code, error.details.get("path", "")) == ("changed_during_capture", path)


@TREES
def test_recovering_leaves_out_what_may_not_be_read(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    files = {
        "a.md": b"1",
        "locked/x.md": b"2",
        "mute/y.md": b"3",
        "once/z.md": b"4",
        "s.md": b"5",
        ".gitignore": b"a.md",
        "z.md": b"",
    }
    root = write_tree(tmp_path, files)
    closed: set[str] = set()
    told: list[str | None] = []

    def fault(call: str, arguments: tuple[Any, ...]) -> None:
        name = os.path.basename(arguments[0]) if isinstance(arguments[0], str) else ""
        if (call in {"open", "lstat"} and name in closed) or (call, name) == ("next", "y.md"):
            raise PermissionError(errno.EACCES, "no")

    def listen(step: Progress) -> None:
        # A folder that could be listed may be closed by the time its files are read.
        told.append(step.path)
        if step.path == "a.md":
            closed.add("once")

    settings: dict[str, Any] = {"tree": tree, "visibility": Visibility.auto(), "calls": Wrapped(fault).calls()}
    closed |= {"s.md", "locked", ".gitignore"}
    snapshot = source(root, on_invalid="recover", **settings).capture(progress=listen)
    # An ignore file that may not be read hides nothing.
    assert [file.path for file in snapshot] == ["a.md", "z.md"]
    assert [(issue.code, issue.path) for issue in snapshot.issues] == [
        ("unreadable", path) for path in (".gitignore", "locked", "mute", "once/z.md", "s.md")
    ]
    assert told == [None, ".gitignore", "a.md", "once/z.md", "s.md", "z.md"]
    closed.discard("once")
    assert snapshot.changed()
    with pytest.raises(BundleAccessError) as caught:
        source(root, **settings).capture()
    assert caught.value.code == "unreadable"


@TREES
@pytest.mark.parametrize("number", ["EMFILE", "ENFILE", "ENOMEM"])
@pytest.mark.parametrize(("call", "name"), [("scandir", ""), ("open", "a.md"), ("open", "index.md")])
def test_a_process_that_ran_out_of_something_is_no_fault_of_an_entry(
    bundle: Path, tree: type[DescriptorTree], number: str, call: str, name: str
) -> None:
    fault = failing(call, name, getattr(errno, number))
    error = caught_in(bundle, fault, tree=tree, on_invalid="recover", visibility=Visibility.auto())
    assert (error.code, error.details["errno"]) == ("unreadable", number)


def test_after_a_passed_cap_no_more_than_one_folder_is_looked_through(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {f"{folder}/{file}.md": b"" for folder in range(9) for file in range(3)})
    limits = Limits(files=2, directory_entries=9)
    wrapped = Wrapped()
    with pytest.raises(LimitExceeded) as caught:
        source(root, limits=limits, calls=wrapped.calls()).capture()
    assert caught.value.details["limit"] == "files"
    # The root with nine entries and the first folder with three pass the count of a full folder together.
    assert wrapped.made.count("scandir") == 3
    # A bad name further on is told before the cap, as long as it is within reach.
    write_tree(root, {"1/a\\b.md": b""})
    with pytest.raises(BundleError) as bad:
        source(root, limits=Limits(files=2)).capture()
    assert bad.value.code == "invalid_name"


@TREES
def test_short_reads_are_joined(tmp_path: Path, tree: type[DescriptorTree]) -> None:
    files = {"a.md": b"0123456789" * 3, "b.md": b"", "c.md": b"x"}
    root = write_tree(tmp_path, files)
    assert source(root, tree=tree, calls=Wrapped(read_at_most=7).calls()).capture() == Snapshot.of(files)


@TREES
def test_a_closing_that_fails_changes_nothing(bundle: Path, tree: type[DescriptorTree]) -> None:
    before = descriptors()
    wrapped = Wrapped(failing("close", "", errno.EIO))
    assert source(bundle, tree=tree, calls=wrapped.calls()).capture() == Snapshot.of(FILES)
    assert not wrapped.open
    assert descriptors() == before


@TREES
def test_an_interrupt_between_two_calls_leaves_nothing_open(bundle: Path, tree: type[DescriptorTree]) -> None:
    for call in ("open", "fstat", "read", "scandir", "lstat"):
        wrapped = Wrapped(lambda made, _, call=call: (_ for _ in ()).throw(KeyboardInterrupt) if made == call else None)
        if tree is DescriptorTree and call == "lstat":
            continue
        with pytest.raises(KeyboardInterrupt):
            source(bundle, tree=tree, calls=wrapped.calls()).capture()
        assert not wrapped.open
        assert not wrapped.listings


def test_an_entry_of_no_known_kind_is_a_device(tmp_path: Path) -> None:
    root = write_tree(tmp_path, {"a.md": b"1", "odd": b""})
    calls = Wrapped().calls()

    class Odd:
        def __init__(self, inner: Any) -> None:
            self.inner, self.name = inner, inner.name

        def is_file(self, *, follow_symlinks: bool) -> bool:
            return bool(self.name != "odd")

        def is_symlink(self) -> bool:
            return False

        def stat(self, *, follow_symlinks: bool) -> os.stat_result:
            return os.stat_result((stat.S_IFCHR, *[0] * 9))

    class Listing:
        def __init__(self, folder: Any) -> None:
            self.folder = folder

        def __enter__(self) -> list[Odd]:
            with os.scandir(self.folder) as inner:
                return [Odd(entry) for entry in inner]

        def __exit__(self, *_: object) -> None:
            return None

    real = FileCalls(open=calls.open, close=calls.close, fstat=calls.fstat, lstat=calls.lstat, read=calls.read, scandir=Listing)
    snapshot = source(root, calls=real).capture()
    assert [file.path for file in snapshot] == ["a.md"]
    assert snapshot.skipped == {"device": ("odd",)}


def test_a_long_listing_can_be_cancelled(tmp_path: Path) -> None:
    class Many:
        def __enter__(self) -> Any:
            return (Named(f"{number}.md") for number in range(10_000))

        def __exit__(self, *_: object) -> None:
            return None

    class Named:
        def __init__(self, name: str) -> None:
            self.name = name
            seen.append(name)

        def is_file(self, *, follow_symlinks: bool) -> bool:
            return True

    seen: list[str] = []
    calls = FileCalls(scandir=lambda _: Many())
    with pytest.raises(SearchCancelled):
        source(tmp_path, calls=calls).capture(cancelled=lambda: bool(seen))
    assert len(seen) == 4_096
