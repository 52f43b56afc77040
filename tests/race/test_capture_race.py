"""Someone swaps folders, files and the root for links while they are read: nothing from outside is ever read.

`OKFSEARCH_RACE_SWAPS` sets how many swaps are tried.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from okfsearch import BundleError, Snapshot, capture_bundle
from tests.race import swapper
from tests.wrapped_calls import descriptors, write_tree

SWAPS = int(os.environ.get("OKFSEARCH_RACE_SWAPS", "40000"))

#: How long the careless reader may take to be caught, before the test says that it does not catch anybody.
PATIENCE_SECONDS = 60

OUTSIDE = b"secret"
INSIDE = {
    "folder/a.md": b"inside a",
    "folder/b.md": b"inside b",
    "file.md": b"inside file",
    "deep/inner/a.md": b"inside deep",
    "deep/inner/more/b.md": b"inside deeper",
}


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    root = write_tree(tmp_path / "bundle", INSIDE)
    inner = [path.removeprefix("deep/inner/") for path in INSIDE] + [path.removeprefix("folder/") for path in INSIDE]
    write_tree(tmp_path / "outside", dict.fromkeys((*INSIDE, *inner), OUTSIDE))
    outside = tmp_path / "outside"
    for name, target in {"folder": outside, "file.md": outside / "file.md", "deep/inner": outside}.items():
        (root / f"{name}.link").symlink_to(target)
    (tmp_path / "bundle.link").symlink_to(outside)
    return root


@pytest.fixture
def swapping(bundle: Path, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, swapper.__file__, str(bundle), str(request.param)])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def careless(root: Path) -> Iterator[bytes]:
    """Read a tree the obvious way."""
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    yield file.read()


@pytest.mark.parametrize("swapping", [0], indirect=True)
def test_the_careless_reader_is_caught(bundle: Path, swapping: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    caught = False
    while not caught and time.monotonic() < end:
        try:
            caught = OUTSIDE in careless(bundle)
        except OSError:
            continue
    assert caught
    assert swapping.poll() is None


@pytest.mark.timeout(0)
@pytest.mark.parametrize("swapping", [SWAPS], indirect=True)
def test_a_capture_never_leaves_the_root(bundle: Path, swapping: subprocess.Popen[bytes]) -> None:
    before = descriptors()
    seen: Counter[str] = Counter()
    while swapping.poll() is None:
        try:
            snapshot = capture_bundle(bundle)
        except BundleError as error:
            seen[error.code] += 1
        else:
            # What lies under a name of the bundle may be the other of its pair, never what is outside.
            assert all(file.data.startswith(b"inside") for file in snapshot)
            seen["answer"] += 1
    assert swapping.returncode == 0
    assert set(seen) <= {"answer", "changed_during_capture", "root_is_symlink"}
    assert seen.total() > 0
    assert descriptors() == before
    quiet = capture_bundle(bundle)
    assert quiet.files == Snapshot.of(INSIDE).files
    assert quiet.skipped == {"symlink": ("deep/inner.link", "file.md.link", "folder.link")}
