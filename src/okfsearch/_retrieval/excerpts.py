"""Excerpts: one short line of a text around the first match, with the places of all matches in it.

Places are sought in the text as it stands, folded character by character; a match that only composition brings about keeps
its line and loses its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex
from attrs import frozen

from okfsearch._cancel import Cancelled, never
from okfsearch._fold import compose, fold_case
from okfsearch._retrieval.field_terms import Term
from okfsearch._retrieval.field_text import TRIES, Way, is_inside

__all__ = ["EXCERPT_CHARACTERS", "Excerpt", "Patterns", "cut_excerpt", "excerpt_patterns"]

#: The ways in which the terms of one query are found.
Patterns = tuple[Way, ...]

#: An excerpt holds at most this many characters.
EXCERPT_CHARACTERS = 160

#: Says that a line goes on.
_MORE = "…"

# So much of a line is read on either side of a match.
_REACH = 4 * EXCERPT_CHARACTERS
_BLANKS = regex.compile(r"\s+")
# A piece of a word at a cut is left out, unless it is long, as in a script without blanks.
_FIRST_PIECE = regex.compile(r"\A\S{0,20}\s")
_LAST_PIECE = regex.compile(r"\s\S{0,20}\Z")

_OUTSIDE = r"[^\p{L}\p{N}\p{M}]"
_INSIDE = r"[\p{L}\p{N}\p{M}]"


@frozen
class Excerpt:
    """Hold one line of a text.

    Attributes:
        text: at most `EXCERPT_CHARACTERS`, runs of white space as one blank.
        spans: start and end of each match in it, half-open, in order.
        line: how many lines of the text stand before the first match.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    line: int


def excerpt_patterns(terms: Iterable[Term]) -> Patterns:
    """Return what finds the terms of a query in a text as it stands; build it once for a query."""
    return tuple(dict.fromkeys(way for term in terms for way in term.ways))


def cut_excerpt(text: str, patterns: Patterns, *, cancelled: Cancelled = never) -> Excerpt:
    """Cut an excerpt out of the line of the first match, with the match in its middle; the first line where none is found.

    Example:
        >>> from okfsearch._retrieval.field_terms import parse_field_query
        >>> from okfsearch.limits import Limits
        >>> patterns = excerpt_patterns(parse_field_query("berth fee", Limits()).terms)
        >>> cut_excerpt("Dues\\n\\nThe berth  fee is due.\\n", patterns)
        Excerpt(text='The berth fee is due.', spans=((4, 9), (10, 13)), line=2)
    """
    composed = text if text.isascii() else compose(text, cancelled=cancelled)
    start, end = _first(composed, patterns) or (0, 0)
    shown = _window(composed, start, end)
    return Excerpt(shown, _spans(shown, patterns), composed.count("\n", 0, start))


def _window(text: str, start: int, end: int) -> str:
    """Return as much around a match as fits, from its line; a dot of three says that the line goes on."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    # Runs of blanks shrink, so more is read than is shown, but never a line of any length.
    left, right = max(first, start - _REACH), min(last, end + _REACH)
    before, after = _BLANKS.sub(" ", text[left:start]), _BLANKS.sub(" ", text[start:right])
    if left == first and right == last and len(before.lstrip()) + len(after.rstrip()) <= EXCERPT_CHARACTERS:
        return (before + after).strip()
    room = EXCERPT_CHARACTERS - 2 * len(_MORE)
    match = min(len(_BLANKS.sub(" ", text[start : min(end, start + _REACH)])), room)
    lead = min(len(before), max((room - match) // 2, room - len(after)))
    shown_before, shown_after = before[len(before) - lead :], after[: room - lead]
    if lead < len(before) or left > first:
        shown_before = _MORE + _FIRST_PIECE.sub("", shown_before, count=1)
    if room - lead < len(after) or right < last:
        shown_after = shown_after[:match] + _LAST_PIECE.sub("", shown_after[match:]) + _MORE
    return (shown_before + shown_after).strip()


def _first(text: str, patterns: Patterns) -> tuple[int, int] | None:
    folded, origins = _folded(text)
    found = [place for pattern in patterns if (place := next(_places(pattern, folded), None)) is not None]
    # The longest of those that begin first.
    best = min(found, key=lambda span: (span[0], -span[1]), default=None)
    return None if best is None else _original(best, origins)


def _spans(text: str, patterns: Patterns) -> tuple[tuple[int, int], ...]:
    """Return the places of all matches; of those that overlap the first and longest."""
    folded, origins = _folded(text)
    found = sorted((place for pattern in patterns for place in _places(pattern, folded)), key=lambda span: (span[0], -span[1]))
    kept: list[tuple[int, int]] = []
    for span in found:
        start, end = _original(span, origins)
        if start < end and (not kept or start >= kept[-1][1]):
            kept.append((start, end))
    return tuple(kept)


def _folded(text: str) -> tuple[str, list[int] | None]:
    """Fold a composed text, and say which character each folded one comes from; None where they are the same in number."""
    folded = text.lower() if text.isascii() else fold_case(text)
    # Folding never drops a character, so an equal length means one for one.
    if len(folded) == len(text):
        return folded, None
    return folded, [place for place, character in enumerate(text) for _ in fold_case(character)]


def _original(span: tuple[int, int], origins: list[int] | None) -> tuple[int, int]:
    start, end = span
    if origins is None:
        return span
    return origins[start], origins[end - 1] + 1


def _places(way: Way, folded: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of what a way finds in a folded text; they do not overlap."""
    pieces = way.needle.split()
    at = folded.find(pieces[0])
    failed = 0
    while at >= 0:
        end = _end(way, pieces, folded, at)
        if end >= 0:
            yield at, end
            at = folded.find(pieces[0], end)
            continue
        failed += 1
        if failed > TRIES:
            # A short term inside of many words: one pattern finds the words, and is worth its making now.
            yield from (match.span() for match in _pattern(way, pieces).finditer(folded, at + 1))
            return
        at = folded.find(pieces[0], at + 1)


def _end(way: Way, pieces: list[str], folded: str, at: int) -> int:
    """Return where the match that starts here ends, or -1 where none does."""
    if way.form != "text" and at and is_inside(folded[at - 1]):
        return -1
    end = at + len(pieces[0])
    for piece in pieces[1:]:
        gap = end
        while gap < len(folded) and (folded[gap].isspace() if way.form != "tokens" else not is_inside(folded[gap])):
            gap += 1
        if gap == end or not folded.startswith(piece, gap):
            return -1
        end = gap + len(piece)
    if way.form == "text":
        return end
    longer = end
    while longer < len(folded) and is_inside(folded[longer]):
        longer += 1
    # The start of a longer word shows the whole word.
    return longer if longer == end or _is_prefix(way) else -1


def _is_prefix(way: Way) -> bool:
    return way.form == "tokens" and not way.needle.endswith(" ")


def _pattern(way: Way, pieces: Iterable[str]) -> regex.Pattern[str]:
    """Return a pattern that finds what `_end` accepts."""
    gap = r"\s+" if way.form != "tokens" else f"{_OUTSIDE}+"
    text = gap.join(map(regex.escape, pieces))
    if way.form == "text":
        return regex.compile(text)
    tail = f"{_INSIDE}*+" if _is_prefix(way) else f"(?!{_INSIDE})"
    return regex.compile(rf"(?<!{_INSIDE}){text}{tail}")
