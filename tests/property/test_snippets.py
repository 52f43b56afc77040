"""Law: a snippet is an exact slice of its section, at most 512 code points, and begins at most 80 before a match."""

from __future__ import annotations

import regex
from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch._cancel import SLICE_BYTES
from okfsearch._retrieval.passages import PassagePolicy, cut_passage
from okfsearch._retrieval.tokens import tokenize
from tests.strategies import any_text, body, bundles, queries

RUN = regex.compile(r"[\p{L}\p{N}\p{M}]+")


def naive(text: str, terms: set[str]) -> str:
    """Cut a passage as the contract words it: run by run, each tokenized on its own."""
    for run in RUN.finditer(text):
        if tokenize(run[0])[0] in terms:
            return text[max(0, run.start() - 80) :][:512]
    return text[:512]


@given(bundles, queries)
def test_a_snippet_is_an_exact_slice(files: dict[str, bytes], query: str) -> None:
    index = okfsearch.index_sections(okfsearch.Snapshot.of(files))
    texts = {
        (section.path, section.line_start): files[section.path][section.start : section.end].decode()
        for section in index.sections
    }
    for hit in index.search(query, limit=100):
        text = texts[hit.path, hit.line_start]
        assert hit.snippet in text
        assert hit.snippet == naive(text, set(hit.matched_terms))
        assert len(hit.snippet) <= 512


@given(
    any_text | body, st.sets(st.sampled_from(("tide", "gauge", "a", "höhe", "\u0338", "\u0301", "e\u0301", "ss", "strasse")))
)
def test_the_passage_equals_the_naive_one(text: str, terms: set[str]) -> None:
    terms = {token for term in terms for token in tokenize(term)}
    assert cut_passage(text, terms) == naive(text, terms)


@given(st.integers(0, 3), st.sampled_from(("word ", "ä\n", "潮")), st.sampled_from(("tide", "höhe")))
def test_a_match_beyond_many_slices_is_found(times: int, filler: str, term: str) -> None:
    text = filler * (times * SLICE_BYTES // len(filler)) + " " + term + " end"
    assert cut_passage(text, {term}) == naive(text, {term})


@given(any_text, st.integers(0, 9), st.integers(1, 20))
def test_the_policy_sets_lead_and_length(text: str, lead: int, length: int) -> None:
    passage = cut_passage(text + " tide", {"tide"}, policy=PassagePolicy(lead=lead, length=length))
    assert len(passage) <= length
    assert passage in text + " tide"
