"""Ask many bundles on a Dask cluster: one task a bundle, rows as bundles finish.

The workers need this package in the same version, and have to be able to open the roots.  What comes back is what
`okfsearch.fleet.search_many` gives, in another order.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._extras import import_extra
from okfsearch._options import OnInvalid
from okfsearch.fleet import WorkerLost, ask_bundle, parse_fleet, search_many
from okfsearch.fleet_rows import Row
from okfsearch.limits import Limits

__all__ = ["search_roots"]


def search_roots(
    roots: Iterable[str | os.PathLike[str]],
    queries: str | Sequence[str],
    *,
    client: Any = None,
    limit: int = 20,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
) -> Iterator[Row]:
    """Ask every bundle on a cluster; yield the rows of `okfsearch.fleet.search_one` as bundles finish.

    Args:
        roots: the paths of the bundles, as the workers see them.
        queries: one query or several; they go through each bundle in one pass.
        client: a `distributed.Client`; None asks the bundles in this process, one after the other.
        limit: at most so many hits for each bundle and query.
        limits: the caps of each bundle.
        visibility: which files belong to a bundle.
        on_invalid: "raise" makes a row of an unreadable document's error, "recover" searches the rest.
        cancelled: asked between bundles; tasks that are not done are given up.

    Raises:
        InvalidRequest: for a bad argument, before anything is sent; and when the extra `dask` is not installed.
        LimitExceeded: for a query that passes a cap, likewise.
        SearchCancelled: when the caller cancelled.
        WorkerLost: when a bundle's task failed after the retries of the cluster.

    Example:
        >>> from okfsearch.dask import search_roots
        >>> [row["locator"] for row in search_roots(["docs/example-bundle"], "mussels")]
        ['procedures/well-cleaning.md#L29-L37']
    """
    if client is None:
        return search_many(
            roots, queries, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid, cancelled=cancelled
        )
    request = parse_fleet(queries, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid)
    distributed = import_extra("distributed", "dask", field="client")
    spelled = [os.fspath(root) for root in roots]
    # Equal calls are not one task: files may have changed in between.
    futures = client.map(ask_bundle, spelled, request=request, pure=False)
    return _finished(distributed.as_completed(futures), dict(zip(futures, spelled, strict=True)), cancelled)


def _finished(completed: Any, roots: dict[Any, str], cancelled: Cancelled) -> Iterator[Row]:
    """Yield the rows of each bundle that is done; give up the rest when the reader stops."""
    try:
        for future in completed:
            check(cancelled)
            try:
                rows: list[Row] = future.result()
            except Exception as error:
                raise WorkerLost("worker_lost", "A task ended without an answer.", {"bundle": roots[future]}) from error
            yield from rows
    finally:
        for future in roots:
            future.cancel()
