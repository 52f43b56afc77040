"""Context search: the best sections for a question, as ranked matches or as a packet that fits a budget.

search_context(root, query, budget=2400)
  parse_context   -> ContextRequest   nothing is read yet, so a bad request costs nothing
  capture_bundle  -> Snapshot         the only input and output in the library
  index_context   -> ContextIndex     pages, sections at headings of levels 1 to 3, fields, links
  rank_sections   -> Asked            one BM25F sum, phrases, vectors
  expand_ranking  -> Expanded         one hop of authored links
  select, pack    -> ContextPacket    what is tried, and what of it fits
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.spec_rules import Spec, parse_spec
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.packing import CountTokens
from okfsearch.context_index import ContextIndex, index_context
from okfsearch.context_policy import POLICY
from okfsearch.context_request import parse_budget, parse_context, parse_counter
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_values import ContextSource, Match
from okfsearch.limits import Limits

__all__ = [
    "ContextIndex",
    "ContextPacket",
    "ContextSource",
    "Match",
    "MatchResult",
    "index_context",
    "search_context",
    "search_matches",
]

LARGE = Limits.large()
AUTO = Visibility.auto()


def search_context(  # noqa: PLR0913 - each decides about a thing of its own, all keywords
    root: str | os.PathLike[str],
    query: str,
    *,
    budget: int = POLICY.budget,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    count_tokens: CountTokens | None = None,
    spec: Spec = "auto",
    limits: Limits = LARGE,
    visibility: Visibility = AUTO,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> ContextPacket:
    """Gather the best evidence for a question from a bundle or any Markdown directory, within a budget of tokens.

    Args:
        root: the directory; not a symbolic link.
        query: any text with a letter or a number.
        budget: the most tokens of all sections together, at least 1.
        limit: the most sections.
        expand: whether links, backlinks, parents and children come in.
        filters: pairs of a key, "type" or "tag", and a value; values of one key are alternatives, keys combine.
        also: other phrasings of the same question; a section takes its best evidence from any of them.
        count_tokens: counts the tokens of a text; by default a quarter of its code points.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        limits: the caps of this call.
        visibility: which files belong to the bundle.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked again and again; a true answer ends the call.
        progress: told how far the call has come.

    Returns:
        A packet whose `str` is the text for a prompt; every source in it can be cited and verified.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: when a quantity passes its cap.
        BundleError: when the bundle cannot be captured.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> packet = okfsearch.search_context("docs/example-bundle", "how is the tide gauge read?", budget=200)
        >>> packet.estimated_tokens <= 200, packet[0].relation
        (True, 'direct')
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        parse_budget(budget)
        parse_counter(count_tokens)
        parse_context(query, limit=limit, expand=expand, filters=filters, also=also, limits=limits, cancelled=cancelled)
        index = _index(root, spec, limits, visibility, on_invalid, cancelled, progress)
        return index.search(
            query,
            budget=budget,
            limit=limit,
            expand=expand,
            filters=filters,
            also=also,
            count_tokens=count_tokens,
            cancelled=cancelled,
        )


def search_matches(  # noqa: PLR0913 - each decides about a thing of its own, all keywords
    root: str | os.PathLike[str],
    query: str,
    *,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    spec: Spec = "auto",
    limits: Limits = LARGE,
    visibility: Visibility = AUTO,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> MatchResult:
    """Rank the sections of a bundle or any Markdown directory that answer a question.

    Args:
        root: the directory; not a symbolic link.
        query: any text with a letter or a number.
        limit: the most matches.
        expand: whether links and backlinks bring in neighbours.
        filters: pairs of a key, "type" or "tag", and a value; values of one key are alternatives, keys combine.
        also: other phrasings of the same question; a section takes its best evidence from any of them.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        limits: the caps of this call.
        visibility: which files belong to the bundle.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked again and again; a true answer ends the call.
        progress: told how far the call has come.

    Returns:
        The matches, best first, each with snippet, matched fields and scores.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: when a quantity passes its cap.
        BundleError: when the bundle cannot be captured.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> result = okfsearch.search_matches("docs/example-bundle", "tide gauge", limit=3)
        >>> len(result), result[0].relation
        (3, 'direct')
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        parse_context(query, limit=limit, expand=expand, filters=filters, also=also, limits=limits, cancelled=cancelled)
        index = _index(root, spec, limits, visibility, on_invalid, cancelled, progress)
        return index.matches(query, limit=limit, expand=expand, filters=filters, also=also, cancelled=cancelled)


def _index(
    root: str | os.PathLike[str],
    spec: Spec,
    limits: Limits,
    visibility: Visibility,
    on_invalid: OnInvalid,
    cancelled: Cancelled,
    progress: Report | None,
) -> ContextIndex:
    """Capture a directory and index it."""
    parse_spec(spec)
    snapshot = capture_bundle(
        root, visibility=visibility, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress
    )
    return index_context(snapshot, spec=spec, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
