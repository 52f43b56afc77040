"""What holds for every test: the Hypothesis profiles, and an independent judge behind every search.

The judge is put in place when pytest loads this file, before any test module can take hold of a name.
"""

from __future__ import annotations

import functools
import os
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from okfsearch import section_search
from okfsearch.context_index import ContextIndex
from okfsearch.section_index import SectionIndex
from tests.checker import check_result
from tests.context_checker import check_matches, check_packet

# How long a draw takes says something about the machine only.
UNTIMED = [HealthCheck.too_slow]
settings.register_profile(
    "default", derandomize=True, max_examples=60, deadline=None, database=None, suppress_health_check=UNTIMED
)
settings.register_profile("thorough", max_examples=3_000, deadline=None, print_blob=True, suppress_health_check=UNTIMED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


class Judge:
    """Check each result against the snapshot it speaks of, and count what was checked."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def behind(self, function: Callable[..., Any], snapshot_of: Callable[[Any], Any]) -> Callable[..., Any]:
        """Wrap a search so that its answer is checked; `snapshot_of` finds the snapshot in its first argument."""

        @functools.wraps(function)
        def judged(subject: Any, *arguments: Any, **options: Any) -> Any:
            result = function(subject, *arguments, **options)
            check_result(snapshot_of(subject), result)
            with self._lock:
                self.counts.update(results=1, hits=len(result.hits))
            return result

        return judged

    def behind_packets(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the gathering of a packet in the same way."""

        @functools.wraps(function)
        def judged(index: Any, *arguments: Any, **options: Any) -> Any:
            packet = function(index, *arguments, **options)
            check_packet(index.snapshot, packet, own_counter=options.get("count_tokens") is not None)
            with self._lock:
                self.counts.update(packets=1, sources=len(packet.sources))
            return packet

        return judged

    def behind_matches(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the ranking of matches in the same way."""

        @functools.wraps(function)
        def judged(index: Any, *arguments: Any, **options: Any) -> Any:
            result = function(index, *arguments, **options)
            check_matches(index.snapshot, result)
            with self._lock:
                self.counts.update(rankings=1, matches=len(result.matches))
            return result

        return judged


JUDGE = Judge()

# The places where an answer is made.
SectionIndex.search = JUDGE.behind(SectionIndex.search, lambda index: index.snapshot)  # type: ignore[method-assign]
section_search._search_once = JUDGE.behind(section_search._search_once, lambda snapshot: snapshot)
ContextIndex.search = JUDGE.behind_packets(ContextIndex.search)  # type: ignore[method-assign]
ContextIndex.matches = JUDGE.behind_matches(ContextIndex.matches)  # type: ignore[method-assign]


@pytest.fixture(name="judge")
def the_judge() -> Judge:
    """Hand out the judge at work."""
    return JUDGE


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much the judge has seen."""
    terminalreporter.write_line(
        f"independent judge: {JUDGE.counts['results']} results with {JUDGE.counts['hits']} hits, "
        f"{JUDGE.counts['packets']} packets with {JUDGE.counts['sources']} sources, "
        f"{JUDGE.counts['rankings']} rankings with {JUDGE.counts['matches']} matches checked"
    )
