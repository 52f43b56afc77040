"""What one bundle of many has to offer: a match, its rank, and its text where a packet is wanted."""

from __future__ import annotations

from typing import cast

from attrs import field, frozen

from okfsearch._bundle.pages import ShownSection
from okfsearch._retrieval.fusion import reciprocal_rank
from okfsearch._retrieval.packing import Packed
from okfsearch.context_values import ContextSource, Match
from okfsearch.federation_result import FederatedMatch, FederatedSource

__all__ = ["Found"]


@frozen(kw_only=True)
class Found:
    """Hold one match of one bundle.

    Attributes:
        name: the bundle's name.
        rank: the place of the match in the answer of its bundle, from 1.
        match: the match.
        shown: its section as a reader is shown it; only where a packet is wanted.
    """

    name: str
    rank: int
    match: Match
    shown: ShownSection | None = field(repr=False)

    @property
    def text(self) -> str:
        """The reader text."""
        return self._section.text

    @property
    def _section(self) -> ShownSection:
        # A match stands where a section of its file begins, so it was found when it was looked for.
        return cast("ShownSection", self.shown)

    def tie(self) -> tuple[str, bytes, int, str]:
        """Return what orders equal ranks: the bundle's name, path and line; for two roots of one name, the locator."""
        return self.name, self.match.path.encode(), self.match.line_start, self.match.locator

    def as_match(self) -> FederatedMatch:
        """Return the match under its bundle's name."""
        return FederatedMatch(
            knowledge_base=self.name, rank=self.rank, fusion_score=reciprocal_rank(self.rank), match=self.match
        )

    def as_source(self, packed: Packed) -> FederatedSource:
        """Return what of the section is in the packet."""
        match, section = self.match, self._section
        end = match.line_end
        if packed.lines is not None:
            end = min(end, match.line_start + section.blank_lead + packed.lines - 1)
        source = ContextSource(
            id=match.id,
            locator=match.locator,
            content_sha256=match.content_sha256,
            file_sha256=match.file_sha256,
            path=match.path,
            kind=match.kind,
            type=match.type,
            title=match.title,
            heading=match.heading,
            heading_path=match.heading_path,
            heading_level=section.level,
            line_start=match.line_start,
            line_end=end,
            score=match.score,
            estimated_tokens=packed.tokens,
            relation=match.relation,
            markdown=packed.text,
            truncated=packed.lines is not None,
            matched_terms=match.matched_terms,
        )
        return FederatedSource(knowledge_base=self.name, rank=self.rank, fusion_score=reciprocal_rank(self.rank), source=source)
