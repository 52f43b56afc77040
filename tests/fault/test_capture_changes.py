"""A tree that changes at every moment of a capture: whole bytes from below the root, or a typed error."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from okfsearch import BundleError, Snapshot, Visibility
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Wrapped, descriptors, source, write_tree

FILES = {"a.md": b"old one", "b/c.md": b"old two", "b/d/e.md": b"old three", "index.md": b"old four"}
SECRET = b"secret from outside"


def to_link(root: Path, path: str, target: str) -> None:
    away(root, path, lambda link: link.symlink_to(target))


def away(root: Path, path: str, make: Callable[[Path], object]) -> None:
    """Move an entry away and make another in its place."""
    (root / path).rename(root.parent / "away")
    make(root / path)


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as out:
        out.write(data)


def in_place(path: Path) -> None:
    times = path.stat()
    path.write_bytes(b"new" + path.read_bytes()[3:])
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def renamed_over(root: Path, path: Path) -> None:
    other = root.parent / "other"
    other.write_bytes(b"new" + path.read_bytes()[3:])
    other.replace(path)


CHANGES: dict[str, Callable[[Path], None]] = {
    "grown": lambda root: append(root / "b/c.md", b" and more"),
    "cut": lambda root: os.truncate(root / "b/c.md", 2),
    "emptied": lambda root: os.truncate(root / "a.md", 0),
    "in place, its time set back": lambda root: in_place(root / "b/c.md"),
    "renamed over": lambda root: renamed_over(root, root / "b/c.md"),
    "gone": lambda root: (root / "b/c.md").unlink(),
    "file to link": lambda root: to_link(root, "b/c.md", "../../outside/c.md"),
    "folder to link": lambda root: to_link(root, "b", "../outside"),
    "inner folder to link": lambda root: to_link(root, "b/d", "../../outside"),
    "root to link": lambda root: to_link(root, ".", "outside"),
    "folder to another": lambda root: away(root, "b", lambda path: write_tree(path, {"c.md": b"new two"})),
    "file to folder": lambda root: away(root, "a.md", Path.mkdir),
    "file to pipe": lambda root: away(root, "a.md", os.mkfifo),
    "folder to file": lambda root: away(root, "b", Path.touch),
}


@pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("on_invalid", ["raise", "recover"])
def test_a_change_at_every_call(tmp_path: Path, tree: type[DescriptorTree], change: str, on_invalid: str) -> None:
    before = descriptors()
    outside = {"outside/c.md": SECRET, "outside/e.md": SECRET, "outside/d/e.md": SECRET, "outside/a.md": SECRET}
    whole = {(path, data) for path, old in FILES.items() for data in (old, b"new" + old[3:])}
    whole |= {("b/c.md", b"old two and more"), ("b/c.md", b"ol"), ("a.md", b""), ("b", b"")}
    codes: set[str] = set()
    for number in range(1, 1000):
        case = tmp_path / str(number)
        root = write_tree(case, {f"x/bundle/{path}": data for path, data in FILES.items()}) / "x" / "bundle"
        write_tree(case / "x", outside)
        left = [number]

        def fault(_: str, __: object, left: list[int] = left, root: Path = root) -> None:
            left[0] -= 1
            if left[0] == 0:
                CHANGES[change](root)

        wrapped = Wrapped(fault)
        settings: dict[str, Any] = {"tree": tree, "on_invalid": on_invalid, "visibility": Visibility.auto()}
        try:
            snapshot = source(root, calls=wrapped.calls(), **settings).capture()
        except BundleError as error:
            codes.add(error.code)
        else:
            codes.add("answer")
            assert {(file.path, file.data) for file in snapshot} <= whole
            assert all(file == type(file).of(file.path, file.data) for file in snapshot)
        assert not wrapped.open
        if left[0] > 0:
            break
    # In the last round there were fewer calls than it took to change anything.
    assert source(root, tree=tree, on_invalid=on_invalid).capture() == Snapshot.of(FILES)
    assert "answer" in codes
    assert codes <= {"answer", "changed_during_capture", "root_is_symlink"}
    assert descriptors() == before
    # A root that is exchanged once it is open stays the folder it was; everything else is seen at some moment.
    assert "changed_during_capture" in codes or (change, tree) == ("root to link", DescriptorTree)
