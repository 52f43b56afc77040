"""Law: one more occurrence of anything in a body never lowers its score, and never lifts it to a lesser frontmatter field."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval.field_terms import parse_field_query, parse_synonyms
from okfsearch._retrieval.field_text import FieldText
from okfsearch.concept_scoring import POLICY, score_body
from okfsearch.limits import Limits

WORDS = ("tide", "tides", "tide-gauge", "C++", "C", "潮位", "ebb", "ebb tide", "x")
SYNONYMS = parse_synonyms({"tide": ["ebb", "C++"], "C++": ["x"]})
words = st.lists(st.sampled_from(WORDS), max_size=12)


@given(words, st.sampled_from(WORDS), st.lists(st.sampled_from(WORDS), min_size=1, max_size=3))
def test_more_never_counts_for_less(body: list[str], added: str, query: list[str]) -> None:
    asked = parse_field_query(" ".join(query), Limits(), synonyms=SYNONYMS)
    before = score_body(FieldText.of([" . ".join(body)]), asked)
    after = score_body(FieldText.of([" . ".join([*body, added])]), asked)
    assert 0 <= before <= after < POLICY.body * 1_000_000
