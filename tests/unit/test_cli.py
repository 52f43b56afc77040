"""The command line: what goes where, and with which exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import okfsearch
from okfsearch import cli
from okfsearch.wire import read_schema, to_json


@pytest.fixture
def root(tmp_path: Path) -> Path:
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    (bundle / "tides.md").write_bytes("---\ntitle: Tides\n---\n# Spring tide\n\nHöhe and <tide>.\n\n# Neap\n\ntide\n".encode())
    (bundle / "logo.png").write_bytes(b"png")
    return bundle


Run = Any


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        status = cli.main([str(argument) for argument in arguments])
        captured = capfdbinary.readouterr()
        return status, captured.out.decode(), captured.err.decode()

    return run


def test_json_is_the_wire_form_and_one_line_end(run: Run, root: Path) -> None:
    status, out, err = run("search", root, "--query", "tide", "--json")
    assert (status, err) == (0, "")
    assert out == to_json(okfsearch.search_bundle(root, "tide")) + "\n"
    jsonschema.validate(json.loads(out), read_schema())


def test_text_is_for_people(run: Run, root: Path) -> None:
    status, out, err = run("search", "--query=höhe", "--limit", "+05", root)
    assert (status, err) == (0, "")
    assert out == (
        '"tides.md" lines 4–7 · "Spring tide"\n"# Spring tide\\n\\nHöhe and <tide>.\\n"\n1 sections matched; truncated=false\n'
    )


def test_no_hit_is_a_success(run: Run, root: Path) -> None:
    assert run("search", root, "--query", "flood") == (0, "0 sections matched; truncated=false\n", "")


def test_flags_may_stand_anywhere(run: Run, root: Path) -> None:
    expected = run("search", root, "--query", "tide", "--limit", "1", "--json")
    assert run("search", "--json", "--limit=1", "--query", "tide", "--", root) == expected


def test_files_are_left_out(run: Run, root: Path) -> None:
    _, out, _ = run("search", root, "--query", "tide", "--json", "--exclude", "*.png", "--exclude", "x/")
    wanted = okfsearch.Snapshot.of({"tides.md": (root / "tides.md").read_bytes()}).revision
    assert json.loads(out)["snapshot_revision"] == wanted


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("search", "ROOT"), "The query needs at least one letter or number."),
        (("search", "ROOT", "--query", "!"), "The query needs at least one letter or number."),
        (("search", "ROOT", "--query", ""), "The query needs at least one letter or number."),
        (("search", "ROOT", "--query", "x" * 513), "The query is too long."),
        (("search", "ROOT", "--query", "x", "--limit", "0"), "The limit is out of range."),
        (("search", "ROOT", "--query", "x", "--limit", "-1"), "The limit is out of range."),
        (("search", "ROOT", "--query", "x", "--limit", "101"), "The limit is out of range."),
        (("search", "ROOT", "--query", "x", "--limit", "1_0"), "takes a whole number"),
        (("search", "ROOT", "--query", "x", "--limit", "9" * 5000), "takes a whole number"),
        (("search", "ROOT", "--query", "x", "--limit", ""), "takes a whole number"),
        (("search", "ROOT", "--query", "x", "--query", "y"), "may be given only once"),
        (("search", "ROOT", "--query", "x", "--query", ""), "may be given only once"),
        (("search", "ROOT", "--query", "x", "--limits", "zqsecret"), "not one of"),
        (("search", "ROOT", "--query", "x", "zqsecret"), "there are arguments that are not known"),
        (("search", "ROOT", "--query", "x", "--zqsecret"), "there are arguments that are not known"),
        (("search", "--query", "x"), "BUNDLE"),
        (("search", "ROOT", "--query"), "expected one argument"),
        (("zqsecret",), "not one of"),
        ((), "COMMAND"),
    ],
)
def test_a_wrong_request_exits_with_2_and_prints_no_answer(run: Run, root: Path, arguments: Any, words: str) -> None:
    status, out, err = run(*[root if argument == "ROOT" else argument for argument in arguments])
    assert (status, out) == (2, "")
    assert err.startswith("error: schema_validation: ")
    assert words.lower() in err.lower()
    assert "zqsecret" not in err
    assert err.count("\n") == 1


def test_a_failed_search_exits_with_1(run: Run, root: Path) -> None:
    status, out, err = run("search", root / "missing", "--query", "x")
    assert (status, out) == (1, "")
    assert err.startswith("error: root_not_found: ")
    assert str(root) not in err


def test_document_errors_are_all_listed(run: Run, root: Path) -> None:
    (root / "a.md").write_bytes(b"---\nopen\n")
    (root / "b\x1b.txt").write_bytes(b"")
    status, out, err = run("search", root, "--query", "x")
    assert (status, out) == (1, "")
    assert err.startswith("error: invalid_name: ")
    assert "\x1b" not in err
    (root / "b\x1b.txt").unlink()
    (root / "b.md").write_bytes(b"\xff")
    status, out, err = run("search", root, "--query", "x")
    assert (status, out) == (1, "")
    assert err.splitlines()[1:] == ['  "a.md" line 1: unterminated_frontmatter', '  "b.md" line 1: invalid_encoding']


def test_a_cap_names_limit_and_file(run: Run, root: Path) -> None:
    (root / "a.md").write_bytes(b"# " + b"h" * 2000)
    status, out, err = run("search", root, "--query", "x")
    assert (status, out) == (1, "")
    assert err == 'error: resource_limit: The limit heading_bytes of 1024 was exceeded.\n  "a.md"\n'
    assert run("search", root, "--query", "x", "--limits", "large")[0] == 0


def test_recovery_lists_issues_on_standard_error(run: Run, root: Path) -> None:
    (root / "b.md").write_bytes(b"\xff")
    status, out, err = run("search", root, "--query", "tide", "--recover", "--json")
    assert status == 0
    jsonschema.validate(json.loads(out), read_schema())
    assert err.startswith('error: invalid_encoding: "b.md"')
    assert err.count("\n") == 1


def test_the_version_and_the_help_are_printed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for flag, word in (("--version", "okfsearch "), ("--help", "usage: okfsearch")):
        with pytest.raises(SystemExit) as caught:
            cli.main([flag])
        assert caught.value.code == 0
        assert capsysbinary.readouterr().out.decode().startswith(word)


def command(*arguments: object, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "okfsearch", *map(str, arguments)],
        stdout=options.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        **options,
    )


def test_a_query_is_utf8_whatever_the_locale(root: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    process = command("search", root, "--query", "höhe", "--json", env=environment)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert out.decode() == to_json(okfsearch.search_bundle(root, "höhe")) + "\n"
    process = subprocess.Popen(
        [os.fsencode(sys.executable), b"-m", b"okfsearch", b"search", os.fsencode(root), b"--query", b"\xff"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    out, err = process.communicate()
    assert (process.returncode, out) == (2, b"")
    assert err == b"error: schema_validation: The query is not valid UTF-8.\n"


def test_a_closed_pipe_ends_quietly(root: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = command("search", root, "--query", "tide", stdout=writer)
    os.close(writer)
    _, err = process.communicate()
    assert (process.returncode, err) == (0, b"")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_cancels(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, status: int) -> None:
    from okfsearch import section_search

    before = signal.getsignal(number)

    def interrupted(*arguments: Any, **options: Any) -> Any:
        os.kill(os.getpid(), number)
        return okfsearch.capture_bundle(*arguments, **options)

    monkeypatch.setattr(section_search, "capture_bundle", interrupted)
    assert run("search", root, "--query", "tide") == (
        status,
        "",
        "error: operation_cancelled: The operation was cancelled.\n",
    )
    assert signal.getsignal(number) is before


def test_a_second_signal_ends_at_once(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from okfsearch import section_search

    def deaf(*_: Any, **__: Any) -> Any:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(section_search, "capture_bundle", deaf)
    assert run("search", root, "--query", "tide") == (143, "", "")


def test_outside_the_main_thread_signals_are_left_alone(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    statuses: list[int] = []
    thread = threading.Thread(target=lambda: statuses.append(cli.main(["search", str(root), "--query", "tide"])))
    thread.start()
    thread.join()
    assert statuses == [0]
    assert capfdbinary.readouterr().out


def test_explain_prints_the_tree_of_every_hit(run: Run, root: Path) -> None:
    arguments = ["search", root, "--query", "tide"]
    _, answer, _ = run(*arguments)
    status, explained, _ = run(*arguments, "--explain")
    assert status == 0 and explained.startswith(answer) and explained.count(" = score of ") == 2
    _, text, _ = run(*arguments, "--explain", "--json")
    told = json.loads(text)
    assert [tree["score"] for tree in told["explanations"]] == [hit["score"] for hit in told["hits"]]
    assert [part["name"] for part in told["explanations"][0]["parts"]] == ["tide"]
