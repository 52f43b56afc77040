"""Filters on type and tags: pairs of a key and a value, checked before anything is read.

Values of one key are alternatives, different keys combine.  Concept search asks differently (part of a type, all tags) and
has its own room for that; the comparison is the same: case and white space do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from attrs import frozen

from okfsearch._normal import Normal, normalize
from okfsearch.errors import InvalidRequest

__all__ = ["FILTER_KEYS", "Filters", "parse_filter"]

#: The keys a filter may have.
FILTER_KEYS = ("type", "tag")

_ALIASES = {"tags": "tag"}


def parse_filter(text: str) -> tuple[str, str]:
    """Read a filter from text such as `type=Guide`.

    Returns:
        The key, in lower case, and the trimmed value.

    Raises:
        InvalidRequest: when there is no `=`, the key is none of `FILTER_KEYS`, or the value is blank.

    Example:
        >>> from okfsearch._bundle.filters import parse_filter
        >>> parse_filter("Type=BigQuery Table"), parse_filter("tags=sales")
        (('type', 'BigQuery Table'), ('tag', 'sales'))
    """
    if not isinstance(text, str):
        raise InvalidRequest.of("filters", "wrong_type", "A filter is a string.")
    key, equals, value = text.partition("=")
    if not equals:
        raise InvalidRequest.of("filters", "malformed", "A filter reads key=value.", allowed=list(FILTER_KEYS))
    return _checked(key, value)


@frozen
class Filters:
    """Hold which types and tags pass, in normal form; no values of a key let everything pass.

    Attributes:
        pairs: the filters as given, keys and values tidied, each once.
        types: the types that pass.
        tags: the tags of which one must be there.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    types: frozenset[Normal] = frozenset()
    tags: frozenset[Normal] = frozenset()

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> Self:
        """Check pairs of a key and a value.

        Raises:
            InvalidRequest: when one is no pair of texts, has an unknown key or a blank value.

        Example:
            >>> from okfsearch._bundle.filters import Filters
            >>> Filters.of([("type", "Guide"), ("tag", "Sales")]).passes("guide", ["sales", "old"])
            True
        """
        if isinstance(pairs, str):
            raise InvalidRequest.of("filters", "wrong_type", "The filters are a sequence of pairs.")
        checked: dict[tuple[str, str], None] = {}
        for pair in pairs:
            if not isinstance(pair, (tuple, list)) or len(pair) != len(("key", "value")):
                raise InvalidRequest.of("filters", "wrong_type", "A filter is a pair of a key and a value.")
            checked[_checked(*pair)] = None
        return cls(
            tuple(checked),
            frozenset(normalize(value) for key, value in checked if key == "type"),
            frozenset(normalize(value) for key, value in checked if key == "tag"),
        )

    def passes(self, type_: str | None, tags: Sequence[str]) -> bool:
        """Tell whether a concept of that type with those tags passes."""
        if self.types and (type_ is None or normalize(type_) not in self.types):
            return False
        return not self.tags or any(normalize(tag) in self.tags for tag in tags)


def _checked(key: object, value: object) -> tuple[str, str]:
    if not isinstance(key, str) or not isinstance(value, str):
        raise InvalidRequest.of("filters", "wrong_type", "Key and value of a filter are strings.")
    name = key.strip().casefold()
    name = _ALIASES.get(name, name)
    if name not in FILTER_KEYS:
        raise InvalidRequest.of("filters", "unknown_key", "There is no such filter.", allowed=list(FILTER_KEYS))
    if not value.strip():
        raise InvalidRequest.of("filters", "empty_argument", "A filter needs a value.", allowed=list(FILTER_KEYS))
    return name, value.strip()
