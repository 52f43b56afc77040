"""Misspellings: words of a vocabulary within a few edits of one that it does not hold.

Letters left out, added, taken for others, or two neighbours swapped are one edit each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

__all__ = ["Spellings", "edits"]

_BITS = 64


class Spellings:
    """Hold words by length, each with a mask of its letters, so that most of them need not be compared."""

    __slots__ = ("_by_length",)

    def __init__(self, words: Iterable[str]) -> None:
        """Sort the words in."""
        by_length: defaultdict[int, tuple[list[str], list[int]]] = defaultdict(lambda: ([], []))
        for word in words:
            held, masks = by_length[len(word)]
            held.append(word)
            masks.append(_mask(word))
        self._by_length = dict(by_length)

    def near(self, word: str, most: int) -> list[tuple[str, int]]:
        """Return the words within `most` edits, with their edits, in no particular order.

        Example:
            >>> sorted(Spellings(["harbour", "harbours", "labour"]).near("harbuor", 2))
            [('harbour', 1), ('harbours', 2)]
        """
        mask = _mask(word)
        found: list[tuple[str, int]] = []
        for length in range(len(word) - most, len(word) + most + 1):
            held, masks = self._by_length.get(length, ((), ()))
            # An edit changes at most two letters of the mask.
            close = [place for place, other in enumerate(masks) if (mask ^ other).bit_count() <= 2 * most]
            for place in close:
                distance = edits(word, held[place], most)
                if distance <= most:
                    found.append((held[place], distance))
        return found

    def sharing(self, word: str, share: float) -> list[str]:
        """Return the words that have this share of their letters and of those of a word in common, sorted.

        Example:
            >>> Spellings(["harbour", "labour", "fee"]).sharing("harbours", 0.6)
            ['harbour', 'labour']
        """
        mask = _mask(word)
        found: list[str] = []
        for length, (held, masks) in self._by_length.items():
            if length >= share * share * len(word) and len(word) >= share * share * length:
                least = share * mask.bit_count()
                found += [held[place] for place, other in enumerate(masks) if (mask & other).bit_count() >= least]
        return sorted(found)


def _mask(word: str) -> int:
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) % _BITS)
    return mask


def edits(one: str, other: str, most: int) -> int:
    """Return how many edits lie between two words, or `most` + 1 when there are more.

    Example:
        >>> edits("serach", "search", 2), edits("abc", "xyz", 2)
        (1, 3)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            if abs(i - j) > most:
                row.append(most + 1)
                continue
            cost = before[j - 1] if letter == wanted else 1 + min(before[j - 1], before[j], row[j - 1])
            if i > 1 and j > 1 and letter == other[j - 2] and wanted == one[i - 2]:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
