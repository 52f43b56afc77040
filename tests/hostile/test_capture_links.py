"""Links and other things that are no files: nothing outside the root is read, and nothing hangs."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from okfsearch import BundleError, Issue, Snapshot, capture_bundle
from okfsearch._bundle.calls import is_link
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from okfsearch._bundle.reading import entry_kind
from tests.wrapped_calls import descriptors, source, write_tree

TREES = pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    write_tree(tmp_path, {"outside/secret.md": b"secret", "bundle/good.md": b"good", "bundle/sub/inner.md": b"inner"})
    return tmp_path / "bundle"


@TREES
def test_links_inside_are_passed_over_and_listed(bundle: Path, tree: type[DescriptorTree]) -> None:
    for name, target in {
        "file.md": "../outside/secret.md",
        "folder": "../outside",
        "sub/absolute": str(bundle.parent / "outside"),
        "again.md": "good.md",
        "loop": "loop",
        "up": "..",
        "dangling": "nowhere",
    }.items():
        (bundle / name).symlink_to(target)
    os.mkfifo(bundle / "sub" / "pipe.md")
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(os.path.relpath(bundle / "ear.md"))
        snapshot = source(bundle, tree=tree).capture()
        recovered = source(bundle, tree=tree, on_invalid="recover").capture()
    links = ("again.md", "dangling", "file.md", "folder", "loop", "sub/absolute", "up")
    assert snapshot.skipped == {"symlink": links, "fifo": ("sub/pipe.md",), "socket": ("ear.md",)}
    assert snapshot.files == Snapshot.of({"good.md": b"good", "sub/inner.md": b"inner"}).files
    assert snapshot.issues == ()
    assert recovered.skipped == snapshot.skipped
    assert recovered.issues == tuple(Issue.of("symlink_skipped", path) for path in links)


@TREES
@pytest.mark.parametrize(
    "spelling",
    ["link", "link/", "link//", "link/.", "link/./", "link/././/.", "./link", ".//link/", "sub/../link", "link/inner/.."],
)
@pytest.mark.parametrize("absolute", [False, True])
def test_a_linked_root_is_refused_however_it_is_spelled(
    bundle: Path, tree: type[DescriptorTree], spelling: str, absolute: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(bundle.parent, {"target/inner/x.md": b"", "sub/y.md": b""})
    (bundle.parent / "link").symlink_to("target")
    monkeypatch.chdir(bundle.parent)
    # Written out by hand: a Path would already drop the dots.
    with pytest.raises(BundleError) as caught:
        source(f"{bundle.parent}/{spelling}" if absolute else spelling, tree=tree).capture()
    assert caught.value.code == "root_is_symlink"
    assert "link" not in str(caught.value).replace("symbolic link", "")


@TREES
def test_a_link_above_the_root_is_the_callers_own(bundle: Path, tree: type[DescriptorTree]) -> None:
    (bundle.parent / "way").symlink_to(bundle.parent)
    assert len(source(bundle.parent / "way" / "bundle", tree=tree).capture()) == 2
    # The folder above a link's target, as the operating system reads it.
    write_tree(bundle.parent, {"elsewhere/deep/x.md": b"", "elsewhere/y.md": b""})
    (bundle / "link").symlink_to("../elsewhere/deep")
    assert [file.path for file in source(f"{bundle}/link/..", tree=tree).capture()] == ["deep/x.md", "y.md"]


@TREES
@pytest.mark.parametrize(
    ("root", "code"),
    [
        ("nowhere", "root_not_found"),
        ("nowhere/deeper", "root_not_found"),
        ("bundle/good.md", "root_not_directory"),
        ("bundle/good.md/", "root_not_directory"),
        ("bundle/good.md/x", "root_not_found"),
        ("pipe", "root_not_directory"),
        ("dangling", "root_is_symlink"),
        ("loop", "root_is_symlink"),
        ("loop/x", "unreadable"),
        ("x" * 300, "root_not_found"),
        ("x/" * 3000, "root_not_found"),
    ],
)
def test_a_root_that_is_no_folder_has_its_code(bundle: Path, tree: type[DescriptorTree], root: str, code: str) -> None:
    (bundle.parent / "dangling").symlink_to("nowhere")
    (bundle.parent / "loop").symlink_to("loop")
    os.mkfifo(bundle.parent / "pipe")
    before = descriptors()
    with pytest.raises(BundleError) as caught:
        source(f"{bundle.parent}/{root}", tree=tree).capture()
    assert caught.value.code == code
    assert isinstance(caught.value, OSError) == (code in {"root_not_found", "unreadable"})
    assert str(bundle.parent) not in f"{caught.value} {dict(caught.value.details)}"
    assert descriptors() == before


def test_a_hard_link_cannot_be_told_from_a_file(bundle: Path) -> None:
    (bundle / "hard.md").hardlink_to(bundle.parent / "outside" / "secret.md")
    assert capture_bundle(bundle).file("hard.md").data == b"secret"


@pytest.mark.parametrize(
    ("mode", "attributes", "kind"),
    [
        (stat.S_IFCHR, 0, "device"),
        (stat.S_IFBLK, 0, "device"),
        (stat.S_IFDIR, 0, "folder"),
        (stat.S_IFDIR, stat.FILE_ATTRIBUTE_REPARSE_POINT, "symlink"),
        (stat.S_IFREG, stat.FILE_ATTRIBUTE_REPARSE_POINT, "symlink"),
        (stat.S_IFREG, stat.FILE_ATTRIBUTE_ARCHIVE, "file"),
        (stat.S_IFLNK, 0, "symlink"),
    ],
)
def test_an_entry_has_the_kind_its_status_says(mode: int, attributes: int, kind: str) -> None:
    status = SimpleNamespace(st_mode=mode | 0o644, st_file_attributes=attributes)
    entry = SimpleNamespace(is_file=lambda **_: False, is_symlink=lambda: False, stat=lambda **_: status)
    assert entry_kind(entry) == kind
    assert is_link(status) == (kind == "symlink")  # type: ignore[arg-type]
