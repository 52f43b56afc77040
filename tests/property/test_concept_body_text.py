"""Law: a body read the cheap way is the body read in one piece, and what is ruled out early is not in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval.body_text import may_hold, read_body
from okfsearch._retrieval.evidence_counts import credit_in
from okfsearch._retrieval.field_terms import parse_field_query
from okfsearch._retrieval.field_text import FieldText
from okfsearch.limits import Limits
from tests.concept_strategies import queries
from tests.strategies import any_text

texts = st.lists(any_text | queries | st.sampled_from(["plain", "", "\u212aelvin", "\ufb01ne", "\u0130x"]), max_size=8).map(
    "\n".join
)


@given(texts)
def test_the_cheap_way_gives_the_same(text: str) -> None:
    whole = FieldText.of([text])
    assert read_body(text) == whole
    assert read_body(text, whole=False).tokens == whole.tokens


@given(texts, queries | st.sampled_from(["kelvin", "fine", "i̇x", "ss", "fi"]))
def test_what_is_ruled_out_is_not_there(text: str, query: str) -> None:
    field = FieldText.of([text])
    for term in parse_field_query(query, Limits()).terms:
        if credit_in(field, term):
            assert may_hold(text, term.hints)
            assert any(hint in field.normal for hint in term.hints)
