"""What people ask of context search, case by case: each finds what it should."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from tests.shared import shared_rows

CASES = {case["name"]: case for case in shared_rows("cases/users-voice.jsonl") if case["mode"] == "context"}

#: For each case its query, and the paths that answer it, best first; whatever else it asks for stands below.
ANSWERS: dict[str, tuple[str, list[str]]] = {
    "cjk-substring": ("营收", ["a.md"]),
    "cjk-mid-line": ("碼頭費", ["a.md"]),
    "cjk-scattered-characters": ("码头维护", ["a.md"]),
    "identifier-glued-to-cjk": ("kelp", ["a.md"]),
    "rtl-highlight": ("עגינה", ["a.md"]),
    "numbers-are-terms": ("5.3.2", ["a.md"]),
    "hyphenated-id": ("DEC-0054", ["a.md", "b.md"]),
    "snake-case-parts": ("berth_fee", ["a.md", "b.md"]),
    "camel-case-suffix": ("RawTransaction", ["a.md"]),
    "colon-and-double-colon": ("app:setTimeout", ["a.md"]),
    "slashes-and-paths": ("json", ["a.md"]),
    "apostrophes": ("don't moor", ["a.md"]),
    "plain-words-and-or-not": ("what's NOT near \"the pier (north", ["a.md"]),
    "colon-in-title": ("kelp", ["a.md", "b.md"]),
    "second-h1": ("kelp", ["a.md"]),
    "inline-code-in-heading": ("docking", ["a.md"]),
    "invisible-before-heading": ("kelp", ["a.md"]),
    "snippet-without-match": ("", []),
    "snippet-markup": ("kelp harvest", ["a.md"]),
    "multi-term-snippet": ("", []),
    "zero-score-results": ("apple", ["a.md"]),
    "stopwords-searchable": ("after", ["a.md"]),
    "symlink-skipped-silently": ("kelp", ["a.md"]),
    "nested-collections": ("kelp", ["p/a.md", "p/sub/b.md"]),
    "unreadable-file": ("kelp", ["a.md"]),
    "latin-1-file": ("kelp", ["a.md"]),
    "deleted-still-found": ("kelp", ["a.md"]),
    "all-terms-too-strict": ("how does the kelp permit work", ["a.md"]),
    "unknown-version": ("kelp", ["a.md"]),
}

pytestmark = pytest.mark.skipif(not CASES, reason="the conformance material is not here")


def write(files: dict[str, Any], root: Path) -> Path:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            path.write_bytes(content.encode())
        elif "symlink" in content:
            path.symlink_to(content["symlink"])
        elif "base64" in content:
            path.write_bytes(base64.b64decode(content["base64"]))
        else:
            path.write_bytes(content["text"].encode())
            path.chmod(int(content["mode"], 8))
    return root


def answer(name: str, tmp_path: Path, query: str | None = None, **options: Any) -> okfsearch.MatchResult:
    root = write(CASES[name]["files"], tmp_path / "bundle") if not (tmp_path / "bundle").exists() else tmp_path / "bundle"
    return okfsearch.search_matches(root, query or ANSWERS[name][0] or CASES[name]["call"].split('"')[1], **options)


def test_every_case_has_its_answer() -> None:
    assert ANSWERS.keys() == CASES.keys()


@pytest.mark.parametrize("name", [name for name, (query, _) in ANSWERS.items() if query])
def test_answers(name: str, tmp_path: Path) -> None:
    if name == "unreadable-file" and os.geteuid() == 0:
        pytest.skip("nothing is unreadable to the superuser")
    options = {"filters": [("type", "Food")]} if name == "zero-score-results" else {}
    assert [match.path for match in answer(name, tmp_path, **options)] == ANSWERS[name][1]


@pytest.mark.parametrize("name", ["cjk-substring", "rtl-highlight"])
def test_highlights_are_the_word(name: str, tmp_path: Path) -> None:
    (match,) = answer(name, tmp_path)
    assert match.highlight_text == ANSWERS[name][0]


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("numbers-are-terms", "2020"), ("camel-case-suffix", "bar"), ("slashes-and-paths", "application/json"),
        ("slashes-and-paths", "GB/s"), ("apostrophes", "don’t moor"), ("apostrophes", "master's"),
        ("colon-and-double-colon", "grammar::fa"),
    ],
)  # fmt: skip
def test_other_spellings_find_it_too(name: str, query: str, tmp_path: Path) -> None:
    assert [match.path for match in answer(name, tmp_path, query)] == ["a.md"]


@pytest.mark.parametrize("query", ["status: done", "__init__", "a AND (b OR", '"', "x*y", "1"])
def test_no_character_is_an_operator(query: str, tmp_path: Path) -> None:
    if any(character.isalnum() for character in query):
        answer("snake-case-parts", tmp_path, query)
    else:
        with pytest.raises(okfsearch.InvalidRequest):
            answer("snake-case-parts", tmp_path, query)


@pytest.mark.parametrize(
    ("name", "code", "path", "line"),
    [
        ("colon-in-title", "invalid_frontmatter", "a.md", 3),
        ("latin-1-file", "invalid_encoding", "b.md", None),
        ("symlink-skipped-silently", "symlink_skipped", "linked", None),
        ("unknown-version", "unknown_okf_version", "index.md", None),
    ],
)
def test_issues(name: str, code: str, path: str, line: int | None, tmp_path: Path) -> None:
    issue = next(issue for issue in answer(name, tmp_path, "kelp").issues if issue.code == code)
    assert issue.path == path
    assert line is None or issue.line == line


def test_the_unknown_version_is_named(tmp_path: Path) -> None:
    (issue,) = [issue for issue in answer("unknown-version", tmp_path).issues if issue.code == "unknown_okf_version"]
    assert "0.9" in issue.message


def test_headings_and_titles(tmp_path: Path) -> None:
    for name, heading in (
        ("second-h1", "Joins"), ("inline-code-in-heading", "Set fee_mode before docking"), ("invisible-before-heading", "Kelp"),
    ):  # fmt: skip
        assert answer(name, tmp_path / name)[0].heading == heading
    assert answer("second-h1", tmp_path / "second-h1")[0].title == "Orders"


def test_snippets_are_slices_of_the_file(tmp_path: Path) -> None:
    for name in ("snippet-without-match", "snippet-markup", "multi-term-snippet"):
        text = CASES[name]["files"]["a.md"]
        (match,) = answer(name, tmp_path / name)
        assert match.snippet in text
        assert len(match.snippet) <= 180
    assert "kelp rope anchor" in answer("multi-term-snippet", tmp_path / "multi-term-snippet")[0].snippet


def test_matched_terms_and_freshness(tmp_path: Path) -> None:
    assert answer("all-terms-too-strict", tmp_path / "terms")[0].matched_terms == ("kelp", "permit")
    root = write(CASES["deleted-still-found"]["files"], tmp_path / "fresh")
    index = okfsearch.index_context(okfsearch.capture_bundle(root, on_invalid="recover"))
    (root / "a.md").unlink()
    assert index.snapshot.changed() and len(index.refresh().matches("kelp")) == 0 and len(index.matches("kelp")) == 1
