"""What a query may be, and what it asks for."""

from __future__ import annotations

from typing import Any

import pytest

from okfsearch._retrieval.query import parse_limit, parse_query
from okfsearch.errors import InvalidRequest, LimitExceeded
from okfsearch.limits import Limits


def test_terms_are_distinct_and_in_first_seen_order() -> None:
    query = parse_query("  Beta ALPHA beta <alpha> ", Limits())
    assert query.text == "  Beta ALPHA beta <alpha> "
    assert query.terms == ("beta", "alpha")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty_query"),
        (" \n", "empty_query"),
        (">>> ???", "empty_query"),
        ("\u0301", "empty_query"),
        ("🚢", "empty_query"),
        ("a" * 513, "out_of_range"),
        ("\ud800a", "invalid_encoding"),
        (None, "wrong_type"),
        (b"tide", "wrong_type"),
    ],
)
def test_a_bad_query_is_refused(text: Any, reason: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_query(text, Limits())
    assert caught.value.code == "schema_validation"
    assert (caught.value.details["field"], caught.value.details["reason"]) == ("query", reason)


def test_the_cap_on_the_query_counts_code_points_before_folding() -> None:
    assert parse_query("\ufb03" * 512, Limits()).terms == ("ffi" * 512,)
    assert parse_query("\U0001d7ce" * 512, Limits()).terms == ("\U0001d7ce" * 512,)


def test_terms_are_capped_in_number_and_length() -> None:
    words = " ".join(f"t{n}" for n in range(32))
    assert len(parse_query(words, Limits()).terms) == 32
    for text, limit in ((words + " t32", "query_terms"), ("\ufb03" * 5, "term_code_points")):
        with pytest.raises(LimitExceeded) as caught:
            parse_query(text, Limits(term_code_points=14))
        assert caught.value.details["limit"] == limit
    assert parse_query("\ufb03" * 5, Limits(term_code_points=15)).terms == ("ffi" * 5,)


@pytest.mark.parametrize("limit", [0, -1, 101])
def test_a_limit_out_of_range_is_refused(limit: int) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_limit(limit, Limits())
    assert dict(caught.value.details) == {"field": "limit", "reason": "out_of_range", "minimum": 1, "maximum": 100}


@pytest.mark.parametrize("limit", ["5", 1.0, True, None])
def test_a_limit_is_a_whole_number(limit: Any) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_limit(limit, Limits())
    assert caught.value.details["reason"] == "wrong_type"


@pytest.mark.parametrize("limit", [1, 100])
def test_a_limit_in_range_passes(limit: int) -> None:
    assert parse_limit(limit, Limits()) == limit
