"""Replies that fit: what comes last is left out first, is counted, and nothing takes the place of something better."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._json import encode
from okfsearch.mcp_fit import fit
from okfsearch.mcp_remarks import remark

TEXTS = st.lists(st.text(max_size=12), max_size=6)


def test_a_small_form_is_whole() -> None:
    fitted = fit({"hits": ["ebb"], "issues": []}, ["hits", "issues"])
    assert (fitted.kept, fitted.left_out) == ({"hits": 1, "issues": 0}, {})


def test_what_follows_the_first_that_does_not_fit_is_left_out_too() -> None:
    form = {"hits": ["a", "b" * 100, "c"], "issues": ["d"]}
    fitted = fit(form, ["hits", "issues"], maximum=60)
    assert (fitted.kept, fitted.left_out) == ({"hits": 1, "issues": 0}, {"hits": 2, "issues": 1})


def test_a_head_that_is_too_large_leaves_no_room() -> None:
    assert fit({"query": "x" * 50, "hits": [1]}, ["hits"], maximum=10).left_out == {"hits": 1}


def test_lists_may_stand_deeper_or_not_at_all() -> None:
    form = {"suggestions": {"types": ["a", "b"]}, "none": None}
    kept = fit(form, ["suggestions.types", "suggestions.tags", "none.types", "other"]).kept
    assert kept == {"suggestions.types": 2, "suggestions.tags": 0, "none.types": 0, "other": 0}


@given(first=TEXTS, second=TEXTS, head=st.text(max_size=9), maximum=st.integers(0, 200))
def test_the_cap_is_kept_and_no_more_is_left_out_than_has_to_be(
    first: list[str], second: list[str], head: str, maximum: int
) -> None:
    form = {"head": head, "first": first, "second": second}
    kept = fit(form, ["first", "second"], maximum=maximum).kept

    def size(one: int, two: int) -> int:
        return len(encode({**form, "first": first[:one], "second": second[:two]}).encode())

    one, two = kept["first"], kept["second"]
    if one or two:
        assert size(one, two) <= maximum
    if one < len(first):
        assert two == 0
        assert size(one + 1, 0) > maximum
    elif two < len(second):
        assert size(one, two + 1) > maximum


@given(form=st.dictionaries(st.text(max_size=3), TEXTS, max_size=4))
def test_a_form_is_never_changed(form: dict[str, list[str]]) -> None:
    before = json.dumps(form)
    fit(form, list(form), maximum=20)
    assert json.dumps(form) == before


def test_a_reader_is_told_what_was_left_out() -> None:
    assert remark({}) == ""
    assert "3 of hits" in remark({"hits": 3})
