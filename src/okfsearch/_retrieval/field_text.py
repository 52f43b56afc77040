"""The text of one field, ready to be asked for terms, and the ways in which a term can stand in it.

A way says what to look for, in which form of the field, and what finding it is worth.  Which ways a term has is decided in
`field_terms`; what a worth adds up to is for the mode to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, Self

import regex
from attrs import frozen

from okfsearch._cancel import Cancelled, never
from okfsearch._normal import Normal, normalize
from okfsearch._retrieval.tokens import TOKEN_RUN, tokenize

__all__ = ["TRIES", "FieldText", "Form", "Way", "is_inside", "token_text"]

#: The form of a field in which a way looks: its tokens, its whole text, or its text with no token character at either side.
Form = Literal["tokens", "text", "alone"]

#: After so many vain looks for a text that stands alone one pattern is made, which is worth it only then.
TRIES = 64

_INSIDE = r"[\p{L}\p{N}\p{M}]"


@frozen(kw_only=True)
class Way:
    """Hold one way in which a term can stand in a field.

    Attributes:
        credit: what it is worth, in tenths.
        form: where to look.
        needle: what to look for.
        synonym: whether it is another word of the caller's.
        wider: whether what the term's better ways find is found by this one too.
    """

    credit: int
    form: Form
    needle: str
    synonym: bool = False
    wider: bool = False


@frozen
class FieldText:
    r"""Hold one field in the two forms in which terms are looked for.

    Attributes:
        normal: the normalized text; parts that do not belong together, such as tags, are lines of their own.
        tokens: every token between two blanks, so that neighbours can be found and counted: `" a  b "`.

    Example:
        >>> from okfsearch._retrieval.field_text import FieldText
        >>> FieldText.of(["Berth fee", "C++"])
        FieldText(normal='berth fee\nc++', tokens=' berth  fee \n c ')
    """

    normal: str
    tokens: str

    @classmethod
    def of(cls, parts: Iterable[str], *, cancelled: Cancelled = never) -> Self:
        """Read the parts of a field."""
        lines = [normalize(part, cancelled=cancelled) for part in parts]
        return cls("\n".join(lines), "\n".join(token_text(line, cancelled=cancelled) for line in lines))

    def count(self, way: Way) -> int:
        """Return how often a term stands here in that way."""
        if way.form == "tokens":
            return self.tokens.count(way.needle)
        if way.form == "text":
            return self.normal.count(way.needle)
        return sum(1 for _ in find_alone(self.normal, way.needle))

    def holds(self, way: Way) -> bool:
        """Tell whether a term stands here in that way."""
        if way.form == "tokens":
            return way.needle in self.tokens
        if way.form == "text" or way.needle not in self.normal:
            return way.needle in self.normal
        return next(find_alone(self.normal, way.needle), None) is not None


def token_text(normal: Normal, *, cancelled: Cancelled = never) -> str:
    """Return the tokens of a normalized text, each between two blanks."""
    tokens = tokenize(normal, cancelled=cancelled)
    return f" {'  '.join(tokens)} " if tokens else ""


def find_alone(text: str, needle: str) -> Iterator[int]:
    """Yield where a text stands that no token character continues at either side; the places do not overlap."""
    at = text.find(needle)
    failed = 0
    while at >= 0:
        end = at + len(needle)
        if not (is_inside(text[end : end + 1]) or (at and is_inside(text[at - 1]))):
            yield at
            at = text.find(needle, end)
            continue
        failed += 1
        if failed > TRIES:
            pattern = regex.compile(rf"(?<!{_INSIDE}){regex.escape(needle)}(?!{_INSIDE})")
            yield from (match.start() for match in pattern.finditer(text, at + 1))
            return
        at = text.find(needle, at + 1)


def is_inside(character: str) -> bool:
    """Tell whether a character is part of a token; the empty text is not."""
    return TOKEN_RUN.match(character) is not None
