"""From a pattern to its figures, and from figures to a verdict.

Nobody judges seconds.  Growth is the slope of log time over log size across two doublings; cost is compared with plain prose
of the same size, measured on the same machine within the same minutes; memory is compared with the promise.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from tests.growth.patterns import MIB, Files, Pattern, prose

QUERY = "heron"

STEEPEST = 1.15
DEAREST = 30.0
#: Where a limit bounds how much of such work there can be in all, a byte of it may cost more.
DEAREST_CAPPED = 300.0
PEAK_BASE = 96 * MIB
PEAK_EACH = 12
#: Below this the clock and the constant part of a call weigh more than the input.
ENOUGH_SECONDS = 0.05
LARGEST = 16 * MIB
#: A gap between two questions up to here is short; beyond, it must not grow with the input.
SHORT_GAP = 0.1
DOUBLINGS = 3
ROUNDS = 3


@frozen(kw_only=True)
class Figures:
    """Hold what was measured of one pattern, the three sizes in order."""

    name: str
    kind: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    index_seconds: tuple[float, ...]
    slope: float
    index_slope: float
    cost: float  # how many times dearer than prose, each by the byte
    index_cost: float
    peak: int
    index_peak: int
    gaps: tuple[float, ...]
    index_gaps: tuple[float, ...]
    questions: tuple[int, ...]
    outcome: str
    capped: str | None = None

    def faults(self) -> list[str]:
        """Name every promise that the figures break."""
        found = []
        dearest = DEAREST if self.capped is None else DEAREST_CAPPED
        allowed = PEAK_BASE + PEAK_EACH * self.sizes[-1]
        for way, slope, cost, peak, gaps in (
            ("search", self.slope, self.cost, self.peak, self.gaps),
            ("index", self.index_slope, self.index_cost, self.index_peak, self.index_gaps),
        ):
            if slope > STEEPEST:
                found.append(f"{way}: time grows with exponent {slope:.2f}")
            if cost > dearest:
                found.append(f"{way}: {cost:.0f} times dearer than prose")
            if way == "search" and peak > allowed:
                found.append(f"{way}: {peak / MIB:.0f} MiB of memory, {allowed / MIB:.0f} allowed")
            if gaps[-1] > SHORT_GAP and gaps[-1] > 2 * gaps[0]:
                found.append(f"{way}: {gaps[-1] * 1000:.0f} ms between two questions, and growing")
        return found

    def line(self) -> str:
        """Return the pattern's line of the table."""
        return (
            f"{self.kind:<12} {self.name:<40} {self.sizes[-1] / MIB:7.2f} {self.seconds[-1]:8.3f} {self.slope:6.2f} {self.cost:6.1f} "
            f"{self.index_seconds[-1]:8.3f} {self.index_slope:6.2f} {self.index_cost:6.1f} {self.peak / MIB:7.0f} {self.index_peak / MIB:7.0f} "
            f"{self.gaps[-1] * 1000:7.1f} {self.index_gaps[-1] * 1000:7.1f} {self.questions[-1]:9} {self.outcome}"
        )

    def record(self) -> Mapping[str, Any]:
        """Return plain data for a file of results."""
        return {**asdict(self), "faults": self.faults()}


HEADER = (
    f"{'kind':<12} {'pattern':<40} {'MiB':>7} {'search s':>8} {'slope':>6} {'cost':>6} {'index s':>8} {'slope':>6} {'cost':>6} "
    f"{'peak':>7} {'index':>7} {'gap ms':>7} {'index':>7} {'questions':>9} outcome"
)


def slope(sizes: tuple[int, ...], seconds: tuple[float, ...]) -> float:
    """Return the exponent that fits best: the least-squares slope of log time over log size."""
    xs, ys = [log(size) for size in sizes], [log(max(second, 1e-6)) for second in seconds]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True)) / sum((x - middle_x) ** 2 for x in xs)


def size_of(files: Files) -> int:
    return sum(map(len, files.values()))


def write(files: Files, folder: Path) -> None:
    folder.mkdir()
    made = {folder}
    for path, data in files.items():
        target = folder.joinpath(*path.split("/"))
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        target.write_bytes(data)


def run(bundles: list[Files]) -> list[dict[str, Any]]:
    """Measure bundles in a fresh process, the smallest first."""
    with tempfile.TemporaryDirectory() as folder:
        roots = []
        for place, files in enumerate(bundles):
            roots.append(Path(folder, str(place)))
            write(files, roots[-1])
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])}
        done = subprocess.run(
            [sys.executable, "-m", "tests.growth.child", QUERY, *roots],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Yardstick:
    """Know what plain prose costs: of one file of that size, or of so many files."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[float, float]] = {}

    def seconds(self, size: int, files: int) -> tuple[float, float]:
        """Return the CPU seconds of a search and of an index."""
        # Sizes are rounded, so that patterns of about one size share a measurement.
        rounded = (1 << (size - 1).bit_length(), files)
        if rounded not in self._known:
            wanted = rounded[0] if files == 1 else max(rounded[0], 200 * files)
            text = prose(wanted // files)
            (row,) = run([{f"f{place:07}.md": text for place in range(files)} if files > 1 else {"a.md": text}])
            self._known[rounded] = row["seconds"] / wanted, row["index_seconds"] / wanted
        each, index_each = self._known[rounded]
        scale = size if files == 1 else max(size, 200 * files)
        return each * scale, index_each * scale


def measure(pattern: Pattern, yardstick: Yardstick) -> Figures:
    """Measure one pattern; a noisy machine is given further rounds, of which the best counts."""
    size = pattern.size
    while True:
        (row,) = run([pattern.make(size)])
        if min(row["seconds"], row["index_seconds"]) >= ENOUGH_SECONDS or size * 4 > LARGEST // 4 or pattern.capped is not None:
            break
        size *= 4
    best: Figures | None = None
    for _ in range(ROUNDS):
        figures = _measure(pattern, size, yardstick)
        if best is None or len(figures.faults()) < len(best.faults()):
            best = figures
        if not best.faults():
            break
    assert best is not None
    return best


def _measure(pattern: Pattern, size: int, yardstick: Yardstick) -> Figures:
    bundles = [pattern.make(size << doubling) for doubling in range(DOUBLINGS)]
    sizes = tuple(map(size_of, bundles))
    # Of tiny files the names weigh more than the bytes: there the quantity that doubles is their number.
    quantities = sizes if len(bundles[-1]) == 1 else tuple(map(len, bundles))
    rows = run(bundles)
    seconds = tuple(row["seconds"] for row in rows)
    index_seconds = tuple(row["index_seconds"] for row in rows)
    prose_seconds, prose_index_seconds = yardstick.seconds(sizes[-1], len(bundles[-1]))
    names = sum(len(path.encode()) for path in bundles[-1])
    return Figures(
        name=pattern.name,
        kind=pattern.kind,
        sizes=(*sizes[:-1], sizes[-1] + (names if len(bundles[-1]) > 1 else 0)),
        seconds=seconds,
        index_seconds=index_seconds,
        slope=slope(quantities, seconds),
        index_slope=slope(quantities, index_seconds),
        cost=seconds[-1] / prose_seconds,
        index_cost=index_seconds[-1] / prose_index_seconds,
        peak=rows[-1]["peak"],
        index_peak=rows[-1]["index_peak"],
        gaps=tuple(row["gap"] for row in rows),
        index_gaps=tuple(row["index_gap"] for row in rows),
        questions=tuple(row["questions"] for row in rows),
        outcome=rows[-1]["outcome"],
        capped=pattern.capped,
    )
