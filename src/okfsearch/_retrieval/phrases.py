"""Phrases: words that stand side by side in the query and in the text.

Only the best sections are looked at, since their text has to be read again.
"""

from __future__ import annotations

from itertools import pairwise

from attrs import field, frozen

from okfsearch._cancel import Cancelled
from okfsearch._retrieval.evidence import Evidence
from okfsearch._retrieval.tokens import tokenize

__all__ = ["Phrases", "find_phrases"]

#: Weaker variants make no phrase.
_FIRM = 0.5


@frozen
class Phrases:
    """Hold the neighbours of one query.

    Attributes:
        pairs: two tokens side by side, and what they are worth together.
        runs: a run of a script without blanks, and what it is worth as a whole.
    """

    pairs: dict[tuple[str, str], float] = field(repr=False)
    runs: tuple[tuple[str, float], ...] = field(repr=False)

    def worth(self, text: str, *, cancelled: Cancelled) -> float:
        """Return what the phrases in a text are worth."""
        tokens = tokenize(text, cancelled=cancelled)
        total = 0.0
        if self.pairs:
            best: dict[float, None] = dict.fromkeys(self.pairs[pair] for pair in self.pairs.keys() & set(pairwise(tokens)))
            total += sum(sorted(best))
        if self.runs:
            joined = " ".join(tokens)
            total += sum(worth for run, worth in self.runs if run in joined)
        return total


def find_phrases(evidence: Evidence) -> Phrases:
    """Return the phrases of a query: two neighbours are worth the smaller weight of the two."""
    sequence: list[tuple[dict[str, float], float]] = []
    runs: list[tuple[str, float]] = []
    for word, groups, weights in zip(evidence.words, evidence.groups, evidence.weights, strict=True):
        inside = [weight for group, weight in zip(groups, weights, strict=True) if group.kind == "pair"]
        if inside:
            runs.append((word.text, min(inside) * (len(inside) - 1)))
        for group, weight in zip(groups, weights, strict=True):
            if group.kind == "word":
                sequence.append(({term: worth for term, worth in group.variants if worth >= _FIRM}, weight))
    pairs: dict[tuple[str, str], float] = {}
    for (former, one), (latter, other) in pairwise(sequence):
        for first in former:
            for second in latter:
                pairs[first, second] = max(pairs.get((first, second), 0.0), min(one, other))
    return Phrases(pairs, tuple(run for run in runs if run[1] > 0))
