"""Law: score first, then concept ID by bytes, then starting line; neither input order nor hash seed matters."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch._retrieval.ranking import rank
from tests.strategies import bundles, queries


@given(
    st.lists(st.sampled_from((0.5, 1.0, 1.0 + 2**-52, 2.0)), max_size=12), st.integers(1, 14), st.randoms(use_true_random=False)
)
def test_rank_is_a_stable_sort_cut_off(scores: list[float], limit: int, random: Random) -> None:
    scored = list(enumerate(scores))
    expected = sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:limit]
    random.shuffle(scored)
    ranked = rank([ordinal for ordinal, _ in scored], [score for _, score in scored], limit=limit)
    assert [(place.ordinal, place.score) for place in ranked] == expected


@given(st.integers(500, 530), st.integers(1, 40), st.integers(0, 2**32))
def test_many_ranks_are_cut_off_alike(units: int, limit: int, seed: int) -> None:
    random = Random(seed)
    scores = [random.choice((0.5, 1.0, 1.0 + 2**-52, 2.0, random.random())) for _ in range(units)]
    expected = sorted(enumerate(scores), key=lambda pair: (-pair[1], pair[0]))[:limit]
    assert [(place.ordinal, place.score) for place in rank(range(units), scores, limit=limit)] == expected


@given(bundles, queries)
def test_hits_are_ordered(files: dict[str, bytes], query: str) -> None:
    hits = okfsearch.index_sections(okfsearch.Snapshot.of(files)).search(query, limit=100).hits
    keys = [(-hit.score, hit.concept_id.encode(), hit.line_start) for hit in hits]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


@given(bundles, queries, st.randoms(use_true_random=False))
def test_the_order_of_files_does_not_matter(files: dict[str, bytes], query: str, random: Random) -> None:
    items = list(files.items())
    random.shuffle(items)
    shuffled = dict(items)
    results = [okfsearch.index_sections(okfsearch.Snapshot.of(each)).search(query) for each in (files, shuffled)]
    assert results[0] == results[1]


def test_the_hash_seed_does_not_matter() -> None:
    script = (
        "import okfsearch; from okfsearch.wire import to_json\n"
        "files = {f'{a}{b}.md': f'# {a} tide\\n\\ntide {b} gauge\\n# {b}\\ntide gauge\\n'.encode() for a in 'abcd' for b in 'xyz'}\n"
        "print(to_json(okfsearch.index_sections(okfsearch.Snapshot.of(files)).search('gauge tide')))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, capture_output=True
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(answers) == 1
