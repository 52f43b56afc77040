"""The wire: what reading back refuses, and the schemas that are shipped."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

import okfsearch
from okfsearch.errors import InvalidRequest
from okfsearch.wire import SCHEMAS, from_dict, read_schema, to_dict


@pytest.fixture
def data() -> dict[str, Any]:
    snapshot = okfsearch.Snapshot.of({"a.md": b"# Tide\n\ntide\n", "b.md": b"tide gauge\n"})
    return to_dict(okfsearch.index_sections(snapshot).search("tide"))


def test_the_wire_form_has_these_keys_in_this_order(data: dict[str, Any]) -> None:
    assert list(data) == ["query", "terms", "snapshot_revision", "total", "truncated", "hits"]
    assert list(data["hits"][0]) == [
        "concept_id", "path", "heading", "locator", "line_start", "line_end",
        "content_sha256", "snippet", "score", "matched_terms",
    ]  # fmt: skip
    assert read_schema()["required"] == list(data)
    assert read_schema()["$defs"]["hit"]["required"] == list(data["hits"][0])


def test_a_whole_score_reads_back_as_a_float(data: dict[str, Any]) -> None:
    data["hits"][0]["score"] = 2
    assert isinstance(from_dict(data).hits[0].score, float)


def test_a_class_without_a_contract_is_refused(data: dict[str, Any]) -> None:
    other: Any = dict
    with pytest.raises(InvalidRequest) as caught:
        from_dict(data, other)
    assert caught.value.details["field"] == "kind"


def _change(place: str, value: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        (data["hits"][0] if place in data["hits"][0] else data)[place] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("total"),
        lambda data: data["hits"][0].pop("path"),
        lambda data: data.update(more=1),
        lambda data: data["hits"][0].update(more=1),
        lambda data: data.update(missing_terms=[]),
        _change("total", "2"),
        _change("total", True),
        _change("truncated", 1),
        _change("query", None),
        _change("terms", "tide"),
        _change("hits", {"a": 1}),
        _change("score", "1.0"),
        _change("score", True),
        _change("line_start", 1.0),
        _change("matched_terms", [1]),
    ],
)
def test_data_of_another_form_is_refused(data: dict[str, Any], change: Any) -> None:
    change(data)
    with pytest.raises(InvalidRequest) as caught:
        from_dict(data)
    assert dict(caught.value.details) == {"field": "data", "reason": "schema_validation"}


@pytest.mark.parametrize("other", [None, [], "text", 1])
def test_what_is_no_mapping_is_refused(other: Any) -> None:
    with pytest.raises(InvalidRequest):
        from_dict(other)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(read_schema(name))


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(InvalidRequest) as caught:
        read_schema("../search-result")
    assert caught.value.details["allowed"] == list(SCHEMAS)
