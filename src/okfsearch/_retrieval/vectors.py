"""Vectors: words and their pieces of three characters, hashed into a fixed number of places.

No model is involved, and the numbers are equal on every platform.  Vectors tell close ranks apart, and they know which words
of a vocabulary look like one that it does not hold; lexical evidence stays what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from math import sqrt
from zlib import crc32

from attrs import frozen

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check

__all__ = ["Hasher", "VectorPolicy", "alike", "similarity"]

Vector = dict[int, float]


@frozen(kw_only=True)
class VectorPolicy:
    """Hold the numbers of the vectors.

    Attributes:
        places: how many places there are for words, and again for pieces.
        word: what a word counts.
        piece: what a piece of three characters counts.
        lead: so many code points of a section stand for it.
        depth: so many of the best sections are compared with the query.
        floor: less likeness than this is chance, and counts nothing.
        share: what full likeness counts beside the best score.
        below: a section that only looks alike scores at most this share of the lowest score of the others.
        alike: a word at least this much like one that is found nowhere stands in for it.
        letters: shorter words have no one to stand in for them.
    """

    places: int = 4_096
    word: float = 1.0
    piece: float = 0.35
    lead: int = 300
    depth: int = 12
    floor: float = 0.12
    share: float = 0.005
    below: float = 0.05
    alike: float = 0.5
    letters: int = 6


class Hasher:
    """Turn tokens into vectors, remembering each word's places."""

    __slots__ = ("_known", "_policy")

    def __init__(self, policy: VectorPolicy) -> None:
        """Begin with nothing known."""
        self._policy = policy
        self._known: dict[str, tuple[int, ...]] = {}

    def __reduce__(self) -> tuple[type[Hasher], tuple[VectorPolicy]]:
        # What is remembered can be found again.
        return Hasher, (self._policy,)

    def vector(self, tokens: Iterable[str]) -> Vector:
        """Return the vector of some tokens, of length 1, or an empty one.

        Example:
            >>> hasher = Hasher(VectorPolicy())
            >>> round(similarity(hasher.vector(["mooring"]), hasher.vector(["mooring", "fee"])), 2)
            0.76
        """
        known = self._known
        found: list[tuple[int, ...]] = []
        for token in tokens:
            places = known.get(token)
            if places is None:
                places = known[token] = self._places(token)
            found.append(places)
        vector: Vector = {place: self._policy.word * count for place, count in Counter([one[0] for one in found]).items()}
        pieces_found = Counter(chain.from_iterable([one[1:] for one in found]))
        vector |= {place: self._policy.piece * count for place, count in pieces_found.items()}
        length = sqrt(sum([count * count for count in vector.values()]))
        return {place: count / length for place, count in vector.items()} if length else {}

    def _places(self, token: str) -> tuple[int, ...]:
        """Return the place of a word, then those of its pieces, which lie behind the places of words."""
        size = self._policy.places
        return (
            crc32(token.encode()) % size,
            *(size + crc32(piece.encode()) % size for piece in pieces(token)),
        )


def similarity(one: Vector, other: Vector) -> float:
    """Return how much alike two vectors are, from 0 to 1."""
    if len(one) > len(other):
        one, other = other, one
    return min(1.0, sum(count * other[place] for place, count in one.items() if place in other))


def pieces(token: str) -> list[str]:
    """Return the pieces of three characters of a word, its ends marked."""
    marked = f"<{token}>"
    return [marked[place : place + 3] for place in range(len(marked) - 2)]


def alike(word: str, words: Sequence[str], policy: VectorPolicy, *, cancelled: Cancelled) -> list[tuple[str, float]]:
    """Return the words that share most of their pieces with a word, and how much alike each is.

    Example:
        >>> [other for other, _ in alike("synchronizer", ["synchronise", "sync", "chronic"], VectorPolicy(), cancelled=bool)]
        ['synchronise']
    """
    if len(word) < policy.letters:
        return []
    own = set(pieces(word))
    fewest = policy.alike**2 * len(own)
    found: list[tuple[str, float]] = []
    for place, other in enumerate(words):
        if place % SLICE_TOKENS == 0:
            check(cancelled)
        marked = f"<{other}>"
        # The other word has at least as many pieces as it shares, so with fewer shared ones it cannot be that much alike.
        if len(other) < policy.letters or sum([piece in marked for piece in own]) < fewest:
            continue
        theirs = set(pieces(other))
        likeness = len(own & theirs) / sqrt(len(own) * len(theirs))
        if likeness >= policy.alike:
            found.append((other, likeness))
    return found
