"""Deferred postings: the list of a term is made when somebody first asks for it, and all lists when many have been asked for.

One query needs the lists of its own terms only, and looking through the texts for these costs a small part of listing every
token.  Once so many have been looked for that this is no longer a small part, everything is listed.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from threading import Lock

from okfsearch._cancel import Cancelled, check, never
from okfsearch._retrieval.postings import Column, FieldWeights, Postings, PostingsBuilder, Segment, narrow_column
from okfsearch._retrieval.texts import UnitTexts

#: So many terms are looked for one by one; to list everything costs as much as looking for about twice as many.
MOST_LOOKED_FOR = 24

#: The ordinals of one term, ascending, and its weighted frequencies: unsigned integers of four bytes.
Arrays = tuple["array[int]", "array[int]"]


class DeferredPostings:
    """Answer like postings built at once.

    Threads may ask at the same time: whatever two of them do at once has the same outcome, and nobody waits for another.
    """

    __slots__ = ("_held", "_lists", "_lock", "_weights", "lengths")

    def __init__(self, held: tuple[UnitTexts, ...] | Postings, weights: FieldWeights, lengths: Sequence[int]) -> None:
        """Take the texts of all units in order, or what was made of them, and the units' weighted lengths."""
        self._held = held
        self._weights = weights
        self._lists: dict[str, Arrays] = {}
        self._lock = Lock()
        self.lengths = lengths

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out what can be made again; a lock cannot be pickled."""
        return DeferredPostings, (self._held, self._weights, self.lengths)

    def prepare(self, terms: Sequence[str], *, cancelled: Cancelled = never) -> None:
        """Make the lists of some terms, if they are not there.

        Raises:
            SearchCancelled: when the caller cancelled; the lists made so far are kept, and nothing is half made.
        """
        lists, held = self._lists, self._held
        if isinstance(held, Postings):
            return
        wanted = [term for term in dict.fromkeys(terms) if term not in lists]
        # Nobody waits here: while one thread lists everything, the others go on looking term by term.
        if wanted and len(lists) + len(wanted) > MOST_LOOKED_FOR and self._lock.acquire(blocking=False):
            try:
                self.list_all(cancelled=cancelled)
            finally:
                self._lock.release()
            return
        for term in wanted:
            lists[term] = _look_for(term, held, self._weights, cancelled)

    def list_all(self, *, cancelled: Cancelled = never) -> Postings:
        """Make the lists of all terms, if they are not there, and let the texts go."""
        held = self._held
        if not isinstance(held, Postings):
            builder = PostingsBuilder(self._weights)
            for texts in held:
                check(cancelled)
                for body, heading in zip(texts.bodies(cancelled=cancelled), texts.headings, strict=True):
                    builder.add(body, heading, texts.title, cancelled=cancelled)
            # The new lists first, then the old ones gone: a reader takes them the other way round.
            self._held = held = builder.build()
            self._lists = {}
        return held

    def document_frequency(self, term: str) -> int:
        """Return how many units hold a term."""
        return len(self.views(term)[0])

    def column(self, term: str) -> Column:
        """Return the list of one term; a term nobody holds has an empty one."""
        ordinals, frequencies = self.views(term)
        return ordinals.tolist(), frequencies.tolist()

    def narrow(self, term: str, ordinals: Sequence[int]) -> Column:
        """Return the part of a term's list that lies in some units."""
        held = self._held
        if isinstance(held, Postings):
            return held.narrow(term, ordinals)
        return narrow_column(self.column(term), ordinals)

    def views(self, term: str) -> tuple[memoryview, memoryview]:
        """Return the list of one term without copying it: unsigned integers of four bytes."""
        self.prepare((term,))
        lists, held = self._lists, self._held
        if isinstance(held, Postings):
            return held.views(term)
        ordinals, frequencies = lists[term]
        return memoryview(ordinals), memoryview(frequencies)

    def renumbered(self, ordinals: Sequence[int]) -> list[Segment]:
        """Return the same lists under new ordinals."""
        return [Segment(self, ordinals)]


def _look_for(term: str, held: tuple[UnitTexts, ...], weights: FieldWeights, cancelled: Cancelled) -> Arrays:
    """Return the list of one term."""
    ordinals, frequencies = array("I"), array("I")
    first = 0
    for texts in held:
        check(cancelled)
        found = texts.frequencies(term, weights, cancelled=cancelled)
        following = first + len(found)
        if any(found):
            ordinals.extend(compress(range(first, following), found))
            frequencies.extend(filter(None, found))
        first = following
    return ordinals, frequencies
