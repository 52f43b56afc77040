"""Expansion: what authored links add to a ranking, one hop and no more.

A section that is ranked already keeps the higher of its two scores; one that is not becomes a neighbour.  Contributions
never add up.  Which links there are is left to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from attrs import field, frozen

from okfsearch._retrieval.order import Continued
from okfsearch._retrieval.rerank import DIGITS, Asked, Scored

__all__ = ["Expanded", "Expansion", "ExpansionPolicy", "Relation", "expand_ranking"]

Relation = Literal["direct", "document-context", "outgoing-link", "backlink"]


@frozen(kw_only=True)
class ExpansionPolicy:
    """Hold what a link is worth: a share of the score of the section it leads from or to.

    Attributes:
        outgoing: for the section that a ranked one links to.
        backlink: for a section that links to a ranked one.
        depth: so many of the best sections may change their places for it.
    """

    outgoing: float = 0.55
    backlink: float = 0.45
    depth: int = 100


@frozen
class Expanded:
    """Hold one section of an expanded ranking.

    Attributes:
        scored: its place by words, None for a neighbour.
        ordinal: the section.
        score: the higher of both scores.
        relation: "direct", or for a neighbour how it is linked.
        linked: whether a link gave it this score.
    """

    scored: Scored | None
    ordinal: int
    score: float
    relation: Relation
    linked: bool = False


@frozen(eq=False)
class Expansion:
    """Hold a ranking with what links add to it.

    Attributes:
        asked: the ranking by words.
        order: the sections that match and pass, best first.
        passes: whether a section passes the filters.
        neighbours: the sections that only links bring in, best first.
    """

    asked: Asked
    order: Sequence[int]
    passes: Callable[[int], bool] = field(repr=False)
    _lifted: Mapping[int, float] = field(factory=dict[int, float], repr=False)
    neighbours: tuple[Expanded, ...] = ()

    def direct(self, ordinal: int) -> Expanded:
        """Return a section that matches, with the higher of its scores."""
        scored = self.asked.scored(ordinal)
        lifted = self._lifted.get(ordinal, 0.0)
        return Expanded(scored, ordinal, max(scored.score, lifted), "direct", linked=lifted > 0)

    def merged(self, limit: int) -> tuple[Expanded, ...]:
        """Return the first results with the neighbours among them, by score.

        A neighbour matches no word of the query, so it never takes the place of a section that does: it gets one only where
        the ranked sections leave it free.
        """
        kept = [self.direct(ordinal) for ordinal in self.order[:limit]]
        for neighbour in self.neighbours[: max(0, limit - len(self.order))]:
            place = next((place for place, one in enumerate(kept) if one.score < neighbour.score), len(kept))
            kept.insert(place, neighbour)
        return tuple(kept)


def expand_ranking(
    asked: Asked,
    order: Sequence[int],
    seeds: int,
    *,
    outgoing: Mapping[int, Sequence[int]],
    backlinks: Mapping[int, Sequence[int]],
    passes: Callable[[int], bool],
    policy: ExpansionPolicy,
) -> Expansion:
    """Follow the links of the first results, one hop each way.

    Args:
        asked: the ranking by words.
        order: the sections that match and pass, best first.
        seeds: so many of them are followed.
        outgoing: for a section the sections it links to.
        backlinks: for a section the sections that link to it.
        passes: whether a section passes the filters.
        policy: what a link is worth.
    """
    best: dict[int, tuple[float, Relation]] = {}
    hops: tuple[tuple[Relation, float, Mapping[int, Sequence[int]]], ...] = (
        ("outgoing-link", policy.outgoing, outgoing),
        ("backlink", policy.backlink, backlinks),
    )
    for seed in order[:seeds]:
        for relation, share, links in hops:
            others = links.get(seed, ())
            score = round(share * asked.score(seed), DIGITS) if others else 0.0
            for other in others:
                if other not in best or score > best[other][0]:
                    best[other] = (score, relation)
    lifted = {other: score for other, (score, _) in best.items() if other in asked and score > asked.score(other)}
    neighbours = [
        Expanded(None, other, score, relation, linked=True)
        for other, (score, relation) in best.items()
        if other not in asked and passes(other)
    ]
    neighbours.sort(key=lambda one: (-one.score, one.relation, one.ordinal))
    moved = _lift(asked, order, lifted, policy.depth) if lifted else order
    return Expansion(asked, moved, passes, lifted, tuple(neighbours))


def _lift(asked: Asked, order: Sequence[int], lifted: Mapping[int, float], depth: int) -> Sequence[int]:
    """Move the sections up that links have lifted; none passes a section that matches more words than it does."""
    kept: list[int] = []
    for ordinal in order[:depth]:
        place = len(kept)
        if ordinal in lifted:
            words = asked.matched(ordinal).bit_count()
            while place:
                before = kept[place - 1]
                if lifted.get(before, 0.0) >= lifted[ordinal] or asked.score(before) >= lifted[ordinal]:
                    break
                if asked.matched(before).bit_count() > words:
                    break
                place -= 1
        kept.insert(place, ordinal)
    return Continued(kept, order)
