"""Answers to an agent without the protocol: the tools, their schemas, and the envelope for everything else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import okfsearch
from okfsearch import mcp_sections
from okfsearch._progress import Progress
from okfsearch.errors import InvalidRequest, LimitExceeded, RegistryError, SearchCancelled
from okfsearch.mcp_desk import Answer, Desk
from okfsearch.mcp_doors import Doors
from okfsearch.mcp_envelope import CODES, REDACTED, envelope_of, redact
from okfsearch.mcp_fit import REPLY_BYTES
from okfsearch.mcp_tools import TOOLS
from okfsearch.wire import to_dict, to_json
from tests.shared import shared_rows

CASES = shared_rows("cases/section-search.jsonl")
DIAGNOSTIC = {"code", "severity", "file", "field", "message", "spec_ref", "policy_failure"}
NAMES = [tool.name for tool in TOOLS]


def write(root: Path, files: dict[str, str | bytes]) -> None:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = Path(os.path.realpath(tmp_path)) / "bundle"
    write(
        root,
        {
            "tide.md": "---\ntype: Note\ntitle: Spring tide\ntags: [sea]\n---\n# Height\n\nTwice a month, see [neap](neap.md).\n",
            "neap.md": "---\ntype: Guide\ntitle: Neap\n---\n# Neap\n\nThe moon stands aside twice a month.\n",
        },
    )
    return root


@pytest.fixture
def desk(root: Path) -> Desk:
    return Desk(Doors.of([str(root)]))


def ask(desk: Desk, name: str, root: Path, **arguments: Any) -> Answer:
    answer = desk.answer(name, {"bundle_path": str(root), **arguments})
    schema = next(tool.gives for tool in TOOLS if tool.name == name)
    if answer.is_error:
        assert_envelope(answer)
    else:
        jsonschema.validate(answer.structured, schema)
    assert json.loads(json.dumps(answer.structured)) == answer.structured
    return answer


def assert_envelope(answer: Answer) -> dict[str, Any]:
    envelope = answer.structured
    assert answer.is_error
    assert json.loads(answer.text) == envelope
    assert list(envelope) == ["code", "message", "retryable", "diagnostics"]
    assert envelope["code"] in CODES
    assert envelope["retryable"] == (envelope["code"] == "operation_cancelled")
    for diagnostic in envelope["diagnostics"]:
        assert diagnostic.keys() == DIAGNOSTIC
        assert diagnostic["severity"] == "ERROR"
        assert diagnostic["policy_failure"] is False
        assert not os.path.isabs(diagnostic["file"])
    return envelope


def refused(answer: Answer) -> str:
    return str(assert_envelope(answer)["code"])


@pytest.mark.parametrize("tool", TOOLS, ids=NAMES)
def test_every_tool_has_schemas_and_says_what_an_agent_must_know(tool: Any) -> None:
    for schema in (tool.takes, tool.gives):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        assert schema["additionalProperties"] is False
    assert "Search again after any edit" in tool.description
    assert "digest" in tool.description
    assert "lexical only" in tool.description or not tool.name.startswith("search")
    assert tool.takes["required"][0] == "bundle_path"


def test_the_schemas_of_section_search_are_those_of_the_contract() -> None:
    tool = TOOLS[0]
    fields = tool.takes["properties"]
    assert tool.takes["required"] == ["bundle_path", "query"]
    assert {name: (field.get("minLength"), field.get("maxLength")) for name, field in fields.items()} == {
        "bundle_path": (1, 4096),
        "query": (1, 512),
        "limit": (None, None),
    }
    assert (fields["limit"]["minimum"], fields["limit"]["maximum"], fields["limit"]["default"]) == (1, 100, 20)
    gives, hit = tool.gives["properties"], tool.gives["$defs"]["hit"]["properties"]
    assert gives["query"]["maxLength"] == 512
    assert gives["hits"]["maxItems"] == 100
    assert tool.gives["$defs"]["terms"]["maxItems"] == 32
    assert tool.gives["$defs"]["terms"]["items"]["maxLength"] == 4096
    assert [hit[name]["maxLength"] for name in ("concept_id", "path", "heading", "locator", "snippet")] == [
        4096,
        4096,
        1024,
        12350,
        512,
    ]


def test_section_search_answers_as_the_command_line_does(desk: Desk, root: Path) -> None:
    answer = ask(desk, "search_sections", root, query="twice month", limit=1.0)
    result = okfsearch.search_bundle(root, "twice month", limit=1)
    assert answer.structured == to_dict(result)
    assert answer.text == to_json(result)


def test_a_changed_file_is_seen_at_the_next_call(desk: Desk, root: Path) -> None:
    def revisions() -> list[Any]:
        return [
            ask(desk, "search_sections", root, query="moon").structured["snapshot_revision"],
            ask(desk, "search_context", root, query="moon").structured["revision"]["indexSha256"],
            ask(desk, "search_concepts", root, query="moon").structured["snapshot_revision"],
        ]

    before = revisions()
    assert revisions() == before
    (root / "neap.md").write_text("---\ntype: Guide\n---\nThe sun.\n")
    after = revisions()
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert ask(desk, "search_sections", root, query="moon").structured["total"] == 0
    assert after[0] == okfsearch.capture_bundle(root).revision
    assert {kind for kind, _ in desk.shelf} == {"sections", "context", "concepts"}


def test_context_gives_sections_and_a_text_to_read(desk: Desk, root: Path) -> None:
    answer = ask(desk, "search_context", root, query="twice a month", types=["Guide"], budget=500)
    assert [source["path"] for source in answer.structured["sources"]] == ["neap.md"]
    assert answer.structured["left_out"] == {}
    assert "The moon stands aside" in answer.text
    wanted = okfsearch.search_context(root, "twice a month", filters=[("type", "Guide")], budget=500)
    assert {**to_dict(wanted), "left_out": {}} == answer.structured


def test_matches_are_those_of_the_library(desk: Desk, root: Path) -> None:
    answer = ask(desk, "search_matches", root, query="spring", tags=["sea"], expand=False, also=["height"], limit=3)
    wanted = okfsearch.search_matches(root, "spring", filters=[("tag", "sea")], expand=False, also=["height"], limit=3)
    assert answer.structured == {**to_dict(wanted), "left_out": {}}
    assert "tide.md" in answer.text


def test_concepts_are_found_listed_opened_and_followed(desk: Desk, root: Path) -> None:
    found = ask(desk, "search_concepts", root, query="neap", type="guide", scope="title")
    assert [hit["concept_id"] for hit in found.structured["hits"]] == ["neap"]
    assert str(root) not in json.dumps(found.structured) + found.text
    assert ask(desk, "search_concepts", root, limit=1).structured["truncated"]
    assert ask(desk, "search_concepts", root, stale=False, status=["stable"], trust=["unverified"]).structured["total"] >= 0
    nothing = ask(desk, "search_concepts", root, query="volcano").structured
    assert [count["value"] for count in nothing["suggestions"]["types"]] == ["Guide", "Note"]
    opened = ask(desk, "open_concept", root, concept_id="tide")
    assert opened.structured["frontmatter_text"].startswith("type: Note\n")
    assert opened.structured["locator"] == "tide.md#L6-L8"
    assert opened.structured["snapshot_revision"] == okfsearch.capture_bundle(root).revision
    related = ask(desk, "related_concepts", root, concept_id="neap")
    assert [link["concept_id"] for link in related.structured["backlinks"]] == ["tide"]
    assert "Linked from" in related.text
    assert refused(ask(desk, "open_concept", root, concept_id="../etc/passwd")) == "schema_validation"


def test_a_long_concept_is_read_piece_by_piece(desk: Desk, root: Path) -> None:
    body = "".join(f"line {number} é\u2028 of many\n" for number in range(20_000)) + "last"
    text = f"---\ntype: Note\n---\n{body}"
    write(root, {"long.md": text})
    lines, start, pieces = text.split("\n"), 1, []
    while True:
        piece = ask(desk, "open_concept", root, concept_id="long", line_start=start).structured
        assert len(json.dumps(piece, ensure_ascii=False).encode()) <= REPLY_BYTES
        first, last = map(int, piece["locator"].removeprefix("long.md#L").split("-L"))
        assert piece["body"].rstrip("\n") == "\n".join(lines[first - 1 : last])
        assert (piece["frontmatter_text"] is None) == (start > 1)
        pieces.append(piece["body"])
        if not piece["left_out"]:
            break
        assert piece["left_out"]["body"] == len(lines) - last
        start = last + 1
    assert len(pieces) > 2
    assert "".join(pieces) == body
    behind = ask(desk, "open_concept", root, concept_id="long", line_start=len(lines) + 1).structured
    assert (behind["body"], behind["locator"], behind["left_out"]) == ("", None, {})


def test_other_replies_keep_their_size_and_say_what_they_left_out(desk: Desk, root: Path) -> None:
    for number in range(300):
        links = "".join(f"[{other} {'x' * 300}](p{other}.md)\n" for other in range(300))
        head = f"---\ntype: Kind {number} {'y' * 150}\ntags: [tag-{number}-{'z' * 150}]\n---\n"
        rare = "zostera" if number < 100 else ""
        write(root, {f"p{number}.md": head + f"# Part {number} {rare}\n\n{'kelp ' * 200}\n\n{links if number == 0 else ''}"})
    calls: list[tuple[str, dict[str, Any]]] = [
        ("search_context", {"query": "kelp", "budget": 100_000, "limit": 100}),
        ("search_matches", {"query": "kelp", "limit": 100}),
        ("search_concepts", {"query": "kelp", "limit": 100}),
        ("search_concepts", {"query": "volcano"}),
        ("related_concepts", {"concept_id": "p0"}),
    ]
    for name, arguments in calls:
        answer = ask(desk, name, root, **arguments)
        assert len(json.dumps(answer.structured, ensure_ascii=False).encode()) <= REPLY_BYTES * 1.1
        assert answer.structured["left_out"], name
        assert "Left out" in answer.text
        for place, count in answer.structured["left_out"].items():
            assert f"{count} of {place}" in answer.text
    packet = ask(desk, "search_context", root, query="kelp", budget=100_000, limit=100).structured
    assert packet["estimatedTokens"] == sum(source["estimatedTokens"] for source in packet["sources"])
    concepts = ask(desk, "search_concepts", root, query="kelp", limit=100).structured
    assert concepts["total"] == 300
    assert len(concepts["hits"]) + concepts["left_out"]["hits"] == 100
    # All were found and within the limit; what did not fit is missing all the same.
    few = ask(desk, "search_concepts", root, query="zostera", limit=100).structured
    assert few["total"] == len(few["hits"]) + few["left_out"]["hits"] == 100
    assert few["truncated"]


@pytest.mark.parametrize(
    ("arguments", "code", "fields"),
    [
        ({"query": "x" * 513}, "resource_limit", ["query"]),
        ({"query": "x", "limit": 101}, "resource_limit", ["limit"]),
        ({"query": "", "limit": 101}, "resource_limit", ["limit", "query", "query"]),
        ({"query": "x" * 513, "bundle_path": ""}, "resource_limit", ["bundle_path", "query"]),
        ({"query": "x", "bundle_path": "/" + "a" * 4096}, "resource_limit", ["bundle_path"]),
        ({}, "schema_validation", ["query"]),
        ({"query": "x", "secret": 1, "other": 2}, "schema_validation", [""]),
        ({"query": 7}, "schema_validation", ["query"]),
        ({"query": None}, "schema_validation", ["query"]),
        ({"query": ["x"]}, "schema_validation", ["query"]),
        ({"query": ""}, "schema_validation", ["query", "query"]),
        ({"query": " \t\n"}, "schema_validation", ["query"]),
        ({"query": "x", "limit": 0}, "schema_validation", ["limit"]),
        ({"query": "x", "limit": 1.5}, "schema_validation", ["limit"]),
        ({"query": "x", "limit": True}, "schema_validation", ["limit"]),
        ({"query": "x", "limit": "5"}, "schema_validation", ["limit"]),
        ({"query": "x", "limit": float("inf")}, "resource_limit", ["limit", "limit"]),
        ({"query": "?!"}, "schema_validation", ["query"]),
    ],
)
def test_wrong_arguments(desk: Desk, root: Path, arguments: dict[str, Any], code: str, fields: list[str]) -> None:
    answer = desk.answer("search_sections", {"bundle_path": str(root), **arguments})
    envelope = assert_envelope(answer)
    assert envelope["code"] == code
    assert [diagnostic["field"] for diagnostic in envelope["diagnostics"]] == fields
    assert {diagnostic["code"] for diagnostic in envelope["diagnostics"]} == {"invalid_input"}
    assert "secret" not in answer.text
    assert "xxx" not in answer.text


def test_a_missing_bundle_path_and_a_wrong_choice(desk: Desk, root: Path) -> None:
    assert assert_envelope(desk.answer("search_sections", {"query": "x"}))["diagnostics"][0]["field"] == "bundle_path"
    answer = ask(desk, "search_concepts", root, query="x", scope="everywhere", tags=["a"] * 33, status=["lost"])
    fields = {diagnostic["field"] for diagnostic in assert_envelope(answer)["diagnostics"]}
    assert fields == {"scope", "tags", "status"}
    assert answer.structured["code"] == "resource_limit"


def test_caps_of_the_query(desk: Desk, root: Path) -> None:
    many = " ".join(f"w{number}" for number in range(33))
    assert refused(ask(desk, "search_sections", root, query=many)) == "resource_limit"
    assert refused(ask(desk, "search_context", root, query=" ".join(f"w{number}" for number in range(129)))) == "resource_limit"
    assert refused(ask(desk, "search_matches", root, query="?")) == "schema_validation"


@pytest.mark.parametrize("name", ["missing", "file", "link", "above/bundle"])
def test_bundles_that_are_none(root: Path, name: str) -> None:
    (root.parent / "file").write_text("x")
    (root.parent / "link").symlink_to(root)
    (root.parent / "above").symlink_to(root.parent)
    answer = Desk(Doors()).answer("search_sections", {"bundle_path": f"{root.parent}/{name}", "query": "tide"})
    assert refused(answer) == "invalid_request"
    assert str(root.parent) not in answer.text


@pytest.mark.parametrize(
    ("files", "code", "diagnostics"),
    [
        ({"b.md": b"\xff", "c.md": "---\na: [\n---\n"}, "operation_rejected",
         [("invalid_encoding", "b.md"), ("invalid_frontmatter", "c.md")]),
        ({"b.md": "---\na: 1\n"}, "operation_rejected", [("unterminated_frontmatter", "b.md")]),
        ({".md": "x"}, "operation_rejected", [("operation_rejected", ".md")]),
        ({"a.md": b"\xff", "b.md": "---\na: &x 1\nb: &x 2\n---\n", "c.md": "---\na: &x [*x]\n---\n"}, "invalid_yaml_graph",
         [("invalid_yaml_graph", "b.md")]),
        ({"b.md": f"---\na: {'[' * 70}{']' * 70}\n---\n"}, "resource_limit", [("resource_limit", "b.md")]),
        ({"b.md": f"---\n{'[' * 12_000}\n---\n"}, "resource_limit", [("resource_limit", "b.md")]),
        ({"b.md": "# " + "h" * 1100}, "resource_limit", [("resource_limit", "b.md")]),
        ({"we\\ird.md": "x"}, "invalid_request", [("invalid_name", "")]),
    ],
)  # fmt: skip
def test_bundles_with_faults(
    desk: Desk, root: Path, files: dict[str, str | bytes], code: str, diagnostics: list[tuple[str, str]]
) -> None:
    write(root, files)
    envelope = assert_envelope(ask(desk, "search_sections", root, query="tide"))
    assert envelope["code"] == code
    told = [(diagnostic["code"], diagnostic["file"]) for diagnostic in envelope["diagnostics"]]
    assert [one for one, _ in told] == [one for one, _ in diagnostics]
    assert all(not wanted or file == wanted for (_, file), (_, wanted) in zip(told, diagnostics, strict=True))
    # The searches that go on in spite of faults still answer.
    for name in ("search_context", "search_concepts"):
        assert not ask(desk, name, root, query="tide").is_error


def test_ten_thousand_faults_fit_into_an_envelope(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okfsearch.mcp_envelope.ENVELOPE_BYTES", 5_000)
    documents = tuple({"path": f"{number}.md", "line": None, "code": "invalid_encoding"} for number in range(10_000))
    envelope = envelope_of(okfsearch.DocumentErrors("invalid_encoding", "No.", {"documents": documents}))
    assert 10 < len(envelope["diagnostics"]) < 50


def test_an_answer_that_is_too_large_is_none(desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp_sections, "LIMITS", okfsearch.Limits(response_bytes=100))
    assert refused(ask(desk, "search_sections", root, query="month")) == "resource_limit"


def test_a_cancellation_is_told_as_one(desk: Desk, root: Path) -> None:
    for name, arguments in (("search_sections", {}), ("search_context", {}), ("search_concepts", {})):
        answer = desk.answer(name, {"bundle_path": str(root), "query": "tide", **arguments}, lambda: True)
        assert refused(answer) == "operation_cancelled"


def test_progress_is_handed_on(desk: Desk, root: Path) -> None:
    seen: list[Progress] = []
    desk.answer("search_sections", {"bundle_path": str(root), "query": "tide"}, progress=seen.append)
    assert {progress.phase for progress in seen} == {"capture", "documents", "sections"}


@pytest.mark.parametrize("name", ["", "search", "SEARCH_SECTIONS", "x" * 100_000, "../search_sections"])
def test_unknown_tools(desk: Desk, name: str) -> None:
    assert refused(desk.answer(name, {})) == "invalid_request"


def test_an_answer_against_its_own_schema_does_not_leave(desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = TOOLS[0].gives["properties"]
    monkeypatch.setitem(schema, "total", {"type": "integer", "maximum": 1})
    assert refused(desk.answer("search_sections", {"bundle_path": str(root), "query": "month"})) == "resource_limit"
    monkeypatch.setitem(schema, "total", {"type": "string"})
    assert refused(desk.answer("search_sections", {"bundle_path": str(root), "query": "month"})) == "schema_validation"


def test_a_fault_of_our_own_is_told_as_one(
    desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("/srv/secret")

    monkeypatch.setattr("okfsearch.mcp_sections.index_sections", fail)
    answer = desk.answer("search_sections", {"bundle_path": str(root), "query": "month"})
    assert refused(answer) == "internal_error"
    assert "secret" not in answer.text
    assert "ZeroDivisionError" in caplog.text


def test_every_kind_of_error_has_its_code() -> None:
    assert envelope_of(SearchCancelled.seen())["code"] == "operation_cancelled"
    assert envelope_of(LimitExceeded.of("files", 1))["diagnostics"][0]["file"] == ""
    assert envelope_of(InvalidRequest.of("a", "b", "C."))["diagnostics"][0]["field"] == "a"
    assert envelope_of(RegistryError("registry_invalid", "No."))["code"] == "registry_invalid"


@pytest.mark.parametrize(
    "message",
    [
        "open /etc/passwd: no", "/etc", "in '/tmp/x'", "in (/tmp/x)", "path=/tmp/x", "C:\\Users\\me", "at c:/users", "\\\\host\\share",
        "see ~/notes", "file:///tmp", "a/../b", "..", "`/srv`", 'the "/srv" one', "a: /srv",
    ],
)  # fmt: skip
def test_what_may_be_a_path_of_the_machine_is_withheld(message: str) -> None:
    assert redact(message) == REDACTED


@pytest.mark.parametrize("message", ["The query is too long.", "1 / 2 and a/b", "type: X", "It is line 3.", "and/or", "https"])
def test_other_messages_stand_as_they_are(message: str) -> None:
    assert redact(message) == message


def test_the_library_says_nothing_that_would_be_withheld() -> None:
    sources = Path(okfsearch.__file__).parent
    assert sum("redact(" in path.read_text(encoding="utf-8") for path in sources.glob("mcp_*.py")) == 1


@pytest.mark.skipif(not CASES, reason="the conformance material is not here")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_cases_of_the_reference(case: dict[str, Any], tmp_path: Path) -> None:
    root = Path(os.path.realpath(tmp_path))
    write(root, case["files"])
    answer = Desk(Doors()).answer("search_sections", {"bundle_path": str(root), "query": case["query"], "limit": case["limit"]})
    kind = case["result"].get("error")
    if kind is not None:
        codes = {
            "query": {"schema_validation", "resource_limit"},
            "limit": {"resource_limit"},
            "parse": {"operation_rejected", "invalid_yaml_graph", "resource_limit"},
            "load": {"invalid_request"},
        }
        assert refused(answer) in codes[kind]
        return
    assert answer.structured == json.loads(json.dumps(case["result"]))
    assert answer.text == case["result_json"]
