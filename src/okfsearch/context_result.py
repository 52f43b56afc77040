"""The answers of context search: ranked matches, or a packet of sections within a budget, all of them citable.

How they are found is `context_index`'s business, what they say of one section `context_values`'s, how they are written
`context_wire`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, overload

from attrs import frozen

from okfsearch._display import Displayed
from okfsearch.context_values import ContextSource, Match, Revision
from okfsearch.explanations import Explanation, Part, unknown_hit
from okfsearch.issues import Issue

__all__ = ["ContextPacket", "MatchResult"]

#: A score is kept in whole ten-thousandths of a point.
_FRACTION = 10_000

Status = Literal["managed", "unmanaged"]


@frozen(kw_only=True)
class MatchResult(Displayed):
    """Hold the ranked answer to one query over one snapshot; a sequence of its matches.

    Attributes:
        status: "managed" for a bundle that declares itself, "unmanaged" for any other directory.
        root: the root as the snapshot knows it, empty for one made in memory.
        revision: which content was searched.
        query: the query, trimmed.
        limit: how many matches were asked for.
        route: the stages that the answer went through.
        matches: the matches, best first.
        issues: what was noticed on the way.
        missing_terms: the words of the query that no section holds.
    """

    status: Status
    root: str
    revision: Revision
    query: str
    limit: int
    route: tuple[str, ...]
    matches: tuple[Match, ...]
    issues: tuple[Issue, ...] = ()
    missing_terms: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return how many matches there are."""
        return len(self.matches)

    def __iter__(self) -> Iterator[Match]:
        """Yield the matches, best first."""
        return iter(self.matches)

    @overload
    def __getitem__(self, place: int) -> Match: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Match, ...]: ...
    def __getitem__(self, place: int | slice) -> Match | tuple[Match, ...]:
        """Return one match, or a tuple of them for a slice."""
        return self.matches[place]

    def __repr__(self) -> str:
        return f"<MatchResult: {len(self.matches)} matches, revision {self.revision.index_sha256[:12]}>"

    def explain(self, hit: Match) -> Explanation:
        """Return the score of one of the matches as what words, likeness and links add to it, in ten-thousandths of a point.

        Raises:
            InvalidRequest: when the match is none of this result's.

        Example:
            >>> import okfsearch
            >>> result = okfsearch.search_matches("docs/example-bundle", "tide gauge", limit=1)
            >>> explanation = result.explain(result[0])
            >>> [part.name for part in explanation], explanation.total == result[0].score
            (['words', 'likeness', 'links'], True)
        """
        if hit not in self.matches:
            raise unknown_hit()
        # Scores are rounded to four digits, so that whole ten-thousandths are exact where differences of floats are not.
        words, found, score = (
            round((number or 0.0) * _FRACTION) for number in (hit.lexical_score, hit.rerank_score, hit.score)
        )
        return Explanation(
            locator=hit.locator,
            score=hit.score,
            formula="words + likeness + links, in ten-thousandths of a point",
            unit=_FRACTION,
            parts=(Part("words", words), Part("likeness", found - words), Part("links", score - found)),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each match, keys as in the wire form."""
        from okfsearch.context_forms import match_form  # few ask

        return [match_form(match) for match in self.matches]


@frozen(kw_only=True)
class ContextPacket(Displayed):
    """Hold sections for one question, within a budget; a sequence of its sources.

    Attributes:
        status: "managed" for a bundle that declares itself, "unmanaged" for any other directory.
        root: the root as the snapshot knows it, empty for one made in memory.
        revision: which content was searched.
        query: the query, trimmed.
        budget: the most tokens asked for.
        limit: the most sources asked for.
        route: the stages that the answer went through.
        sources: the sections, in the order in which they were taken; only the last may be cut.
        issues: what was noticed on the way.
        missing_terms: the words of the query that no section holds.
    """

    status: Status
    root: str
    revision: Revision
    query: str
    budget: int
    limit: int
    route: tuple[str, ...]
    sources: tuple[ContextSource, ...]
    issues: tuple[Issue, ...] = ()
    missing_terms: tuple[str, ...] = ()

    @property
    def estimated_tokens(self) -> int:
        """What all sources count together, at most the budget."""
        return sum(source.estimated_tokens for source in self.sources)

    def __len__(self) -> int:
        """Return how many sources there are."""
        return len(self.sources)

    def __iter__(self) -> Iterator[ContextSource]:
        """Yield the sources in their order."""
        return iter(self.sources)

    @overload
    def __getitem__(self, place: int) -> ContextSource: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ContextSource, ...]: ...
    def __getitem__(self, place: int | slice) -> ContextSource | tuple[ContextSource, ...]:
        """Return one source, or a tuple of them for a slice."""
        return self.sources[place]

    def __repr__(self) -> str:
        used = f"{self.estimated_tokens} of {self.budget} tokens"
        return f"<ContextPacket: {len(self.sources)} sources, {used}, revision {self.revision.index_sha256[:12]}>"

    def __str__(self) -> str:
        from okfsearch._render_context import render_packet  # the text for a prompt; not every packet becomes one

        return render_packet(self)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each source, keys as in the wire form."""
        from okfsearch.context_forms import source_form  # few ask

        return [source_form(source) for source in self.sources]
