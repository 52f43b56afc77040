"""What it costs to import the library: CPU time of a fresh interpreter less that of a bare one, byte code at hand."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, say

EXAMPLE = "docs/example-bundle"

#: What is imported, and whether the target holds for it; the others say what the dependencies take.
STATEMENTS = {
    "import okfsearch": True,
    "from okfsearch import search_bundle": True,
    "from okfsearch import capture_bundle, index_sections": False,
    "import attrs, regex": False,
    f"from okfsearch import search_bundle; search_bundle({EXAMPLE!r}, 'tide gauge')": False,
    f"from okfsearch.cli import main; main(['search', {EXAMPLE!r}, '--query', 'tide gauge'])": False,
}
TARGET, STRETCH = 60.0, 30.0


def run_imports(*, rounds: int) -> Table:
    """Measure each statement against an interpreter that does nothing, in turn."""
    say("imports")
    with tempfile.TemporaryDirectory(prefix="okfsearch-bench-") as folder:
        # Whatever the settings here, byte code is written once and found after that, as in an installed package.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        return _measure(rounds, {**environment, "PYTHONPYCACHEPREFIX": folder})


def _measure(rounds: int, environment: dict[str, str]) -> Table:
    times: dict[str, list[float]] = {"pass": [], **{statement: [] for statement in STATEMENTS}}
    for statement in times:
        _cpu(statement, environment)
    for _ in range(rounds):
        for statement, found in times.items():
            found.append(_cpu(statement, environment) * 1e3)
    bare = times.pop("pass")
    rows: list[Row] = []
    for statement, found in times.items():
        extra = [whole - nothing for whole, nothing in zip(found, bare, strict=True)]
        rows.append(
            Row(
                name=statement,
                corpus="",
                figure=Ratio(median(extra), min(extra), max(extra)),
                unit="ms CPU beyond the interpreter",
                target=TARGET if STATEMENTS[statement] else None,
                stretch=STRETCH if STATEMENTS[statement] else None,
                detail=f"bare interpreter {median(bare):.0f} ms",
            )
        )
        say(f"  {statement}: {median(extra):.1f} ms")
    return Table("Imports", tuple(rows))


def _cpu(statement: str, environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", statement],
        check=True,
        env=environment,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
