"""Every hostile bundle meets the one right outcome: exact hits, or one typed error that gives nothing away."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from okfsearch import LimitExceeded, SearchError, capture_bundle, search_bundle
from tests.attack.cases import CASES, INSIDE, OUTSIDE, WORD, Case, Hits, Refusal


def everything_below(folder: Path) -> set[str]:
    """List what stands on the disk, in bytes and without following links."""
    found: set[str] = set()
    pending = [os.open(folder, os.O_RDONLY | os.O_DIRECTORY)]
    prefixes = [""]
    while pending:
        descriptor, prefix = pending.pop(), prefixes.pop()
        with os.scandir(descriptor) as listing:
            for entry in listing:
                status = entry.stat(follow_symlinks=False)
                found.add(f"{prefix}{entry.name} {status.st_mode:o} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
                if entry.is_dir(follow_symlinks=False) and prefix.count("/") < 100:
                    pending.append(os.open(entry.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor))
                    prefixes.append(f"{prefix}{entry.name}/")
        os.close(descriptor)
    return found


def words_of(error: SearchError) -> str:
    """Return all that an error says, its details included."""
    return f"{error} {error.message} {error.args} {dict(error.details)}"


def assert_details(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for key, value in wanted.items():
        assert found[key] == value, key


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.encode("ascii", "backslashreplace").decode())
def test_outcome(case: Case, tmp_path: Path) -> None:
    root = case.write(tmp_path)
    before = everything_below(tmp_path)
    open_before = os.listdir("/proc/self/fd")
    try:
        result = search_bundle(root, case.query, limit=case.limit, limits=case.limits)
    except SearchError as error:
        assert isinstance(case.want, Refusal), words_of(error)
        assert error.code == case.want.code
        assert_details(error.details, case.want.details)
        said = words_of(error)
        assert INSIDE not in said
        assert OUTSIDE not in said
        assert str(tmp_path) not in said
        assert len(case.query) < len(WORD) or case.query not in said
    else:
        assert isinstance(case.want, Hits), result
        assert {(hit.path, hit.line_start, hit.line_end) for hit in result.hits} == case.want.ranges
        assert result.total == len(case.want.ranges)
        assert OUTSIDE not in repr(result.to_records())
        for path, heading in case.want.headings.items():
            assert {hit.heading for hit in result.hits if hit.path == path} == {heading}
        if case.want.skipped is not None:
            assert dict(capture_bundle(root).skipped) == case.want.skipped
    assert os.listdir("/proc/self/fd") == open_before
    assert everything_below(tmp_path) == before
    if case.deep:
        subprocess.run(["rm", "-r", tmp_path / "bundle"], check=True)


def test_a_cap_says_which(tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == "65 segments")
    with pytest.raises(LimitExceeded) as caught:
        search_bundle(case.write(tmp_path), case.query)
    assert caught.value.message == "The limit path_depth of 64 was exceeded."
    assert not caught.value.retryable
