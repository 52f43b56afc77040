"""Law: an explanation adds up to its score, bit for bit, and each of its numbers can be counted again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch._bundle.documents import read_documents
from okfsearch._retrieval.bm25 import natural_logarithm
from okfsearch._retrieval.tokens import tokenize
from okfsearch.explanations import Explanation
from tests.strategies import bundles, queries

WEIGHTS = {"body": 1, "heading": 3, "title": 2}


def index_of(files: dict[str, bytes], store: str = "plain") -> okfsearch.SectionIndex:
    return okfsearch.index_sections(okfsearch.Snapshot.of(files), on_invalid="recover", store=store)


@given(bundles, queries)
def test_sections_add_up_and_every_number_is_counted_again(files: dict[str, bytes], query: str) -> None:
    index = index_of(files)
    titles = {
        document.concept_id: document.title or ""
        for document in read_documents(index.snapshot.files, limits=okfsearch.Limits(), on_invalid="recover").documents
    }
    fields = {
        (section.path, section.line_start): {
            "body": tokenize(section.file.data[section.start : section.end].decode()),
            "heading": tokenize(section.heading),
            "title": tokenize(titles[section.concept_id]),
        }
        for section in index.sections
    }
    lengths = {place: sum(WEIGHTS[name] * len(tokens) for name, tokens in texts.items()) for place, texts in fields.items()}
    result = index.search(query)
    for hit in result:
        told = result.explain(hit)
        assert told.total == hit.score == told.score
        numbers = {part.name: part.value for part in told.numbers}
        place = hit.path, hit.line_start
        average = sum(lengths.values()) / len(lengths)
        assert numbers == {"sections": len(lengths), "k1": 1.2, "b": 0.75, "length": lengths[place], "average length": average}
        assert [part.name for part in told] == list(result.terms)
        for term in told:
            holders = sum(any(term.name in tokens for tokens in texts.values()) for texts in fields.values())
            assert term["idf"]["sections with the term"].value == holders
            assert term["idf"].value == natural_logarithm(1 + (len(lengths) - holders + 0.5) / (holders + 0.5))
            counted = {part.name: (part.value, part["weight"].value) for part in term["f"]}
            assert counted == {name: (tokens.count(term.name), WEIGHTS[name]) for name, tokens in fields[place].items()}
            f = term["f"].value
            assert f == sum(count * weight for count, weight in counted.values())
            below = f + 1.2 * (1 - 0.75 + 0.75 * lengths[place] / average)
            assert term.value == term["idf"].value * (f * (1.2 + 1)) / below


@given(bundles, queries)
def test_every_store_explains_alike(files: dict[str, bytes], query: str) -> None:
    pytest.importorskip("numpy")
    plain, fast = (index_of(files, store).search(query) for store in ("plain", "numpy"))
    assert [plain.explain(hit) for hit in plain] == [fast.explain(hit) for hit in fast]
    assert all(fast.explain(hit).total == hit.score for hit in fast)


@given(bundles, queries, st.booleans())
def test_matches_and_concepts_add_up(files: dict[str, bytes], query: str, expand: bool) -> None:
    snapshot = okfsearch.Snapshot.of(files | {"index.md": b"---\nokf_version: '0.2'\n---\n"})
    told: list[tuple[Explanation, float]] = []
    matches = okfsearch.index_context(snapshot).matches(query, expand=expand)
    told += [(matches.explain(match), match.score) for match in matches]
    concepts = okfsearch.index_concepts(snapshot).search(query)
    told += [(concepts.explain(hit), hit.score) for hit in concepts]
    for explanation, score in told:
        assert explanation.total == score == explanation.score
        assert all(part.value >= 0 for part in explanation)
