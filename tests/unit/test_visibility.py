"""What a capture looks at: the plain rule, the rule by the bundle's kind, and patterns."""

from __future__ import annotations

import pytest

from okfsearch import InvalidRequest, LimitExceeded, Limits, Snapshot, Visibility
from okfsearch._bundle.visibility import IGNORE_BYTES, TOOL_FOLDERS

MANAGED = {"index.md": b"---\nokf_version: 0.2\n---\n"}


def seen(paths: list[str], visibility: Visibility, **files: bytes) -> list[str]:
    """Return what is visible of some files; keywords name the files with content."""
    named = {name.replace("__", "/").replace("gitignore", ".gitignore"): data for name, data in files.items()}
    return [file.path for file in Snapshot.of({**dict.fromkeys(paths, b""), **named}, visibility=visibility)]


def test_every_file_is_visible_but_one_name_at_the_root() -> None:
    paths = [".git/config", ".hidden", "a.md", "node_modules/x.md", "sub/.okf/x.md"]
    assert seen([*paths, ".okf/x.md"], Visibility()) == paths
    assert seen([*paths, ".okf"], Visibility()) == paths
    assert seen([".okfx", ".OKF"], Visibility()) == [".OKF", ".okfx"]


def test_a_managed_bundle_leaves_out_the_folders_of_git_alone() -> None:
    paths = [".git/x", "sub/.git/y", "node_modules/x.md", ".okf/x.md", "worktree/.git"]
    got = [
        file.path
        for file in Snapshot.of({**MANAGED, **dict.fromkeys(paths, b""), ".gitignore": b"*"}, visibility=Visibility.auto())
    ]
    assert got == [".gitignore", ".okf/x.md", "index.md", "node_modules/x.md", "worktree/.git"]
    settings = {".openknowledge.toml": b"", "dist/x.md": b""}
    assert len(Snapshot.of(settings, visibility=Visibility.auto())) == 2


def test_an_unmanaged_bundle_leaves_out_what_tools_made() -> None:
    assert len(TOOL_FOLDERS) == 22
    hidden = [f"{where}{name}/x.md" for name in TOOL_FOLDERS for where in ("", "sub/")]
    # A file of that name is no folder, and a folder is known by its whole name.
    kept = ["a/build", "buildx/a.md", "Vendor/a.md", ".obsidian/a.md"]
    assert seen([*hidden, *kept], Visibility.auto()) == sorted(kept)


def test_ignore_files_inside_the_root_are_honoured() -> None:
    paths = ["a.tmp", "keep.tmp", "sub/a.tmp", "sub/b.md", "sub/drafts/x.md", "drafts/x.md", "top.md", "sub/top.md"]
    got = seen(paths, Visibility.auto(), gitignore=b"*.tmp\n!keep.tmp\n/top.md\n", sub__gitignore=b"drafts/\n!a.tmp\n")
    assert got == [".gitignore", "drafts/x.md", "keep.tmp", "sub/.gitignore", "sub/a.tmp", "sub/b.md", "sub/top.md"]
    assert ".gitignore" in seen(paths, Visibility(), gitignore=b"*\n")
    assert len(seen(paths, Visibility(), gitignore=b"*\n")) == len(paths) + 1


def test_an_ignored_folder_is_closed_with_all_that_its_own_ignore_file_says() -> None:
    got = seen(["d/x.md", "e/x.md"], Visibility.auto(), gitignore=b"d/\n", d__gitignore=b"!x.md\n")
    assert got == [".gitignore", "e/x.md"]


def test_patterns_leave_out_files_and_folders() -> None:
    paths = ["a.png", "b.md", "img/c.png", "img/d.md", "drafts/e.md", "sub/drafts/f.md"]
    assert seen(paths, Visibility(exclude=("*.png", "/drafts/"))) == ["b.md", "img/d.md", "sub/drafts/f.md"]
    assert seen(paths, Visibility(exclude=("*", "!b.md"))) == ["b.md"]
    assert seen(paths, Visibility.auto(("*.md",))) == ["a.png", "img/c.png"]


def test_the_kind_of_a_bundle_is_that_of_what_is_left() -> None:
    files = {**MANAGED, "dist/x.md": b""}
    assert Snapshot.of(files, visibility=Visibility.auto()).managed
    snapshot = Snapshot.of(files, visibility=Visibility.auto(("index.md",)))
    assert not snapshot.managed
    assert len(snapshot) == 0


@pytest.mark.parametrize("exclude", ["*.png", [1], {"*.png"}, None, 5])
def test_patterns_are_a_sequence_of_texts(exclude: object) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Visibility(exclude=exclude)
    assert caught.value.details["field"] == "visibility"


def test_a_list_of_patterns_becomes_a_tuple() -> None:
    assert Visibility(exclude=["*.png"]) == Visibility(("*.png",))
    assert hash(Visibility(("a",))) == hash(Visibility(("a",)))
    assert Visibility.auto() != Visibility()


def test_an_ignore_file_has_a_cap_of_its_own() -> None:
    fine = b"#" * IGNORE_BYTES
    assert len(Snapshot.of({".gitignore": fine}, visibility=Visibility.auto())) == 1
    with pytest.raises(LimitExceeded) as caught:
        Snapshot.of({"s/.gitignore": fine + b"#"}, visibility=Visibility.auto())
    assert caught.value.details == {"limit": "file_bytes", "maximum": IGNORE_BYTES, "path": "s/.gitignore"}
    with pytest.raises(LimitExceeded):
        Snapshot.of(MANAGED, visibility=Visibility.auto(), limits=Limits(file_bytes=3))
