"""A whole body in the forms in which terms are looked for, made as cheaply as its characters allow.

Nothing folds, composes or makes a token across a line end.  So lines of ASCII are read by translation and splitting, and only
lines with other characters take the general way; the answer is that of `FieldText.of` to the last character.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never
from okfsearch._normal import normalize
from okfsearch._retrieval.field_text import FieldText
from okfsearch._retrieval.tokens import ASCII_FOLD, tokenize

__all__ = ["may_hold", "read_body"]

# From the first character beyond ASCII to the end of its line: one match for each such line.
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f][^\n]*+")


def may_hold(text: str, hints: Sequence[str]) -> bool:
    """Tell whether a text may hold one of some normalized texts; a no is certain.

    Example:
        >>> may_hold("The Kelvin scale", ["\\u212a".lower()]), may_hold("tide", ["ebb"])
        (True, False)
    """
    # Only folding makes ASCII letters out of others, and composing never does.
    folded = text.lower() if text.isascii() else text.casefold()
    return any(hint in folded if hint.isascii() else not text.isascii() for hint in hints)


def read_body(text: str, *, whole: bool = True, cancelled: Cancelled = never) -> FieldText:
    """Read a body; without `whole` only its tokens, where nothing is looked for in its text.

    Example:
        >>> read_body("Berth\\n fees", whole=False)
        FieldText(normal='', tokens=' berth  fees ')
    """
    tokens: list[str] = []
    for piece in _pieces(text):
        if len(piece) > SLICE_BYTES:
            check(cancelled)
        if piece.isascii():
            tokens += piece.encode().translate(ASCII_FOLD).decode("ascii").split()
        else:
            tokens += tokenize(normalize(piece, cancelled=cancelled), cancelled=cancelled)
    normal = normalize(text, cancelled=cancelled) if whole else ""
    return FieldText(normal, f" {'  '.join(tokens)} " if tokens else "")


def _pieces(text: str) -> Iterator[str]:
    """Cut a text at line ends into runs of lines that are all ASCII, and runs of others."""
    if text.isascii():
        yield text
        return
    start = at = 0
    for odd in _BEYOND_ASCII.finditer(text):
        line = text.rfind("\n", at, odd.start()) + 1 or at
        if line > at:
            # The lines since the last odd one are ASCII; those before them are not.
            yield text[start:at]
            yield text[at:line]
            start = line
        at = odd.end() + 1
    yield text[start:at]
    yield text[at:]
