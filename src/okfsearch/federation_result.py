"""The answers of a search over many bundles: what each bundle gave, and one order over all of it.

How they are found is `federation`'s business, how they are written `federation_wire`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, overload

from attrs import field, frozen

from okfsearch.context_values import ContextSource, Match, Revision
from okfsearch.issues import Issue

__all__ = ["FederatedMatch", "FederatedMatches", "FederatedPacket", "FederatedSource", "KnowledgeBase"]


@frozen(kw_only=True)
class KnowledgeBase:
    """Hold how one bundle of a registry fared.

    Attributes:
        name: its key in the registry.
        root: its root as the registry spells it.
        status: "ok", or "error" when it could not be searched.
        revision: which content was searched; None when it could not be.
        issues: what was noticed on the way.
        error_code: the code of what went wrong, or None.
        error_message: the sentence about it, or None.
    """

    name: str
    root: str
    status: Literal["ok", "error"]
    revision: Revision | None = None
    issues: tuple[Issue, ...] = field(default=(), repr=False)
    error_code: str | None = None
    error_message: str | None = None


@frozen(kw_only=True)
class FederatedMatch:
    """Hold one match of one bundle.

    Attributes:
        knowledge_base: the bundle's key in the registry.
        rank: the place of the match in the answer of its bundle, from 1.
        fusion_score: 1/(60 + rank), to nine decimals; what bundles are compared by.
        match: the match itself.
    """

    knowledge_base: str
    rank: int
    fusion_score: float
    match: Match


@frozen(kw_only=True)
class FederatedSource:
    """Hold one source of one bundle.

    Attributes:
        knowledge_base: the bundle's key in the registry.
        rank: the place of the section in the answer of its bundle, from 1.
        fusion_score: 1/(60 + rank), to nine decimals; what bundles are compared by.
        source: the source itself.
    """

    knowledge_base: str
    rank: int
    fusion_score: float
    source: ContextSource


@frozen(kw_only=True)
class FederatedMatches:
    """Hold the matches of many bundles in one order; a sequence of them.

    Attributes:
        query: the query, trimmed.
        limit: how many matches were asked for.
        knowledge_bases: how each bundle fared, by name.
        matches: the matches: by rank in their bundle, then name, path and line.
    """

    query: str
    limit: int
    knowledge_bases: tuple[KnowledgeBase, ...]
    matches: tuple[FederatedMatch, ...]

    def __len__(self) -> int:
        """Return how many matches there are."""
        return len(self.matches)

    def __iter__(self) -> Iterator[FederatedMatch]:
        """Yield the matches, best first."""
        return iter(self.matches)

    @overload
    def __getitem__(self, place: int) -> FederatedMatch: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[FederatedMatch, ...]: ...
    def __getitem__(self, place: int | slice) -> FederatedMatch | tuple[FederatedMatch, ...]:
        """Return one match, or a tuple of them for a slice."""
        return self.matches[place]

    def __repr__(self) -> str:
        return f"<FederatedMatches: {len(self.matches)} matches from {len(self.knowledge_bases)} bundles>"

    def __str__(self) -> str:
        from okfsearch._render_federated import render_federated_matches  # not every result is printed

        return render_federated_matches(self)

    def _repr_html_(self) -> str:
        from okfsearch._render_federated import render_federated_html  # only notebooks ask

        return render_federated_html(self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each match, keys as in the wire form."""
        from okfsearch.federation_forms import fused_match_form  # few ask

        return [fused_match_form(one) for one in self.matches]


@frozen(kw_only=True)
class FederatedPacket:
    """Hold sections of many bundles within one budget; a sequence of its sources.

    Attributes:
        query: the query, trimmed.
        budget: the most tokens asked for.
        limit: the most sources asked for.
        knowledge_bases: how each bundle fared, by name.
        sources: the sections in the order in which they were taken; only the last may be cut.
    """

    query: str
    budget: int
    limit: int
    knowledge_bases: tuple[KnowledgeBase, ...]
    sources: tuple[FederatedSource, ...]

    @property
    def estimated_tokens(self) -> int:
        """What all sources count together, at most the budget."""
        return sum(one.source.estimated_tokens for one in self.sources)

    def __len__(self) -> int:
        """Return how many sources there are."""
        return len(self.sources)

    def __iter__(self) -> Iterator[FederatedSource]:
        """Yield the sources in their order."""
        return iter(self.sources)

    @overload
    def __getitem__(self, place: int) -> FederatedSource: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[FederatedSource, ...]: ...
    def __getitem__(self, place: int | slice) -> FederatedSource | tuple[FederatedSource, ...]:
        """Return one source, or a tuple of them for a slice."""
        return self.sources[place]

    def __repr__(self) -> str:
        used = f"{self.estimated_tokens} of {self.budget} tokens"
        return f"<FederatedPacket: {len(self.sources)} sources from {len(self.knowledge_bases)} bundles, {used}>"

    def __str__(self) -> str:
        from okfsearch._render_federated import render_federated_packet  # the text for a prompt

        return render_federated_packet(self)

    def _repr_html_(self) -> str:
        from okfsearch._render_federated import render_federated_html  # only notebooks ask

        return render_federated_html(self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each source, keys as in the wire form."""
        from okfsearch.federation_forms import fused_source_form  # few ask

        return [fused_source_form(one) for one in self.sources]
