"""JSON both ways, Markdown, HTML, and the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import okfsearch
from okfsearch._render_context import render_matches
from okfsearch.cli import main
from okfsearch.wire import from_dict, read_schema, to_dict, to_json

FILES = {
    "index.md": b'---\nokf_version: "0.2"\n---\n\n# Home <x>\n\n[kelp](kelp.md) & [gone](no.md)\n',
    "kelp.md": b"---\ntype: Note\ndescription: Of kelp.\n---\n\n# Kelp \x1b[31m\n\nkelp harvest\x07 \xe2\x80\x8d end\n\n## Rope\n\nkelp rope\n",
}
INDEX = okfsearch.index_context(okfsearch.Snapshot.of(FILES))


def test_matches_round_trip() -> None:
    result = INDEX.matches("kelp zqxw")
    form = to_dict(result)
    Draft202012Validator(read_schema("search-results")).validate(form)
    assert form["missingTerms"] == ["zqxw"] and form["issues"][0]["rule"] == "link_target_missing"
    assert from_dict(form, okfsearch.MatchResult) == result
    assert from_dict(json.loads(to_json(result)), okfsearch.MatchResult) == result


def test_packets_round_trip() -> None:
    packet = INDEX.search("kelp", budget=12)
    form = to_dict(packet)
    Draft202012Validator(read_schema("search-context")).validate(form)
    assert from_dict(json.loads(to_json(packet)), okfsearch.ContextPacket) == packet
    assert form["estimatedTokens"] == packet.estimated_tokens


@pytest.mark.parametrize("change", [{"limit": None}, {"root": 3}, {"results": None}, {"extra": 1}, {"schemaVersion": "2"}])
def test_other_data_is_refused(change: dict[str, object]) -> None:
    form = to_dict(INDEX.matches("kelp")) | change
    for key in [key for key, value in change.items() if value is None]:
        del form[key]
    with pytest.raises(okfsearch.InvalidRequest):
        from_dict(form, okfsearch.MatchResult)
    with pytest.raises(okfsearch.InvalidRequest):
        from_dict({}, okfsearch.ContextPacket)


def test_markdown() -> None:
    text = str(INDEX.search("kelp", limit=1))
    assert text.startswith("# Open Knowledge Context\n\nQuery: kelp\nRoot: ``\nStatus: `managed`\nRevision: `")
    assert "\x1b" not in text and "\\x1b[31m" in text and "harvest\\x07 \u200d end" in text
    plain = okfsearch.index_context(okfsearch.Snapshot.of({"a.md": b"kelp\n"})).matches("kelp")
    assert "Heading path" not in render_matches(plain) and "## 1. A\n" in render_matches(plain)
    assert str(INDEX.search("zqxw")).endswith("\n\nNo matching source sections found.")


def test_notebooks() -> None:
    class Printer:
        def text(self, text: str) -> None:
            self.told = text

    printer = Printer()
    for result in (INDEX.matches("kelp"), INDEX.search("kelp"), INDEX.matches("zqxw")):
        page = result._repr_html_()
        assert page.startswith("<p>") and "<x>" not in page
        result._repr_pretty_(printer, False)
        assert printer.told.startswith(repr(result)) and len(printer.told) < 2_000
        result._repr_pretty_(printer, True)
        assert printer.told == repr(result)
    many = okfsearch.Snapshot.of({f"k{place}.md": b"kelp\n" for place in range(60)})
    assert "The first 50 are shown." in okfsearch.index_context(many).matches("kelp", limit=60)._repr_html_()


def write(root: Path) -> Path:
    for name, data in FILES.items():
        (root / name).write_bytes(data)
    return root


def run(capsysbinary: pytest.CaptureFixture[bytes], *arguments: str) -> tuple[int, str, str]:
    status = main(["context", *arguments])
    told = capsysbinary.readouterr()
    return status, told.out.decode(), told.err.decode()


def test_command_line(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    root = str(write(tmp_path))
    status, out, err = run(capsysbinary, root, "kelp", "rope", "--budget", "30", "--filter", "type=note", "--also", "harvest")
    assert (status, err) == (0, "") and out.startswith("# Open Knowledge Context\n\nQuery: kelp rope\n")
    status, out, _ = run(capsysbinary, root, "kelp", "--matches", "--no-expand", "--limit", "2", "--exclude", "index.md")
    assert status == 0 and "Matches: 2" in out and "Heading path: Kelp" in out and "Type: `Note`" in out
    status, out, _ = run(capsysbinary, root, "home", "--format", "json", "--spec", "0.3")
    packet = json.loads(out)
    Draft202012Validator(read_schema("search-context")).validate(packet)
    assert packet["revision"]["specVersion"] == "0.3" and "\\u003cx\\u003e" in out and "\\u0026" in out
    status, out, _ = run(capsysbinary, root, "kelp", "--matches", "--format=json", "--spec", "latest")
    Draft202012Validator(read_schema("search-results")).validate(json.loads(out))


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("kelp", "--matches", "--budget", "3"), 2), (("kelp", "--limit", "0"), 2), (("kelp", "--budget", "x"), 2), ((), 2),
        (("kelp", "--filter", "size=1"), 2), (("kelp", "--filter", "type"), 2), (("---",), 2), (("kelp", "--spec", "7"), 2),
        (("--", "--"), 2), (("kelp", "--format", "xml"), 2),
    ],
)  # fmt: skip
def test_wrong_usage(
    arguments: tuple[str, ...], status: int, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    got, out, err = run(capsysbinary, str(write(tmp_path)), *arguments)
    assert (got, out) == (status, "") and err.startswith("error: schema_validation: ")


def test_a_missing_directory(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    status, out, err = run(capsysbinary, str(tmp_path / "nope"), "kelp")
    assert (status, out) == (1, "") and err.startswith("error: root_not_found: ")
