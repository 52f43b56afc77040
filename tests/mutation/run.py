"""Run the tests of a room against each of its mutants and list the survivors.

    python -m tests.mutation.run                      every room
    python -m tests.mutation.run limits layout        these rooms
    python -m tests.mutation.run --most 50 --seed 1   at most so many mutants a room, chosen by the seed
    python -m tests.mutation.run --write              also rewrite the list of survivors

Every mutant lives in a process forked from this one, so that pytest and the libraries are loaded once.  A mutant counts as
killed when a test fails, or when a file of tests takes ten times as long as without it.  Survivors are compared with
`survivors.txt`, where each has its reason: the exit status tells of a new one.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.util
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import okfsearch
from tests.mutation.mutants import Mutant, mutants

TESTS = Path(__file__).parents[1]
SURVIVORS = Path(__file__).with_name("survivors.txt")
PACKAGE = Path(okfsearch.__file__).parent

#: A room and the tests that hold it, the cheapest first.  A name that does not exist is passed over.
ROOMS: dict[str, tuple[str, ...]] = {
    "limits": ("unit/test_limits.py", "attack/test_limits.py"),
    "_bundle/layout": ("unit/test_layout.py", "attack/test_limits.py", "conformance/test_section_search.py"),
    "_bundle/sections": ("unit/test_sections.py", "attack/test_limits.py", "property/test_line_ranges.py", "conformance/test_section_search.py"),
    "_bundle/capture": ("unit/test_capture.py", "unit/test_capture_faults.py", "attack/test_limits.py", "cancel/test_progress.py", "fault", "process/test_left_as_it_was.py"),
    "_bundle/reading": ("unit/test_capture.py", "unit/test_capture_faults.py", "attack/test_limits.py", "fault"),
    "_bundle/descriptors": ("unit/test_capture.py", "unit/test_capture_faults.py", "hostile/test_capture_links.py", "fault"),
    "_bundle/checked": ("unit/test_capture.py", "unit/test_capture_faults.py", "fault"),
    "_bundle/calls": ("unit/test_capture.py", "unit/test_capture_faults.py", "hostile/test_capture_links.py", "fault"),
    "_bundle/roots": ("unit/test_capture.py", "hostile/test_capture_links.py"),
    "_bundle/survey": ("unit/test_snapshot.py", "unit/test_visibility.py", "unit/test_capture.py", "unit/test_capture_faults.py", "attack/test_limits.py", "hostile/test_capture_names.py", "fault"),
    "_bundle/names": ("unit/test_snapshot.py", "hostile/test_capture_names.py"),
    "_retrieval/tokens": ("unit/test_tokens.py", "property/test_tokens_canonical.py", "property/test_tokens_idempotent.py", "property/test_tokens_paths.py", "conformance/test_section_search.py"),
    "_retrieval/query": ("unit/test_query.py", "attack/test_limits.py"),
}  # fmt: skip


class MutantImporter(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import one module from a tree instead of its file."""

    def __init__(self, name: str, tree: ast.Module, origin: Path) -> None:
        self.name, self.tree, self.origin = name, tree, origin

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self, origin=str(self.origin)) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.origin)
        exec(compile(self.tree, str(self.origin), "exec"), module.__dict__)


def load_what_tests_need() -> None:
    """Load pytest and the foreign libraries once; nothing of the package may stay loaded."""
    for name in (
        "pytest",
        "hypothesis",
        "hypothesis.strategies",
        "attrs",
        "regex",
        "yaml",
        "frontmatter",
        "pathspec",
        "jsonschema",
        "markdown_it",
    ):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    for name in [name for name in sys.modules if name.split(".")[0] == "okfsearch" or name == "tests.conftest"]:
        del sys.modules[name]


def survives(room: str, mutant: Mutant | None, test: str, seconds: float) -> bool:
    """Tell whether a file or folder of tests passes in a fork that has the mutant."""
    child = os.fork()
    if child == 0:
        _run_tests(room, mutant, test)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _run_tests(room: str, mutant: Mutant | None, test: str) -> None:
    os.setpgid(0, 0)
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)
    status = 1
    try:
        if mutant is not None:
            name = "okfsearch." + room.replace("/", ".")
            sys.meta_path.insert(0, MutantImporter(name, mutant.tree, PACKAGE / f"{room}.py"))
        import pytest

        sys.dont_write_bytecode = True
        status = int(
            pytest.main(
                [
                    "-x",
                    "-q",
                    "-W",
                    "ignore::pytest.PytestAssertRewriteWarning",
                    "-p",
                    "no:cacheprovider",
                    "-m",
                    "not slow and not growth and not fuzz and not race",
                    test,
                ]
            )
        )
    finally:
        os._exit(status)


def run_room(room: str, most: int | None, seed: int) -> tuple[list[str], int]:
    """Return the names of the survivors of one room, and how many mutants there were."""
    tests = {str(TESTS / name): 0.0 for name in ROOMS[room] if (TESTS / name).exists()}
    start = time.monotonic()
    for test in tests:
        begin = time.monotonic()
        if not survives(room, None, test, 600):
            sys.exit(f"{room}: its tests fail without any mutant")
        tests[test] = max(10.0, 10 * (time.monotonic() - begin))
    made = list(mutants((PACKAGE / f"{room}.py").read_text(encoding="utf-8")))
    if most is not None and most < len(made):
        made = sorted(random.Random(seed).sample(made, most), key=lambda mutant: mutant.line)
    source = (PACKAGE / f"{room}.py").read_text(encoding="utf-8").splitlines()
    named: list[str] = []
    for mutant in made:
        # One file of tests after the other, so that a mutant which never ends is found out by the cheapest.
        if all(survives(room, mutant, test, most) for test, most in tests.items()):
            named.append(f"{room} | {source[mutant.line - 1].strip()} | {mutant.change} at {mutant.column}")
            print(named[-1], file=sys.stderr, flush=True)
    killed = len(made) - len(named)
    print(
        f"{room}: {killed} of {len(made)} killed ({100 * killed / max(1, len(made)):.1f} %) in {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return named, len(made)


def known_survivors() -> dict[str, str]:
    """Read the list: a survivor's name, and on the line below it why it may live."""
    if not SURVIVORS.exists():
        return {}
    lines = [line for line in SURVIVORS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return dict(zip(lines[0::2], (line.strip() for line in lines[1::2]), strict=True))


def main() -> None:
    arguments = argparse.ArgumentParser(description="Run tests against mutants.")
    arguments.add_argument("rooms", nargs="*", metavar="ROOM")
    arguments.add_argument("--most", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--write", action="store_true")
    options = arguments.parse_args()
    rooms = [room for room in ROOMS if not options.rooms or room.rpartition("/")[2] in options.rooms]
    load_what_tests_need()
    known = known_survivors()
    found: list[str] = []
    total = 0
    for room in rooms:
        named, made = run_room(room, options.most, options.seed)
        found += named
        total += made
    new = [name for name in dict.fromkeys(found) if name not in known]
    print(f"{total - len(found)} of {total} mutants killed; {len(found)} survived, {len(new)} of them not on the list")
    for name in new:
        print(name)
    if options.write:
        kept = {name: reason for name, reason in known.items() if name in found or name.partition(" | ")[0] not in rooms}
        text = "".join(f"{name}\n    {reason}\n" for name, reason in (kept | dict.fromkeys(new, "not looked at yet")).items())
        SURVIVORS.write_text(f"# Mutants that no test kills, and below each why it may live.\n{text}", encoding="utf-8")
    sys.exit(bool(new))


if __name__ == "__main__":
    main()
