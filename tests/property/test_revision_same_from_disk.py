"""A capture by either walk, listed in any order, is the snapshot of the same bytes in memory, or fails in the same way."""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from okfsearch import Limits, SearchError, Snapshot, Visibility
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from tests.wrapped_calls import Wrapped, source

NAMES = (
    "a", "a-", "b", "B", "ä", "a.md", "index.md", ".gitignore", ".git", ".okf", "dist", "vendor", ".openknowledge.toml", "log.md",
    "x.tmp", "\udcff", "b\\", "c\n", ".okf-index-txn-1", "é",
)  # fmt: skip
CONTENT = (b"", b"tide\n", b"*.md\n!a.md\n", b"a/\n/b\n", b"---\nokf_version: 0.2\n---\n", b"**/a\nx*\n")

paths = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)


def without_clashes(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if not any(other.startswith(f"{path}/") for other in files)}


bundles = st.dictionaries(paths, st.sampled_from(CONTENT), max_size=10).map(without_clashes)
visibilities = st.sampled_from(
    (
        Visibility(),
        Visibility.auto(),
        Visibility(("*.md", "!index.md")),
        Visibility.auto(("a/", "\\.git*")),
        Visibility(("*\n", "*\udcff")),
    )
)
limits = st.builds(
    Limits,
    files=st.sampled_from((1, 4, 99)),
    path_bytes=st.sampled_from((3, 9, 99)),
    path_depth=st.sampled_from((1, 3, 9)),
    file_bytes=st.sampled_from((5, 99)),
    total_bytes=st.sampled_from((10, 99)),
    directory_entries=st.sampled_from((2, 9)),
) | st.just(Limits())


def outcome(make: Any) -> Any:
    try:
        return make()
    except SearchError as error:
        return error.code, dict(error.details)


def write(root: str, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        target = os.path.join(os.fsencode(root), path.encode("utf-8", "surrogateescape"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        Path(os.fsdecode(target)).write_bytes(data)


@given(bundles, visibilities, limits, st.integers(0, 99))
def test_every_way_to_the_bytes_agrees(files: dict[str, bytes], visibility: Visibility, limits: Limits, seed: int) -> None:
    def shuffled(entries: list[Any]) -> list[Any]:
        return random.Random(seed).sample(sorted(entries, key=lambda entry: entry.name), len(entries))

    expected = outcome(lambda: Snapshot.of(files, visibility=visibility, limits=limits))
    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        for tree in (DescriptorTree, CheckedTree):
            for calls in (None, Wrapped(order=shuffled).calls()):
                bundle = source(root, visibility=visibility, limits=limits, tree=tree, calls=calls)
                got = outcome(bundle.capture)
                assert got == expected
                if isinstance(got, Snapshot):
                    assert got.revision == expected.revision
                    assert got.managed == expected.managed
                    assert not got.changed()


@given(bundles, visibilities, st.integers(0, 99))
def test_what_is_recovered_does_not_depend_on_the_walk(files: dict[str, bytes], visibility: Visibility, seed: int) -> None:
    def shuffled(entries: list[Any]) -> list[Any]:
        return random.Random(seed).sample(sorted(entries, key=lambda entry: entry.name), len(entries))

    with tempfile.TemporaryDirectory() as root:
        write(root, files)
        settings: dict[str, Any] = {"visibility": visibility, "on_invalid": "recover"}
        one = source(root, **settings).capture()
        other = source(root, **settings, tree=CheckedTree, calls=Wrapped(order=shuffled).calls()).capture()
        assert one == other
        assert one.issues == other.issues
