"""The query: what was asked, and the distinct terms it asks for."""

from __future__ import annotations

from attrs import frozen

from okfsearch._retrieval.tokens import LETTER_OR_NUMBER, tokenize
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits


@frozen
class Query:
    """Hold a query as it was given and its terms.

    Attributes:
        text: the query verbatim.
        terms: its distinct normalized tokens in first-seen order, at least one.
    """

    text: str
    terms: tuple[str, ...]


def parse_query(text: str, limits: Limits) -> Query:
    """Read a query, before anything else is touched.

    Raises:
        InvalidRequest: when it is no text, longer than `query_code_points`, or holds neither letter nor number.
        LimitExceeded: when it has more than `query_terms` distinct terms or one longer than `term_code_points`.
    """
    if not isinstance(text, str):
        raise InvalidRequest.of("query", "wrong_type", "The query is a string.")
    if len(text) > limits.query_code_points:
        raise InvalidRequest.of(
            "query", "out_of_range", "The query is too long.", unit="code points", maximum=limits.query_code_points
        )
    if not _is_encodable(text):
        raise InvalidRequest.of("query", "invalid_encoding", "The query holds a lone surrogate.")
    if LETTER_OR_NUMBER.search(text) is None:
        raise InvalidRequest.of("query", "empty_query", "The query needs at least one letter or number.")
    terms = tuple(dict.fromkeys(tokenize(text)))
    for term in terms:
        limits.check("term_code_points", len(term))
    limits.check("query_terms", len(terms))
    return Query(text, terms)


def parse_limit(limit: int, limits: Limits) -> int:
    """Return how many results are wanted.

    Raises:
        InvalidRequest: when it is no whole number from 1 to `limits.results`.
    """
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise InvalidRequest.of("limit", "wrong_type", "The limit is a whole number.")
    if not 1 <= limit <= limits.results:
        raise InvalidRequest.of("limit", "out_of_range", "The limit is out of range.", minimum=1, maximum=limits.results)
    return limit


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
