"""One match or source of one bundle of many as plain data; the whole answers around them are written by `federation_wire`."""

from __future__ import annotations

from typing import Any, Protocol

from okfsearch.context_forms import match_form, source_form
from okfsearch.context_values import ContextSource, Match

__all__ = ["fused_match_form", "fused_source_form"]


class Fused(Protocol):
    """What is told of a place in the one order."""

    @property
    def knowledge_base(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def fusion_score(self) -> float: ...


class FusedMatch(Fused, Protocol):
    """And of a match."""

    @property
    def match(self) -> Match: ...


class FusedSource(Fused, Protocol):
    """And of a source."""

    @property
    def source(self) -> ContextSource: ...


def fused_match_form(one: FusedMatch) -> dict[str, Any]:
    """Return one match as plain data."""
    return {**_rank_form(one), "result": match_form(one.match)}


def fused_source_form(one: FusedSource) -> dict[str, Any]:
    """Return one source as plain data."""
    return {**_rank_form(one), "source": source_form(one.source)}


def _rank_form(one: Fused) -> dict[str, Any]:
    return {"knowledgeBase": one.knowledge_base, "rank": one.rank, "fusionScore": one.fusion_score}
