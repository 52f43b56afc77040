"""Every case of reference 002 for searching a registry: the same bundles, ranks, fusion scores, places and exit status.

Scores inside a bundle are our own, and filters hold here too, which the reference drops.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from okfsearch.cli import main
from okfsearch.federation_result import FederatedMatches, FederatedPacket
from okfsearch.wire import from_dict, read_schema, to_dict
from tests.conformance.test_context_cases import phantom
from tests.shared import shared_rows

CASES = [case for case in shared_rows("cases/context.jsonl") if "registry" in case]


def place(one: dict[str, Any], key: str) -> tuple[str, int, float, str, int]:
    return one["knowledgeBase"], one["rank"], one["fusionScore"], one[key]["path"], one[key]["lineStart"]


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_case(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Any) -> None:
    for name, text in case["files"].items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    connections = {str(tmp_path / root): {"key": key, "access": "read"} for key, root in case["registry"].items()}
    registry = tmp_path / "registry.json"
    registry.write_text(json.dumps({"schemaVersion": "1", "connections": connections}), encoding="utf-8")
    monkeypatch.setenv("OPENKNOWLEDGE_REGISTRY_FILE", str(registry))
    assert main(["context", *case["args"]]) == case["exit"]
    output = capsysbinary.readouterr().out.decode()
    if "stdout" in case["result"]:
        # The head and what is said of each source; only scores, last lines and sentences differ.
        ours, theirs = output.splitlines(), case["result"]["stdout"].splitlines()
        labels = lambda lines: [line.partition(":")[0] for line in lines]
        assert labels(ours) == labels(theirs)
        assert [
            line for line in ours if line.startswith(("# ", "## ", "Locator", "Relation", "Query", "Knowledge bases", "Fusion"))
        ] == [
            line
            for line in theirs
            if line.startswith(("# ", "## ", "Locator", "Relation", "Query", "Knowledge bases", "Fusion"))
        ]
        return
    ours, theirs = json.loads(output), case["result"]
    key, item = ("sources", "source") if "sources" in theirs else ("results", "result")
    for part in ("schemaVersion", "query", "limit", "fusion", *(("budget", "estimatedTokens") if key == "sources" else ())):
        assert ours[part] == theirs[part]
    for mine, other in zip(ours["knowledgeBases"], theirs["knowledgeBases"], strict=True):
        assert (mine["name"], mine["status"], mine.get("revision"), "error" in mine) == (
            other["name"], other["status"], other.get("revision"), "error" in other,
        )  # fmt: skip
    for mine, other in zip(ours[key], theirs[key], strict=True):
        assert place(mine, item) == place(other, item)
        root = case["registry"][other["knowledgeBase"]]
        files = {name.removeprefix(f"{root}/"): text for name, text in case["files"].items()}
        # Of a cut section the reference counts the line behind the cut too.
        if not mine[item].get("truncated"):
            assert mine[item]["lineEnd"] == other[item]["lineEnd"] - phantom({"files": files}, other[item])
        for part in (
            "id",
            "locator",
            "contentSha256",
            "kind",
            "type",
            "title",
            "heading",
            "headingPath",
            "relation",
            "estimatedTokens",
        ):
            assert mine[item].get(part) == other[item].get(part), part
        assert mine[item].get("markdown") == other[item].get("markdown")


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
def test_the_cases_are_there() -> None:
    assert len(CASES) >= 6


def test_the_wire_form_is_read_back_and_keeps_its_schema(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator

    from okfsearch.federation import search_registry
    from okfsearch.registry import Registry

    (tmp_path / "a.md").write_text("---\ntype: Guide\ntags: [sea]\n---\n# Dugong\n\nIt grazes.\n", encoding="utf-8")
    (tmp_path / "bad.md").write_bytes(b"\xff")
    registry = Registry.of({"one": tmp_path, "gone": tmp_path / "gone"})
    for budget, kind, schema in ((None, FederatedMatches, "federated-results"), (4, FederatedPacket, "federated-context")):
        result: Any = search_registry(registry, "dugong", budget=budget)
        assert len(result) == 1
        data = to_dict(result)
        Draft202012Validator(read_schema(schema)).validate(data)
        assert from_dict(json.loads(json.dumps(data)), kind) == result
        assert result.to_records() == data["sources" if budget else "results"]
