"""The record of a run: its line, and appending it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from okfsearch import InvalidRequest
from okfsearch.invocation import append_invocation_record, search_record

KEYS = [
    "ts", "skill", "version", "args", "bundle", "outcome", "concepts_added", "concepts_updated", "concepts_split", "conflicts", "note",
]  # fmt: skip
NOW = datetime(2026, 9, 23, 10, 0, 0, 999_999, UTC)


def test_a_line_survives_any_query() -> None:
    nasty = 'it\'s "quoted"\nand more \\ é'
    line = search_record(nasty, bundle="/b", now=NOW, results=3).to_json_line()
    assert line.count("\n") == 1 and line.endswith("\n")
    read = json.loads(line)
    assert list(read) == KEYS
    assert read == {
        **dict.fromkeys(KEYS),
        "ts": "2026-09-23T10:00:00Z", "skill": "okf:search", "version": "1.0", "args": nasty, "bundle": "/b",
        "outcome": "success", "note": "3 result(s) for query",
    }  # fmt: skip


def test_outcomes() -> None:
    assert search_record("x", bundle="b", now=NOW, results=0).outcome == "success"
    rejected = search_record("x", bundle="b", now="2026-09-23T12:00:00+02:00", results=None, note="empty")
    assert (rejected.outcome, rejected.note, rejected.ts) == ("error", "empty", "2026-09-23T10:00:00Z")
    assert search_record("x", bundle="b", now=NOW, results=None).note is None
    with pytest.raises(InvalidRequest):
        search_record("x", bundle="b", now=None, results=1)


def test_appending_makes_the_folder_and_never_cuts(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "er" / "log.jsonl"
    for number in range(3):
        assert append_invocation_record(log, search_record(f"q{number} \ud800", bundle="b", now=NOW, results=number))
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["args"] for line in lines] == ["q0 \ud800", "q1 \ud800", "q2 \ud800"]


def test_a_refusing_file_system_is_told_and_not_raised(tmp_path: Path) -> None:
    record = search_record("x", bundle="b", now=NOW, results=1)
    (tmp_path / "file").write_text("")
    assert not append_invocation_record(tmp_path / "file" / "log", record)
    assert not append_invocation_record(tmp_path, record)
    assert not append_invocation_record("a\0b", record)
