"""Stems: what is left of a word without its endings, in English and in German.

Two words are taken for forms of one when either rule gives them the same stem; nobody has to say which language a bundle is
written in.  Sources: M. F. Porter, "An algorithm for suffix stripping" (1980), and the German rules of his Snowball.
Words are folded and without diacritics; which of them are looked at is left to `lexicon`.
"""

from __future__ import annotations

import re

__all__ = ["english_form", "english_stem", "german_form", "german_stem"]

_VOWELS = "aeiouy"
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
#: Shorter words have no ending to take off.
_SHORTEST = 3

# Endings, longest first, and what takes their place when a consonant follows a vowel before them.
_DOUBLE = {
    "ational": "ate", "ization": "ize", "iveness": "ive", "fulness": "ful", "ousness": "ous", "tional": "tion",
    "biliti": "ble", "lessli": "less", "entli": "ent", "ation": "ate", "alism": "al", "aliti": "al", "ousli": "ous",
    "iviti": "ive", "fulli": "ful", "enci": "ence", "anci": "ance", "abli": "able", "izer": "ize", "ator": "ate",
    "alli": "al", "logi": "log", "bli": "ble", "eli": "e",
}  # fmt: skip
_SINGLE = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ness": "", "ful": ""}
# Endings that fall when two such changes from vowel to consonant stand before them.
_LAST = (
    "ement", "ance", "ence", "able", "ible", "ment", "sion", "tion", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "al", "er", "ic", "ou",
)  # fmt: skip
_KEPT = {"sion": 1, "tion": 1}
_CHANGES = re.compile(r"[aeiouy]+[^aeiouy]+")
_GERMAN_FIRST = re.compile(r"(?:ern|em|er|en|es|e|(?<=[bdfghklmnrt])s)\Z")
_GERMAN_SECOND = re.compile(r"(?:est|en|er|(?<=.{3}[bdfghklmnt])st)\Z")
_GERMAN_THIRD = re.compile(r"(?:lich|isch|heit|keit|ung|end|ig|ik)\Z")


def english_stem(word: str) -> str:
    """Return the stem of a word by the English rule.

    Example:
        >>> [english_stem(word) for word in ("moorings", "moored", "relational", "libraries", "sky")]
        ['moor', 'moor', 'relat', 'librari', 'sky']
    """
    if len(word) < _SHORTEST + 1:
        return word
    word = english_form(word)
    for endings in (_DOUBLE, _SINGLE):
        ending = next((ending for ending in endings if word.endswith(ending)), None)
        if ending is not None and _changes(word[: -len(ending)]) > 0:
            word = word[: -len(ending)] + endings[ending]
    ending = next((ending for ending in _LAST if word.endswith(ending)), None)
    if ending is not None:
        rest = word[: len(word) - len(ending) + _KEPT.get(ending, 0)]
        if _changes(rest) > 1:
            word = rest
    if word.endswith("e") and (_changes(word[:-1]) > 1 or (_changes(word[:-1]) == 1 and not _is_short(word[:-1]))):
        word = word[:-1]
    return word[:-1] if word.endswith("ll") and _changes(word[:-1]) > 1 else word


def english_form(word: str) -> str:
    """Return a word without what number and tense add to it in English: what its forms have in common.

    Example:
        >>> [english_form(word) for word in ("moorings", "moored", "relational", "libraries")]
        ['moor', 'moor', 'relational', 'librari']
    """
    if len(word) < _SHORTEST + 1:
        return word
    word = _without_tense(_without_plural(word))
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) and len(word) > _SHORTEST else word


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith("ies"):
        return word[:-2] if len(word) > _SHORTEST + 1 else word[:-1]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _without_tense(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _changes(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and _has_vowel(rest):
            if rest.endswith(("at", "bl", "iz")) or (_changes(rest) == 1 and _is_short(rest)):
                return rest + "e"
            doubled = rest[-1:] == rest[-2:-1] and rest[-1] not in "aeiouylsz"
            return rest[:-1] if doubled else rest
    return word


def _has_vowel(text: str) -> bool:
    return any(letter in _VOWELS for letter in text)


def _changes(text: str) -> int:
    """Count how often a consonant follows a vowel."""
    return len(_CHANGES.findall(text))


def _is_short(text: str) -> bool:
    """Tell whether a text ends in consonant, vowel, consonant, the last none of w, x and y."""
    return len(text) >= _SHORTEST and text[-1] not in _VOWELS + "wx" and text[-2] in _VOWELS and text[-3] not in _VOWELS


def german_stem(word: str) -> str:
    """Return the stem of a word by the German rule; umlauts are plain letters already.

    Example:
        >>> [german_stem(word) for word in ("kundigungen", "kundigung", "fristen", "mietern")]
        ['kundig', 'kundig', 'frist', 'miet']
    """
    word = german_form(word)
    ending = _GERMAN_THIRD.search(word)
    return word if ending is None or ending.start() < _german_start(word) else word[: ending.start()]


def german_form(word: str) -> str:
    """Return a word without what number, case and degree add to it in German.

    Example:
        >>> [german_form(word) for word in ("kundigungen", "kundigung", "fristen", "schonste")]
        ['kundigung', 'kundigung', 'frist', 'schon']
    """
    start = _german_start(word)
    for pattern in (_GERMAN_FIRST, _GERMAN_SECOND):
        ending = pattern.search(word)
        if ending is not None and ending.start() >= start:
            word = word[: ending.start()]
    return word


def _german_start(word: str) -> int:
    """Return where endings may begin: behind the first consonant after a vowel, never within the first three letters."""
    region = _CHANGES.search(word)
    return max(_SHORTEST, len(word) if region is None else region.start() + len(region[0].rstrip(_CONSONANTS)) + 1)
