"""Names that are no bundle paths, on a disk that allows them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from okfsearch import BundleError, Issue, LimitExceeded, Limits, Snapshot, Visibility, capture_bundle
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Wrapped, source, write_tree

BAD = {
    b"a\\b.md": "a\\x5cb.md",
    b"b\n.md": "b\\x0a.md",
    b"c\x7f.md": "c\\x7f.md",
    b"d\xff\xfe.md": "d\\xff\\xfe.md",
    b"dir\x01/x.md": "dir\\x01/x.md",
    b"dir\xff/x.md": "dir\\xff/x.md",
    b".okf-index-txn-1": ".okf-index-txn-1",
    b"s/.OKF-DOCUMENT-TXN-": "s/.OKF-DOCUMENT-TXN-",
    b"s/.okf-publication-private-v2-9/x.md": "s/.okf-publication-private-v2-9",
}


def put(root: Path, name: bytes) -> None:
    target = os.path.join(os.fsencode(root), name)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "wb"):
        pass


@pytest.mark.parametrize("tree", [DescriptorTree, CheckedTree])
@pytest.mark.parametrize(("name", "shown"), BAD.items())
def test_a_bad_name_fails_the_capture_and_is_left_out_of_a_recovered_one(
    tmp_path: Path, tree: type[DescriptorTree], name: bytes, shown: str
) -> None:
    write_tree(tmp_path, {"good.md": b"good", "zz/good.md": b""})
    put(tmp_path, name)
    with pytest.raises(BundleError) as caught:
        source(tmp_path, tree=tree).capture()
    assert (caught.value.code, dict(caught.value.details)) == ("invalid_name", {"path": shown})
    snapshot = source(tmp_path, tree=tree, on_invalid="recover").capture()
    assert snapshot.files == Snapshot.of({"good.md": b"good", "zz/good.md": b""}).files
    assert snapshot.issues == (Issue.of("invalid_name", shown),)
    assert not snapshot.changed()


def test_the_first_bad_name_by_path_is_reported_in_whatever_order_they_are_listed(tmp_path: Path) -> None:
    for name in BAD:
        put(tmp_path, name)
    orders = (list, lambda entries: entries[::-1], lambda entries: sorted(entries, key=lambda entry: entry.name[::-1]))
    for order in orders:
        with pytest.raises(BundleError) as caught:
            source(tmp_path, calls=Wrapped(order=order).calls()).capture()
        assert caught.value.details["path"] == ".okf-index-txn-1"
        recovered = source(tmp_path, on_invalid="recover", calls=Wrapped(order=order).calls()).capture()
        assert [issue.path for issue in recovered.issues] == sorted(BAD.values())


def test_a_transaction_fails_the_capture_even_as_a_link_and_a_link_with_an_odd_name_does_not(tmp_path: Path) -> None:
    (tmp_path / "odd\n").symlink_to("x")
    snapshot = capture_bundle(tmp_path, on_invalid="recover")
    assert snapshot.skipped == {"symlink": ("odd\\x0a",)}
    (tmp_path / ".okf-index-txn-").symlink_to("x")
    with pytest.raises(BundleError) as caught:
        capture_bundle(tmp_path)
    assert caught.value.code == "invalid_name"


def test_what_is_left_out_by_a_pattern_may_have_any_name(tmp_path: Path) -> None:
    for name in BAD:
        put(tmp_path, name)
    assert len(capture_bundle(tmp_path, visibility=Visibility(("*",)))) == 0


def test_a_folder_with_an_odd_name_is_judged_by_its_files_alone(tmp_path: Path) -> None:
    (tmp_path / "odd\n").mkdir()
    assert capture_bundle(tmp_path) == Snapshot.of({})


def test_bad_names_are_bounded_too(tmp_path: Path) -> None:
    for number in range(4):
        put(tmp_path, b"\xff%d" % number)
    with pytest.raises(LimitExceeded) as caught:
        capture_bundle(tmp_path, on_invalid="recover", limits=Limits(files=3))
    assert caught.value.details["limit"] == "files"
    assert len(capture_bundle(tmp_path, on_invalid="recover", limits=Limits(files=4)).issues) == 4


def test_after_a_breach_names_are_looked_for_no_longer_than_through_one_full_folder(tmp_path: Path) -> None:
    for folder in range(5):
        for number in range(4):
            put(tmp_path, b"%d/%d.md" % (folder, number))
    put(tmp_path, b"9/\xff")
    limits = Limits(files=3, directory_entries=1000)
    with pytest.raises(BundleError) as caught:
        capture_bundle(tmp_path, limits=limits)
    assert caught.value.code == "invalid_name"
    wrapped = Wrapped()
    with pytest.raises(LimitExceeded):
        source(tmp_path, limits=limits.replace(directory_entries=6), calls=wrapped.calls()).capture()
    assert wrapped.made.count("scandir") < 6
    assert not wrapped.open


@pytest.mark.parametrize("encoding", [{"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}, {"PYTHONUTF8": "1"}])
def test_the_locale_changes_nothing(tmp_path: Path, encoding: dict[str, str]) -> None:
    files = {"ä/é.md": b"1", "漢.md": b"2", "a.md": b"3"}
    bundle = write_tree(tmp_path / "b", files)
    put(bundle, "ü".encode() + b"\xff.md")
    code = (
        "import sys; from okfsearch import capture_bundle\n"
        "s = capture_bundle(sys.argv[1], on_invalid='recover')\n"
        "print(sys.getfilesystemencoding(), s.revision, *(ascii(i.path) for i in s.issues), s.changed())"
    )
    environment = {**os.environ, **encoding, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code, bundle], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[1:] == [Snapshot.of(files).revision, "'\\xfc\\\\xff.md'", "False"]
