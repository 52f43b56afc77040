"""The revision is the digest of the canonical JSON of the sorted records, computed here in another way."""

from __future__ import annotations

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from okfsearch import Snapshot

# What escaping touches, what it leaves alone, and what sorts differently by UTF-16 and by bytes.
PIECES = (
    "a",
    "Z",
    "0",
    "-",
    "<",
    ">",
    "&",
    '"',
    "'",
    " ",
    "é",
    "é",
    "\u2028",
    "\u2029",
    "\x80",
    "\ue000",
    "𝄞",
    ".md",
    "%2e",
    "~",
)
names = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
paths = st.lists(names, min_size=1, max_size=3).map("/".join)


def without_clashes(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if not any(other.startswith(f"{path}/") for other in files)}


bundles = st.dictionaries(paths, st.binary(max_size=20), max_size=8).map(without_clashes)


def revision(files: dict[str, bytes]) -> str:
    """Compute the revision from the words of the contract, by the encoder of the standard library."""
    records = [
        {"path": path, "size": len(files[path]), "sha256": hashlib.sha256(files[path]).hexdigest()}
        for path in sorted(files, key=lambda path: path.encode())
    ]
    text = json.dumps(records, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return hashlib.sha256(text.encode()).hexdigest()


@given(bundles)
def test_the_revision_is_that_of_the_records(files: dict[str, bytes]) -> None:
    snapshot = Snapshot.of(files)
    assert snapshot.revision == revision(files)
    assert {file.path: file.data for file in snapshot} == files
    assert [file.path.encode() for file in snapshot] == sorted(path.encode() for path in files)
    assert all(snapshot.file(path).data == data for path, data in files.items())


@given(bundles, st.randoms(use_true_random=False))
def test_the_order_in_which_files_are_given_changes_nothing(files: dict[str, bytes], random: object) -> None:
    items = list(files.items())
    random.shuffle(items)  # type: ignore[attr-defined]
    assert Snapshot.of(dict(items)) == Snapshot.of(files)


@given(bundles, st.data())
def test_one_byte_or_one_name_makes_another_revision(files: dict[str, bytes], data: st.DataObject) -> None:
    if files:
        path = data.draw(st.sampled_from(sorted(files)))
        assert Snapshot.of({**files, path: files[path] + b"x"}).revision != Snapshot.of(files).revision
        rest = {other: content for other, content in files.items() if other != path}
        assert Snapshot.of(rest).revision != Snapshot.of(files).revision
