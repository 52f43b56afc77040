"""A snapshot of bytes in memory: what it holds, refuses and promises."""

from __future__ import annotations

import pickle
import random

import attrs
import pytest

from okfsearch import BundleError, CapturedFile, InvalidRequest, LimitExceeded, Limits, Snapshot, Visibility

#: The example of the contract: two files and the revision they give.
NOTE = b"---\ntype: Note\n---\nhello\n"
CONTRACT = {"a.md": NOTE, "sub/p&q.txt": b"x&y"}
REVISION = "d082d345cff80e4e3a8c21c4c38110cee00e9fc9b8a756e2fdff9bc440efbf6c"


def test_the_revision_is_that_of_the_contract() -> None:
    assert Snapshot.of(CONTRACT).revision == REVISION
    assert Snapshot.of({}).revision == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"


def test_files_are_ordered_by_the_bytes_of_their_paths() -> None:
    paths = ["a-b.md", "a.md", "a/b.md", "a/b/c.md".replace("a/b/", "a/c/"), "a0.md", "z.md", "é.md", "\ue000.md", "𝄞.md"]
    files = {path: path.encode() for path in random.Random(1).sample(paths, len(paths))}
    snapshot = Snapshot.of(files)
    assert [file.path for file in snapshot] == sorted(paths, key=str.encode) == paths


def test_a_file_is_found_by_its_path() -> None:
    snapshot = Snapshot.of(CONTRACT)
    file = snapshot.file("sub/p&q.txt")
    assert (file.size, file.data, len(file.sha256)) == (3, b"x&y", 64)
    for path in ("", "a", "sub", "z"):
        with pytest.raises(InvalidRequest) as caught:
            snapshot.file(path)
        assert caught.value.details["reason"] == "not_captured"
        assert caught.value.details["field"] == "path"


def test_it_has_the_manners_of_a_sequence() -> None:
    snapshot = Snapshot.of(CONTRACT)
    assert len(snapshot) == 2
    assert snapshot[0].path == "a.md"
    assert snapshot[1] in list(snapshot)
    assert repr(snapshot) == "<Snapshot d082d345cff8 files=2 bytes=28 managed=False>"
    assert "hello" not in repr(snapshot[0])


def test_equal_files_make_equal_snapshots() -> None:
    one, other = Snapshot.of(CONTRACT), Snapshot.of(dict(reversed(CONTRACT.items())), root="elsewhere")
    assert one == other
    assert hash(one) == hash(other)
    assert one != Snapshot.of({**CONTRACT, "a.md": b""})


def test_it_travels_and_never_changes() -> None:
    snapshot = Snapshot.of(CONTRACT, root="somewhere")
    copy = pickle.loads(pickle.dumps(snapshot))
    assert copy == snapshot
    assert copy.revision == snapshot.revision
    assert copy.file("a.md").data == NOTE
    assert copy.root == "somewhere"
    assert not copy.changed()
    assert copy.refresh() is copy
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        snapshot.root = "elsewhere"  # type: ignore[misc]
    with pytest.raises(TypeError):
        snapshot.skipped["symlink"] = ()  # type: ignore[index]


def test_it_says_how_it_was_made() -> None:
    visibility = Visibility(exclude=("*.txt",))
    snapshot = Snapshot.of(CONTRACT, visibility=visibility)
    assert [file.path for file in snapshot] == ["a.md"]
    assert snapshot.visibility == visibility
    assert snapshot.guarantees == {"in-memory"}
    assert snapshot.root is None
    assert snapshot.issues == ()
    assert snapshot.skipped == {}


@pytest.mark.parametrize(
    "path", ["", "/a.md", "a//b.md", "a/", "./a.md", "a/./b.md", "../a.md", "a/../b.md", "a/..", ".", ".."]
)
def test_a_path_leads_down_to_a_file(path: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Snapshot.of({path: b""})
    assert caught.value.details["reason"] == "malformed"


@pytest.mark.parametrize("files", [{"a": b"", "a/b": b""}, {"a/b": b"", "a": b""}, {"a": b"", "a/b/c": b""}])
def test_a_path_is_a_file_or_a_folder(files: dict[str, bytes]) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Snapshot.of(files)
    assert caught.value.details["reason"] == "malformed"


@pytest.mark.parametrize("files", [{"a.md": "text"}, {"a.md": bytearray(b"x")}, {b"a.md": b""}, {1: b""}])
def test_it_takes_nothing_but_bytes(files: dict[str, bytes]) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Snapshot.of(files)
    assert caught.value.details["reason"] == "wrong_type"


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("a\\b.md", "a\\x5cb.md"),
        ("a\nb.md", "a\\x0ab.md"),
        ("d\x00/b.md", "d\\x00/b.md"),
        ("\x7f", "\\x7f"),
        ("b\udcff.md", "b\\xff.md"),
        ("b\ud800.md", "b\\ud800.md"),
        ("x/.okf-index-txn-1/a.md", "x/.okf-index-txn-1"),
        (".OKF-Document-TXN-", ".OKF-Document-TXN-"),
        ("a/.okf-publication-private-v2-z", "a/.okf-publication-private-v2-z"),
    ],
)
def test_a_bad_name_is_refused_and_shown_escaped(path: str, shown: str) -> None:
    with pytest.raises(BundleError) as caught:
        Snapshot.of({"a.md": b"", path: b""})
    assert caught.value.code == "invalid_name"
    assert caught.value.details["path"] == shown
    assert shown not in str(caught.value)
    assert not isinstance(caught.value, OSError)


def test_names_that_only_look_odd_are_fine() -> None:
    paths = {
        "50% #1?.md",
        "\x80\x9f.md",
        ".okf-index-tx",
        "okf-index-txn-",
        ".o\u212af-index-txn-",
        "a:b.md",
        "-rf",
        "\ufeff.md",
    }
    assert {file.path for file in Snapshot.of(dict.fromkeys(paths, b""))} == paths


@pytest.mark.parametrize(
    ("limits", "limit", "path"),
    [
        (Limits(files=2), "files", None),
        (Limits(path_bytes=7), "path_bytes", "d/é/e.md"),
        (Limits(path_depth=2), "path_depth", "d/é/e.md"),
        (Limits(file_bytes=3), "file_bytes", "c.md"),
        (Limits(total_bytes=6), "total_bytes", "d/é/e.md"),
        (Limits(directory_entries=2), "directory_entries", None),
    ],
)
def test_every_cap_holds_one_above_it(limits: Limits, limit: str, path: str | None) -> None:
    files = {"a.md": b"1", "c.md": b"1234", "d/é/e.md": b"22"}
    with pytest.raises(LimitExceeded) as caught:
        Snapshot.of(files, limits=limits)
    assert caught.value.details["limit"] == limit
    assert caught.value.details.get("path") == path


def test_every_cap_passes_at_the_cap() -> None:
    files = {"a.md": b"1", "c.md": b"1234", "d/é/e.md": b"22"}
    limits = Limits(files=3, path_bytes=9, path_depth=3, file_bytes=4, total_bytes=7, directory_entries=3)
    assert len(Snapshot.of(files, limits=limits)) == 3


def test_a_name_is_judged_before_a_cap_and_a_listing_before_a_size() -> None:
    with pytest.raises(BundleError) as caught:
        Snapshot.of({"a": b"", "b": b"", "z/\\": b""}, limits=Limits(files=1))
    assert caught.value.code == "invalid_name"
    files = {"a": b"12", "b/c/d": b"", "ö/ööö": b""}
    for limits, limit in (
        (Limits(files=2, path_bytes=5, path_depth=2, file_bytes=1), "files"),
        (Limits(files=3, path_bytes=5, path_depth=2, file_bytes=1), "path_bytes"),
        (Limits(files=3, path_bytes=9, path_depth=2, file_bytes=1), "path_depth"),
        (Limits(files=3, path_bytes=9, path_depth=3, file_bytes=1, total_bytes=1), "file_bytes"),
    ):
        with pytest.raises(LimitExceeded) as exceeded:
            Snapshot.of(files, limits=limits)
        assert exceeded.value.details["limit"] == limit


def test_what_is_left_out_is_under_no_cap() -> None:
    files = {"a.md": b"1", "x/big.png": b"0" * 99, "x/\\": b"", ".okf/deep/er/than.md": b""}
    snapshot = Snapshot.of(files, visibility=Visibility(exclude=("x/",)), limits=Limits(files=1, file_bytes=1, path_depth=1))
    assert [file.path for file in snapshot] == ["a.md"]
    assert snapshot == Snapshot.of({"a.md": b"1"})


def test_a_snapshot_keeps_its_own_rules() -> None:
    one, two = CapturedFile.of("a.md", b""), CapturedFile.of("b.md", b"")
    for files in ((two, one), (one, one), (CapturedFile.of("a\n.md", b""),)):
        with pytest.raises(InvalidRequest):
            Snapshot(files=files, skipped={})
    with pytest.raises(InvalidRequest):
        CapturedFile("a.md", 1, one.sha256, b"")
    assert Snapshot(files=(one, two), skipped={}) == Snapshot.of({"a.md": b"", "b.md": b""})
