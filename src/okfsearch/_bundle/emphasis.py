"""Runs of `*` and `_`: what they may open or close, and which of their characters are markers.

The scanner in `inline` finds the runs and decides which of them belong together in one link text; this room knows nothing
of links, lines or the rest of the heading.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

from attrs import define

#: Strong emphasis takes two markers from either side, plain emphasis one.
_STRONG: Final = 2

_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


@define
class Run:
    """Hold one run of `*` or `_`: how many characters are still text, and how many there were.

    `piece` says where the run stands in the caller's list of output pieces.
    """

    character: str
    count: int
    original: int
    can_open: bool
    can_close: bool
    piece: int


def is_punctuation(character: str) -> bool:
    """Return whether a character is punctuation for the flanking rules: ASCII's, and Unicode's categories P and S."""
    return character in _ASCII_PUNCTUATION if character < "\x80" else category(character)[0] in "PS"


def read_run(text: str, start: int, end: int, piece: int) -> Run:
    """Return the run at `text[start:end]` with its flanking, judged by the characters on either side.

    The ends of the text count as white space.  Source: CommonMark 0.31.2, section 6.2.
    """
    before = text[start - 1] if start else "\n"
    after = text[end] if end < len(text) else "\n"
    blank_before, blank_after = before in _WHITE_SPACE, after in _WHITE_SPACE
    mark_before, mark_after = is_punctuation(before), is_punctuation(after)
    left = not blank_after and (not mark_after or blank_before or mark_before)
    right = not blank_before and (not mark_before or blank_after or mark_after)
    character = text[start]
    if character == "_":
        left, right = left and (not right or mark_before), right and (not left or mark_after)
    return Run(character, end - start, end - start, left, right, piece)


def match_runs(runs: list[Run]) -> None:
    """Take the marker characters of matched runs out of their counts.

    The rule of three compares the lengths the runs had in the source.  Time is linear in the number of matches and runs:
    for each kind of closer it is remembered below which height of the stack no opener fits.
    """
    openers: list[Run] = []
    fruitless: dict[tuple[str, bool, int], int] = {}
    for closer in runs:
        if closer.can_close:
            kind = closer.character, closer.can_open, closer.original % 3
            while closer.count:
                height = _find_opener(openers, closer, fruitless.get(kind, 0))
                if height < 0:
                    fruitless[kind] = len(openers)
                    break
                opener = openers[height]
                markers = min(_STRONG, opener.count, closer.count)
                opener.count -= markers
                closer.count -= markers
                del openers[height + (opener.count > 0) :]
                for other, bottom in fruitless.items():
                    fruitless[other] = min(bottom, len(openers))
        if closer.count and closer.can_open:
            openers.append(closer)


def _find_opener(openers: list[Run], closer: Run, bottom: int) -> int:
    """Return the height of the topmost opener that fits the closer, or -1."""
    for height in range(len(openers) - 1, bottom - 1, -1):
        opener = openers[height]
        if opener.character == closer.character and not (
            (opener.can_close or closer.can_open) and (opener.original + closer.original) % 3 == 0 and closer.original % 3 != 0
        ):
            return height
    return -1
