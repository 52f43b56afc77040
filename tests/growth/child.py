"""Measure searches over bundles on the disk, in a process of its own: `python child.py QUERY ROOT...`, the smallest first.

It prints one JSON object for each root.  CPU seconds are the best of some runs; peak memory is that of the process so far,
so each root is to be larger than the one before.
"""

from __future__ import annotations

import contextlib
import gc
import json
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import okfsearch
from okfsearch import SearchError
from tests.growth.patterns import WIDE

#: A run is repeated until so much CPU time is spent, but not more often than this.
ENOUGH_SECONDS = 0.4
MOST_RUNS = 5


def best_of(call: Callable[[], Any]) -> tuple[float, str]:
    """Return the CPU seconds of the fastest run, and how it ended."""
    times: list[float] = []
    outcome = "answer"
    while sum(times) < ENOUGH_SECONDS and len(times) < MOST_RUNS:
        gc.collect()
        start = process_time()
        try:
            call()
        except SearchError as error:
            outcome = error.details.get("limit", error.code)
        times.append(process_time() - start)
    return min(times), outcome


class Watch:
    """Answer that nobody cancelled, and keep the longest CPU time between two questions."""

    def __init__(self) -> None:
        self.questions = 0
        self.longest = 0.0
        self.last = process_time()

    def __call__(self) -> bool:
        now = process_time()
        self.longest = max(self.longest, now - self.last)
        self.questions += 1
        self.last = now
        return False


def longest_gap(call: Callable[[Watch], Any]) -> tuple[float, int]:
    """Return the smaller longest gap of three runs, so that a neighbour on the machine is not blamed on us."""
    best = (float("inf"), 0)
    for _ in range(3):
        # The collector's pauses are the interpreter's, not work between two questions.
        gc.collect()
        gc.disable()
        watch = Watch()
        with contextlib.suppress(SearchError):
            call(watch)
        watch()
        gc.enable()
        best = min(best, (watch.longest, watch.questions))
    return best


def peak() -> int:
    """Return the peak memory of this process in bytes.

    Linux hands `ru_maxrss` on from the process that started this one, so there the kernel's other figure is read.
    """
    if sys.platform.startswith("linux"):
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def main() -> None:
    query, *roots = sys.argv[1:]

    def one_shot(root: str, watch: Watch | None = None) -> Any:
        return okfsearch.search_bundle(root, query, limits=WIDE, **({} if watch is None else {"cancelled": watch}))

    def index(root: str, watch: Watch | None = None) -> Any:
        more: Any = {} if watch is None else {"cancelled": watch}
        return okfsearch.index_sections(okfsearch.capture_bundle(root, limits=WIDE, **more), limits=WIDE, **more).search(
            query, **more
        )

    # What the first search loads is not growth; YAML too.
    okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"---\na: &a [b]\nc: *a\n---\n> # *x*\n\xc3\xa9\n"})).search("x")
    rows: list[dict[str, Any]] = []
    for root in roots:
        seconds, outcome = best_of(lambda root=root: one_shot(root))
        rows.append({"seconds": seconds, "outcome": outcome, "peak": peak()})
    for row, root in zip(rows, roots, strict=True):
        row["gap"], row["questions"] = longest_gap(lambda watch, root=root: one_shot(root, watch))
    for row, root in zip(rows, roots, strict=True):
        row["index_seconds"], row["index_outcome"] = best_of(lambda root=root: index(root))
        row["index_gap"], row["index_questions"] = longest_gap(lambda watch, root=root: index(root, watch))
        row["index_peak"] = peak()
    for row in rows:
        print(json.dumps(row))


if __name__ == "__main__":
    main()
