"""No more than so much work between two questions.

Two measures.  First, what calls of C code are given: the functions through which text passes are wrapped, and what they are
handed between two questions is added up.  Second, how often is asked at all, against the bytes of each stage.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import okfsearch
from okfsearch import Snapshot
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled
from tests.cancel.bundles import DECLARED, LARGER, LIMITS, QUERY

# A line, a token or a definition costs some lines of Python; a hundred of them for each of the 4,096 is generous, and a stage
# that asked nobody while it handles half a megabyte would need millions.
STEPS_EACH = 100
MOST_STEPS = SLICE_TOKENS * STEPS_EACH


class Gauge:
    """Count the lines of Python run in the package between two questions, and the longest such stretch."""

    def __init__(self) -> None:
        self.steps = 0
        self.longest = 0
        self.where: Counter[str] = Counter()
        self.worst: Counter[str] = Counter()

    def cancelled(self) -> bool:
        if self.steps > self.longest:
            self.longest, self.worst = self.steps, self.where
        self.steps, self.where = 0, Counter()
        return False

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if "okfsearch" not in frame.f_code.co_filename:
            return None
        if event == "line":
            self.steps += 1
            self.where[frame.f_code.co_qualname] += 1
        return self.trace


@pytest.fixture
def gauge() -> Iterator[Gauge]:
    gauge = Gauge()
    before = sys.gettrace()
    yield gauge
    sys.settrace(before)


MODES: dict[str, Callable[[Snapshot, Cancelled], object]] = {
    "section": lambda snapshot, cancelled: okfsearch.index_sections(snapshot, limits=LIMITS, cancelled=cancelled).search(
        QUERY, cancelled=cancelled
    ),
    "concept": lambda snapshot, cancelled: okfsearch.index_concepts(
        snapshot, include_untyped=True, limits=LIMITS, cancelled=cancelled
    ).search(QUERY, cancelled=cancelled),
    "context": lambda snapshot, cancelled: okfsearch.index_context(snapshot, limits=LIMITS, cancelled=cancelled).search(
        QUERY, cancelled=cancelled
    ),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", LARGER)
def test_steps_between_two_questions(name: str, mode: str, gauge: Gauge) -> None:
    snapshot = Snapshot.of({"index.md": DECLARED, **LARGER[name]}, limits=LIMITS)

    def work() -> None:
        sys.settrace(gauge.trace)
        MODES[mode](snapshot, gauge.cancelled)
        sys.settrace(None)

    # In a thread of its own, so that the tracer that measures coverage stays where it is.
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    gauge.cancelled()
    assert gauge.longest <= MOST_STEPS, gauge.worst.most_common(5)


def count(call: Any) -> int:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    call(cancelled)
    return asked


@pytest.mark.parametrize(
    "unit",
    [
        b"heron reed ",
        b"heron reed\n",
        b"\n",
        "h\u00e9ron\n".encode(),
        "h\u00e9ron ".encode(),
        b"# h\n\n",
        b"> heron\n",
        b"[a]: /u\n",
    ],
)
def test_questions_keep_pace_with_the_bytes(unit: bytes, tmp_path: Path) -> None:
    """Twice the bytes are at least as many more questions as the additional bytes have slices: in each of two ways."""
    size = 4 * SLICE_BYTES
    small, large = (unit * (wanted // len(unit)) for wanted in (size, 2 * size))

    def one_shot(data: bytes) -> int:
        (tmp_path / "a.md").write_bytes(data)
        return count(lambda cancelled: okfsearch.search_bundle(tmp_path, "heron", limits=LIMITS, cancelled=cancelled))

    def index(data: bytes) -> int:
        snapshot = Snapshot.of({"a.md": data})
        return count(lambda cancelled: okfsearch.index_sections(snapshot, limits=LIMITS, cancelled=cancelled))

    # Of text without a token only the stage of blocks need see all.
    assert one_shot(large) - one_shot(small) >= 4
    assert index(large) - index(small) >= 4
