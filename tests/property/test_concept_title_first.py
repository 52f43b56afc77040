"""Law: a title that no other concept has finds its own concept first, whatever else stands in the bundle."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from okfsearch import Snapshot, index_concepts
from okfsearch._retrieval.tokens import LETTER_OR_NUMBER, tokenize
from tests.concept_strategies import bundles


@given(bundles)
def test_a_title_finds_its_concept(files: dict[str, bytes]) -> None:
    index = index_concepts(Snapshot.of(files))
    tokens = {concept.concept_id: tuple(tokenize(concept.title)) for concept in index.concepts}
    counts = Counter(tokens.values())
    for concept in index.concepts:
        if counts[tokens[concept.concept_id]] == 1 and any(map(LETTER_OR_NUMBER.search, tokens[concept.concept_id])):
            hit = index.search(concept.title)[0]
            assert hit.concept_id == concept.concept_id
            assert hit.score >= 1000
