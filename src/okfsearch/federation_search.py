"""Asking the bundles of a registry, one after the other or side by side: each by itself, a failure as its status.

What is made of their answers is `federation`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from attrs import evolve, frozen

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.pages import ShownSection, shown_sections_at
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.spec_rules import Spec
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid
from okfsearch._progress import Report
from okfsearch.context_index import index_context
from okfsearch.context_result import MatchResult
from okfsearch.errors import SearchCancelled, SearchError
from okfsearch.federation_found import Found
from okfsearch.federation_result import KnowledgeBase
from okfsearch.limits import Limits

__all__ = ["Answer", "Ask", "Named", "ask_bundle", "ask_bundles"]

#: How a bundle fared, and what was found there.
Answer = tuple[KnowledgeBase, list[Found]]


class Named(Protocol):
    """One bundle of a registry."""

    @property
    def key(self) -> str: ...
    @property
    def root(self) -> str: ...


@frozen(kw_only=True)
class Ask:
    """Hold what every bundle is asked; checked before, and all of it but the last two may travel to another process."""

    query: str
    limit: int
    expand: bool
    filters: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    spec: Spec
    limits: Limits
    visibility: Visibility
    on_invalid: OnInvalid
    with_text: bool
    cancelled: Cancelled
    progress: Report | None


def ask_bundles(entries: Sequence[Named], ask: Ask, *, processes: int | None) -> Iterator[Answer]:
    """Yield the answers of all bundles in their order, whoever is done first.

    Threads would only take turns, since the work is the interpreter's own; processes do not.
    """
    if processes is None or len(entries) <= 1:
        for entry in entries:
            check(ask.cancelled)
            yield ask_bundle(entry.key, entry.root, ask)
        return
    yield from _ask_side_by_side(entries, ask, min(processes, len(entries)))


def _ask_side_by_side(entries: Sequence[Named], ask: Ask, processes: int) -> Iterator[Answer]:
    """Spread bundles over processes that begin from nothing, so that no lock or thread of this one is inherited."""
    from concurrent.futures import Future, ProcessPoolExecutor  # slow to load, and few ask for it
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    travelling = evolve(ask, cancelled=never, progress=None)
    check(ask.cancelled)
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        answers: list[Future[Answer]] = []
        # Where a worker ended early, nothing more can be handed over; the rest of the bundles is lost with it.
        with suppress(BrokenProcessPool):
            for entry in entries:
                answers.append(pool.submit(ask_bundle, entry.key, entry.root, travelling))  # noqa: PERF401 - it may stop early
        for place, entry in enumerate(entries):
            check(ask.cancelled)
            try:
                yield answers[place].result()
            except (BrokenProcessPool, IndexError):
                lost = SearchError("worker_lost", "A worker process ended without an answer.")
                yield _failed(entry.key, entry.root, lost), []
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def ask_bundle(name: str, root: str, ask: Ask) -> Answer:
    """Search one bundle; a failure becomes its status."""
    try:
        snapshot = capture_bundle(
            root,
            visibility=ask.visibility,
            limits=ask.limits,
            on_invalid=ask.on_invalid,
            cancelled=ask.cancelled,
            progress=ask.progress,
        )
        index = index_context(
            snapshot,
            spec=ask.spec,
            limits=ask.limits,
            on_invalid=ask.on_invalid,
            cancelled=ask.cancelled,
            progress=ask.progress,
        )
        result = index.matches(
            ask.query, limit=ask.limit, expand=ask.expand, filters=ask.filters, also=ask.also, cancelled=ask.cancelled
        )
        shown = _read_texts(snapshot, result, ask) if ask.with_text else {}
    except SearchCancelled:
        raise
    except SearchError as error:
        return _failed(name, root, error), []
    found = [
        Found(name=name, rank=rank, match=match, shown=shown.get((match.path, match.line_start)))
        for rank, match in enumerate(result, start=1)
    ]
    return KnowledgeBase(name=name, root=root, status="ok", revision=result.revision, issues=result.issues), found


def _failed(name: str, root: str, error: SearchError) -> KnowledgeBase:
    return KnowledgeBase(name=name, root=root, status="error", error_code=error.code, error_message=error.message)


def _read_texts(snapshot: Snapshot, result: MatchResult, ask: Ask) -> dict[tuple[str, int], ShownSection]:
    """Read the sections of all matches, by path and line, each file once."""
    wanted: dict[str, set[int]] = {}
    for match in result:
        wanted.setdefault(match.path, set()).add(match.line_start)
    with exhaustion(ask.limits):
        return {
            (file.path, line): section
            for file in snapshot.files
            if file.path in wanted
            for line, section in shown_sections_at(file, wanted[file.path], limits=ask.limits, cancelled=ask.cancelled).items()
        }
