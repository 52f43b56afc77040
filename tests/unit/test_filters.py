"""Filters as pairs of a key and a value."""

from __future__ import annotations

from typing import Any

import pytest

from okfsearch import InvalidRequest
from okfsearch._bundle.filters import Filters, parse_filter


def test_a_filter_is_read_from_text() -> None:
    assert parse_filter("TYPE = Big Query ") == ("type", "Big Query")
    assert parse_filter("tag=a=b") == ("tag", "a=b")


@pytest.mark.parametrize(
    ("text", "reason"), [("type", "malformed"), ("kind=x", "unknown_key"), ("type= ", "empty_argument"), (7, "wrong_type")]
)
def test_a_wrong_filter_says_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_filter(text)
    assert (caught.value.details["field"], caught.value.details["reason"]) == ("filters", reason)


@pytest.mark.parametrize("pairs", ["type=x", [("type",)], [("type", 7)], ["ab"]])
def test_filters_are_pairs_of_texts(pairs: Any) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Filters.of(pairs)
    assert caught.value.details["reason"] == "wrong_type"


def test_values_of_a_key_are_alternatives_and_keys_combine() -> None:
    filters = Filters.of([("type", "Guide"), ("type", "Note"), ("tags", "Über  uns"), ("type", "Guide")])
    assert filters.pairs == (("type", "Guide"), ("type", "Note"), ("tag", "Über  uns"))
    assert filters.passes("note", ["über uns"])
    assert not filters.passes("note", ["über"])
    assert not filters.passes("notes", ["über uns"])
    assert not filters.passes(None, ["über uns"])
    assert Filters().passes(None, [])
