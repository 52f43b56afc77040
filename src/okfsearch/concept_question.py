"""What is asked of concept search: every argument checked before anything is read.

The text form of a request, with its `key:value` items, is `concept_request`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import get_args

from attrs import frozen

from okfsearch._bundle.signals import STATUSES, TRUST_TIERS, parse_now
from okfsearch._normal import Normal, normalize
from okfsearch._retrieval.field_terms import FieldQuery, parse_field_query, parse_synonyms
from okfsearch._retrieval.query import parse_limit
from okfsearch.concept_result import Scope
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

__all__ = ["SCOPES", "Question", "check_scope", "read_question"]

#: Which fields may give evidence.
SCOPES: tuple[Scope, ...] = get_args(Scope)


@frozen(kw_only=True)
class Question:
    """Hold a checked request.

    Attributes:
        query: the text and its terms.
        type: part of the type, normalized, or None.
        tags: tags that must all be there, normalized.
        statuses: the states that pass, or none for all; `tiers` in the same way.
        stale: the staleness that passes, or None for any.
        filters: the filters as they were given, for people.
        scope: which fields may give evidence.
        limit: the most hits, or None for all.
        now: the instant at which staleness is judged, or None.
    """

    query: FieldQuery
    type: Normal | None
    tags: tuple[Normal, ...]
    statuses: frozenset[str]
    tiers: frozenset[str]
    stale: bool | None
    filters: tuple[tuple[str, str], ...]
    scope: Scope
    limit: int | None
    now: datetime | None


def read_question(  # noqa: PLR0913 - the arguments of a search, all of them
    query: str,
    *,
    type: str | None,  # noqa: A002 - the name that the frontmatter key and the request form have
    tags: Sequence[str],
    status: Sequence[str],
    trust: Sequence[str],
    stale: bool | None,
    scope: Scope,
    limit: int | None,
    now: datetime | str | None,
    prefix: bool,
    synonyms: Mapping[str, Sequence[str]] | None,
    limits: Limits,
) -> Question:
    """Check the arguments of one search.

    Raises:
        InvalidRequest: when one has a value it cannot have, or nothing that could be looked for is left.
        LimitExceeded: when the query has too many terms or one that is too long.
    """
    read = parse_field_query(query, limits, prefix=prefix, synonyms=parse_synonyms(synonyms))
    if type is not None and not isinstance(type, str):
        raise InvalidRequest.of("type", "wrong_type", "The type is a string.")
    if type is not None and not type.strip():
        raise InvalidRequest.of("type", "empty_argument", "The type to filter by is blank.")
    wanted = _texts("tags", tags)
    statuses = _choices("status", status, STATUSES)
    tiers = _choices("trust", trust, TRUST_TIERS)
    if stale is not None and not isinstance(stale, bool):
        raise InvalidRequest.of("stale", "wrong_type", "The staleness to filter by is true or false.")
    instant = parse_now(now)
    if stale is not None and instant is None:
        raise InvalidRequest.of("now", "missing", "Filtering by staleness needs the time it is judged at.")
    filters = (
        *([("type", type.strip())] if type is not None else []),
        *(("tags", tag.strip()) for tag in wanted),
        *(("status", value) for value in statuses),
        *(("trust", value) for value in tiers),
        *([("stale", str(stale).lower())] if stale is not None else []),
    )
    if read.ignored and not read.terms and not filters:
        raise InvalidRequest.of("query", "empty_query", "The query needs at least one letter or number.")
    return Question(
        query=read,
        type=None if type is None else normalize(type),
        tags=tuple(dict.fromkeys(map(normalize, wanted))),
        statuses=frozenset(statuses),
        tiers=frozenset(tiers),
        stale=stale,
        filters=filters,
        scope=check_scope(scope),
        limit=None if limit is None else parse_limit(limit, limits),
        now=instant,
    )


def check_scope(scope: str, field: str = "scope") -> Scope:
    """Return a scope, or raise `InvalidRequest` naming those that there are."""
    for known in SCOPES:
        if scope == known:
            return known
    raise InvalidRequest.of(field, "invalid_scope", "There is no such scope.", allowed=list(SCOPES))


def _texts(field: str, values: Sequence[str]) -> tuple[str, ...]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise InvalidRequest.of(field, "wrong_type", "The values to filter by are a sequence of texts.")
    for value in values:
        if not isinstance(value, str):
            raise InvalidRequest.of(field, "wrong_type", "The values to filter by are a sequence of texts.")
        if not value.strip():
            raise InvalidRequest.of(field, "empty_argument", "A value to filter by is blank.")
    return tuple(values)


def _choices(field: str, values: Sequence[str], allowed: Sequence[str]) -> tuple[str, ...]:
    texts = tuple(dict.fromkeys(_texts(field, values)))
    if not set(texts) <= set(allowed):
        raise InvalidRequest.of(field, "unknown_value", "A value to filter by is not known.", allowed=list(allowed))
    return texts
