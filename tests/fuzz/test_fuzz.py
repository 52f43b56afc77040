"""Fuzzing: only the family's errors leave, one-shot equals index, every hit is true of the bytes.

    OKFSEARCH_FUZZ_INPUTS=200000 OKFSEARCH_FUZZ_SEED=7 nox -s fuzz

A failure names its seed: `python -m tests.fuzz.replay SEED` shows the bundle.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.grammar import QUERIES, bundle, choose
from tests.fuzz.judge import judge

INPUTS = int(os.environ.get("OKFSEARCH_FUZZ_INPUTS", "200000"))
SEED = int(os.environ.get("OKFSEARCH_FUZZ_SEED", "1"))
ON_DISK_EVERY = 20


def fuzz(seeds: range, folder: Path) -> Counter[str]:
    """Judge the bundle of each seed, some of them on the disk too."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        source = random.Random(seed)
        query = choose(source, QUERIES)
        files = bundle(source)
        root = str(folder / "bundle") if seed % ON_DISK_EVERY == 0 else None
        try:
            judge(files, query, tally, root)
        except BaseException as error:
            error.add_note(f"seed {seed}, query {query!r}, files {files!r}"[:5_000])
            raise
    return tally


def test_some_bundles(tmp_path: Path) -> None:
    tally = fuzz(range(600), tmp_path)
    # The grammar must reach what it is made for.
    assert tally["hits"] > 100
    assert len(tally) >= 6, tally


@pytest.mark.fuzz
@pytest.mark.timeout(7_200)
def test_many_bundles(tmp_path: Path) -> None:
    start = time.monotonic()
    tally = fuzz(range(SEED * 1_000_000_000, SEED * 1_000_000_000 + INPUTS), tmp_path)
    print(f"\nseed {SEED}, {INPUTS} bundles in {time.monotonic() - start:.0f} s: {dict(tally.most_common())}")
    assert tally["hits"] > INPUTS // 10


BYTES = st.binary(max_size=200) | st.text(max_size=120).map(lambda text: text.encode("utf-8", "surrogatepass"))
PIECES = st.randoms(use_true_random=False).map(bundle)
ANY_FILES = st.dictionaries(st.text(min_size=1, max_size=12).map(lambda name: f"{name}.md"), BYTES, max_size=4)
ANY_QUERY = st.sampled_from(QUERIES) | st.text(max_size=30)


@given(ANY_FILES, ANY_QUERY)
def test_any_bytes_any_names_any_query(files: dict[str, bytes], query: str) -> None:
    judge(files, query, Counter())


@pytest.mark.fuzz
@pytest.mark.timeout(3_600)
@settings(max_examples=20_000, derandomize=False, print_blob=True)
@given(ANY_FILES | PIECES, ANY_QUERY)
def test_many_of_any(files: dict[str, bytes], query: str) -> None:
    judge(files, query, Counter())
