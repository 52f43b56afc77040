"""Every hostile pattern in two doublings: time in proportion, not much dearer than prose, memory within the promise.

nox -s growth                                    all patterns, a table at the end
OKFSEARCH_GROWTH_RESULTS=FILE nox -s growth      also write the figures there, as JSON lines
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.growth.judge import DEAREST, HEADER, MIB, PEAK_BASE, PEAK_EACH, STEEPEST, Figures, Yardstick, measure, slope
from tests.growth.patterns import PATTERNS, Pattern


class Table:
    def __init__(self) -> None:
        self.yardstick = Yardstick()
        self.rows: list[Figures] = []

    def write(self, path: Path) -> None:
        machine = {
            "python": platform.python_version(), "machine": platform.machine(), "system": platform.system(), "cpus": os.cpu_count(),
            "steepest": STEEPEST, "dearest": DEAREST, "peak_base": PEAK_BASE, "peak_each": PEAK_EACH,
        }  # fmt: skip
        lines = [json.dumps(machine), *(json.dumps(row.record()) for row in self.rows)]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    table = Table()
    yield table
    print(f"\n{HEADER}")
    for row in table.rows:
        print(row.line())
    if path := os.environ.get("OKFSEARCH_GROWTH_RESULTS"):
        table.write(Path(path))


@pytest.mark.growth
@pytest.mark.timeout(600)
@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_growth(pattern: Pattern, table: Table) -> None:
    figures = measure(pattern, table.yardstick)
    table.rows.append(figures)
    assert not figures.faults(), figures.line()


def test_there_are_patterns_enough() -> None:
    assert len(PATTERNS) >= 60
    assert len({pattern.name for pattern in PATTERNS}) == len(PATTERNS)


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_a_pattern_has_the_size_that_was_asked_for(pattern: Pattern) -> None:
    small, large = (sum(map(len, pattern.make(size).values())) for size in (65_536, 131_072))
    files = len(pattern.make(131_072))
    if files == 1 and "nest" not in pattern.name and "hundred" not in pattern.name and "long words" not in pattern.name:
        assert 1.5 < large / small < 2.5


def figures(**changes: object) -> Figures:
    sound = {
        "name": "x", "kind": "x", "sizes": (MIB, 2 * MIB, 4 * MIB), "seconds": (0.1, 0.2, 0.4), "index_seconds": (0.1, 0.2, 0.4), "slope": 1.0, "index_slope": 1.0,
        "cost": 1.0, "index_cost": 1.0, "peak": 50 * MIB, "index_peak": 60 * MIB, "gaps": (0.01, 0.01, 0.01), "index_gaps": (0.01, 0.01, 0.01), "questions": (1, 2, 4),
        "outcome": "answer",
    }  # fmt: skip
    return Figures(**{**sound, **changes})  # type: ignore[arg-type]


def test_a_sound_pattern_has_no_fault() -> None:
    assert figures().faults() == []


@pytest.mark.parametrize(
    "changes",
    [
        {"slope": slope((1, 2, 4), (1.0, 4.0, 16.0))},
        {"index_slope": slope((1, 2, 4), (1.0, 2.3, 5.3))},
        {"cost": 31.0},
        {"index_cost": 31.0},
        {"peak": 145 * MIB},
        {"gaps": (0.1, 0.2, 0.4)},
        {"index_gaps": (0.1, 0.2, 0.4)},
    ],
)
def test_an_unsound_pattern_has_one(changes: dict[str, object]) -> None:
    assert len(figures(**changes).faults()) == 1
