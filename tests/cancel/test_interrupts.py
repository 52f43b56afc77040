"""Ctrl-C at any moment: it passes through, and nothing of the process or of a kept value has changed."""

from __future__ import annotations

import gc
import random
import signal
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cancel.bundles import SMALL, as_written, ways
from tests.process.state import state
from tests.wrapped_calls import descriptors, write_tree

FILES = {f"{name}/{path}": data for name, files in SMALL.items() for path, data in files.items()}
FILES |= {f"more/{place}.md": data for place, data in enumerate(FILES.values()) if data != b"\xff"}


class Alarm:
    """Raise KeyboardInterrupt in the call that is under way when the time is up, and nowhere else."""

    def __init__(self) -> None:
        self.armed = False

    def ring(self, *_: Any) -> None:
        if self.armed:
            self.armed = False
            raise KeyboardInterrupt

    def set(self, seconds: float) -> None:
        self.armed = True
        signal.setitimer(signal.ITIMER_REAL, max(1e-6, seconds))


@pytest.fixture
def alarm() -> Iterator[Alarm]:
    alarm = Alarm()
    before = signal.signal(signal.SIGALRM, alarm.ring)
    with warnings.catch_warnings():
        # Between the making of a listing and the entering of its `with` block an interrupt drops it, which closes it.
        warnings.simplefilter("ignore", ResourceWarning)
        yield alarm
        gc.collect()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def interrupt_at_random(alarm: Alarm, root: str, *, times: int, seed: int) -> None:
    source = random.Random(seed)
    calls = ways(FILES, root)
    wanted = {way: as_written(call()) for way, call in calls.items()}
    lasting = {}
    for way, call in calls.items():
        start = time.perf_counter()
        call()
        lasting[way] = time.perf_counter() - start
    before, open_before = state(), descriptors()
    interrupted = 0
    for _ in range(times):
        way = source.choice(sorted(calls))
        try:
            alarm.set(source.random() * lasting[way])
            answer = calls[way]()
            alarm.armed = False
        except KeyboardInterrupt:
            interrupted += 1
        else:
            assert as_written(answer) == wanted[way]
        assert descriptors() == open_before
    assert state() == before
    assert interrupted > times // 10
    for way, call in calls.items():
        assert as_written(call()) == wanted[way]


# An interrupt may land in the finalizer of a tree that is closed already.  The interpreter can only report it there: this report
# and no other is passed over.
IN_THE_FINALIZER = pytest.mark.filterwarnings(
    r"ignore:Exception ignored [^<]*<function (Descriptor|Checked)Tree\.__del__ [\s\S]*KeyboardInterrupt"
    ":pytest.PytestUnraisableExceptionWarning"
)


@IN_THE_FINALIZER
def test_some_moments(alarm: Alarm, tmp_path: Path) -> None:
    interrupt_at_random(alarm, write_tree(tmp_path, FILES), times=200, seed=1)


@pytest.mark.slow
@IN_THE_FINALIZER
@pytest.mark.timeout(600)
def test_many_moments(alarm: Alarm, tmp_path: Path) -> None:
    interrupt_at_random(alarm, write_tree(tmp_path, FILES), times=5_000, seed=2)
