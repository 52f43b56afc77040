"""Our own cases: a folder states a rule, holds a small bundle, requests, and for each the exact line or the error.

After a change that is meant, `python -m tests.conformance.test_own_cases` writes the answers anew; the difference is the review.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.wire import to_json

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())


def answers(case: Path) -> list[str]:
    """Answer the requests of a case, a line each."""
    lines: list[str] = []
    for request in json.loads((case / "requests.json").read_text(encoding="utf-8")):
        try:
            lines.append(to_json(okfsearch.search_bundle(case / "bundle", **request)))
        except okfsearch.SearchError as error:
            details: dict[str, Any] = dict(error.details)
            lines.append(json.dumps({"error": type(error).__name__, "code": error.code, "details": details}, default=list))
    return lines


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_answers_are_these_bytes(case: Path) -> None:
    assert "".join(f"{line}\n" for line in answers(case)) == (case / "answers.jsonl").read_bytes().decode()


if __name__ == "__main__":
    for folder in CASES:
        (folder / "answers.jsonl").write_bytes("".join(f"{line}\n" for line in answers(folder)).encode())
