"""Search every bundle of a registry and put what they say into one order.

Scores of two bundles do not compare, since each knows only its own words; places in an order do.  So each bundle is asked
by itself, and ranks are fused.  A bundle that cannot be read is listed with its code and hides no other.  Bundles are asked
one after the other: the work is Python's own, which threads would only take turns in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, overload

from attrs import evolve, frozen

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.pages import ShownSection, shown_sections_at
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.spec_rules import Spec, parse_spec
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.fusion import fuse
from okfsearch._retrieval.packing import CountTokens, estimate_tokens, pack
from okfsearch.context_index import index_context
from okfsearch.context_policy import POLICY
from okfsearch.context_request import ContextRequest, parse_budget, parse_context, parse_counter
from okfsearch.context_result import MatchResult
from okfsearch.errors import InvalidRequest, SearchCancelled, SearchError
from okfsearch.federation_found import Found
from okfsearch.federation_result import FederatedMatches, FederatedPacket, KnowledgeBase
from okfsearch.limits import Limits

__all__ = ["search_registry"]

_LARGE = Limits.large()
_AUTO = Visibility.auto()


class Named(Protocol):
    """One bundle of a registry."""

    @property
    def key(self) -> str: ...
    @property
    def root(self) -> str: ...


class Bundles(Protocol):
    """What a registry is asked for; `okfsearch.registry.Registry` is one."""

    @property
    def entries(self) -> Sequence[Named]: ...


@frozen(kw_only=True)
class _Ask:
    """Hold what every bundle is asked."""

    request: ContextRequest
    query: str
    filters: Sequence[tuple[str, str]]
    also: Sequence[str]
    spec: Spec
    limits: Limits
    visibility: Visibility
    on_invalid: OnInvalid
    cancelled: Cancelled
    progress: Report | None


@overload
def search_registry(
    registry: Bundles,
    query: str,
    *,
    budget: None = None,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    count_tokens: CountTokens | None = None,
    spec: Spec = "auto",
    limits: Limits = _LARGE,
    visibility: Visibility = _AUTO,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> FederatedMatches: ...
@overload
def search_registry(
    registry: Bundles,
    query: str,
    *,
    budget: int,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    count_tokens: CountTokens | None = None,
    spec: Spec = "auto",
    limits: Limits = _LARGE,
    visibility: Visibility = _AUTO,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> FederatedPacket: ...
def search_registry(  # noqa: PLR0913 - the keywords of all three functions of context search
    registry: Bundles,
    query: str,
    *,
    budget: int | None = None,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    count_tokens: CountTokens | None = None,
    spec: Spec = "auto",
    limits: Limits = _LARGE,
    visibility: Visibility = _AUTO,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> FederatedMatches | FederatedPacket:
    """Search all bundles of a registry; a budget asks for a packet, none for matches.

    Each bundle, managed or not, is searched as `search_matches` does; equal ranks are ordered by the bundle's name, then
    path, then line.  A packet takes whole sections in that order, skips what does not fit, and cuts at most the last.

    Args:
        registry: the bundles; what it holds now, whatever happens to its file later.
        query: the question.
        budget: the most tokens of a packet, or None.
        limit: the most results over all bundles.
        expand: whether links are followed.
        filters: pairs of `type` or `tag` and a value.
        also: other phrasings of the question.
        count_tokens: counts the tokens of a text; four code points a token by default.
        spec: the version of the format; "auto" follows what each bundle declares.
        limits: the caps of each bundle.
        visibility: which files belong to a bundle.
        on_invalid: "recover" goes on without what cannot be read, "raise" makes it the bundle's error.
        cancelled: asked again and again.
        progress: told how far each bundle has come.

    Returns:
        What was found, with the status of every bundle.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        LimitExceeded: when the query passes a cap, likewise.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> from okfsearch.federation import search_registry
        >>> from okfsearch.registry import Registry
        >>> registry = Registry.of({"station": "docs/example-bundle", "gone": "no/such/bundle"})
        >>> found = search_registry(registry, "blocked inlet", limit=1)
        >>> [(base.name, base.status, base.error_code) for base in found.knowledge_bases]
        [('gone', 'error', 'root_not_found'), ('station', 'ok', None)]
        >>> found[0].knowledge_base, found[0].match.heading
        ('station', 'Signs of a blocked inlet')
    """
    check_options(limits, on_invalid)
    if not isinstance(visibility, Visibility):
        raise InvalidRequest.of("visibility", "wrong_type", "The visibility is a Visibility.")
    parse_spec(spec)
    wanted = None if budget is None else parse_budget(budget)
    count = parse_counter(count_tokens) or estimate_tokens
    request = parse_context(query, limit=limit, expand=expand, filters=filters, also=also, limits=limits, cancelled=cancelled)
    ask = _Ask(
        request=request,
        query=query,
        filters=filters,
        also=also,
        spec=spec,
        limits=limits,
        visibility=visibility,
        on_invalid=on_invalid,
        cancelled=cancelled,
        progress=progress,
    )
    bases: list[KnowledgeBase] = []
    found: list[Found] = []
    for entry in sorted(registry.entries, key=lambda entry: (entry.key, entry.root)):
        check(cancelled)
        base, matches = _search_entry(entry, ask, with_text=wanted is not None)
        bases.append(base)
        found += matches
    fused = fuse(found, rank=lambda one: one.rank, tie=Found.tie)
    if wanted is None:
        kept = tuple([one.as_match() for one in fused[: request.limit]])
        return FederatedMatches(query=request.query, limit=request.limit, knowledge_bases=tuple(bases), matches=kept)
    packed = pack(
        [(place, "other") for place in range(len(fused))],
        texts=lambda place: fused[place].text,
        budget=wanted,
        limit=request.limit,
        count=count,
        cancelled=cancelled,
    )
    return FederatedPacket(
        query=request.query,
        budget=wanted,
        limit=request.limit,
        knowledge_bases=tuple(bases),
        sources=tuple([fused[one.key].as_source(one) for one in packed]),
    )


def _search_entry(entry: Named, ask: _Ask, *, with_text: bool) -> tuple[KnowledgeBase, list[Found]]:
    """Search one bundle; a failure becomes its status."""
    base = KnowledgeBase(name=entry.key, root=entry.root, status="ok")
    try:
        snapshot = capture_bundle(
            entry.root,
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
            ask.query,
            limit=ask.request.limit,
            expand=ask.request.expand,
            filters=ask.filters,
            also=ask.also,
            cancelled=ask.cancelled,
        )
        shown = _read_texts(snapshot, result, ask) if with_text else {}
    except SearchCancelled:
        raise
    except SearchError as error:
        return evolve(base, status="error", error_code=error.code, error_message=error.message), []
    found = [
        Found(name=entry.key, rank=rank, match=match, shown=shown.get((match.path, match.line_start)))
        for rank, match in enumerate(result, start=1)
    ]
    return evolve(base, revision=result.revision, issues=result.issues), found


def _read_texts(snapshot: Snapshot, result: MatchResult, ask: _Ask) -> dict[tuple[str, int], ShownSection]:
    """Read the sections of all matches, by path and line, each file once."""
    wanted: dict[str, set[int]] = {}
    for match in result:
        wanted.setdefault(match.path, set()).add(match.line_start)
    with exhaustion(ask.limits):
        return {
            (file.path, line): section
            for file in snapshot.files
            if file.path in wanted
            for line, section in shown_sections_at(
                file, wanted[file.path], limits=ask.limits, cancelled=ask.cancelled
            ).items()
        }
