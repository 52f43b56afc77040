"""The request of context search: checked before anything is read."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from okfsearch._bundle.filters import Filters
from okfsearch._cancel import Cancelled
from okfsearch._retrieval.analyzer import Word, analyze_query
from okfsearch._retrieval.packing import CountTokens
from okfsearch._retrieval.query import parse_limit
from okfsearch._retrieval.tokens import LETTER_OR_NUMBER
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

__all__ = ["ContextRequest", "parse_context"]


@frozen(kw_only=True)
class ContextRequest:
    """Hold what is asked for.

    Attributes:
        query: the query, trimmed.
        phrasings: the words of the query, then those of every other phrasing.
        limit: the most results.
        expand: whether links and document context are followed.
        filters: which documents may answer.
    """

    query: str
    phrasings: tuple[tuple[Word, ...], ...]
    limit: int
    expand: bool
    filters: Filters


def parse_context(
    query: str,
    *,
    limit: int,
    expand: bool,
    filters: Sequence[tuple[str, str]],
    also: Sequence[str],
    limits: Limits,
    cancelled: Cancelled,
) -> ContextRequest:
    """Check a request.

    Raises:
        InvalidRequest: when a text has neither letter nor number or is too long, the limit is out of range, or a filter is
            none.
        LimitExceeded: when all phrasings together have more than `query_terms` distinct terms or one is too long.
    """
    if isinstance(also, str) or not isinstance(also, (tuple, list)):
        raise InvalidRequest.of("also", "wrong_type", "Other phrasings are a sequence of texts.")
    phrasings = tuple([_parse_text(text, field, limits, cancelled) for text, field in _texts(query, also)])
    terms = {term for words in phrasings for word in words for term, _ in word.terms}
    for term in terms:
        limits.check("term_code_points", len(term))
    limits.check("query_terms", len({word.text for words in phrasings for word in words}))
    return ContextRequest(
        query=query.strip(),
        phrasings=phrasings,
        limit=parse_limit(limit, limits),
        expand=_flag(expand),
        filters=Filters.of(filters),
    )


def parse_budget(budget: int) -> int:
    """Return the budget.

    Raises:
        InvalidRequest: when it is no whole number of at least 1.
    """
    if isinstance(budget, bool) or not isinstance(budget, int):
        raise InvalidRequest.of("budget", "wrong_type", "The budget is a whole number.")
    if budget < 1:
        raise InvalidRequest.of("budget", "out_of_range", "The budget is at least 1.", minimum=1)
    return budget


def parse_counter(count_tokens: CountTokens | None) -> CountTokens | None:
    """Return the caller's counter, or None.

    Raises:
        InvalidRequest: when it cannot be called.
    """
    if count_tokens is not None and not callable(count_tokens):
        raise InvalidRequest.of("count_tokens", "wrong_type", "A token counter is a function of a text.")
    return count_tokens


def _texts(query: str, also: Sequence[str]) -> list[tuple[str, str]]:
    return [(query, "query"), *((text, "also") for text in also)]


def _flag(expand: bool) -> bool:  # noqa: FBT001 - it is the argument itself that is checked
    if not isinstance(expand, bool):
        raise InvalidRequest.of("expand", "wrong_type", "Whether to expand is true or false.")
    return expand


def _parse_text(text: str, field: str, limits: Limits, cancelled: Cancelled) -> tuple[Word, ...]:
    if not isinstance(text, str):
        raise InvalidRequest.of(field, "wrong_type", "A query is a string.")
    if len(text) > limits.query_code_points:
        raise InvalidRequest.of(
            field, "out_of_range", "The query is too long.", unit="code points", maximum=limits.query_code_points
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidRequest.of(field, "invalid_encoding", "The query holds a lone surrogate.")
    if LETTER_OR_NUMBER.search(text) is None:
        raise InvalidRequest.of(field, "empty_query", "The query needs at least one letter or number.")
    return analyze_query(text, cancelled=cancelled)
