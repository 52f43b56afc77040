"""Lists that are made when they are asked for: by many threads, cancelled in the middle, and asked for without a word before."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from okfsearch import Limits, SearchCancelled, Snapshot, index_sections
from okfsearch._cancel import SLICE_BYTES
from okfsearch._retrieval.deferred import MOST_LOOKED_FOR, DeferredPostings
from okfsearch._retrieval.postings import Postings
from okfsearch.section_index import SectionIndex
from okfsearch.section_search import search_snapshot

THREADS = 8
WORDS = [f"heron{number}" for number in range(3 * MOST_LOOKED_FOR)]
FILES = {
    f"{page:03}.md": "".join(
        f"# {WORDS[(page + part) % len(WORDS)]}\n\n{' '.join(WORDS[page % 7 :: part + 2])}\n" for part in range(9)
    )
    for page in range(60)
}
SNAPSHOT = Snapshot.of({path: text.encode() for path, text in FILES.items()})


@pytest.fixture
def swift_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("swift_switches")
def test_threads_that_make_the_lists_together_answer_alike() -> None:
    expected = [search_snapshot(SNAPSHOT, word) for word in WORDS]
    for _ in range(5):
        index = index_sections(SNAPSHOT)
        barrier = Barrier(THREADS)

        def ask(thread: int, index: SectionIndex = index, barrier: Barrier = barrier) -> bool:
            barrier.wait()
            order = [(place * (2 * thread + 1) + thread) % len(WORDS) for place in range(len(WORDS))]
            return all(index.search(WORDS[place]) == expected[place] for place in order)

        with ThreadPoolExecutor(THREADS) as pool:
            assert all(pool.map(ask, range(THREADS)))
        assert isinstance(postings(index)._held, Postings)
        assert not postings(index)._lists


def test_nobody_waits_for_who_lists_everything() -> None:
    index = index_sections(SNAPSHOT)
    assert postings(index)._lock.acquire(blocking=False)
    for word in WORDS:
        assert index.search(word) == search_snapshot(SNAPSHOT, word)
    assert len(postings(index)._lists) == len(WORDS)
    postings(index)._lock.release()
    assert index.search("other").total == 0
    assert isinstance(postings(index)._held, Postings)


@pytest.mark.parametrize("words", [WORDS[:2], WORDS[: MOST_LOOKED_FOR + 1]])
def test_cancelled_at_every_question_and_asked_again(words: list[str]) -> None:
    limits = Limits.large()
    query = " ".join(words)
    expected = search_snapshot(SNAPSHOT, query, limits=limits)
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    assert index_sections(SNAPSHOT, limits=limits).search(query, cancelled=count) == expected
    assert asked > len(FILES)
    for last in range(0, asked, max(1, asked // 40)):
        index = index_sections(SNAPSHOT, limits=limits)
        left = iter([False] * last)
        with pytest.raises(SearchCancelled):
            index.search(query, cancelled=lambda left=left: next(left, True))  # type: ignore[misc]
        assert not postings(index)._lock.locked()
        assert index.search(query) == expected


def test_questions_keep_pace_with_the_bytes() -> None:
    for terms in ("heron", " ".join(WORDS[: MOST_LOOKED_FOR + 1])):
        counts: list[int] = []
        for slices in (4, 8):
            index = index_sections(Snapshot.of({"a.md": b"heron reed " * (slices * SLICE_BYTES // 11)}), limits=Limits.large())
            asked: list[None] = []
            index.search(terms, cancelled=lambda asked=asked: bool(asked.append(None)))  # type: ignore[misc]
            counts.append(len(asked))
        assert counts[1] - counts[0] >= 4


def test_a_list_nobody_prepared_is_made_all_the_same() -> None:
    ready, other = postings(index_sections(SNAPSHOT)), postings(index_sections(SNAPSHOT))
    ready.prepare(WORDS[:1])
    assert other.column(WORDS[0]) == ready.column(WORDS[0])
    assert other.document_frequency("absent") == 0


def postings(index: SectionIndex) -> DeferredPostings:
    found = index._ranker.postings
    assert isinstance(found, DeferredPostings)
    return found
