"""Every example on every page does what the page says.

`pycon` blocks are doctests and `python` blocks run, both in one namespace a page; the commands of `console` blocks run too,
and where a block shows what they print, they print it.  `json` blocks are JSON.  A page that shows an optional package says
so in a comment, `<!-- needs: pandas -->`, and is skipped where that is not installed.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sybil import Document, Example, Region, Sybil
from sybil.evaluators.doctest import DocTestEvaluator
from sybil.parsers.abstract.doctest import DocTestStringParser
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if not {"example-bundle", "_build"} & set(page.parts)),
]
FLAGS = doctest.ELLIPSIS
OURS = "okfsearch"
NEEDS = re.compile(r"^<!-- needs: (\S+) -->$", re.MULTILINE)


def parse_doctests(document: Document) -> Iterator[Region]:
    """Find the doctests of `pycon` blocks."""
    parse = DocTestStringParser(DocTestEvaluator(FLAGS))
    for block in CodeBlockParser("pycon", evaluator=print)(document):
        for region in parse(block.parsed, document.path):
            region.adjust(block, block.parsed)
            yield region


def run_console(example: Example) -> str | None:
    """Run the commands of a block that are ours; the ones that install something have a session of their own."""
    for part in f"\n{example.parsed}".split("\n$ ")[1:]:
        line, _, shown = part.partition("\n")
        command = shlex.split(line)
        if command[0] != OURS:
            continue
        done = subprocess.run(
            [sys.executable, "-m", *command],
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        failed = done.returncode != 0
        if failed != shown.startswith("error:"):
            return f"{line}\nended with {done.returncode}:\n{done.stdout}"
        expected = f"{shown.strip()}\n"
        if shown.strip() and not doctest.OutputChecker().check_output(expected, f"{done.stdout.strip()}\n", FLAGS):
            return f"{line}\nprints:\n{done.stdout}\nand not:\n{expected}"
    return None


def read_json(example: Example) -> None:
    """Read a JSON example."""
    json.loads(example.parsed)


SYBIL = Sybil(
    parsers=[
        parse_doctests,
        PythonCodeBlockParser(doctest_optionflags=FLAGS),
        CodeBlockParser("console", evaluator=run_console),
        CodeBlockParser("json", evaluator=read_json),
    ]
)


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
@pytest.mark.usefixtures("checkout")
def test_examples_do_what_the_page_says(page: Path) -> None:
    for package in NEEDS.findall(page.read_text(encoding="utf-8")):
        pytest.importorskip(package)
    for example in SYBIL.parse(page).examples():
        example.evaluate()
