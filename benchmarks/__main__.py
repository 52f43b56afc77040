"""Run the benchmarks: `python -m benchmarks`, `--quick` for about a minute, `--only NAME` for one of them."""

from __future__ import annotations

import argparse
import gc
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from benchmarks.concepts import run_concepts
from benchmarks.contexts import run_contexts
from benchmarks.corpora import Corpus, invented, real_corpora
from benchmarks.endtoend import run_cold, run_refresh, run_scaling
from benchmarks.headings import run_headings
from benchmarks.imports import run_imports
from benchmarks.machine import describe
from benchmarks.memory import run_memory
from benchmarks.peers import run_peers
from benchmarks.report import Table, render_json, render_markdown
from benchmarks.stages import run_stages
from benchmarks.timing import say

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Read the arguments, measure, print the tables and keep them where asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="1 MB corpora and few rounds: a smell test of about a minute")
    parser.add_argument("--only", action="append", choices=sorted(NAMES), help="run only this benchmark; may be repeated")
    parser.add_argument("--corpus", action="append", help="measure only on corpora whose name contains this; may be repeated")
    parser.add_argument("--rounds", type=int, help="interleaved rounds (5, quick: 3)")
    parser.add_argument("--no-gc", action="store_true", help="switch the cyclic garbage collector off while measuring")
    parser.add_argument("--trace", action="store_true", help="trace allocations in the memory benchmark too (slow)")
    parser.add_argument("--save", metavar="WHAT", help="keep the tables as results/DATE-WHAT.md and .json")
    options = parser.parse_args()
    options.rounds = options.rounds or (3 if options.quick else 5)
    if options.no_gc:
        gc.disable()
    machine = describe()
    settings = (
        f"{options.rounds} interleaved rounds after one that is not counted; CPU time; collector "
        f"{'off' if options.no_gc else 'on'}, one collection before each sample; page cache warm; `Limits.large()`."
    )
    tables: list[Table] = []
    with tempfile.TemporaryDirectory(prefix="okfsearch-bench-") as folder:
        plan = Plan(options, Path(folder))
        for name, run in NAMES.items():
            if not options.only or name in options.only:
                tables.append(run(plan))
                if options.save:  # after each, so that a run that is broken off is not lost
                    _keep(options.save, tables, machine, settings)
    print(render_markdown(tables, machine, settings))


def _keep(what: str, tables: list[Table], machine: dict[str, str], settings: str) -> None:
    stem = RESULTS / f"{datetime.now(UTC):%Y-%m-%d}-{what}"
    RESULTS.mkdir(exist_ok=True)
    stem.with_suffix(".md").write_text(render_markdown(tables, machine, settings), encoding="utf-8")
    stem.with_suffix(".json").write_text(render_json(tables, machine, settings), encoding="utf-8")
    say(f"kept as results/{stem.name}.md and .json")


class Plan:
    """Decide which corpora and how many rounds each benchmark gets, and write each invented corpus once."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.quick: bool = options.quick
        self.rounds: int = options.rounds
        self.trace: bool = options.trace
        self._wanted: list[str] = options.corpus or [""]
        self._make = cache(lambda kind, megabytes: self._write(kind, megabytes, folder))

    def _write(self, kind: str, megabytes: float, folder: Path) -> Corpus:
        say(f"writing {kind}, {megabytes:g} MB")
        return invented(kind, megabytes, folder)

    def invented(self, kind: str, megabytes: float) -> Corpus:
        """Return an invented corpus."""
        return self._make(kind, megabytes)

    def pick(self, *kinds: str, real: bool = True) -> list[Corpus]:
        """Return the real corpora and one invented one of each kind, 8 MB or quickly 1 MB, as far as they are wanted."""
        size = 1 if self.quick else 8
        found = real_corpora() if real and not self.quick else []
        found = [corpus for corpus in found if self._is_wanted(corpus.name)]
        return found + [self.invented(kind, size) for kind in kinds if self._is_wanted(f"{kind}-{size}")]

    def _is_wanted(self, name: str) -> bool:
        return any(part in name for part in self._wanted)


def _refresh(plan: Plan) -> Table:
    # About 5 kB a file, so this is a bundle of about 1,000 files.
    return run_refresh(plan.invented("documentation", 1 if plan.quick else 5), rounds=plan.rounds)


def _concepts(plan: Plan) -> Table:
    # About 5 kB a file, so this is a bundle of about 1,000 concepts; so is one of the real ones.
    real = [corpus for corpus in plan.pick(real=True) if corpus.name in {"ethereum-eips", "databricks-okf-part"}]
    bundles = [*real, plan.invented("okf", 1 if plan.quick else 5)]
    return run_concepts(bundles, rounds=plan.rounds, queries=20 if plan.quick else 100)


def _scaling(plan: Plan) -> Table:
    sizes = (1, 4) if plan.quick else (8, 40)
    kinds = ("okf",) if plan.quick else ("documentation", "okf")
    pairs = [(plan.invented(kind, sizes[0]), plan.invented(kind, sizes[1])) for kind in kinds]
    return run_scaling(pairs, rounds=plan.rounds)


NAMES: dict[str, Callable[[Plan], Table]] = {
    "cold": lambda plan: run_cold(plan.pick("documentation", "okf", "lists", "code", "cjk", "tiny"), rounds=plan.rounds),
    "stages": lambda plan: run_stages(
        plan.pick("okf") if plan.quick else plan.pick("documentation", "okf"), rounds=plan.rounds
    ),
    "headings": lambda plan: run_headings(plan.pick("documentation", "okf", "lists", "code", "cjk"), rounds=plan.rounds),
    "peers": lambda plan: run_peers(plan.pick("okf", real=False), rounds=plan.rounds, queries=50 if plan.quick else 200),
    "concepts": _concepts,
    "contexts": lambda plan: run_contexts(plan.pick("okf", real=False), rounds=plan.rounds, queries=20 if plan.quick else 100),
    "refresh": _refresh,
    "scaling": _scaling,
    "memory": lambda plan: run_memory(
        plan.pick("documentation", "okf"), rounds=1 if plan.quick else plan.rounds, trace=plan.trace
    ),
    "imports": lambda plan: run_imports(rounds=5 if plan.quick else 15),
}

if __name__ == "__main__":
    main()
