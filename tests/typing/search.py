"""How a user's program looks to a type checker; checked by mypy and pyright, never run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import assert_type

import okfsearch
from okfsearch import (
    BundleError,
    Hit,
    InvalidRequest,
    Issue,
    LimitExceeded,
    Limits,
    Progress,
    SearchCancelled,
    SearchError,
    SearchResult,
    SectionIndex,
    Snapshot,
    Visibility,
    capture_bundle,
    index_sections,
    search_bundle,
)


def one_shot(root: Path) -> None:
    assert_type(search_bundle("tides", "spring tide"), SearchResult)
    result = search_bundle(root, "spring tide", limit=5, limits=Limits.large(), on_invalid="recover")
    assert_type(result.query, str)
    assert_type(result.terms, tuple[str, ...])
    assert_type(result.total, int)
    assert_type(result.truncated, bool)
    assert_type(result.hits, tuple[Hit, ...])
    assert_type(result.issues, tuple[Issue, ...])
    assert_type(len(result), int)
    assert_type(result[0], Hit)
    for hit in result:
        assert_type(hit, Hit)


def many_queries(root: Path) -> None:
    snapshot = capture_bundle(root, visibility=Visibility(exclude=("*.png",)))
    assert_type(snapshot, Snapshot)
    assert_type(Snapshot.of({"a.md": b"# a"}), Snapshot)
    index = index_sections(snapshot)
    assert_type(index, SectionIndex)
    answer = index.search("spring tide", limit=3)
    assert_type(answer, SearchResult)
    assert_type(answer.hits[0].verify(snapshot), bool)


def one_hit(hit: Hit) -> None:
    assert_type(hit.concept_id, str)
    assert_type(hit.path, str)
    assert_type(hit.heading, str)
    assert_type(str(hit.locator), str)
    assert_type(hit.line_start, int)
    assert_type(hit.content_sha256, str)
    assert_type(hit.snippet, str)
    assert_type(hit.score, float)
    assert_type(hit.matched_terms, tuple[str, ...])
    hit.score = 2.0  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def watching(stop: Callable[[], bool]) -> None:
    def note(progress: Progress) -> None:
        assert_type(progress.done, int)
        assert_type(progress.total, int | None)

    search_bundle("tides", "ebb", cancelled=stop, progress=note)


def mistakes() -> None:
    search_bundle("tides")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    search_bundle("tides", "ebb", 5)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    search_bundle("tides", "ebb", on_invalid="ignore")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    search_bundle(b"tides", "ebb")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def failing(error: SearchError) -> None:
    assert_type(error.code, str)
    assert_type(error.retryable, bool)
    try:
        search_bundle("tides", "ebb")
    except InvalidRequest as refused:
        _: ValueError = refused
    except (LimitExceeded, SearchCancelled, BundleError) as other:
        assert_type(other.message, str)


def by_the_module() -> None:
    assert_type(okfsearch.search_bundle("tides", "ebb"), SearchResult)
    assert_type(okfsearch.Limits(files=3), Limits)
