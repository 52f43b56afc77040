"""The judge of hits sees every kind of lie."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import okfsearch
from tests.checker import check_result

DATA = "# Ebb\nlow water\n\n# Höhe\nlow too\n".encode()
DIGEST = sha256(DATA).hexdigest()


def hit(**changes: Any) -> SimpleNamespace:
    true = {
        "concept_id": "a/höhe",
        "path": "a/höhe.md",
        "heading": "Ebb",
        "locator": "a/h%C3%B6he.md#L1-L3",
        "line_start": 1,
        "line_end": 3,
        "content_sha256": DIGEST,
        "snippet": "# Ebb\nlow water\n",
        "score": 0.5,
        "matched_terms": ("low",),
    }
    return SimpleNamespace(**{**true, **changes})


SECOND = hit(heading="Höhe", locator="a/h%C3%B6he.md#L4-L5", line_start=4, line_end=5, snippet="# Höhe\nlow too", score=0.5)


def judge(*hits: SimpleNamespace, file: dict[str, Any] | None = None, **changes: Any) -> None:
    captured = SimpleNamespace(**{"path": "a/höhe.md", "data": DATA, "sha256": DIGEST, **(file or {})})
    true = {"snapshot_revision": "r", "terms": ("low",), "total": len(hits), "truncated": False, "hits": hits}
    check_result(SimpleNamespace(revision="r", files=(captured,)), SimpleNamespace(**{**true, **changes}))


def test_true_results_pass() -> None:
    judge()
    judge(hit(), SECOND)
    judge(hit(), total=2, truncated=True)


@pytest.mark.parametrize(
    "changes",
    [
        {"concept_id": "a/other"},
        {"locator": "a/höhe.md#L1-L3"},
        {"locator": "a/h%C3%B6he.md#L1-L2"},
        {"locator": "a/hohe.md#L1-L3"},
        {"line_start": 0, "locator": "a/h%C3%B6he.md#L0-L3"},
        {"line_start": 3, "line_end": 2, "locator": "a/h%C3%B6he.md#L3-L2", "snippet": "low"},
        {"line_start": 4, "line_end": 6, "locator": "a/h%C3%B6he.md#L4-L6", "snippet": "low"},
        {"content_sha256": DIGEST.replace(DIGEST[0], "0" if DIGEST[0] != "0" else "1")},
        {"snippet": ""},
        {"snippet": "low too"},
        {"snippet": "low  water"},
        {"score": 0.0},
        {"matched_terms": ("high",)},
    ],
    ids=lambda changes: "-".join(map(str, changes)),
)
def test_a_false_hit_is_seen(changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        judge(hit(**changes))


def test_a_snippet_has_at_most_512_code_points() -> None:
    data = ("ö" * 513).encode()
    digest = sha256(data).hexdigest()
    long = {"content_sha256": digest, "line_end": 1, "locator": "a/h%C3%B6he.md#L1-L1"}
    judge(hit(snippet="ö" * 512, **long), file={"data": data, "sha256": digest})
    with pytest.raises(AssertionError, match="513"):
        judge(hit(snippet="ö" * 513, **long), file={"data": data, "sha256": digest})


@pytest.mark.parametrize(
    ("hits", "changes"),
    [
        ((hit(),), {"snapshot_revision": "s"}),
        ((hit(),), {"total": 0}),
        ((hit(),), {"total": 2}),
        ((hit(),), {"truncated": True}),
        ((SECOND, hit()), {}),
        ((hit(score=0.4), SECOND), {}),
        ((hit(), hit()), {}),
        ((hit(),), {"file": {"data": DATA + b"x"}}),
    ],
)
def test_a_result_that_does_not_fit_together_is_seen(hits: tuple[SimpleNamespace, ...], changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        judge(*hits, **changes)


def test_the_judge_stands_behind_every_search(judge: Any, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(DATA)
    before = judge.counts["results"]
    assert okfsearch.search_bundle(tmp_path, "low") == okfsearch.index_sections(okfsearch.capture_bundle(tmp_path)).search(
        "low"
    )
    assert judge.counts["results"] == before + 2
