"""Progress: phases in their order, numbers that never fall, nothing after the end, and the caller's own errors untouched."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import DocumentErrors, LimitExceeded, Limits, Progress, Snapshot
from tests.cancel.bundles import LARGER, SMALL, as_written, ways
from tests.wrapped_calls import descriptors, write_tree

PHASES = {
    "search_bundle": ["capture", "documents", "sections"],
    "capture_bundle": ["capture"],
    "index_sections": ["documents", "sections"],
}


def assert_sound(seen: list[Progress], phases: list[str], files: dict[str, bytes]) -> None:
    grouped = [(phase, list(steps)) for phase, steps in groupby(seen, lambda step: step.phase)]
    assert [phase for phase, _ in grouped] == phases
    for phase, steps in grouped:
        done = [step.done for step in steps]
        assert done == sorted(done)
        assert steps[0].done == 0
        assert steps[0].path is None
        totals = {step.total for step in steps}
        assert len(totals - {None}) <= 1
        last = steps[-1]
        if last.total is not None:
            assert last.done == last.total
            assert all(step.done <= last.total for step in steps)
        # Each file is finished once.
        finished = [step.path for step in steps if step.path is not None]
        assert len(finished) == len(set(finished))
        assert set(finished) <= set(files)
        if phase == "capture":
            assert set(finished) == set(files)


@pytest.mark.parametrize("way", PHASES)
@pytest.mark.parametrize("name", [*SMALL, "many files"])
def test_the_steps(name: str, way: str, tmp_path: Path) -> None:
    files = (SMALL | LARGER)[name]
    call = ways(files, write_tree(tmp_path, files))[way]
    seen: list[Progress] = []
    answer = call(progress=seen.append)
    steps = len(seen)
    assert_sound(seen, PHASES[way], files)
    assert as_written(answer) == as_written(call())
    assert len(seen) == steps, "told after the end"


@pytest.mark.parametrize("way", PHASES)
def test_an_error_in_it_passes_unharmed(way: str, tmp_path: Path) -> None:
    files = SMALL["front"]
    call = ways(files, write_tree(tmp_path, files))[way]
    wanted = as_written(call())
    seen: list[Progress] = []
    call(progress=seen.append)
    open_before = descriptors()
    for place in range(len(seen)):
        # Memory or stack that runs out inside it cannot be told from what runs out beside it: these two are not promised.
        for kind in (ZeroDivisionError, KeyboardInterrupt, OSError, UnicodeError):
            own = kind("mine")
            told: list[Progress] = []

            def progress(step: Progress, own: BaseException = own, told: list[Progress] = told, place: int = place) -> None:
                told.append(step)
                if len(told) == place + 1:
                    raise own

            with pytest.raises(kind) as caught:
                call(progress=progress)
            assert caught.value is own
            assert told == seen[: place + 1]
    assert descriptors() == open_before
    assert as_written(call()) == wanted


def test_nothing_after_an_error(tmp_path: Path) -> None:
    files = {"a.md": b"---\n[\n---\n", "b.md": b"heron\n"}
    root = write_tree(tmp_path, files)
    seen: list[Any] = []
    with pytest.raises(DocumentErrors):
        okfsearch.search_bundle(root, "heron", progress=seen.append)
    assert [step.phase for step in seen if step.phase == "sections"] == []
    seen.clear()
    with pytest.raises(LimitExceeded):
        okfsearch.index_sections(Snapshot.of({"a.md": b"# a\n# b\n"}), limits=Limits(sections=1), progress=seen.append)
    assert seen[-1].phase in {"documents", "sections"}
    assert all(step.done == 0 for step in seen if step.phase == "sections")
