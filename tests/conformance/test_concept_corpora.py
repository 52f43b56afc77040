"""Real bundles: each loads, lists its types and tags, answers; and a title finds its own concept first."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import okfsearch
from okfsearch import ConceptIndex, Limits, Visibility, capture_bundle, index_concepts
from okfsearch._normal import normalize
from okfsearch._retrieval.field_text import token_text
from okfsearch.concept_result import Concept
from tests.shared import SHARED, shared_path

NAMES = sorted(path.name for path in (SHARED / "corpora").glob("[!_]*") if path.is_dir()) or ["none"]


#: Each question looks at every concept, so of a larger bundle only about so many titles are asked for by default.
TITLES_A_TEST = 120


@cache
def index_of(name: str) -> ConceptIndex:
    root = shared_path(f"corpora/{name}")
    snapshot = capture_bundle(root, visibility=Visibility.auto(), limits=Limits.large(), on_invalid="recover")
    return index_concepts(snapshot)


@pytest.mark.parametrize("name", NAMES)
def test_a_bundle_loads_and_answers(name: str) -> None:
    index = index_of(name)
    nothing = index.search("qqzzxxjjww")
    assert len(nothing) == 0
    assert nothing.suggestions is not None
    assert sum(count.count for count in nothing.suggestions.types) == sum(found.type is not None for found in index.concepts)
    assert sum(count.count for count in nothing.suggestions.tags) == sum(len(found.tags) for found in index.concepts)
    assert len(index.search()) == len(index.concepts) > 0


def unique_titles(index: ConceptIndex) -> list[Concept]:
    """List the concepts whose title holds tokens that no other title holds."""
    tokens = {found.concept_id: token_text(normalize(found.title)) for found in index.concepts}
    counts = Counter(tokens.values())
    return [found for found in index.concepts if tokens[found.concept_id] and counts[tokens[found.concept_id]] == 1]


def assert_found_first(index: ConceptIndex, asked: list[Concept]) -> None:
    for found in asked:
        # The frontmatter alone decides: no body outweighs a title, which another law holds.
        best = index.search(found.title, scope="title", limit=1)[0]
        assert (best.concept_id, best.score) == (found.concept_id, 1000.0)
    for found in asked[:: max(1, len(asked) // 10)]:
        assert index.search(found.title, limit=1)[0].concept_id == found.concept_id


@pytest.mark.parametrize("name", NAMES)
def test_a_title_finds_its_own_concept_first(name: str) -> None:
    index = index_of(name)
    asked = unique_titles(index)
    assert asked
    assert_found_first(index, asked[:: 1 + len(asked) // TITLES_A_TEST])


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("name", NAMES)
def test_every_title_finds_its_own_concept_first(name: str) -> None:
    index = index_of(name)
    assert_found_first(index, unique_titles(index))


@pytest.mark.parametrize("name", NAMES)
def test_links_point_at_what_is_there(name: str) -> None:
    index = index_of(name)
    paths = {file.path for file in index.snapshot}
    back = Counter()
    forth = Counter()
    for found in index.concepts:
        related = index.related(found.concept_id)
        for link in related.outgoing:
            assert link.path in paths
            forth[found.concept_id, link.concept_id, link.line, link.target] += 1
        for link in related.backlinks:
            back[link.concept_id, found.concept_id, link.line, link.target] += 1
        assert all(link.path in paths for link in related.files)
        assert not any(link.path in paths for link in related.unresolved)
    assert forth == back


def test_one_shot_and_index_agree_on_a_real_bundle() -> None:
    root = shared_path("corpora/gcp-acme-retail")
    assert okfsearch.search_concepts(root, "order customer") == index_of("gcp-acme-retail").search("order customer")
