"""Passages: an exact slice of the source around the first match.

Nothing is added, trimmed or marked.  The slice may begin inside a word and cut a grapheme, as the contract says.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice
from unicodedata import category

from attrs import frozen

from okfsearch._cancel import Cancelled, check, never
from okfsearch._fold import fold, slices
from okfsearch._retrieval.tokens import SEPARATOR, TOKEN_RUN, tokenize


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

# The source is looked at in pieces of about this many code points: a match tends to stand early.
_PIECE = 2_048
# A term that stands inside of this many longer words is looked for in another way.
_TRIES = 8


def cut_passage(text: str, terms: Collection[str], *, policy: PassagePolicy = SNIPPET, cancelled: Cancelled = never) -> str:
    """Return the passage of a section: from `lead` code points before the first run that is a term, or from the start.

    Example:
        >>> cut_passage("one two", {"two"}, policy=PassagePolicy(lead=1, length=3))
        ' tw'
    """
    start = max(0, _first_match(text, terms, cancelled) - policy.lead)
    return text[start : start + policy.length]


def _first_match(text: str, terms: Collection[str], cancelled: Cancelled) -> int:
    """Return where the first run of token characters stands whose token is one of the terms, or 0."""
    wanted = frozenset(terms)
    if len(text) <= _PIECE and text.isascii():
        return _first_in_ascii(text, wanted) or 0
    offset = 0
    # A run that begins with a mark may compose with the separator before it, so folding more than the run could hide it.
    foldable = not any(_is_mark(term[0]) for term in terms)
    for piece in slices(text, before=SEPARATOR, size=_PIECE):
        check(cancelled)
        found = _first_in_ascii(piece, wanted) if piece.isascii() else _first_by_line(piece, wanted, foldable=foldable)
        if found is not None:
            return offset + found
        offset += len(piece)
    return 0


def _first_by_line(piece: str, terms: frozenset[str], *, foldable: bool) -> int | None:
    """Return where the first run stands that is a term; no run crosses a line end, and most lines are ASCII."""
    offset = 0
    for line in piece.split("\n"):
        if line.isascii():
            found = _first_in_ascii(line, terms)
        elif foldable and not _may_hold(line, terms):
            found = None
        else:
            found = _first_run(line, terms)
        if found is not None:
            return offset + found
        offset += len(line) + 1
    return None


def _may_hold(line: str, terms: frozenset[str]) -> bool:
    folded = fold(line)
    return any(term in folded for term in terms)


def _first_in_ascii(piece: str, terms: frozenset[str]) -> int | None:
    """Return where the first run stands that is a term; in ASCII text folding moves nothing."""
    folded = piece.lower()
    tokens: list[str] | None = None
    first = len(piece)
    for term in terms:
        place = folded.find(term)
        for _ in range(_TRIES):
            if place < 0 or _stands_alone(folded, place, place + len(term)):
                break
            place = folded.find(term, place + 1, first + len(term))
        else:
            # A short term inside of many words: let one call find the words.
            tokens = tokenize(piece) if tokens is None else tokens
            place = -1
            if term in tokens:
                # In ASCII text runs and tokens are the same in number and order.
                place = next(islice(TOKEN_RUN.finditer(piece), tokens.index(term), None)).start()
        if 0 <= place < first:
            first = place
    return None if first == len(piece) else first


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not (text[end : end + 1].isalnum() or (start and text[start - 1].isalnum()))


def _first_run(piece: str, terms: frozenset[str]) -> int | None:
    """Return where the first run stands that is a term, each run folded on its own."""
    return next((run.start() for run in TOKEN_RUN.finditer(piece) if fold(run[0]) in terms), None)


def _is_mark(character: str) -> bool:
    return category(character).startswith("M")
