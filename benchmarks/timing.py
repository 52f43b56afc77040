"""Timing: contestants run in turn, and the ratio of two of them.

Times of a shared machine drift, so contestants are interleaved (A B A B) and compared round by round; only then is a median
taken.  The garbage collector is left as a user has it, after one collection before every sample.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter, process_time

from attrs import frozen

Job = Callable[[], object]


def say(text: str) -> None:
    """Print one line of progress on standard error."""
    print(text, file=sys.stderr, flush=True)


@frozen
class Samples:
    """Hold the times of one contestant, round by round, in seconds.

    Attributes:
        cpu: CPU time of the process.
        wall: elapsed time.
    """

    cpu: tuple[float, ...]
    wall: tuple[float, ...]

    @property
    def milliseconds(self) -> float:
        """The median CPU time."""
        return median(self.cpu) * 1e3


@frozen
class Ratio:
    """Hold how one contestant compares with another: the median of the rounds, and their range."""

    middle: float
    low: float
    high: float

    @classmethod
    def of(cls, above: Sequence[float], below: Sequence[float]) -> Ratio:
        """Divide round by round."""
        rounds = [a / b for a, b in zip(above, below, strict=True)]
        return cls(median(rounds), min(rounds), max(rounds))

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.low:.2f}-{self.high:.2f})"


def once(job: Job) -> tuple[float, float]:
    """Run a job and return its CPU time and its elapsed time; freeing its result is not counted."""
    gc.collect()
    wall, cpu = perf_counter(), process_time()
    result = job()
    cpu, wall = process_time() - cpu, perf_counter() - wall
    del result
    return cpu, wall


def interleave(jobs: Mapping[str, Job], *, rounds: int, label: str) -> dict[str, Samples]:
    """Run every job once unmeasured and then `rounds` times, in turn; every second round runs backwards."""
    for job in jobs.values():
        job()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in jobs}
    for number in range(rounds):
        order = list(jobs.items())
        if number % 2:
            order.reverse()
        for name, job in order:
            times[name].append(once(job))
        say(
            f"  {label}: round {number + 1} of {rounds}  "
            + "  ".join(f"{name} {times[name][-1][0] * 1e3:.0f} ms" for name in jobs)
        )
    return {name: Samples(tuple(cpu for cpu, _ in found), tuple(wall for _, wall in found)) for name, found in times.items()}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
