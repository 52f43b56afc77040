"""What it costs to import the library: CPU time of a fresh interpreter less that of a bare one, byte code at hand."""

from __future__ import annotations

import resource
import subprocess
import sys
from statistics import median

from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, say

STATEMENTS = ("import okfsearch", "from okfsearch import search_bundle", "from okfsearch import capture_bundle, index_sections")
TARGET, STRETCH = 60.0, 30.0


def run_imports(*, rounds: int) -> Table:
    """Measure each statement against an interpreter that does nothing, in turn."""
    say("imports")
    times: dict[str, list[float]] = {"pass": [], **{statement: [] for statement in STATEMENTS}}
    for statement in times:
        _cpu(statement)
    for _ in range(rounds):
        for statement, found in times.items():
            found.append(_cpu(statement) * 1e3)
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
                target=TARGET,
                stretch=STRETCH,
                detail=f"bare interpreter {median(bare):.0f} ms",
            )
        )
        say(f"  {statement}: {median(extra):.1f} ms")
    return Table("Imports", tuple(rows))


def _cpu(statement: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
