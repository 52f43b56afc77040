"""Many bundles: rows that equal the searches, faults as rows, and the same rows from one process and from several."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import fleet
from okfsearch._json import plain
from okfsearch.fleet import FIELDS, search_many, search_one
from okfsearch.fleet_rows import section_rows

GOOD = {"tide.md": b"# Spring tide\n\nTwice a month.\n", "neap.md": b"# Neap tide\n\nThe moon stands aside.\n"}
NAMES = [field.name for field in FIELDS]


def write(folder: Path, files: dict[str, bytes]) -> Path:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    linked = tmp_path / "linked"
    good = write(tmp_path / "good", GOOD)
    linked.symlink_to(good)
    return [
        good,
        write(tmp_path / "empty", {}),
        write(tmp_path / "not-utf8", {"bad.md": b"tide \xff\n"}),
        write(tmp_path / "open", {"bad.md": b"---\ntitle: tide\n"}),
        tmp_path / "missing",
        linked,
        write(tmp_path / "other", {"_hidden.md": b"tide tables\n", ".dot.md": b"tide and dot\n"}),
    ]


def test_rows_are_the_hits_of_the_search(tmp_path: Path) -> None:
    root = write(tmp_path / "b", GOOD)
    result = okfsearch.search_bundle(root, "tide")
    rows = search_one(root, "tide")
    assert [{name: row[name] for name in plain(result[0])} for row in rows] == [plain(hit) for hit in result]
    assert [row["rank"] for row in rows] == [1, 2]
    first = rows[0]
    snapshot = okfsearch.capture_bundle(root)
    assert (first["bundle"], first["query"], first["status"]) == (str(root), "tide", "ok")
    assert (first["revision"], first["files"], first["bytes"]) == (snapshot.revision, 2, sum(map(len, GOOD.values())))
    assert (first["total"], first["truncated"]) == (2, False)


def test_many_queries_in_one_pass_equal_one_after_the_other(tmp_path: Path) -> None:
    root = write(tmp_path / "b", GOOD)
    queries = ["tide", "moon", "zeppelin", "tide"]
    assert search_one(root, queries) == [row for query in queries for row in search_one(root, query)]


def test_every_row_has_every_column_and_lists_are_never_missing(roots: list[Path]) -> None:
    for row in search_many(roots, ["tide", "zeppelin"]):
        assert list(row) == NAMES
        for field in FIELDS:
            assert field.nullable or row[field.name] is not None


def test_a_bad_bundle_is_one_row_and_hides_no_other(roots: list[Path]) -> None:
    rows = list(search_many(roots, "tide"))
    assert [(Path(row["bundle"]).name, row["status"], row["error_code"], row["rank"]) for row in rows] == [
        ("good", "ok", None, 1),
        ("good", "ok", None, 2),
        ("empty", "empty", None, None),
        ("not-utf8", "error", "invalid_encoding", None),
        ("open", "error", "unterminated_frontmatter", None),
        ("missing", "error", "root_not_found", None),
        ("linked", "error", "root_is_symlink", None),
        ("other", "ok", None, 1),
        ("other", "ok", None, 2),
    ]
    bad = rows[3]
    assert bad["revision"] is not None
    assert "bad.md" in bad["error_details"]
    assert str(roots[0].parent) not in bad["error_message"] + bad["error_details"]


def test_processes_change_nothing(roots: list[Path]) -> None:
    queries = ["tide", "moon"]
    assert list(search_many(roots, queries, processes=2)) == list(search_many(roots, queries))


def test_recovering_lists_the_issues(tmp_path: Path) -> None:
    root = write(tmp_path / "b", {"bad.md": b"\xff\n", **GOOD})
    rows = search_one(root, "tide", on_invalid="recover")
    assert [row["status"] for row in rows] == ["ok", "ok"]
    assert [issue["code"] for issue in rows[0]["issues"]] == ["invalid_encoding"]


def test_a_snapshot_is_searched_as_it_is() -> None:
    snapshot = okfsearch.Snapshot.of(GOOD)
    assert {row["bundle"] for row in search_one(snapshot, "tide")} == {""}
    assert {row["bundle"] for row in search_one(snapshot, "tide", bundle="tables")} == {"tables"}


@pytest.mark.parametrize("queries", ["", "...", ["tide", ""], [], "x" * 513])
def test_a_bad_request_raises_before_anything_is_read(queries: Any) -> None:
    with pytest.raises(okfsearch.InvalidRequest):
        search_one("nowhere", queries)
    with pytest.raises(okfsearch.InvalidRequest):
        search_many(["nowhere"], queries)


@pytest.mark.parametrize("options", [{"limit": 0}, {"processes": 0}, {"processes": True}, {"on_invalid": "ignore"}])
def test_bad_options_raise_before_the_first_row(options: Any) -> None:
    with pytest.raises(okfsearch.InvalidRequest):
        search_many([], "tide", **options)


def test_an_answer_over_its_cap_fails_alone() -> None:
    snapshot = okfsearch.Snapshot.of({"a.md": b"tide " + b"word " * 200, "b.md": b"moon\n"})
    limits = okfsearch.Limits(response_bytes=600)
    rows = search_one(snapshot, ["tide", "moon"], limits=limits)
    assert [(row["query"], row["status"], row["error_code"]) for row in rows] == [
        ("tide", "error", "resource_limit"),
        ("moon", "ok", None),
    ]


def test_files_that_somebody_else_has_read() -> None:
    request = fleet.parse_fleet(
        "tide", limit=5, limits=okfsearch.Limits(), visibility=okfsearch.Visibility(), on_invalid="raise"
    )
    rows = fleet.ask_files("tables", reversed(GOOD.items()), request)
    assert rows == search_one(okfsearch.Snapshot.of(GOOD), "tide", bundle="tables", limit=5)
    twice = fleet.ask_files("tables", [("a.md", b"tide"), ("a.md", b"tide")], request)
    assert [(row["status"], row["error_code"]) for row in twice] == [("error", "invalid_name")]
    assert [row["status"] for row in fleet.ask_files("tables", [("../a.md", b"tide")], request)] == ["error"]


def test_sections_are_rows_for_other_engines() -> None:
    index = okfsearch.index_sections(okfsearch.Snapshot.of(GOOD))
    rows = section_rows("tables", index)
    assert [(row["path"], row["heading"], row["text"]) for row in rows] == [
        ("neap.md", "Neap tide", GOOD["neap.md"].decode().rstrip()),
        ("tide.md", "Spring tide", GOOD["tide.md"].decode().rstrip()),
    ]
    assert rows[0]["locator"] == index.search("aside")[0].locator


def test_failing_fast_names_the_bundle(roots: list[Path]) -> None:
    rows = search_many(roots, "tide", fail_fast=True)
    assert [next(rows)["status"] for _ in range(3)] == ["ok", "ok", "empty"]
    with pytest.raises(okfsearch.SearchError) as caught:
        next(rows)
    assert caught.value.code == "invalid_encoding"
    assert caught.value.details == {"bundle": str(roots[2])}


@pytest.mark.parametrize("queries", ["tide", ["tide", "moon"]])
def test_cancellation_passes_through(queries: Any) -> None:
    snapshot = okfsearch.Snapshot.of(GOOD)
    # Whenever it is asked for the n-th time, also inside the queries of an index.
    for answered in range(100):
        asked = iter([False] * answered + [True] * 1_000_000)
        try:
            search_one(snapshot, queries, cancelled=lambda: next(asked))  # noqa: B023 - called at once
        except okfsearch.SearchCancelled:
            continue
        break
    assert 0 < answered < 99


@pytest.mark.parametrize("processes", [None, 1])
def test_cancellation_between_bundles(roots: list[Path], processes: int | None) -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        list(search_many(roots, "tide", processes=processes, cancelled=lambda: True))


def test_a_lost_worker_is_told(roots: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "ask_bundle", _die)
    with pytest.raises(fleet.WorkerLost) as caught:
        list(search_many(roots[:1], "tide", processes=1))
    assert caught.value.retryable
    assert caught.value.details == {"bundle": str(roots[0])}


def _die(*arguments: object) -> None:
    os._exit(3)
