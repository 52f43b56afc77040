"""One spelling for text that should compare equal: full case folding, then canonical composition.

Both are those of the interpreter's Unicode tables, with two repairs: Cherokee is folded as Go's tables fold it, and runs of
combining marks are put in canonical order before the composer sees them, since it sorts them in quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NewType
from unicodedata import combining, normalize

import regex

from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never

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


def fold(text: str, *, cancelled: Cancelled = never) -> Folded:
    """Return text as it is compared: case folded, then in normalization form C.

    Example:
        >>> fold("Straße"), fold("E\u0301") == fold("é")
        ('strasse', True)
    """
    if text.isascii():
        return Folded(text.lower())
    return Folded(compose(fold_case(text), cancelled=cancelled))


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
    """Yield the text with every long run of combining marks in canonical order; its normalization stays the same."""
    done = 0
    for start, end in _mark_runs(text, cancelled):
        yield text[done:start]
        yield from _sort_marks(text, start, end, cancelled)
        done = end
    yield text[done:]


def _mark_runs(text: str, cancelled: Cancelled) -> Iterator[tuple[int, int]]:
    """Yield the bounds of long runs that hold no starter: a mark of combining class 0 ends one, and is never moved."""
    for stretch in _MARKS.finditer(text):
        run = stretch.start()
        for place in range(stretch.start(), stretch.end()):
            if place % SLICE_BYTES == 0:
                check(cancelled)
            if not _is_mark(text[place]):
                if place - run >= _SHORT_RUN:
                    yield run, place
                run = place + 1
        if stretch.end() - run >= _SHORT_RUN:
            yield run, stretch.end()


def _is_mark(character: str) -> bool:
    """Tell whether a character, decomposed, begins with a combining mark; a few do although their own class is 0."""
    return combining(character) != 0 or combining(normalize("NFD", character)[0]) != 0


def _sort_marks(text: str, start: int, end: int, cancelled: Cancelled) -> Iterator[str]:
    """Yield the marks of one run by combining class, those of one class in their order."""
    by_class: dict[int, list[str]] = {}
    for place in range(start, end):
        if place % SLICE_BYTES == 0:
            check(cancelled)
        for mark in normalize("NFD", text[place]):
            by_class.setdefault(combining(mark), []).append(mark)
    for combining_class in sorted(by_class):
        yield "".join(by_class[combining_class])
