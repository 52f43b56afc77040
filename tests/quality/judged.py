"""Judged queries, and what a ranking of them is worth.

A target is a section named by its path and its first line, with a grade from 1 to 3.  A ranked item earns the best grade
among the targets of its path whose first line it holds and that no earlier item has earned.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import okfsearch
from tests.shared import SHARED, shared_rows

QUERIES = shared_rows("qrels/qrels.jsonl")
LARGE = okfsearch.Limits.large()

#: Path, first and last line of a ranked item.
Item = tuple[str, int, float]


class Worth(NamedTuple):
    """Hold what one ranking is worth."""

    ndcg10: float
    success5: float
    mrr10: float


@cache
def snapshot_of(bundle: str) -> okfsearch.Snapshot:
    root = SHARED / "corpora" / bundle
    return okfsearch.capture_bundle(root, visibility=okfsearch.Visibility.auto(), limits=LARGE, on_invalid="recover")


def gains(ranked: Iterable[Item], targets: Sequence[dict[str, Any]]) -> list[int]:
    left = list(targets)
    found = []
    for path, start, end in ranked:
        here = [target for target in left if target["path"] == path and start <= target["line_start"] <= end]
        best = max(here, key=lambda target: target["grade"], default=None)
        if best is not None:
            left.remove(best)
        found.append(0 if best is None else best["grade"])
    return found


def discounted(grades: Iterable[int]) -> float:
    return math.fsum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


def worth_of(ranked: Sequence[Item], targets: Sequence[dict[str, Any]]) -> Worth:
    ideal = discounted(sorted((target["grade"] for target in targets), reverse=True)[:10])
    top = max(target["grade"] for target in targets)
    best = [target for target in targets if target["grade"] == top]
    good = gains(ranked[:10], [target for target in targets if target["grade"] >= 2])
    first = next((place for place, gain in enumerate(good, 1) if gain), None)
    return Worth(
        discounted(gains(ranked[:10], targets)) / ideal, float(any(gains(ranked[:5], best))), 1 / first if first else 0.0
    )


def table(worths: Sequence[Worth]) -> dict[str, dict[str, float]]:
    """Return the means over all queries, by kind and by bundle."""
    groups: dict[str, list[Worth]] = {"all": list(worths)}
    for key in ("kind", "bundle"):
        for query, worth in sorted(zip(QUERIES, worths, strict=True), key=lambda pair: str(pair[0][key])):
            groups.setdefault(f"{key} {query[key]}", []).append(worth)
    return {
        name: {
            "queries": len(group),
            **{part: round(sum(getattr(worth, part) for worth in group) / len(group), 4) for part in Worth._fields},
        }
        for name, group in groups.items()
    }
