"""Every case of reference 002 for context search: the same evidence at the same places, but for what we chose otherwise.

Compared are the exit status, the first result, the direct results that hold all terms among the first five, and of every
section that both name its relation, lines, locator and digest.  Scores are our own.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.cli import main
from okfsearch.wire import read_schema
from tests.shared import ROOT, shared_rows

CASES = shared_rows("cases/context.jsonl")

#: What we chose otherwise: each reason has its place on the page of differences.
EXCUSED: dict[str, str] = {
    "heading-hit": "forms of a word",
    "directory-path-hit-matches": "forms of a word",
    "filter-tag-scalar-frontmatter": "forms of a word",
    "filter-tag-or": "forms of a word",
    "filter-excludes-index-without-type": "credible vectors only",
    "budget-large": "scores of our own",
    "unclosed-frontmatter": "unterminated frontmatter as body",
    "symlink-in-managed-bundle-fails": "symlinks skipped in a managed bundle",
}


def write(case: dict[str, Any], root: Path) -> Path:
    """Write the bundle of a case."""
    for name, text in case["files"].items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    root.mkdir(exist_ok=True)
    for command in case.get("setup", ()):
        subprocess.run(command, shell=True, cwd=root, check=True, capture_output=True)
    return root


def run(case: dict[str, Any], root: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> tuple[int, str]:
    arguments = [argument.replace("<ROOT>", str(root)) for argument in case["args"]]
    status = main(["context", *arguments])
    return status, capsysbinary.readouterr().out.decode()


def phantom(case: dict[str, Any], section: dict[str, Any]) -> int:
    """Return 1 where the reference counts a line behind the end of the file."""
    text = case["files"][section["path"]]
    return int(text.endswith("\n") and section["lineEnd"] == text.count("\n") + 1)


def compare(case: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    key = "sources" if "sources" in theirs else "results"
    got, wanted = ours[key], theirs[key] or []
    assert ours["status"] == theirs["status"]
    assert ours["revision"]["indexSha256"] == theirs["revision"]["indexSha256"]
    place = lambda section: (section["path"], section["lineStart"])
    if wanted:
        assert got, "nothing found"
        assert place(got[0]) == place(wanted[0])
    by_place = {place(section): section for section in got}
    for section in wanted:
        found = by_place.get(place(section))
        if found is None:
            continue
        assert found["relation"] == section["relation"], place(section)
        assert found["contentSha256"] == section["contentSha256"], place(section)
        assert found["locator"] == section["locator"], place(section)
        if key == "results" or not (found.get("truncated") or section["markdown"] != found["markdown"]):
            assert found["lineEnd"] == section["lineEnd"] - phantom(case, section), place(section)


def with_all_terms(root: Path, case: dict[str, Any]) -> set[tuple[str, int]]:
    """Name the sections that hold all terms of a case's query."""
    found = okfsearch.search_matches(root, case["args"][1], limit=1000, expand=False)
    words = set().union(*(match.matched_terms for match in found), found.missing_terms)
    return {(match.path, match.line_start) for match in found if set(match.matched_terms) == words}


def first_direct(sections: list[dict[str, Any]]) -> set[tuple[str, int]]:
    return {(section["path"], section["lineStart"]) for section in sections[:5] if section["relation"] == "direct"}


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
@pytest.mark.parametrize("case", [case for case in CASES if "registry" not in case], ids=lambda case: case["name"])
def test_case(case: dict[str, Any], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    if case["name"] in EXCUSED:
        with pytest.raises(AssertionError):
            check(case, tmp_path, capsysbinary)
        return
    check(case, tmp_path, capsysbinary)


def check(case: dict[str, Any], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    root = write(case, tmp_path / "bundle")
    status, output = run(case, root, capsysbinary)
    assert status == case["exit"]
    if not isinstance(case["result"], dict) or status:
        return
    if "stdout" in case["result"]:
        theirs = case["result"]["stdout"]
        assert [line.split(":")[0] for line in output.splitlines()[:8]] == [
            line.split(":")[0] for line in theirs.splitlines()[:8]
        ]
        return
    ours = json.loads(output)
    validate(ours)
    if case.get("upstreamOrderUnstable") or case.get("upstreamBug"):
        return
    compare(case, ours, case["result"])
    key = "sources" if "sources" in ours else "results"
    complete = with_all_terms(root, case)
    assert first_direct(ours[key]) & complete == first_direct(case["result"][key] or []) & complete


def validate(output: dict[str, Any]) -> None:
    from jsonschema import Draft202012Validator

    name = "search-context" if "sources" in output else "search-results"
    Draft202012Validator(read_schema(name)).validate(output)


def test_every_excuse_has_its_place_on_the_page_of_differences() -> None:
    page = (ROOT / "docs" / "explanation" / "differences.md").read_text(encoding="utf-8")
    subjects = {
        line.split("|")[1].strip() for line in page.partition("## Context search")[2].splitlines() if line.startswith("| ")
    }
    assert set(EXCUSED.values()) <= subjects
    assert not CASES or EXCUSED.keys() <= {case["name"] for case in CASES}
