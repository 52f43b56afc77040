"""Tokens: text folded, composed, and split on everything that is no letter, number or combining mark.

The same rule serves text and query.  Reading a whole text in one go and counting in it is the next room's business.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

import regex

from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never
from okfsearch._fold import Folded, fold, slices

#: One maximal run of token characters, in text folded or not.
TOKEN_RUN = regex.compile(r"[\p{L}\p{N}\p{M}]+")
#: What a query needs at least one of; marks alone ask for nothing.
LETTER_OR_NUMBER = regex.compile(r"[\p{L}\p{N}]")

_TOKEN_CHARACTER = regex.compile(r"[\p{L}\p{N}\p{M}\n]")
_ASCII_TOKEN_BYTES = bytes(byte if bytes((byte,)).isalnum() else 0x20 for byte in range(128)).lower()

#: For `bytes.translate`: ASCII folded, every separator but LF a blank, and so every byte beyond ASCII.
ASCII_FOLD = _ASCII_TOKEN_BYTES[:10] + b"\n" + _ASCII_TOKEN_BYTES[11:] + b" " * 128


class _Separators(dict[int, int | str]):
    """Map each code point that separates tokens to a blank and every other, LF included, to itself.

    It fills itself as characters are met; what it answers depends on nothing but the code point.
    """

    def __missing__(self, code_point: int) -> int | str:
        kept = _TOKEN_CHARACTER.match(chr(code_point)) is not None
        return self.setdefault(code_point, code_point if kept else " ")


_SEPARATORS = _Separators()


class UnicodeVersions(NamedTuple):
    """Name the Unicode tables at work: those of the token pattern follow `regex`, folding follows the interpreter.

    Attributes:
        regex: the version of the `regex` package, whose tables say what a letter, a number and a mark is.
        unidata: the Unicode version of the interpreter's folding and composition.
    """

    regex: str
    unidata: str


def unicode_versions() -> UnicodeVersions:
    """Return the versions of the two tables that decide what a token is.

    Example:
        >>> import okfsearch
        >>> sorted(okfsearch.unicode_versions()._asdict())
        ['regex', 'unidata']
    """
    from importlib.metadata import version  # asked for by few, and slow to load

    return UnicodeVersions(version("regex"), unicodedata.unidata_version)


def blank_separators(text: Folded) -> str:
    """Return folded text with a blank for every separator but LF."""
    return text.translate(_SEPARATORS)


def tokenize(text: str, *, cancelled: Cancelled = never) -> list[str]:
    """Return the tokens of a text in their order, repeated as they occur.

    Example:
        >>> tokenize("Straße, 20.04 – straße")
        ['strasse', '20', '04', 'strasse']
    """
    if len(text) <= SLICE_BYTES:
        if text.isascii():
            # The same answer by a table of bytes, several times as fast.
            return text.encode().translate(ASCII_FOLD).decode("ascii").split()
        return blank_separators(fold(text, cancelled=cancelled)).split()
    folded = fold(text, cancelled=cancelled)
    blanked: list[str] = []
    for start in range(0, len(folded), SLICE_BYTES):
        check(cancelled)
        blanked.append(blank_separators(Folded(folded[start : start + SLICE_BYTES])))
    tokens: list[str] = []
    for piece in slices("".join(blanked), before=_BLANK):
        check(cancelled)
        tokens += piece.split()
    return tokens


_BLANK = re.compile(r"[ \n]")

#: Before an ASCII separator nothing can compose with what stands before it, and no token is cut there.
SEPARATOR = re.compile(r"[\x00-/:-@\[-`{-\x7f]")
