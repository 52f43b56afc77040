"""Selection: which sections a packet should hold, in the order in which they are tried.

First the strongest evidence, then more of the strongest document, then what stands around the chosen sections in their
documents, then evidence for words that nothing covers yet, then the rest.  What fits is left to `packing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from okfsearch._cancel import Cancelled
from okfsearch._retrieval.expansion import Expanded, Expansion
from okfsearch._retrieval.packing import CountTokens, Packed, Priority, pack
from okfsearch._retrieval.rerank import DIGITS

__all__ = ["Chosen", "SelectionPolicy", "fill", "select"]


@frozen(kw_only=True)
class SelectionPolicy:
    """Hold the numbers of the selection.

    Attributes:
        seeds: so many of the strongest sections come first.
        siblings: so many more of the strongest document follow.
        children: of a chosen section so many of its first children are looked at.
        around: so many parents and children come in altogether.
        share: what a parent or child scores beside the section it stands around.
        reserve: so many more than the limit are tried, because some do not fit.
    """

    seeds: int = 5
    siblings: int = 2
    children: int = 2
    around: int = 4
    share: float = 0.8
    reserve: int = 200


@frozen
class Chosen:
    """Hold one section to try, and how it is treated when it does not fit."""

    section: Expanded
    priority: Priority


def select(
    expansion: Expansion,
    *,
    limit: int,
    document_of: Sequence[int],
    around: Callable[[int], tuple[int | None, Sequence[int]]] | None,
    policy: SelectionPolicy,
) -> Iterator[Chosen]:
    """Yield sections in the order in which a packet tries them; no section comes twice.

    Args:
        expansion: the direct results and what links add.
        limit: the most sections of a packet.
        document_of: for each section its document.
        around: the nearest parent of a section and its children, or None to leave them out.
        policy: the numbers.
    """
    order = expansion.order
    seeds = [expansion.direct(ordinal) for ordinal in order[: min(policy.seeds, limit)]]
    chosen = {one.ordinal: Chosen(one, "seed") for one in seeds}

    def choose(one: Expanded) -> None:
        if one.ordinal not in chosen and len(chosen) < limit:
            chosen[one.ordinal] = Chosen(one, "context")

    if seeds:
        strongest = document_of[seeds[0].ordinal]
        for ordinal in expansion.asked.best_of_document(strongest, chosen.keys(), policy.siblings):
            choose(expansion.direct(ordinal))
        if around is not None:
            for one in _stand_around(expansion, list(chosen.values()), strongest, document_of, around, policy):
                choose(one)
        for ordinal in _missing(expansion, chosen, limit):
            choose(expansion.direct(ordinal))
    yield from chosen.values()
    # What does not fit makes room for later ones, so that more are named than a packet can hold.
    for ordinal in order[: limit + policy.reserve]:
        if ordinal not in chosen:
            yield Chosen(expansion.direct(ordinal), "other")
    yield from (Chosen(one, "other") for one in expansion.neighbours if one.ordinal not in chosen)


def _stand_around(
    expansion: Expansion,
    chosen: Sequence[Chosen],
    strongest: int,
    document_of: Sequence[int],
    around: Callable[[int], tuple[int | None, Sequence[int]]],
    policy: SelectionPolicy,
) -> list[Expanded]:
    """Return parents and children of the chosen sections, those of the strongest document first."""
    taken = {one.section.ordinal for one in chosen}
    found: list[Expanded] = []
    in_order = sorted(chosen, key=lambda one: document_of[one.section.ordinal] != strongest)
    for one in in_order:
        parent, children = around(one.section.ordinal)
        for ordinal in (*(() if parent is None else (parent,)), *children[: policy.children]):
            if ordinal in taken:
                continue
            if len(found) == policy.around:
                return found
            taken.add(ordinal)
            score = round(policy.share * one.section.score, DIGITS)
            matches = ordinal in expansion.asked
            found.append(expansion.direct(ordinal) if matches else Expanded(None, ordinal, score, "document-context"))
    return found


def _missing(expansion: Expansion, chosen: Mapping[int, Chosen], limit: int) -> list[int]:
    """Return, again and again, the result with most words that nothing has covered yet, the earlier among equals."""
    asked = expansion.asked
    left = sum(1 << place for place, found in enumerate(asked.found) if found)
    for ordinal in chosen:
        if ordinal in asked:
            left &= ~asked.matched(ordinal)
    found: list[int] = []
    while left and len(chosen) + len(found) < limit:
        gains = {
            ordinal: (asked.matched(ordinal) & left).bit_count() for ordinal in asked.holders(left) if expansion.passes(ordinal)
        }
        gains = {ordinal: gain for ordinal, gain in gains.items() if gain}
        if not gains:
            break
        best = max(gains, key=lambda ordinal: (gains[ordinal], asked.score(ordinal), -ordinal))
        found.append(best)
        left &= ~asked.matched(best)
    return found


def fill(
    chosen: Iterable[Chosen],
    *,
    texts: Callable[[int], str],
    budget: int,
    limit: int,
    count: CountTokens,
    cancelled: Cancelled,
) -> list[tuple[Expanded, Packed]]:
    """Pack sections in the order in which they were chosen; those that nobody comes to are never looked at."""
    tried: dict[int, Expanded] = {}

    def wanted() -> Iterator[tuple[int, Priority]]:
        for one in chosen:
            tried[one.section.ordinal] = one.section
            yield one.section.ordinal, one.priority

    packed = pack(wanted(), texts=texts, budget=budget, limit=limit, count=count, cancelled=cancelled)
    return [(tried[one.key], one) for one in packed]
