"""The terms of a query over fields: white space parts them, and each knows the ways in which it can stand in a field.

Letters decide which ways those are: a plain word may also begin a longer one, a word with symbols at its edge may lose them,
and a term in a script without blanks is looked for wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import regex
from attrs import frozen

from okfsearch._normal import Normal, normalize
from okfsearch._retrieval.field_text import Way, token_text
from okfsearch._retrieval.tokens import LETTER_OR_NUMBER, TOKEN_RUN
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

__all__ = ["CREDITS", "Credits", "FieldQuery", "Term", "parse_field_query", "parse_synonyms"]

Synonyms = Mapping[Normal, tuple[Normal, ...]]

_SCRIPT = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_EDGES = regex.compile(r"^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$")


@frozen(kw_only=True)
class Credits:
    """Hold what a match is worth, in tenths of a whole one, and where words begin to count as the start of longer ones.

    Attributes:
        whole: the term itself.
        synonym: another word that the caller gave for it.
        prefix: the start of a longer token.
        bare: the term without the symbols at its edges.
        prefix_characters: a shorter term is never the start of another.
    """

    whole: int = 10
    synonym: int = 8
    prefix: int = 6
    bare: int = 4
    prefix_characters: int = 3


CREDITS = Credits()


@frozen
class Term:
    """Hold one term of a query.

    Attributes:
        text: as it was given.
        normal: normalized.
        ways: how it can stand in a field, the most valuable first.
        hints: a field that holds none of these texts holds the term in no way.
    """

    text: str
    normal: Normal
    ways: tuple[Way, ...]
    hints: tuple[str, ...]


@frozen
class FieldQuery:
    """Hold a query over fields.

    Attributes:
        text: the query verbatim.
        normal: normalized.
        tokens: its tokens as `FieldText.tokens` has them.
        terms: its distinct terms in order.
        ignored: the terms without letter or digit, as they were given.
    """

    text: str
    normal: Normal
    tokens: str
    terms: tuple[Term, ...]
    ignored: tuple[str, ...]


def parse_field_query(text: str, limits: Limits, *, prefix: bool = True, synonyms: Synonyms | None = None) -> FieldQuery:
    """Read a query, before anything else is touched; an empty one has no terms.

    Raises:
        InvalidRequest: when it is no text, too long, or holds a lone surrogate.
        LimitExceeded: when it has more than `query_terms` distinct terms or one longer than `term_code_points`.

    Example:
        >>> from okfsearch.limits import Limits
        >>> query = parse_field_query("orders C++ — Orders", Limits())
        >>> [term.text for term in query.terms], query.ignored
        (['orders', 'C++'], ('—',))
        >>> [(way.form, way.needle, way.credit) for way in query.terms[0].ways]
        [('tokens', ' orders ', 10), ('tokens', ' orders', 6)]
    """
    if not isinstance(text, str):
        raise InvalidRequest.of("query", "wrong_type", "The query is a string.")
    if len(text) > limits.query_code_points:
        raise InvalidRequest.of(
            "query", "out_of_range", "The query is too long.", unit="code points", maximum=limits.query_code_points
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidRequest.of("query", "invalid_encoding", "The query holds a lone surrogate.")
    terms: dict[Normal, Term] = {}
    ignored: dict[Normal, str] = {}
    for word in text.split():
        normal = normalize(word)
        limits.check("term_code_points", len(normal))
        if LETTER_OR_NUMBER.search(normal) is None:
            ignored.setdefault(normal, word)
        elif normal not in terms:
            terms[normal] = _read_term(word, normal, prefix=prefix, others=(synonyms or {}).get(normal, ()))
            limits.check("query_terms", len(terms))
    normal = normalize(text)
    return FieldQuery(text, normal, token_text(normal), tuple(terms.values()), tuple(ignored.values()))


def parse_synonyms(synonyms: Mapping[str, Sequence[str]] | None) -> Synonyms:
    """Check the caller's synonyms: terms to the words or phrases that stand for them too.

    Raises:
        InvalidRequest: when they are no mapping of texts to sequences of texts, or one is blank.
    """
    if synonyms is None:
        return {}
    if not isinstance(synonyms, Mapping):
        raise InvalidRequest.of("synonyms", "wrong_type", "Synonyms map a term to a sequence of texts.")
    read: dict[Normal, tuple[Normal, ...]] = {}
    for term, others in synonyms.items():
        if not isinstance(term, str) or isinstance(others, str) or not isinstance(others, Sequence):
            raise InvalidRequest.of("synonyms", "wrong_type", "Synonyms map a term to a sequence of texts.")
        if not all(isinstance(other, str) and LETTER_OR_NUMBER.search(other) for other in others):
            raise InvalidRequest.of("synonyms", "empty_argument", "A synonym is a text with a letter or digit.")
        key = normalize(term)
        read[key] = tuple(dict.fromkeys((*read.get(key, ()), *map(normalize, others))))
    return read


def _read_term(word: str, normal: Normal, *, prefix: bool, others: Iterable[Normal]) -> Term:
    ways = list(_own_ways(normal, prefix=prefix))
    hints = [_hint(normal)]
    for other in others:
        ways += [_whole(other, CREDITS.synonym, synonym=True)]
        hints.append(_hint(other))
    # Sorting is stable: of equal credits the term's own way comes first.
    return Term(word, normal, tuple(sorted(ways, key=lambda way: -way.credit)), tuple(dict.fromkeys(hints)))


def _own_ways(normal: Normal, *, prefix: bool) -> Iterable[Way]:
    """Return the ways of a term by itself."""
    yield _whole(normal, CREDITS.whole)
    bare = _EDGES.sub("", normal)
    if bare != normal:
        if _SCRIPT.search(normal):
            yield Way(credit=CREDITS.bare, form="text", needle=bare, wider=True)
        else:
            yield Way(credit=CREDITS.bare, form="tokens", needle=token_text(Normal(bare)), wider=True)
    elif prefix and TOKEN_RUN.fullmatch(normal) and not _SCRIPT.search(normal) and len(normal) >= CREDITS.prefix_characters:
        yield Way(credit=CREDITS.prefix, form="tokens", needle=f" {normal}", wider=True)


def _whole(normal: Normal, credit: int, *, synonym: bool = False) -> Way:
    if _SCRIPT.search(normal):
        return Way(credit=credit, form="text", needle=normal, synonym=synonym)
    if _EDGES.search(normal):
        return Way(credit=credit, form="alone", needle=normal, synonym=synonym)
    return Way(credit=credit, form="tokens", needle=token_text(normal), synonym=synonym)


def _hint(normal: Normal) -> str:
    """Return the longest run of token characters: it stands in every field that holds the term."""
    runs: list[str] = TOKEN_RUN.findall(normal)
    return max(runs, key=len)
