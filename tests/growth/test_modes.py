"""Every hostile pattern in each way to ask: a small file is soon done, and to double it takes no square.

The patterns of section search are put behind frontmatter here, so that concepts and contexts are made of them too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from time import process_time
from typing import Any

import pytest

import okfsearch
from okfsearch import SearchError, Snapshot
from tests.growth.judge import QUERY, slope
from tests.growth.patterns import KIB, PATTERNS, WIDE, Files, Pattern

FRONT = b"---\ntype: Note\ntags: [a, b]\n---\n"
INDEX = b'---\nokf_version: "0.2"\n---\n'

#: A hostile file of so many bytes is done within a second; many tiny files are judged by their growth alone.
SMALL = 50_000
SMALL_SECONDS = 1.0
LONE = [pattern for pattern in PATTERNS if pattern.kind != "files"]

#: Below this, the constant part of a call and the noise of the machine say more than the input.
ENOUGH_SECONDS = 0.2
SIZES = (128 * KIB, 256 * KIB, 512 * KIB)
#: Three short measurements in one process scatter; a square has slope 2.
STEEPEST = 1.4

MODES: dict[str, Callable[[Snapshot], Any]] = {
    "sections": lambda snapshot: okfsearch.index_sections(snapshot, limits=WIDE).search(QUERY),
    "concepts": lambda snapshot: okfsearch.index_concepts(snapshot, limits=WIDE).search(QUERY),
    "contexts": lambda snapshot: okfsearch.index_context(snapshot, limits=WIDE).search(QUERY),
    "matches": lambda snapshot: okfsearch.index_context(snapshot, limits=WIDE).matches(QUERY),
}


def bundle(pattern: Pattern, size: int) -> Files:
    """Return a pattern as a bundle of concepts."""
    files = {
        path: data if data.startswith(b"---\n") or not path.endswith(".md") else FRONT + data
        for path, data in pattern.make(size).items()
    }
    return {**files, "index.md": INDEX}


def seconds(mode: str, snapshot: Snapshot) -> float:
    """Return the CPU seconds of one call, the better of two if the first is slow."""
    times = []
    while len(times) < 2 and (not times or times[0] > ENOUGH_SECONDS):
        start = process_time()
        with contextlib.suppress(SearchError):
            MODES[mode](snapshot)
        times.append(process_time() - start)
    return min(times)


@pytest.mark.growth
@pytest.mark.timeout(600)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pattern", LONE, ids=lambda pattern: pattern.name)
def test_a_small_hostile_file_is_done_within_a_second(pattern: Pattern, mode: str) -> None:
    took = seconds(mode, Snapshot.of(bundle(pattern, SMALL)))
    assert took < SMALL_SECONDS, f"{took:.3f} s"


@pytest.mark.growth
@pytest.mark.timeout(600)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_no_way_to_ask_has_a_square(pattern: Pattern, mode: str) -> None:
    times = [seconds(mode, Snapshot.of(bundle(pattern, size))) for size in SIZES]
    if times[-1] > ENOUGH_SECONDS:
        assert slope(SIZES, tuple(times)) <= STEEPEST, times
