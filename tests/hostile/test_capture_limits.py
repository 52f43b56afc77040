"""Trees made to exhaust whoever walks them."""

from __future__ import annotations

import inspect
import os
import resource
import shutil
import sys
from pathlib import Path

import pytest

from okfsearch import BundleAccessError, LimitExceeded, Limits, capture_bundle
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Wrapped, descriptors, source, write_tree

TREES = pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])


def deep(root: Path, folders: int, name: str = "d") -> int:
    """Make nested folders by descriptor, as no path is allowed to be so long, and return the innermost one, open."""
    here = os.open(root, os.O_RDONLY)
    for _ in range(folders):
        os.mkdir(name, dir_fd=here)
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    return here


def put(folder: int, name: str) -> None:
    os.close(os.open(name, os.O_WRONLY | os.O_CREAT, dir_fd=folder))
    os.close(folder)


def clear(root: Path, name: str = "d") -> None:
    """Take a deep tree down from the inside out, since its paths are too long for the helpers of the library."""
    here = os.open(root, os.O_RDONLY)
    levels = 0
    while name in os.listdir(here):
        inner = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here, levels = inner, levels + 1
    for _ in range(levels):
        for entry in os.scandir(here):
            if entry.is_dir():
                shutil.rmtree(entry.name, dir_fd=here)
            else:
                os.unlink(entry.name, dir_fd=here)
        above = os.open("..", os.O_RDONLY, dir_fd=here)
        os.close(here)
        os.rmdir(name, dir_fd=above)
        here = above
    os.close(here)


@TREES
@pytest.mark.parametrize(("folders", "passes"), [(63, True), (64, False), (65, False), (900, False)])
def test_depth(tmp_path: Path, tree: type[DescriptorTree], folders: int, passes: bool) -> None:
    put(deep(tmp_path, folders), "x.md")
    if passes:
        assert len(source(tmp_path, tree=tree).capture()) == 1
    else:
        with pytest.raises(LimitExceeded) as caught:
            source(tmp_path, tree=tree).capture()
        assert caught.value.details["limit"] == "path_depth"
    clear(tmp_path)


@pytest.mark.parametrize(("length", "passes"), [(254, True), (255, False)])
def test_a_path_of_the_longest_length(tmp_path: Path, length: int, passes: bool) -> None:
    # Fifteen names of 255 bytes, one of one, and their slashes leave 254 of 4,096.
    innermost = deep(tmp_path, 15, "d" * 255)
    os.mkdir("e", dir_fd=innermost)
    put(os.open("e", os.O_RDONLY, dir_fd=innermost), "x" * length)
    os.close(innermost)
    if passes:
        [file] = capture_bundle(tmp_path)
        assert len(file.path) == 4_096
    else:
        with pytest.raises(LimitExceeded) as caught:
            capture_bundle(tmp_path)
        assert caught.value.details["limit"] == "path_bytes"
    clear(tmp_path, "d" * 255)


@TREES
@pytest.mark.parametrize("size", [16 * 1024 * 1024 + 1, 2**40])
def test_a_sparse_file_is_refused_by_its_size_and_never_read(tmp_path: Path, tree: type[DescriptorTree], size: int) -> None:
    write_tree(tmp_path, {"a.md": b""})
    os.truncate(tmp_path / "a.md", size)
    wrapped = Wrapped()
    with pytest.raises(LimitExceeded) as caught:
        source(tmp_path, tree=tree, calls=wrapped.calls()).capture()
    assert dict(caught.value.details) == {"limit": "file_bytes", "maximum": Limits().file_bytes, "path": "a.md"}
    assert "read" not in wrapped.made


def test_no_file_is_read_when_the_listing_breaks_a_cap(tmp_path: Path) -> None:
    write_tree(tmp_path, {f"{number}.md": b"x" for number in range(5)})
    for limits in (Limits(files=4), Limits(path_bytes=3), Limits(path_depth=0), Limits(directory_entries=4)):
        wrapped = Wrapped()
        with pytest.raises(LimitExceeded):
            source(tmp_path, limits=limits, calls=wrapped.calls()).capture()
        assert wrapped.made.count("open") == 1


@pytest.mark.parametrize("on_invalid", ["raise", "recover"])
def test_running_out_of_descriptors_is_an_error_of_the_family(tmp_path: Path, on_invalid: str) -> None:
    put(deep(tmp_path, 40), "x.md")
    before = descriptors()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (30, hard))
    try:
        with pytest.raises(BundleAccessError) as caught:
            source(tmp_path, on_invalid=on_invalid).capture()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    # Under "recover" too: to leave out whatever came next would be a smaller answer, not the right one.
    assert caught.value.code == "unreadable"
    assert caught.value.details["errno"] == "EMFILE"
    assert descriptors() == before
    assert len(capture_bundle(tmp_path)) == 1
    clear(tmp_path)


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
@pytest.mark.parametrize("name", ["read", "scandir", "open"])
def test_running_out_of_memory_or_stack_is_a_limit(tmp_path: Path, error: type[Exception], name: str) -> None:
    write_tree(tmp_path, {"a/b.md": b"x"})

    def fault(call: str, _: object) -> None:
        if call == name:
            raise error

    wrapped = Wrapped(fault)
    with pytest.raises(LimitExceeded) as caught:
        source(tmp_path, calls=wrapped.calls()).capture()
    assert caught.value.code == "resource_limit"
    assert not wrapped.open


def test_a_nearly_full_stack_gives_the_answer_or_a_limit(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a/b.md": b"x"})
    expected = capture_bundle(tmp_path)
    before = descriptors()

    def at_depth(left: int) -> None:
        if left:
            at_depth(left - 1)
        else:
            assert capture_bundle(tmp_path) == expected

    depth = len(inspect.stack())
    seen = set()
    for left in range(sys.getrecursionlimit() - depth - 120, sys.getrecursionlimit() - depth, 3):
        try:
            at_depth(left)
            seen.add("answer")
        except LimitExceeded:
            seen.add("limit")
        except RecursionError:
            # The stack was full before the capture began.
            seen.add("test")
    assert seen >= {"answer", "limit"}
    assert descriptors() == before
