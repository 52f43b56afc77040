"""Frames of pandas and polars: the rows of the result, and the same columns and types whatever was found."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import okfsearch
from okfsearch._json import plain
from okfsearch.frames import to_frame

BUNDLE = okfsearch.Snapshot.of(
    {
        "tide.md": b"---\ntype: Note\ntitle: Tides\ndescription: Sea level\ntags: [sea, moon]\n---\n# Spring tide\n\nTwice a month, see [neap](neap.md).\n",
        "neap.md": b"# Neap tide\n\nThe moon stands aside, twice a month.\n",
    }
)
RESULTS: dict[str, tuple[Any, Any]] = {
    "sections": (okfsearch.index_sections(BUNDLE).search("month"), okfsearch.index_sections(BUNDLE).search("zqx")),
    "matches": (okfsearch.index_context(BUNDLE).matches("month"), okfsearch.index_context(BUNDLE).matches("zqx")),
    "packet": (okfsearch.index_context(BUNDLE).search("month"), okfsearch.index_context(BUNDLE).search("zqx")),
    "concepts": (okfsearch.index_concepts(BUNDLE).search("tide"), okfsearch.index_concepts(BUNDLE).search("zqx")),
    "index": (
        okfsearch.index_concepts(BUNDLE),
        okfsearch.index_concepts(okfsearch.Snapshot.of({"index.md": b"---\nokf_version: 0.1\n---\n"})),
    ),
}


@pytest.fixture(params=RESULTS)
def pair(request: pytest.FixtureRequest) -> Any:
    return RESULTS[request.param]


def records(result: Any) -> list[dict[str, Any]]:
    return [plain(member) for member in getattr(result, "concepts", result)]


def test_pandas_rows_are_the_records(pair: Any) -> None:
    pandas = pytest.importorskip("pandas")
    found, _ = pair
    frame = to_frame(found)
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) > 0
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    assert rows == records(found)


def test_pandas_columns_do_not_depend_on_what_was_found(pair: Any) -> None:
    pandas = pytest.importorskip("pandas")
    found, empty = map(to_frame, pair)
    assert len(empty) == 0
    assert list(found.dtypes.items()) == list(empty.dtypes.items())
    assert len(pandas.concat([found, empty])) == len(found)


def test_polars_rows_are_the_records(pair: Any) -> None:
    polars = pytest.importorskip("polars")
    found, _ = pair
    frame = to_frame(found, library="polars")
    assert isinstance(frame, polars.DataFrame)
    assert frame.to_dicts() == records(found)


def test_polars_columns_do_not_depend_on_what_was_found(pair: Any) -> None:
    polars = pytest.importorskip("polars")
    found, empty = (to_frame(result, library="polars") for result in pair)
    assert empty.height == 0
    assert found.schema == empty.schema
    assert polars.concat([found, empty]).height == found.height


def test_scores_are_the_same_doubles() -> None:
    pytest.importorskip("pandas")
    result, _ = RESULTS["sections"]
    assert to_frame(result)["score"].tolist() == [hit.score for hit in result]


def test_columns_of_a_frame_of_hits_are_stable() -> None:
    pytest.importorskip("pandas")
    assert {name: str(kind) for name, kind in to_frame(RESULTS["sections"][0]).dtypes.items()} == {
        "concept_id": "string", "path": "string", "heading": "string", "locator": "string", "line_start": "int64", "line_end": "int64",
        "content_sha256": "string", "snippet": "string", "score": "float64", "matched_terms": "object",
    }  # fmt: skip


@pytest.mark.parametrize("thing", [None, [], "text", BUNDLE])
def test_only_results_are_framed(thing: Any) -> None:
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        to_frame(thing)
    assert caught.value.details == {"field": "result", "reason": "wrong_type"}


def test_an_unknown_library_is_refused() -> None:
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        to_frame(RESULTS["sections"][0], library="dplyr")  # type: ignore[call-overload]
    assert caught.value.details == {"field": "library", "reason": "unknown", "allowed": ["pandas", "polars"]}


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_missing_library_is_told_in_one_sentence(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        to_frame(RESULTS["sections"][0], library=library)
    assert caught.value.details == {"field": "library", "reason": "not_installed", "extra": library}
    assert f'pip install "okfsearch[{library}]"' in str(caught.value)
