"""The command `okfsearch concepts`: its text to the letter, its JSON, its log, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from okfsearch import ConceptResult, cli
from okfsearch.wire import from_dict, read_schema
from tests.golden.harbour import HERE, RUNS, write_bundle

Run = Any


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    write_bundle(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        status = cli.main(["concepts", *map(str, arguments)])
        captured = capfdbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return run


@pytest.mark.parametrize("name", RUNS)
def test_the_text_is_the_one_written_down(run: Run, name: str) -> None:
    status, out, err = run(*RUNS[name])
    assert (status, err) == (0, "")
    assert out == (HERE / name).read_text(encoding="utf-8"), "review the change, then: python -m tests.golden.harbour"


def test_nothing_of_a_bundle_steers_the_terminal(run: Run) -> None:
    for arguments in (["bell", "--open", "1"], ["bell"], ["bell", "--related", "1"]):
        _, out, _ = run(*arguments, "--bundle", "harbour")
        assert "\x1b" not in out and "\u202e" not in out


def test_json_is_the_contract(run: Run) -> None:
    status, out, _ = run("berth fee bundle:harbour", "--json")
    data = json.loads(out)
    jsonschema.validate(data, read_schema("concept-result"))
    result = from_dict(data, ConceptResult)
    assert (status, result.bundle, result[0].concept_id, result[0].stale) == (0, "harbour", "charges/berth-fee", False)


def test_json_of_a_concept_and_its_relations(run: Run) -> None:
    opened = json.loads(run("berth fee bundle:harbour", "--open", "1", "--json")[1])
    assert list(opened) == ["concept_id", "path", "content_sha256", "frontmatter_text", "body", "related"]
    related = json.loads(run("berth fee bundle:harbour", "--related", "1", "--json")[1])
    assert related == opened["related"]
    assert [link["concept_id"] for link in related["outgoing"]] == ["charges/crane hire", "places/lock"]


def test_the_current_directory_is_the_bundle_when_nobody_says(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("harbour")
    assert "Bundle: .  |  Scanned: 61 concepts" in run("berth")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["x bundle:a", "--bundle", "b"], "The bundle is given both as an option and in the request."),
        ([""], "The request asks for nothing."),
        (["x in:tags"], "There is no such scope."),
        (["x", "--limit", "0"], "The limit is out of range."),
        (["berth", "--bundle", "harbour", "--open", "9"], "There is no result of that rank."),
        (["berth", "--bundle", "harbour", "--related", "0"], "The limit is out of range."),
        ([], "The following arguments are required: REQUEST; see okfsearch concepts --help."),
        (["x", "--bundle", "a", "--bundle", "b"], "Argument --bundle: may be given only once; see okfsearch concepts --help."),
    ],
)
def test_a_wrong_request_exits_with_two(run: Run, arguments: list[str], words: str) -> None:
    assert run(*arguments) == (2, "", f"error: schema_validation: {words}\n")


def test_a_failed_search_exits_with_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "a.md").write_text("no frontmatter")
    status, out, err = run("x bundle:plain")
    assert (status, out) == (1, "") and err.startswith("error: not_a_bundle: ")


def test_errors_in_documents_go_to_standard_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "harbour" / "bad.md").write_bytes(b"\xff")
    status, out, err = run("berth fee bundle:harbour")
    assert status == 0 and out.startswith('OKF Search: "berth fee"')
    assert err == 'error: invalid_encoding: "bad.md" line 1: The file is not valid UTF-8. The first bad byte is at offset 0.\n'


def test_a_run_is_recorded_where_asked(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "deep" / "log.jsonl"
    run('it\'s "the fee"\n bundle:harbour', "--log", log)
    run("zzz", "--bundle", "harbour", "--log", log, "--log-relative")
    run("", "--log", log)
    run("x", "--bundle", "missing", "--log", log)
    first, second, third, fourth = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert first["args"] == 'it\'s "the fee"\n bundle:harbour'
    assert (first["skill"], first["version"], first["outcome"]) == ("okf:search", "1.0", "success")
    assert first["bundle"] == str(tmp_path / "harbour") and first["ts"].endswith("Z")
    assert (second["bundle"], second["outcome"], second["note"]) == ("../harbour", "success", "0 result(s) for query")
    assert (third["bundle"], third["outcome"], third["note"]) == (str(tmp_path), "error", None)
    assert (fourth["bundle"], fourth["outcome"]) == (str(tmp_path / "missing"), "error")


def test_a_log_that_cannot_be_written_is_a_warning(run: Run, tmp_path: Path) -> None:
    status, out, err = run("berth fee bundle:harbour", "--log", tmp_path)
    assert (status, err) == (0, "warning: the invocation log could not be written\n")
    assert out.startswith("OKF Search")


def test_without_a_log_nothing_is_written(run: Run, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    run("berth fee bundle:harbour")
    assert sorted(tmp_path.rglob("*")) == before
