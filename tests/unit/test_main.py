"""`python -m okfsearch`, in this process, so that what it does can be measured."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

import pytest

from okfsearch import cli
from okfsearch.cli_arguments import utf8_text
from okfsearch.errors import InvalidRequest


def test_the_module_runs_the_command(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.setattr(sys, "argv", ["okfsearch", "--version"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("okfsearch", run_name="__main__", alter_sys=True)
    assert caught.value.code == 0
    assert capfdbinary.readouterr().out.startswith(b"okfsearch ")


def test_the_module_imported_runs_nothing() -> None:
    assert runpy.run_module("okfsearch.__main__", run_name="imported")["main"] is cli.main


def test_a_reader_that_has_read_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_bytes(b"tide\n")
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w", encoding="utf-8") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert cli.main(["search", str(tmp_path), "--query", "tide"]) == 0
        # What is flushed at the end of the process goes nowhere, instead of into the closed pipe.
        closed.write("more")


def test_an_argument_that_is_no_utf8() -> None:
    assert utf8_text(None) == ""
    assert utf8_text("h\u00f6he") == "h\u00f6he"
    with pytest.raises(InvalidRequest) as caught:
        utf8_text("\udcff")
    assert dict(caught.value.details) == {"field": "query", "reason": "invalid_encoding"}
