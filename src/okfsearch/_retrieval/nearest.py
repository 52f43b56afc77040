"""The values that look most like one that is not there: for a suggestion, never for a match.

Likeness is the share of pairs of neighbouring characters that two texts have in common, which costs no more than their
length and bears swapped, missing and added letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from okfsearch._normal import normalize

__all__ = ["nearest_values"]

#: Two texts are alike when they share at least so many hundredths of their pairs.
LIKE = 40

#: So much of a long value is looked at.
CHARACTERS = 100


def nearest_values(wanted: str, values: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """Return the values most like the wanted one, the most alike first, then by their text.

    Example:
        >>> nearest_values("Metirc", ["Metric", "Metric View", "Table"])
        ('Metric', 'Metric View')
    """
    pairs = _pairs(wanted)
    ranked: list[tuple[int, str]] = []
    for value in values:
        others = _pairs(value)
        shared = (pairs & others).total()
        likeness = 200 * shared // max(1, pairs.total() + others.total())
        if likeness >= LIKE:
            ranked.append((-likeness, value))
    return tuple(value for _, value in sorted(ranked)[:most])


def _pairs(text: str) -> Counter[str]:
    normal = normalize(text)[:CHARACTERS]
    # Blanks at the ends, so that the first and the last letter count too.
    padded = f" {normal} "
    return Counter(padded[place : place + 2] for place in range(len(padded) - 1))
