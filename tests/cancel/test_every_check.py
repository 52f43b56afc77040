"""Cancelled at each single question: always the same error, nothing partial, and the next call as if nothing had been."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from okfsearch import SearchCancelled, SearchError
from tests.cancel.bundles import LARGER, SMALL, as_written, ways
from tests.wrapped_calls import descriptors, write_tree

WAYS = (
    "search_bundle",
    "capture_bundle",
    "changed",
    "refresh",
    "index_sections",
    "search",
    "concepts",
    "search_context",
    "matches",
)


class At:
    """Answer true to one question only, so that whoever goes on after it is found out."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked == self.place


def questions(call: object) -> int:
    count = At(0)
    call(cancelled=count)  # type: ignore[operator]
    return count.asked


def interrupt_everywhere(files: dict[str, bytes], folder: Path, way: str, *, most: int) -> None:
    root = write_tree(folder, files)
    call = ways(files, root)[way]
    wanted = as_written(call())
    total = questions(call)
    assert total > 0 or not files, "nobody asks"
    open_before = descriptors()
    # Of very many questions, all the first and last ones and an even choice of those between.
    places = sorted(
        {
            *range(1, min(total, most // 3) + 1),
            *range(max(1, total - most // 3), total + 1),
            *range(1, total + 1, total // (most // 3) + 1),
        }
        - {0}
    )
    for place in places:
        cancelled = At(place)
        with pytest.raises(SearchCancelled) as caught:
            call(cancelled=cancelled)
        assert cancelled.asked == place, "asked again after the answer was yes"
        error = caught.value
        assert (error.code, error.retryable, dict(error.details)) == ("operation_cancelled", True, {})
        assert str(error) == "The operation was cancelled."
        assert isinstance(error, SearchError)
    assert descriptors() == open_before
    assert questions(call) == total
    assert as_written(call()) == wanted


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", SMALL)
def test_small(name: str, way: str, tmp_path: Path) -> None:
    interrupt_everywhere(SMALL[name], tmp_path, way, most=3_000)


@pytest.mark.parametrize("way", ["search_bundle", "index_sections", "search"])
def test_a_larger_one(way: str, tmp_path: Path) -> None:
    files = {
        f"{place}{path}": data
        for place, bundle in enumerate(LARGER.values())
        for path, data in bundle.items()
        if len(bundle) == 1
    }
    interrupt_everywhere(
        {path: data[:200_000].decode(errors="ignore").encode() for path, data in files.items() if not data.startswith(b"---")},
        tmp_path,
        way,
        most=30,
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LARGER)
def test_larger(name: str, way: str, tmp_path: Path) -> None:
    interrupt_everywhere(LARGER[name], tmp_path, way, most=300)


def test_the_answer_may_come_from_another_thread(tmp_path: Path) -> None:
    root = write_tree(tmp_path, LARGER["many files"])
    event = threading.Event()
    asked = threading.Event()

    def cancelled() -> bool:
        asked.set()
        event.wait(10)
        return event.is_set()

    caught: list[BaseException] = []

    def search() -> None:
        try:
            ways({}, root)["search_bundle"](cancelled=cancelled)
        except SearchCancelled as error:
            caught.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    assert asked.wait(10)
    event.set()
    thread.join(10)
    assert len(caught) == 1


def test_an_error_of_the_question_passes_unchanged(tmp_path: Path) -> None:
    root = write_tree(tmp_path, SMALL["front"])
    for way, call in ways(SMALL["front"], root).items():
        own = ZeroDivisionError(way)

        def cancelled(own: ZeroDivisionError = own) -> bool:
            raise own

        with pytest.raises(ZeroDivisionError) as caught:
            call(cancelled=cancelled)
        assert caught.value is own
        assert as_written(call()) is not None
    assert os.path.isdir(root)
