"""The text form of a request: its grammar, and what it refuses."""

from __future__ import annotations

import pytest

from okfsearch import ConceptRequest, InvalidRequest, parse_request


@pytest.mark.parametrize(
    ("request_text", "expected"),
    [
        ("orders", ConceptRequest(text="orders")),
        ("revenue type:Metric", ConceptRequest(text="revenue", type="Metric")),
        ("tags:sales,orders", ConceptRequest(tags=("sales", "orders"))),
        ("freshness in:body bundle:./my-bundle", ConceptRequest(text="freshness", bundle="./my-bundle", scope="body")),
        ('type:"BigQuery Table" x', ConceptRequest(text="x", type="BigQuery Table")),
        ("type:BigQuery Table", ConceptRequest(text="Table", type="BigQuery")),
        ("std::vector", ConceptRequest(text="std::vector")),
        ("http://example.test status:draft note: x", ConceptRequest(text="http://example.test status:draft note: x")),
        ('"type:Metric"', ConceptRequest(text="type:Metric")),
        ("mytype:Metric", ConceptRequest(text="mytype:Metric")),
        ("TYPE:Metric In:Title x", ConceptRequest(text="x", type="Metric", scope="title")),
        ("tags:a,,#b,# tags:#b,c x", ConceptRequest(text="x", tags=("a", "b", "c"))),
        ('tags:"two words,#b" x', ConceptRequest(text="x", tags=("two words", "b"))),
        (r'"say \"hi\" \\ \n" x', ConceptRequest(text=r'say "hi" \ \n x')),
        ('a "b  c" d', ConceptRequest(text="a b  c d")),
        ('"unclosed x', ConceptRequest(text='"unclosed x')),
        ('type:"unclosed x', ConceptRequest(text="x", type='"unclosed')),
        ('a "" b', ConceptRequest(text="a b")),
        ("売上\u3000type:指標", ConceptRequest(text="売上", type="指標")),
        ("tag\u017f:x \u0131n:body", ConceptRequest(text="tag\u017f:x \u0131n:body")),
        ('bundle:" dir" x', ConceptRequest(text="x", bundle=" dir")),
        ("?! type:x", ConceptRequest(text="?!", type="x")),
    ],
)
def test_a_request_is_read(request_text: str, expected: ConceptRequest) -> None:
    assert parse_request(request_text) == expected


@pytest.mark.parametrize(
    ("request_text", "field", "reason"),
    [
        ("", "query", "empty_query"),
        ("  \t ", "query", "empty_query"),
        ("?! —", "query", "empty_query"),
        ("in:body", "query", "empty_query"),
        ("bundle:x", "query", "empty_query"),
        ("type:a type:b", "type", "duplicate_argument"),
        ("in:body x IN:all", "in", "duplicate_argument"),
        ("bundle:a bundle:b x", "bundle", "duplicate_argument"),
        ("type: Metric", "type", "empty_argument"),
        ('type:"  " x', "type", "empty_argument"),
        ("tags:,# x", "tags", "empty_argument"),
        ("bundle: x", "bundle", "empty_argument"),
        ("x in:", "in", "empty_argument"),
        ("x in:tags", "in", "invalid_scope"),
        (7, "request", "wrong_type"),
    ],
)
def test_a_wrong_request_says_what_is_wrong(request_text: str, field: str, reason: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        parse_request(request_text)
    details = caught.value.details
    assert (caught.value.code, details["field"], details["reason"]) == ("schema_validation", field, reason)
    if reason == "invalid_scope":
        assert details["allowed"] == ["title", "description", "body", "all"]
    elif reason != "wrong_type":
        assert details["allowed"] == ["type", "tags", "bundle", "in"]
