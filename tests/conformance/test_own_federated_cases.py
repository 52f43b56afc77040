"""Our own cases of many bundles: a folder states a rule, holds bundles, a registry, requests, and for each the exact answer.

Places, ranks, texts and digests are compared to the byte; the scores inside a bundle are left out, since they belong to its
own ranking.  After a change that is meant, `python -m tests.conformance.test_own_federated_cases` writes the answers anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch._json import encode
from okfsearch.federation import search_registry
from okfsearch.registry import Registry
from okfsearch.wire import to_dict

CASES = sorted(path for path in (Path(__file__).parent / "federated_cases").iterdir() if path.is_dir())
SCORES = {"score", "lexicalScore", "vectorScore", "rerankScore"}


def answers(case: Path) -> list[str]:
    """Answer the requests of a case, a line each."""
    roots: dict[str, str] = json.loads((case / "registry.json").read_text(encoding="utf-8"))
    registry = Registry.of({key: case / root for key, root in roots.items()})
    lines: list[str] = []
    for request in json.loads((case / "requests.json").read_text(encoding="utf-8")):
        try:
            told = without_scores(to_dict(search_registry(registry, **request)))
            for base, entry in zip(told["knowledgeBases"], registry.entries, strict=True):
                base["root"] = roots[entry.key]
            lines.append(encode(told))
        except okfsearch.SearchError as error:
            lines.append(json.dumps({"error": type(error).__name__, "code": error.code, "details": dict(error.details)}))
    return lines


def without_scores(told: Any) -> Any:
    """Return an answer without what its bundles' own rankings say."""
    if isinstance(told, Mapping):
        return {key: without_scores(value) for key, value in told.items() if key not in SCORES}
    return [without_scores(value) for value in told] if isinstance(told, list) else told


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_answers_are_these_bytes(case: Path) -> None:
    assert "".join(f"{line}\n" for line in answers(case)) == (case / "answers.jsonl").read_bytes().decode()


if __name__ == "__main__":
    for folder in CASES:
        (folder / "answers.jsonl").write_bytes("".join(f"{line}\n" for line in answers(folder)).encode())
