"""The table of promises: every test and session it names exists, and each kind of search stands behind them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "explanation" / "safety.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if re.match(r"\| P\d", line)]

#: The promises that each kind of search has to keep by itself; the others are those of the one capture behind all three.
OF_EACH_KIND = ("P3", "P4", "P5", "P7", "P8", "P9", "P10")
KINDS = {
    "sections": r"search_bundle|index_sections",
    "concepts": r"search_concepts|index_concepts",
    "context": r"search_context|index_context",
}


def test_there_are_twelve_promises_each_with_its_test() -> None:
    assert [row[0] for row in ROWS] == [f"P{number}" for number in range(1, 13)]
    assert all(len(row) == 4 and all(row) for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_is_named_exists(row: list[str]) -> None:
    named = re.findall(r"`(tests/[^`]+|nox -s [^`]+)`", row[3])
    assert named
    sessions = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    for name in named:
        if name.startswith("nox"):
            assert re.search(rf"^def {name.rpartition(' ')[2]}\(", sessions, re.MULTILINE), name
        else:
            assert (ROOT / name).exists(), name


@pytest.mark.parametrize("promise", OF_EACH_KIND)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_search_is_put_to_the_test(promise: str, kind: str) -> None:
    (row,) = [row for row in ROWS if row[0] == promise]
    sources: list[str] = []
    for name in re.findall(r"`(tests/[^`]+)`", row[3]):
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            text = file.read_text(encoding="utf-8")
            sources.append(text)
            # What several of these tests share stands in rooms of their own.
            shared = re.findall(r"^from (tests\.[\w.]+) import", text, re.MULTILINE)
            sources += [Path(ROOT, *module.split(".")).with_suffix(".py").read_text(encoding="utf-8") for module in shared]
    assert re.search(KINDS[kind], "\n".join(sources))
