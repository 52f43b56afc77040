"""Every case of the reference implementation: the same answer, field by field and byte by byte, or the same kind of error."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch._options import Store
from okfsearch._retrieval import deferred
from okfsearch.wire import to_json
from tests.shared import shared_rows

STORES: tuple[Store, ...] = ("plain", "numpy")
CASES = shared_rows("cases/section-search.jsonl")


def kind_of(error: okfsearch.SearchError) -> str:
    """Name an error as the cases do."""
    if isinstance(error, okfsearch.InvalidRequest):
        return "query"
    if isinstance(error, okfsearch.LimitExceeded):
        return "limit"
    return "parse" if isinstance(error, okfsearch.DocumentErrors) else "load"


def assert_answers_alike(got: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Compare two answers, scores within 1e-12; tell whether the scores are equal doubles too."""
    equal = True
    for ours, theirs in zip(got["hits"], wanted["hits"], strict=True):
        assert math.isclose(ours["score"], theirs["score"], rel_tol=1e-12)
        equal &= ours.pop("score") == theirs.pop("score")
    assert got == wanted
    return equal


def write(files: dict[str, str], root: Path) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return root


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write(case["files"], tmp_path)
    if "error" in case["result"]:
        with pytest.raises(okfsearch.SearchError) as caught:
            okfsearch.search_bundle(root, case["query"], limit=case["limit"])
        assert kind_of(caught.value) == case["result"]["error"]
        return
    result = okfsearch.search_bundle(root, case["query"], limit=case["limit"])
    line = to_json(result)
    if assert_answers_alike(json.loads(line), json.loads(json.dumps(case["result"]))):
        assert line == case["result_json"]
    # Once with every term looked for, once with all lists made by the first query, on either store.
    snapshot = okfsearch.capture_bundle(root)
    for most in (deferred.MOST_LOOKED_FOR, 0):
        monkeypatch.setattr(deferred, "MOST_LOOKED_FOR", most)
        for store in STORES:
            answer = okfsearch.index_sections(snapshot, store=store).search(case["query"], limit=case["limit"])
            assert answer == result
            assert to_json(answer) == line


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
def test_nearly_all_scores_are_equal_doubles() -> None:
    """The reference was measured on amd64, where Go fuses no multiplication; so ours are the same bits."""
    compared = equal = 0
    for case in CASES:
        if "error" in case["result"]:
            continue
        files = {path: text.encode() for path, text in case["files"].items()}
        result = okfsearch.index_sections(okfsearch.Snapshot.of(files)).search(case["query"], limit=case["limit"])
        for hit, wanted in zip(result, case["result"]["hits"], strict=True):
            compared += 1
            equal += hit.score == wanted["score"]
    assert compared > 100
    assert equal == compared
