"""Passages: an exact slice of the source around the first match.

Nothing is added, trimmed or marked.  The slice may begin inside a word and cut a grapheme, as the contract says.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen

from okfsearch._cancel import Cancelled, check, never
from okfsearch._fold import fold
from okfsearch._retrieval.tokens import TOKEN_RUN, blank_separators, slices


@frozen
class PassagePolicy:
    """Hold the shape of a passage, in code points.

    Attributes:
        lead: how much source stands before the match.
        length: the most a passage holds, the lead included.
    """

    lead: int = 80
    length: int = 512


SNIPPET = PassagePolicy()


def cut_passage(
    text: str, terms: Collection[str], *, policy: PassagePolicy = SNIPPET, cancelled: Cancelled = never
) -> str:
    """Return the passage of a section: from `lead` code points before the first run that is a term, or from the start.

    Example:
        >>> cut_passage("one two", {"two"}, policy=PassagePolicy(lead=1, length=3))
        ' tw'
    """
    start = max(0, _first_match(text, terms, cancelled) - policy.lead)
    return text[start : start + policy.length]


def _first_match(text: str, terms: Collection[str], cancelled: Cancelled) -> int:
    """Return where the first run of token characters stands whose token is one of the terms, or 0."""
    offset = 0
    # A run that begins with a mark may compose with the separator before it, so folding a whole slice could hide it.
    by_slice = all(_is_no_mark(term[0]) for term in terms)
    for piece in slices(text):
        check(cancelled)
        if by_slice and not _may_hold(piece, terms):
            offset += len(piece)
            continue
        for count, run in enumerate(TOKEN_RUN.finditer(piece)):
            if count % 4_096 == 0:
                check(cancelled)
            if fold(run[0]) in terms:
                return offset + run.start()
        offset += len(piece)
    return 0


def _may_hold(piece: str, terms: Collection[str]) -> bool:
    return not set(terms).isdisjoint(blank_separators(fold(piece)).split())


def _is_no_mark(character: str) -> bool:
    from unicodedata import category

    return not category(character).startswith("M")
