"""All caps at once: as many bytes in as many files as the defaults allow end, with an answer or a typed error, in due time."""

from __future__ import annotations

import tempfile
from pathlib import Path
from time import process_time

import pytest

import okfsearch
from okfsearch import Limits, SearchError
from tests.growth.judge import QUERY, write
from tests.growth.patterns import PATTERNS, Files

LIMITS = Limits()
#: Tens of seconds, not minutes, on a machine that is not the fastest.
MOST_SECONDS = 60.0

UNITS = {
    "prose": b"plain words of a page that nobody wrote\n\n",
    "fences in items": b"- ```\n  a\n  ```\n",
    "definitions": b"[a]: /u\n",
    "HTML comments in quotes": b"> <!--\n",
    "items in a deep nest": b"- " * 199 + b"a\n",
    "tiny sections": b"# h\n",
    "marks": b"x\xcc\x81\xcc\xa3",
}


def full(unit: bytes) -> Files:
    """Return a bundle with all the files and all the bytes that the caps allow."""
    each = LIMITS.total_bytes // LIMITS.files
    text = unit * (each // len(unit))
    return {f"f{place:05}.md": text for place in range(LIMITS.files)}


@pytest.mark.growth
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", UNITS)
def test_all_caps_at_once_end(name: str) -> None:
    outcome = "answer"
    # Not in the folder that pytest keeps: this is much to leave behind.
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "bundle")
        write(full(UNITS[name]), root)
        start = process_time()
        try:
            okfsearch.search_bundle(root, QUERY, limits=LIMITS)
        except SearchError as error:
            outcome = str(error.details.get("limit", error.code))
        took = process_time() - start
    print(f"{name}: {took:.1f} s, {outcome}")
    assert took < MOST_SECONDS


def test_the_dear_units_are_patterns_too() -> None:
    names = {pattern.name for pattern in PATTERNS}
    assert {"fences in items", "definitions", "HTML comments in quotes"} <= names & set(UNITS)
