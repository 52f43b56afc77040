"""Ask many bundles, one row for each hit: what an engine for distributed work runs on its workers, without any engine.

A bundle's fault is data: it becomes a row and hides no other bundle.  Only a request that no bundle could answer raises,
before anything is read.  Rows are plain dictionaries under one schema (`FIELDS`), so that every engine can declare it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._options import OnInvalid, check_options
from okfsearch._retrieval.query import parse_limit, parse_query
from okfsearch.errors import BundleError, InvalidRequest, SearchCancelled, SearchError
from okfsearch.fleet_rows import FIELDS, Row, RowField, about_a_bundle, error_row, rows_of
from okfsearch.limits import Limits
from okfsearch.section_index import index_sections
from okfsearch.section_result import SearchResult
from okfsearch.section_search import search_snapshot

__all__ = ["FIELDS", "RowField", "WorkerLost", "search_many", "search_one"]


class WorkerLost(SearchError):
    """Say that a worker process ended without an answer: the machine's fault, so the same call may succeed.

    `details` names the `bundle` that was waited for.
    """

    retryable = True


@frozen(kw_only=True)
class FleetRequest:
    """Hold what every bundle is asked, checked once; it travels to workers.

    Attributes:
        queries: the queries, in order.
        limit: at most so many hits a bundle and query.
        limits: the caps of each bundle.
        visibility: which files belong to a bundle.
        on_invalid: "raise" makes a bundle with an unreadable document a row of its error.
    """

    queries: tuple[str, ...]
    limit: int
    limits: Limits
    visibility: Visibility
    on_invalid: OnInvalid


def parse_fleet(
    queries: str | Sequence[str], *, limit: int, limits: Limits, visibility: Visibility, on_invalid: OnInvalid
) -> FleetRequest:
    """Check what every bundle is asked, before any is read.

    Raises:
        InvalidRequest: for a bad query, limit or option, or no query at all.
        LimitExceeded: for a query that passes a cap.
    """
    check_options(limits, on_invalid)
    wanted = (queries,) if isinstance(queries, str) else tuple(queries)
    if not wanted:
        raise InvalidRequest.of("queries", "empty", "There is no query.")
    for query in wanted:
        parse_query(query, limits)
    limit = parse_limit(limit, limits)
    return FleetRequest(queries=wanted, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid)


def search_one(
    subject: Snapshot | str | os.PathLike[str],
    queries: str | Sequence[str],
    *,
    bundle: str | None = None,
    limit: int = 20,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
) -> list[Row]:
    """Ask one bundle one or many queries, and return rows whatever happens to the bundle.

    The bundle is read once.  For more than one query it is indexed once; the answers are the same to the last bit.

    Args:
        subject: a snapshot, or the path of a bundle.
        queries: one query or several.
        bundle: what rows call the bundle; by default its path as given.
        limit: at most so many hits for each query.
        limits: the caps.
        visibility: which files belong to the bundle.
        on_invalid: "raise" makes a row of an unreadable document's error, "recover" searches the rest.
        cancelled: asked again and again.

    Returns:
        For each query in order: one row for each hit, best first; exactly one row when nothing was found (`status`
        "empty") or the bundle could not be searched ("error").  The keys are those of `FIELDS`.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: for a query that passes a cap, likewise.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> from okfsearch.fleet import search_one
        >>> [(row["status"], row["path"]) for row in search_one("docs/example-bundle", ["mussels", "volcano"])]
        [('ok', 'procedures/well-cleaning.md'), ('empty', None)]
        >>> search_one("no/such/bundle", "mussels")[0]["error_code"]
        'root_not_found'
    """
    request = parse_fleet(queries, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid)
    return ask_bundle(subject, request, bundle=bundle, cancelled=cancelled)


def ask_bundle(
    subject: Snapshot | str | os.PathLike[str],
    request: FleetRequest,
    *,
    bundle: str | None = None,
    cancelled: Cancelled = never,
) -> list[Row]:
    """Ask one bundle what was checked before; what workers run."""
    if bundle is None:
        bundle = (subject.root or "") if isinstance(subject, Snapshot) else str(subject)
    common = about_a_bundle(bundle)
    try:
        snapshot = subject if isinstance(subject, Snapshot) else _capture(subject, request, cancelled)
        common |= {
            "revision": snapshot.revision,
            "files": len(snapshot.files),
            "bytes": sum(file.size for file in snapshot.files),
        }
        results = _ask(snapshot, request, cancelled)
    except SearchCancelled:
        raise
    except SearchError as error:
        return [error_row(common, query, error) for query in request.queries]
    return [row for query, result in zip(request.queries, results, strict=True) for row in rows_of(common, query, result)]


def _capture(root: str | os.PathLike[str], request: FleetRequest, cancelled: Cancelled) -> Snapshot:
    return capture_bundle(
        root, visibility=request.visibility, limits=request.limits, on_invalid=request.on_invalid, cancelled=cancelled
    )


def _ask(snapshot: Snapshot, request: FleetRequest, cancelled: Cancelled) -> list[SearchResult | SearchError]:
    """Answer every query; a query whose answer passes a cap fails alone."""
    if len(request.queries) == 1:
        (query,) = request.queries
        return [
            search_snapshot(
                snapshot,
                query,
                limit=request.limit,
                limits=request.limits,
                on_invalid=request.on_invalid,
                cancelled=cancelled,
            )
        ]
    index = index_sections(snapshot, limits=request.limits, on_invalid=request.on_invalid, cancelled=cancelled)
    answers: list[SearchResult | SearchError] = []
    for query in request.queries:
        try:
            answers.append(index.search(query, limit=request.limit, cancelled=cancelled))
        except SearchCancelled:
            raise
        except SearchError as error:
            answers.append(error)
    return answers


def ask_files(bundle: str, files: Iterable[tuple[str, bytes]], request: FleetRequest) -> list[Row]:
    """Ask a bundle whose files somebody else has read; what workers run."""
    contents: dict[str, bytes] = {}
    try:
        for path, data in files:
            if path in contents:
                raise BundleError("invalid_name", "Two files have one path.", {"path": path})
            contents[path] = data
        snapshot = Snapshot.of(contents, visibility=request.visibility, limits=request.limits)
    except SearchError as error:
        common = about_a_bundle(bundle)
        return [error_row(common, query, error) for query in request.queries]
    return ask_bundle(snapshot, request, bundle=bundle)


def search_many(
    roots: Iterable[str | os.PathLike[str]],
    queries: str | Sequence[str],
    *,
    processes: int | None = None,
    fail_fast: bool = False,
    limit: int = 20,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
) -> Iterator[Row]:
    """Ask many bundles on this machine; yield the rows of `search_one` in the order of the roots.

    Args:
        roots: the paths of the bundles.
        queries: one query or several.
        processes: None is a plain loop in this process; a number starts so many worker processes, which import the
            main module again (a script needs `if __name__ == "__main__":`).  The rows and their order are the same.
        fail_fast: whether the first error row raises instead.
        limit: at most so many hits for each bundle and query.
        limits: the caps of each bundle.
        visibility: which files belong to a bundle.
        on_invalid: "raise" makes a row of an unreadable document's error, "recover" searches the rest.
        cancelled: asked between bundles, and inside one in a plain loop.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: for a query that passes a cap, likewise.
        SearchCancelled: when the caller cancelled.
        SearchError: under `fail_fast`, with the code of the first bundle at fault and its name as `details["bundle"]`.
        WorkerLost: when a worker process ended without an answer.

    Example:
        >>> from okfsearch.fleet import search_many
        >>> rows = search_many(["docs/example-bundle", "no/such/bundle"], "mussels")
        >>> [(row["bundle"], row["status"], row["rank"]) for row in rows]
        [('docs/example-bundle', 'ok', 1), ('no/such/bundle', 'error', None)]
    """
    request = parse_fleet(queries, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid)
    if processes is not None and (type(processes) is not int or processes < 1):
        raise InvalidRequest.of("processes", "out_of_range", "The number of processes is at least 1.", minimum=1)
    asked = tuple(roots)
    found = _loop(asked, request, cancelled) if processes is None else _pool(asked, request, processes, cancelled)
    return _checked(found, fail_fast=fail_fast)


def _checked(rows: Iterator[list[Row]], *, fail_fast: bool) -> Iterator[Row]:
    for group in rows:
        if fail_fast and group[0]["status"] == "error":
            first = group[0]
            raise SearchError(first["error_code"], first["error_message"], {"bundle": first["bundle"]})
        yield from group


def _loop(roots: tuple[str | os.PathLike[str], ...], request: FleetRequest, cancelled: Cancelled) -> Iterator[list[Row]]:
    for root in roots:
        check(cancelled)
        yield ask_bundle(root, request, cancelled=cancelled)


def _pool(
    roots: tuple[str | os.PathLike[str], ...], request: FleetRequest, processes: int, cancelled: Cancelled
) -> Iterator[list[Row]]:
    """Spread bundles over processes that begin from nothing, so that no lock or thread of this one is inherited."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        answers = [pool.submit(ask_bundle, root, request) for root in roots]
        for root, answer in zip(roots, answers, strict=True):
            check(cancelled)
            try:
                yield answer.result()
            except BrokenProcessPool as error:
                message = "A worker process ended without an answer."
                raise WorkerLost("worker_lost", message, {"bundle": str(root)}) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
