"""Search every bundle of a registry and put what they say into one order.

Scores of two bundles do not compare, since each knows only its own words; places in an order do.  So each bundle is asked
by itself, and ranks are fused.  A bundle that cannot be read is listed with its code and hides no other.  How they are asked
is left to `federation_search`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, overload

from attrs import evolve

from okfsearch._bundle.spec_rules import Spec, parse_spec
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, never
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.fusion import fuse
from okfsearch._retrieval.packing import CountTokens, estimate_tokens, pack
from okfsearch.context_policy import POLICY
from okfsearch.context_request import parse_budget, parse_context, parse_counter
from okfsearch.errors import InvalidRequest
from okfsearch.federation_found import Found
from okfsearch.federation_result import FederatedMatches, FederatedPacket, KnowledgeBase
from okfsearch.federation_search import Ask, Named, ask_bundles
from okfsearch.federation_wire import capped_answer
from okfsearch.limits import Limits

__all__ = ["search_registry"]

_LARGE = Limits.large()
_AUTO = Visibility.auto()


class Bundles(Protocol):
    """What a registry is asked for; `okfsearch.registry.Registry` is one."""

    @property
    def entries(self) -> Sequence[Named]: ...


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
    processes: int | None = None,
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
    processes: int | None = None,
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> FederatedPacket: ...
@overload
def search_registry(
    registry: Bundles,
    query: str,
    *,
    budget: int | None,
    limit: int = POLICY.limit,
    expand: bool = True,
    filters: Sequence[tuple[str, str]] = (),
    also: Sequence[str] = (),
    count_tokens: CountTokens | None = None,
    spec: Spec = "auto",
    limits: Limits = _LARGE,
    visibility: Visibility = _AUTO,
    on_invalid: OnInvalid = "recover",
    processes: int | None = None,
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> FederatedMatches | FederatedPacket: ...
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
    processes: int | None = None,
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
        processes: None asks one bundle after the other in this process; a number starts so many worker processes, which
            import the main module again (a script needs `if __name__ == "__main__":`).  The answer is the same.
        cancelled: asked again and again; between bundles where there are worker processes.
        progress: told how far each bundle has come; not told where there are worker processes.

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
    if processes is not None and (type(processes) is not int or processes < 1):
        raise InvalidRequest.of("processes", "out_of_range", "The number of processes is at least 1.", minimum=1)
    parse_spec(spec)
    wanted = None if budget is None else parse_budget(budget)
    count = parse_counter(count_tokens) or estimate_tokens
    request = parse_context(query, limit=limit, expand=expand, filters=filters, also=also, limits=limits, cancelled=cancelled)
    ask = Ask(
        query=query,
        limit=request.limit,
        expand=request.expand,
        filters=request.filters.pairs,
        also=tuple(also),
        spec=spec,
        # The cap on answers is for the one that is given, not for those it is made of.
        limits=evolve(limits, response_bytes=None),
        visibility=visibility,
        on_invalid=on_invalid,
        with_text=wanted is not None,
        cancelled=cancelled,
        progress=progress,
    )
    try:
        entries = sorted(registry.entries, key=lambda entry: (entry.key, entry.root))
    except AttributeError as error:
        raise InvalidRequest.of("registry", "wrong_type", "The registry is a Registry.") from error
    bases: list[KnowledgeBase] = []
    found: list[Found] = []
    for base, matches in ask_bundles(entries, ask, processes=processes):
        bases.append(base)
        found += matches
    fused = fuse(found, rank=lambda one: one.rank, tie=Found.tie)
    if wanted is None:
        kept = tuple([one.as_match() for one in fused[: request.limit]])
        result = FederatedMatches(query=request.query, limit=request.limit, knowledge_bases=tuple(bases), matches=kept)
        return capped_answer(result, limits)
    packed = pack(
        [(place, "other") for place in range(len(fused))],
        texts=lambda place: fused[place].text,
        budget=wanted,
        limit=request.limit,
        count=count,
        cancelled=cancelled,
    )
    packet = FederatedPacket(
        query=request.query,
        budget=wanted,
        limit=request.limit,
        knowledge_bases=tuple(bases),
        sources=tuple([fused[one.key].as_source(one) for one in packed]),
    )
    return capped_answer(packet, limits)
