"""Analysis: text into the terms of context mode, which are richer than tokens.

Beside every token there are whole identifiers without their joints, the parts that capitals and digits make, and pairs for
scripts written without blanks.  The same rules serve text and query; which term counts how much is left to `evidence`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import Literal, NamedTuple
from unicodedata import normalize

import regex

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check, never
from okfsearch._fold import compose, fold

__all__ = ["Analysis", "Analyzer", "Word", "analyze_query", "count_letters", "part_of", "plain_form", "spelled_out", "whole_of"]

# Scripts whose words run together: any piece of such a run is searched by its pairs of characters.
_RUNNING = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}ー々〆"
_CHARACTER = r"[\p{L}\p{N}\p{M}]"
# Tokens with at most two joints between each and the next.
_IDENTIFIER = regex.compile(rf"{_CHARACTER}++(?:[_.\-/:'’]{{1,2}}{_CHARACTER}++)*+")
_PIECES = regex.compile(rf"[{_RUNNING}]+|[^{_RUNNING}]+")
_RUN = regex.compile(rf"[{_RUNNING}]")
_WITHOUT_JOINTS = str.maketrans("", "", "_.-/:'’")
#: The joints at which an identifier falls into pieces first, as blanks.
_OUTER_JOINTS = str.maketrans("/:", "  ")
_SIGNED = regex.compile(rf"(?<!{_CHARACTER})(\p{{L}}{{1,12}})([+#]{{1,3}})(?![+#\p{{L}}\p{{N}}])")
_PARTS = regex.compile(r"\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{Lu}")
_TOKENS = regex.compile(rf"{_CHARACTER}+")
_ASCII_IDENTIFIER = re.compile(r"[A-Za-z0-9]+(?:[_.\-/:']{1,2}[A-Za-z0-9]+)*")
_DIGIT = re.compile(r"[0-9]")
_ASCII_TOKENS = re.compile(r"[A-Za-z0-9]+")
_ASCII_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[A-Z]")
#: What stands around a word without belonging to it.
_OUTER = ",.;:!?()[]{}<>`*_\"'|~-"
_LETTERS = regex.compile(r"\p{L}+")

#: Longer identifiers are known by their tokens alone.
LONGEST_IDENTIFIER = 128

#: A longer stretch is not remembered: it hardly comes twice.
_LONGEST_KNOWN = 256

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

    __slots__ = ("_beside", "_tokens")

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._tokens: dict[str, tuple[str, ...]] = {}
        self._beside: dict[str, tuple[str, ...]] = {}

    def analyze(self, text: str, *, cancelled: Cancelled = never) -> tuple[list[str], list[str]]:
        """Return the tokens of a text in their order, and the terms beside them.

        Example:
            >>> Analyzer().analyze("Call `berth_fee` in C++ or 検索式")
            (['call', 'berth', 'fee', 'in', 'c', 'or', '検索', '索式'], ['\\x02berthfee', '\\x02c++'])
        """
        tokens: list[str] = []
        beside: list[str] = []
        stretches = text.split()
        for start in range(0, len(stretches), SLICE_TOKENS):
            check(cancelled)
            self._analyze_some(stretches[start : start + SLICE_TOKENS], tokens, beside, cancelled)
        return tokens, beside

    def _analyze_some(self, stretches: list[str], tokens: list[str], beside: list[str], cancelled: Cancelled) -> None:
        fresh = [stretch for stretch in dict.fromkeys(stretches) if stretch not in self._tokens]
        for stretch in fresh:
            self._tokens[stretch], more = analyze_stretch(stretch, cancelled=cancelled)
            if more:
                self._beside[stretch] = more
        # What is known is put together without a step of the interpreter for each.
        tokens += chain.from_iterable(map(self._tokens.__getitem__, stretches))
        beside += chain.from_iterable(map(self._beside.__getitem__, filter(self._beside.__contains__, stretches)))
        for stretch in fresh:
            if len(stretch) > _LONGEST_KNOWN:
                del self._tokens[stretch]
                self._beside.pop(stretch, None)


def analyze_stretch(stretch: str, *, cancelled: Cancelled = never) -> Analysis:
    """Analyze a stretch of text without blanks.

    Example:
        >>> analyze_stretch("harbour.berthFees")
        Analysis(tokens=('harbour', 'berthfees'), beside=('\\x02harbourberthfees', '\\x01berth', '\\x01fees'))
    """
    if stretch.isascii():
        bare = stretch.strip(_OUTER)
        if bare.isalpha() and (bare.islower() or bare.istitle()):
            return Analysis((bare.lower(),), ())
        return _analyze_ascii(stretch)
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


def _analyze_ascii(stretch: str) -> Analysis:
    """Analyze a stretch of ASCII: the same answer, several times as fast."""
    tokens: list[str] = []
    beside: list[str] = []
    for identifier in _ASCII_IDENTIFIER.findall(stretch):
        simple = identifier.isalpha()
        if simple and (identifier.islower() or identifier.istitle()):
            tokens.append(identifier.lower())
            continue
        found = [identifier] if identifier.isalnum() else _ASCII_TOKENS.findall(identifier)
        tokens += [token.lower() for token in found]
        if len(identifier) <= LONGEST_IDENTIFIER:
            if len(found) > 1:
                beside += map(whole_of, _wholes(identifier))
            if not identifier.islower() or _DIGIT.search(identifier):
                beside += [part_of(part) for token in found for part in _parts(token)]
    if "+" in stretch or "#" in stretch:
        beside += [whole_of("".join(found).lower()) for found in _SIGNED.findall(stretch)]
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
    whole = identifier.translate(_WITHOUT_JOINTS)
    if whole == identifier:
        return []
    found: list[str] = [fold(whole)]
    outer = identifier.translate(_OUTER_JOINTS)
    for piece in outer.split():
        if piece != identifier:
            _add_whole(piece, found)
        if "." in piece:
            for inner in piece.split("."):
                _add_whole(inner, found)
    return found


def _add_whole(piece: str, found: list[str]) -> None:
    whole = piece.translate(_WITHOUT_JOINTS)
    if len(whole) < len(piece) and whole and fold(whole) not in found:
        found.append(fold(whole))


def _parts(token: str) -> list[str]:
    """Return the parts that capitals and digits make of a token, none when there is only one."""
    if token.isalpha() and (token.islower() or token.istitle()):
        return []
    parts: list[str] = (_ASCII_PARTS if token.isascii() else _PARTS).findall(token)
    if len(parts) < 2:  # noqa: PLR2004 - one part is the token itself
        return []
    return [str(fold(part)) for part in parts if len(part) > 1 or not part.isalpha()]


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


def _query_terms(piece: str) -> list[tuple[str, Kind]]:
    if _RUN.match(piece):
        run = fold(piece)
        return _of_kind("lone" if len(run) == 1 else "pair", dict.fromkeys(_pairs(run)))
    tokens: list[str] = _TOKENS.findall(piece)
    folded = dict.fromkeys([str(fold(token)) for token in tokens])
    terms = _of_kind("word", folded)
    if len(piece) <= LONGEST_IDENTIFIER:
        parts = dict.fromkeys([part for token in tokens for part in _parts(token)])
        terms += _of_kind("whole", [whole for whole in _wholes(piece) if whole not in folded])
        terms += _of_kind("part", [part for part in parts if part not in folded])
    return terms


def _of_kind(kind: Kind, terms: Iterable[str]) -> list[tuple[str, Kind]]:
    return [(term, kind) for term in terms]


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
