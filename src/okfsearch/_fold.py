"""One spelling for text that should compare equal: full case folding, then canonical composition.

Both are those of the interpreter's Unicode tables, with two repairs: Cherokee is folded as Go's tables fold it, and runs of
combining marks are put in canonical order before the composer sees them, since it sorts them in quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from re import Pattern
from typing import NewType
from unicodedata import combining, normalize

import regex

from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check, never

#: Text that went through `fold`.
Folded = NewType("Folded", str)

# Python folds the small Cherokee letters up and leaves the capitals alone; Go swaps the pair (explanation/unicode).
_CHEROKEE_CAPITAL = regex.compile("[\u13a0-\u13fd]")
_CHEROKEE = re.compile("([\u13a0-\u13f5\u13f8-\u13fd\uab70-\uabbf]+)")
_CHEROKEE_PAIRS = [(0x13A0 + i, 0xAB70 + i) for i in range(80)] + [(0x13F0 + i, 0x13F8 + i) for i in range(6)]
_CHEROKEE_SWAP = dict(_CHEROKEE_PAIRS) | {small: capital for capital, small in _CHEROKEE_PAIRS}

# A shorter run costs the composer at most this many steps a mark, so it may sort them itself.
_SHORT_RUN = 32
# No character below U+0300 is a mark: a cheap first look, before the slower second one that knows every mark.
_MAYBE_MARKS = re.compile(f"[^\x00-\u02ff]{{{_SHORT_RUN},}}")
_MARKS = regex.compile(rf"\p{{M}}{{{_SHORT_RUN},}}+")
_LONG_SEGMENT = re.compile(f"[^\0]{{{_SHORT_RUN},}}")

# Nothing before such a character composes with it or sorts behind it: marks and the inner letters of a Korean syllable are
# left out, and no folding of another character begins with one of these.
_FRESH = regex.compile(r"[^\p{M}\u1160-\u11ff]")


class _Decompositions(dict[int, str]):
    """Map each code point to its canonical decomposition; it fills itself, and answers depend on the code point alone."""

    def __missing__(self, code_point: int) -> str:
        return self.setdefault(code_point, normalize("NFD", chr(code_point)))


class _Classes(dict[int, int]):
    """Map each code point to its combining class, as a code point; it fills itself as `_Decompositions` does."""

    def __missing__(self, code_point: int) -> int:
        return self.setdefault(code_point, combining(chr(code_point)))


_DECOMPOSITIONS = _Decompositions()
_CLASSES = _Classes()


def fold(text: str, *, cancelled: Cancelled = never) -> Folded:
    """Return text as it is compared: case folded, then in normalization form C.

    Example:
        >>> fold("Straße"), fold("E\u0301") == fold("é")
        ('strasse', True)
    """
    if text.isascii():
        return Folded(text.lower())
    if len(text) <= SLICE_BYTES:
        return Folded(compose(fold_case(text), cancelled=cancelled))
    pieces: list[str] = []
    for piece in slices(text, before=_FRESH):
        check(cancelled)
        pieces.append(compose(fold_case(piece), cancelled=cancelled))
    return Folded("".join(pieces))


def slices(text: str, *, before: Pattern[str] | regex.Pattern[str], size: int = SLICE_BYTES) -> Iterator[str]:
    """Cut a text into pieces of about one size, each before a character of one kind; where there is none, it stays whole."""
    start = 0
    while len(text) - start > size:
        cut = before.search(text, start + size)
        if cut is None:
            break
        yield text[start : cut.start()]
        start = cut.start()
    yield text[start:]


def fold_case(text: str) -> str:
    """Return text with full case folding, one character at a time; a Cherokee pair is swapped."""
    folded = text.casefold()
    # Whatever Cherokee there was is folded to capitals by now.
    if _CHEROKEE_CAPITAL.search(folded) is None:
        return folded
    # Splitting on a captured group puts the Cherokee runs at the odd places.
    return "".join(
        piece.translate(_CHEROKEE_SWAP) if place % 2 else piece.casefold() for place, piece in enumerate(_CHEROKEE.split(text))
    )


def compose(text: str, *, cancelled: Cancelled = never) -> str:
    """Return text in normalization form C, in time linear in its length."""
    if _MAYBE_MARKS.search(text) is None or _MARKS.search(text) is None:
        return normalize("NFC", text)
    return normalize("NFC", "".join(_presorted(text, cancelled)))


def _presorted(text: str, cancelled: Cancelled) -> Iterator[str]:
    """Yield the text with its long runs of combining marks in canonical order; its normalization stays the same."""
    done = 0
    for run in _MARKS.finditer(text):
        yield text[done : run.start()]
        yield from _sort_run(run[0], cancelled)
        done = run.end()
    yield text[done:]


def _sort_run(run: str, cancelled: Cancelled) -> Iterator[str]:
    """Yield a run of marks decomposed and in order; a mark of class 0 is a starter, and none is moved across it."""
    pieces: list[str] = []
    for start in range(0, len(run), SLICE_TOKENS):
        check(cancelled)
        pieces.append(run[start : start + SLICE_TOKENS].translate(_DECOMPOSITIONS))
    marks = "".join(pieces)
    done = 0
    for segment in _LONG_SEGMENT.finditer(marks.translate(_CLASSES)):
        yield marks[done : segment.start()]
        yield from _sort_segment(marks, segment.start(), segment.end(), cancelled)
        done = segment.end()
    yield marks[done:]


def _sort_segment(marks: str, start: int, end: int, cancelled: Cancelled) -> Iterator[str]:
    """Yield marks by combining class, those of one class in their order."""
    by_class: dict[int, list[str]] = {}
    for piece in range(start, end, SLICE_TOKENS):
        check(cancelled)
        ordered = sorted(marks[piece : min(piece + SLICE_TOKENS, end)], key=combining)
        for combining_class, group in groupby(ordered, key=combining):
            by_class.setdefault(combining_class, []).append("".join(group))
    for combining_class in sorted(by_class):
        yield "".join(by_class[combining_class])
