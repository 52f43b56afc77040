"""The JSON contracts, both ways: values to canonical text or plain data, and back.

The form of a value is the declared order of its attributes; those marked as off the wire are left out.  How a string or a
number is spelled is the floor's business (`_json`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, overload

from okfsearch._json import encode, plain
from okfsearch.concept_result import ConceptResult
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_wire import matches_form, packet_form, read_matches, read_packet
from okfsearch.errors import InvalidRequest
from okfsearch.federation_result import FederatedMatches, FederatedPacket
from okfsearch.federation_wire import (
    federated_matches_form,
    federated_packet_form,
    read_federated_matches,
    read_federated_packet,
)
from okfsearch.section_result import SearchResult

if TYPE_CHECKING:
    from cattrs import Converter

__all__ = ["from_dict", "read_schema", "to_dict", "to_json"]

#: The values that have a contract.
Contract = SearchResult | ConceptResult | MatchResult | ContextPacket | FederatedMatches | FederatedPacket
Kind = TypeVar("Kind", SearchResult, ConceptResult, MatchResult, ContextPacket, FederatedMatches, FederatedPacket)


def to_json(value: Contract) -> str:
    """Return the canonical JSON of a result, without a final line end.

    Example:
        >>> import okfsearch
        >>> from okfsearch.wire import to_json
        >>> index = okfsearch.index_sections(okfsearch.Snapshot.of({}))
        >>> to_json(index.search("tide"))[:43]
        '{"query":"tide","terms":["tide"],"snapshot_'
    """
    return encode(to_dict(value))


def to_dict(value: Contract) -> dict[str, Any]:
    """Return a result as plain data, keys in the order of the wire form."""
    write = FORMS.get(type(value))
    form: dict[str, Any] = plain(value) if write is None else write(value)
    return form


@overload
def from_dict(data: Mapping[str, Any]) -> SearchResult: ...
@overload
def from_dict(data: Mapping[str, Any], kind: type[Kind]) -> Kind: ...
def from_dict(data: Mapping[str, Any], kind: type[Any] = SearchResult) -> Any:
    """Read a result back from plain data.

    Args:
        data: what `to_dict` returned, or the same read from JSON.
        kind: the class of the result.

    Raises:
        InvalidRequest: when the data has not the form that the schema describes, or the class has no contract.

    Example:
        >>> import okfsearch
        >>> from okfsearch.wire import from_dict, to_dict
        >>> result = okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"tide"})).search("tide")
        >>> from_dict(to_dict(result)) == result
        True
        >>> found = okfsearch.search_concepts("docs/example-bundle", "tide")
        >>> from_dict(to_dict(found), okfsearch.ConceptResult) == found
        True
    """
    from cattrs.errors import CattrsError  # slow to load, and reading back is rare

    if kind not in KINDS:
        raise InvalidRequest.of("kind", "unknown", "That class has no contract.", allowed=[known.__name__ for known in KINDS])
    try:
        if kind in READERS:
            return READERS[kind](data)
        result = _converter().structure(data, kind)
    except (CattrsError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise InvalidRequest.of("data", "schema_validation", "The data is not a search result.") from error
    # A string is a sequence of strings too.
    if plain(result) != plain(data):
        raise InvalidRequest.of("data", "schema_validation", "The data is not a search result.")
    return result


def read_schema(name: str = "search-result") -> dict[str, Any]:
    """Return a JSON Schema that the package ships.

    Raises:
        InvalidRequest: when there is none of that name.

    Example:
        >>> from okfsearch.wire import read_schema
        >>> read_schema()["required"][0]
        'query'
    """
    from importlib.resources import files  # slow to load, and few ask for a schema

    if name not in SCHEMAS:
        raise InvalidRequest.of("name", "unknown", "There is no such schema.", allowed=list(SCHEMAS))
    text = (files("okfsearch") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


KINDS = (SearchResult, ConceptResult, MatchResult, ContextPacket, FederatedMatches, FederatedPacket)
#: The kinds whose wire form is not that of their attributes, written and read.
FORMS: dict[type, Callable[[Any], dict[str, Any]]] = {
    MatchResult: matches_form,
    ContextPacket: packet_form,
    FederatedMatches: federated_matches_form,
    FederatedPacket: federated_packet_form,
}
READERS: dict[type, Callable[[Mapping[str, Any]], Any]] = {
    MatchResult: read_matches,
    ContextPacket: read_packet,
    FederatedMatches: read_federated_matches,
    FederatedPacket: read_federated_packet,
}
SCHEMAS = (
    "search-result",
    "concept-result",
    "search-context",
    "search-results",
    "federated-context",
    "federated-results",
)


@cache
def _converter() -> Converter:
    """Build the reader once: it takes each plain type as it is, and refuses any other and every key off the wire."""
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn, override

    converter = Converter(forbid_extra_keys=True, detailed_validation=False)
    for plain_type in (str, int, bool):
        converter.register_structure_hook(plain_type, _exactly)
    converter.register_structure_hook(float, _number)
    off_the_wire = override(omit=True)
    reader = make_dict_structure_fn(
        SearchResult, converter, missing_terms=off_the_wire, issues=off_the_wire, _grounds=off_the_wire
    )
    converter.register_structure_hook(SearchResult, reader)
    return converter


def _exactly(value: Any, expected: type) -> Any:
    if type(value) is not expected:
        raise TypeError(expected.__name__)
    return value


def _number(value: Any, _: type) -> float:
    # Canonical JSON writes 2.0 as 2.
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(float.__name__)
    return float(value)
