"""The text form of a request: words, quoted pieces, and items such as `type:Metric`, in any order.

A thin helper over the keyword arguments, so that programs never have to build strings.
"""

from __future__ import annotations

import re

from attrs import frozen

from okfsearch._normal import normalize
from okfsearch._retrieval.tokens import LETTER_OR_NUMBER
from okfsearch.concept_question import check_scope
from okfsearch.concept_result import Scope
from okfsearch.errors import InvalidRequest

__all__ = ["REQUEST_KEYS", "ConceptRequest", "parse_request"]

#: The keys of the request form; any other prefix is text.
REQUEST_KEYS = ("type", "tags", "bundle", "in")

_QUOTED = r'"(?:[^"\\]|\\.)*+"'
# Spelled out, because ignoring case would let letters beyond ASCII pass.
_KEYS = "|".join("".join(f"[{letter}{letter.upper()}]" for letter in key) for key in REQUEST_KEYS)
_ITEM = re.compile(rf"({_KEYS}):({_QUOTED}|\S*)|({_QUOTED})|(\S+)", re.DOTALL)
# A backslash makes a quote part of a quoted piece, and another one itself; before anything else it stands for itself.
_ESCAPED = re.compile(r'\\(["\\])')


@frozen(kw_only=True)
class ConceptRequest:
    """Hold a request in its parts; the names are those of `search_concepts`.

    Attributes:
        text: words and quoted pieces in their order, joined by one blank.
        type: part of the type, or None.
        tags: tags that must all be there.
        bundle: the bundle's root, or None where the request names none.
        scope: "title", "description", "body" or "all".
    """

    text: str = ""
    type: str | None = None
    tags: tuple[str, ...] = ()
    bundle: str | None = None
    scope: Scope = "all"


def parse_request(request: str) -> ConceptRequest:
    """Read a request in text form.

    Raises:
        InvalidRequest: `empty_query` when nothing is asked, `duplicate_argument`, `empty_argument` and `invalid_scope` for an
            item; `details` names the field, and the values there are.

    Example:
        >>> from okfsearch.concept_request import parse_request
        >>> parse_request('revenue type:"BigQuery Table" tags:sales,#orders in:body')
        ConceptRequest(text='revenue', type='BigQuery Table', tags=('sales', 'orders'), bundle=None, scope='body')
        >>> parse_request('std::vector "type:Metric"').text
        'std::vector type:Metric'
    """
    if not isinstance(request, str):
        raise InvalidRequest.of("request", "wrong_type", "The request is a string.")
    words: list[str] = []
    tags: dict[str, None] = {}
    single: dict[str, str] = {}
    for match in _ITEM.finditer(request):
        key, value, quoted, word = match.groups()
        if key is None:
            words.append(word if quoted is None else _unquoted(quoted))
            continue
        key = key.lower()
        value = _unquoted(value)
        if key == "tags":
            added = [tag for part in value.split(",") if (tag := part.strip().removeprefix("#").strip())]
            tags.update(dict.fromkeys(added))
            value = ",".join(added)
        elif key in single:
            raise InvalidRequest.of(
                key, "duplicate_argument", "An argument may be given only once.", allowed=list(REQUEST_KEYS)
            )
        if not value.strip():
            raise InvalidRequest.of(key, "empty_argument", "An argument needs a value.", allowed=list(REQUEST_KEYS))
        if key != "tags":
            single[key] = value
    scope = check_scope(normalize(single.get("in", "all")), "in")
    text = " ".join(word for word in words if word.strip())
    if not (single.keys() & {"type"} or tags or LETTER_OR_NUMBER.search(text)):
        raise InvalidRequest.of("query", "empty_query", "The request asks for nothing.", allowed=list(REQUEST_KEYS))
    return ConceptRequest(text=text, type=single.get("type"), tags=tuple(tags), bundle=single.get("bundle"), scope=scope)


def _unquoted(piece: str) -> str:
    """Return the text of a quoted piece; any other piece is its own text."""
    if len(piece) > 1 and piece.startswith('"') and piece.endswith('"'):
        return _ESCAPED.sub(r"\1", piece[1:-1])
    return piece
