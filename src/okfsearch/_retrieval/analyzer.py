"""Analysis: text into the terms of context mode, which are richer than tokens.

Beside every token there are whole identifiers without their joints, the parts that capitals and digits make, and pairs for
scripts written without blanks.  The same rules serve text and query; which term counts how much is left to `evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple
from unicodedata import normalize

import regex

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never
from okfsearch._fold import compose, fold

__all__ = ["Analysis", "Analyzer", "Word", "analyze_query", "count_letters", "part_of", "plain_form", "spelled_out", "whole_of"]

# Scripts whose words run together: any piece of such a run is searched by its pairs of characters.
_RUNNING = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}ー々〆"
_TOKEN = r"[\p{L}\p{N}\p{M}]"
# Tokens with at most two joints between each and the next.
_IDENTIFIER = regex.compile(rf"{_TOKEN}++(?:[_.\-/:'’]{{1,2}}{_TOKEN}++)*+")
_PIECES = regex.compile(rf"[{_RUNNING}]+|[^{_RUNNING}]+")
_RUN = regex.compile(rf"[{_RUNNING}]")
_LEVELS = tuple(regex.compile(pattern) for pattern in (r"[/:]+", r"[.]+", r"[_\-'’]+"))
_JOINTS = regex.compile(r"[_.\-/:'’]+")
_SIGNED = regex.compile(rf"(?<!{_TOKEN})(\p{{L}}{{1,12}})([+#]{{1,3}})(?![+#\p{{L}}\p{{N}}])")
_PARTS = regex.compile(r"\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{Lu}")
_TOKENS = regex.compile(rf"{_TOKEN}+")
_LETTERS = regex.compile(r"\p{L}+")

#: Longer identifiers are known by their tokens alone.
LONGEST_IDENTIFIER = 128

#: A longer stretch is not remembered: it hardly comes twice.
_LONGEST_KNOWN = 48

#: What marks a term as a part that capitals or digits make, or as a whole identifier, so that it is taken for no word.
_PART_MARK, _WHOLE_MARK = "\x01", "\x02"

Kind = Literal["word", "whole", "part", "pair", "lone"]


class Analysis(NamedTuple):
    """Hold the terms of a stretch of text: its tokens in their order, and those that stand beside them."""

    tokens: tuple[str, ...]
    beside: tuple[str, ...]


class Word(NamedTuple):
    """Hold one thing that a query asks for.

    Attributes:
        text: the folded word as it was typed.
        terms: what to look for, each with its kind; a "whole" and the "part" stand beside the others.
    """

    text: str
    terms: tuple[tuple[str, Kind], ...]


def part_of(term: str) -> str:
    """Return the term under which a part of an identifier is indexed."""
    return _PART_MARK + term


def whole_of(term: str) -> str:
    """Return the term under which a whole identifier is indexed."""
    return _WHOLE_MARK + term


class Analyzer:
    """Analyze texts, remembering what each stretch without blanks came to."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._known: dict[str, Analysis] = {}

    def analyze(self, text: str, *, cancelled: Cancelled = never) -> tuple[list[str], list[str]]:
        """Return the tokens of a text in their order, and the terms beside them.

        Example:
            >>> Analyzer().analyze("Call `berth_fee` in C++ or 検索式")
            (['call', 'berth', 'fee', 'in', 'c', 'or', '検索', '索式'], ['\\x02berthfee', '\\x02c++'])
        """
        known = self._known
        tokens: list[str] = []
        beside: list[str] = []
        for place, stretch in enumerate(text.split()):
            if place % SLICE_TOKENS == SLICE_TOKENS - 1:
                check(cancelled)
            found = known.get(stretch)
            if found is None:
                found = analyze_stretch(stretch, cancelled=cancelled)
                if len(stretch) <= _LONGEST_KNOWN:
                    known[stretch] = found
            tokens += found.tokens
            beside += found.beside
        return tokens, beside


def analyze_stretch(stretch: str, *, cancelled: Cancelled = never) -> Analysis:
    """Analyze a stretch of text without blanks.

    Example:
        >>> analyze_stretch("harbour.berthFees")
        Analysis(tokens=('harbour', 'berthfees'), beside=('\\x02harbourberthfees', '\\x01berth', '\\x01fees'))
    """
    if stretch.isascii() and stretch.isalpha() and (stretch.islower() or stretch.istitle()):
        return Analysis((stretch.lower(),), ())
    tokens: list[str] = []
    beside: list[str] = []
    for identifier in _IDENTIFIER.findall(compose(stretch, cancelled=cancelled)):
        for piece in _split_scripts(identifier):
            if _RUN.match(piece):
                tokens += _pairs(fold(piece, cancelled=cancelled))
            else:
                tokens += [fold(token) for token in _TOKENS.findall(piece)]
                if len(piece) <= LONGEST_IDENTIFIER:
                    beside += map(whole_of, _wholes(piece))
                    beside += [part_of(part) for token in _TOKENS.findall(piece) for part in _parts(token)]
    if "+" in stretch or "#" in stretch:
        beside += [whole_of(fold("".join(found))) for found in _SIGNED.findall(stretch)]
    return Analysis(tuple(tokens), tuple(beside))


def _split_scripts(identifier: str) -> list[str]:
    """Split where a script that is written without blanks begins or ends."""
    if identifier.isascii() or not _RUN.search(identifier):
        return [identifier]
    pieces: list[str] = [piece for piece in _PIECES.findall(identifier) if _TOKENS.search(piece)]
    return pieces


def _pairs(run: str) -> list[str]:
    """Return the pairs of neighbours in a run, or the run itself when it is one character."""
    return [run] if len(run) == 1 else [run[place : place + 2] for place in range(len(run) - 1)]


def _wholes(identifier: str) -> list[str]:
    """Return an identifier without its joints, and so its pieces at each level of joints, the simple ones left out."""
    found: dict[str, None] = {}
    pieces = [identifier]
    for level in (*_LEVELS, None):
        for piece in pieces:
            if _JOINTS.search(piece):
                found[fold(_JOINTS.sub("", piece))] = None
        if level is not None:
            pieces = [part for piece in pieces for part in level.split(piece) if part]
    found.pop("", None)
    return list(found)


def _parts(token: str) -> list[str]:
    """Return the parts that capitals and digits make of a token, none when there is only one."""
    if (token.islower() or token.istitle()) and token.isalpha():
        return []
    parts: list[str] = _PARTS.findall(token)
    if len(parts) < 2:  # noqa: PLR2004 - one part is the token itself
        return []
    return [fold(part) for part in parts if len(part) > 1 or not part.isalpha()]


def analyze_query(text: str, *, cancelled: Cancelled = never) -> tuple[Word, ...]:
    """Return the distinct words of a query in the order they first occur.

    Example:
        >>> [word.text for word in analyze_query("how is DEC-0054 set, how?")]
        ['how', 'is', 'dec-0054', 'set']
        >>> analyze_query("berth_fee")[0].terms
        (('berth', 'word'), ('fee', 'word'), ('berthfee', 'whole'))
    """
    words: dict[str, Word] = {}
    for stretch in text.split():
        check(cancelled)
        for identifier in _IDENTIFIER.findall(compose(stretch, cancelled=cancelled)):
            for piece in _split_scripts(identifier):
                word = Word(fold(piece), tuple(_query_terms(piece)))
                words.setdefault(word.text, word)
        for signed in _SIGNED.findall(stretch):
            whole = fold("".join(signed))
            bare = words.pop(fold(signed[0]), None)
            words.setdefault(whole, Word(whole, ((whole, "whole"), *(bare.terms if bare else ()))))
    return tuple(words.values())


def _query_terms(piece: str) -> Iterator[tuple[str, Kind]]:
    if _RUN.match(piece):
        run = fold(piece)
        kind: Kind = "lone" if len(run) == 1 else "pair"
        yield from ((pair, kind) for pair in dict.fromkeys(_pairs(run)))
        return
    tokens: list[str] = _TOKENS.findall(piece)
    folded = dict.fromkeys(fold(token) for token in tokens)
    yield from ((token, "word") for token in folded)
    if len(piece) <= LONGEST_IDENTIFIER:
        yield from ((whole, "whole") for whole in _wholes(piece) if whole not in folded)
        parts = dict.fromkeys(part for token in tokens for part in _parts(token))
        yield from ((part, "part") for part in parts if part not in folded)


def count_letters(term: str) -> int | None:
    """Return how many letters a term has that is made of letters of one script with blanks, or None."""
    return len(term) if _LETTERS.fullmatch(term) and not _RUN.search(term) else None


# Letters that no decomposition takes apart, small kana, and the umlauts as German spells them without.
_PLAIN = str.maketrans(
    dict(zip("łøđħıĸŋðþæœ", ("l", "o", "d", "h", "i", "k", "n", "d", "th", "ae", "oe"), strict=True))
    | dict(zip("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ", "あいうえおつやゆよわアイウエオツヤユヨワ", strict=True))
)
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_MARKS = regex.compile(r"\p{Mn}+")


def plain_form(term: str) -> str:
    """Return a folded term without diacritics, for terms of any script.

    Example:
        >>> plain_form("höhe"), plain_form("łódź"), plain_form("ｆｅｅ")
        ('hohe', 'lodz', 'fee')
    """
    if term.isascii():
        return term
    return normalize("NFC", _MARKS.sub("", normalize("NFKD", term))).translate(_PLAIN).lower()


def spelled_out(term: str) -> str:
    """Return a folded term with its umlauts spelled as two letters."""
    return plain_form(term.translate(_SPELLED_OUT))

