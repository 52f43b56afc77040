"""What holds for every test: the Hypothesis profiles, and an independent judge behind every search.

The judge is put in place when pytest loads this file, before any test module can take hold of a name.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.checker import check_result

# How long a draw takes says something about the machine only.
UNTIMED = [HealthCheck.too_slow]
settings.register_profile(
    "default", derandomize=True, max_examples=60, deadline=None, database=None, suppress_health_check=UNTIMED
)
settings.register_profile("thorough", max_examples=3_000, deadline=None, print_blob=True, suppress_health_check=UNTIMED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


class Judge:
    """Remember what was captured, and check each result against it.

    A revision names the bytes it was made of, so any snapshot of that revision will do.
    """

    KEPT_BYTES = 256 * 1024 * 1024

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, tuple[int, Any]] = OrderedDict()

    def remember(self, snapshot: Any) -> None:
        """Keep a snapshot, and forget the oldest ones beyond the room there is."""
        size = sum(len(file.data) for file in snapshot.files)
        with self._lock:
            self._kept[snapshot.revision] = (size, snapshot)
            self._kept.move_to_end(snapshot.revision)
            while len(self._kept) > 1 and sum(size for size, _ in self._kept.values()) > self.KEPT_BYTES:
                self._kept.popitem(last=False)

    def check(self, result: Any) -> None:
        """Check one result; without its snapshot it is only counted."""
        with self._lock:
            _, snapshot = self._kept.get(result.snapshot_revision, (0, None))
            self.counts["results" if snapshot is not None else "without their snapshot"] += 1
            self.counts["hits"] += len(result.hits)
        if snapshot is not None:
            check_result(snapshot, result)


JUDGE = Judge()


@pytest.fixture(name="judge")
def the_judge() -> Judge:
    """Hand out the judge at work."""
    return JUDGE


def behind(function: Callable[..., Any], look: Callable[[Any], None]) -> Callable[..., Any]:
    """Wrap a function so that somebody looks at what it returns."""

    @functools.wraps(function)
    def watched(*arguments: Any, **options: Any) -> Any:
        answer = function(*arguments, **options)
        look(answer)
        return answer

    return watched


def before(function: Callable[..., Any], look: Callable[[Any], None]) -> Callable[..., Any]:
    """Wrap a function so that somebody looks at its subject first."""

    @functools.wraps(function)
    def watched(subject: Any, *arguments: Any, **options: Any) -> Any:
        look(subject)
        return function(subject, *arguments, **options)

    return watched


with contextlib.suppress(AttributeError, ImportError, SyntaxError):
    section_search: Any = importlib.import_module("okfsearch.section_search")
    section_search.capture_bundle = behind(section_search.capture_bundle, JUDGE.remember)
    section_search.index_sections = before(section_search.index_sections, JUDGE.remember)
    section_search.search_bundle = behind(section_search.search_bundle, JUDGE.check)
    section_search.SectionIndex.search = behind(section_search.SectionIndex.search, JUDGE.check)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much the judge has seen."""
    counts = JUDGE.counts
    terminalreporter.write_line(
        f"independent judge: {counts['results']} results with {counts['hits']} hits checked, "
        f"{counts['without their snapshot']} results without their snapshot"
    )
