"""Section search: the strict, reproducible, source-pinned way to search a bundle.

    search_bundle(root, query)
      parse_query     -> Query            nothing is read yet, so a bad query costs nothing
      capture_bundle  -> Snapshot         the only input and output in the library
      read_documents  -> Documents        layout and frontmatter: which files are concepts
      count_candidates -> Candidates      sections and tokens; only the query's terms are counted
      rank_columns    -> Ranking          BM25 and order
      answer          -> SearchResult     the first hits with locator and snippet

`index_sections` keeps the counted texts for many queries instead and makes lists of what they ask for; both ways answer with
the same bits.
"""

from __future__ import annotations

import os

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.snapshot_caps import check_snapshot
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.bm25 import damping
from okfsearch._retrieval.query import Query, parse_limit, parse_query
from okfsearch._retrieval.rankers import rank_columns
from okfsearch.issues import shorten_issues
from okfsearch.limits import Limits
from okfsearch.section_answer import POLICY, answer
from okfsearch.section_counting import count_candidates
from okfsearch.section_index import SectionIndex, index_sections
from okfsearch.section_result import SearchResult

__all__ = ["SectionIndex", "index_sections", "search_bundle", "search_snapshot"]


def search_bundle(
    root: str | os.PathLike[str],
    query: str,
    *,
    limit: int = POLICY.limit,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> SearchResult:
    """Find the sections of a bundle that hold every term of a query.

    Args:
        root: the bundle's directory; not a symbolic link.
        query: free text, at most 512 code points with at least one letter or number.
        limit: the most hits to return, from 1 to `limits.results`.
        limits: the caps of this call.
        visibility: which files belong to the bundle.
        on_invalid: "raise" fails on a document that cannot be read, "recover" searches the rest and says so in `issues`.
        cancelled: asked again and again; a true answer ends the call.
        progress: told how far the call has come.

    Returns:
        All or nothing: the best hits with the total, over bytes that were read once.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: when a quantity passes its cap.
        BundleError: when the bundle cannot be captured; `DocumentErrors` when documents cannot be read.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> result = okfsearch.search_bundle("docs/example-bundle", "tide gauge", limit=1)
        >>> result.terms, len(result)
        (('tide', 'gauge'), 1)
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        wanted = parse_query(query, limits)
        limit = parse_limit(limit, limits)
        snapshot = capture_bundle(
            root, visibility=visibility, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress
        )
        return _search_once(
            snapshot, wanted, limit=limit, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress
        )


def search_snapshot(
    snapshot: Snapshot,
    query: str,
    *,
    limit: int = POLICY.limit,
    limits: Limits = Limits(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> SearchResult:
    r"""Find the sections of a snapshot that hold every term of one query, building no index.

    What `search_bundle` does once it has captured; for a second query an index is the better choice.

    Raises:
        InvalidRequest: for a bad argument.
        LimitExceeded: when a quantity passes its cap.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> from okfsearch.section_search import search_snapshot
        >>> search_snapshot(okfsearch.Snapshot.of({"a.md": b"Slack water\n"}), "slack").hits[0].locator
        'a.md#L1-L1'
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        wanted = parse_query(query, limits)
        limit = parse_limit(limit, limits)
        check_snapshot(snapshot, limits)
        return _search_once(
            snapshot, wanted, limit=limit, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress
        )


def _search_once(
    snapshot: Snapshot,
    query: Query,
    *,
    limit: int,
    limits: Limits,
    on_invalid: OnInvalid,
    cancelled: Cancelled,
    progress: Report | None,
) -> SearchResult:
    """Count the query's terms in every section and answer from that."""
    documents = read_documents(snapshot.files, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
    candidates = count_candidates(
        documents.documents,
        query.terms,
        weights=POLICY.weights,
        limits=limits,
        cancelled=cancelled,
        progress=progress,
    )
    ranking = rank_columns(
        candidates.statistics,
        range(len(candidates.sections)),
        damping(candidates.lengths, average_length=candidates.statistics.average_length, parameters=POLICY.bm25),
        candidates.columns,
        parameters=POLICY.bm25,
        limit=limit,
    )
    issues = shorten_issues(snapshot.issues + documents.issues)
    return answer(
        snapshot.revision,
        query,
        candidates.sections,
        ranking,
        limits=limits,
        on_invalid=on_invalid,
        issues=issues,
        cancelled=cancelled,
    )
