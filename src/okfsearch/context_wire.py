"""The JSON contracts of context search: camel case, empty values left out, both ways.

How a string or a number is spelled is the floor's business (`_json`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

import attrs

from okfsearch._json import encode
from okfsearch.context_forms import MATCH_KEYS, SOURCE_KEYS, match_form, source_form
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_values import ContextSource, Match, Revision
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = [
    "SCHEMA_VERSION",
    "capped",
    "check_types",
    "issue_form",
    "matches_form",
    "packet_form",
    "read_issue",
    "read_item",
    "read_matches",
    "read_packet",
]

SCHEMA_VERSION = "1"

Result = TypeVar("Result", MatchResult, ContextPacket)


def matches_form(result: MatchResult) -> dict[str, Any]:
    """Return matches as plain data."""
    form = {**_head(result), "query": result.query, "limit": result.limit, "route": list(result.route)}
    form["results"] = [match_form(match) for match in result.matches]
    return form | _tail(result)


def packet_form(packet: ContextPacket) -> dict[str, Any]:
    """Return a packet as plain data."""
    form = {**_head(packet), "query": packet.query, "budget": packet.budget, "estimatedTokens": packet.estimated_tokens}
    form |= {"limit": packet.limit, "route": list(packet.route)}
    form["sources"] = [source_form(source) for source in packet.sources]
    return form | _tail(packet)


def capped(result: Result, limits: Limits) -> Result:
    """Return a result whose encoded form keeps the cap on answers.

    Raises:
        LimitExceeded: when it is larger than `response_bytes`.
    """
    if limits.response_bytes is not None:
        form = matches_form(result) if isinstance(result, MatchResult) else packet_form(result)
        limits.check("response_bytes", len(encode(form).encode()))
    return result


def _head(result: MatchResult | ContextPacket) -> dict[str, Any]:
    revision = {"specVersion": result.revision.spec_version, "indexSha256": result.revision.index_sha256}
    return {"schemaVersion": SCHEMA_VERSION, "status": result.status, "root": result.root, "revision": revision}


def _tail(result: MatchResult | ContextPacket) -> dict[str, Any]:
    form: dict[str, Any] = {"issues": [issue_form(issue) for issue in result.issues]}
    if result.missing_terms:
        form["missingTerms"] = list(result.missing_terms)
    return form


def issue_form(issue: Issue) -> dict[str, Any]:
    """Return one issue as plain data."""
    line = {} if issue.line is None else {"line": issue.line}
    return {"path": issue.path, **line, "rule": issue.code, "severity": issue.severity, "message": issue.message}


def read_matches(data: Mapping[str, Any]) -> MatchResult:
    """Read matches back; raises `KeyError`, `TypeError` or `ValueError` for data of another form."""
    result = MatchResult(
        **_read_head(data),
        limit=data["limit"],
        matches=tuple([read_item(Match, MATCH_KEYS, item) for item in data["results"]]),
        **_read_tail(data),
    )
    return _checked(result, matches_form, data)


def read_packet(data: Mapping[str, Any]) -> ContextPacket:
    """Read a packet back; raises `KeyError`, `TypeError` or `ValueError` for data of another form."""
    packet = ContextPacket(
        **_read_head(data),
        budget=data["budget"],
        limit=data["limit"],
        sources=tuple([read_item(ContextSource, SOURCE_KEYS, item) for item in data["sources"]]),
        **_read_tail(data),
    )
    return _checked(packet, packet_form, data)


Item = TypeVar("Item", Match, ContextSource)

# What stands for a value that the wire form leaves out.
_EMPTY: dict[str, Any] = {
    "heading": "", "heading_path": (), "estimated_tokens": 0, "snippet": "", "highlight_text": "", "matches": (),
    "matched_terms": (), "neighbor": False, "heading_level": 0, "truncated": False,
}  # fmt: skip


def _read_head(data: Mapping[str, Any]) -> dict[str, Any]:
    revision = data["revision"]
    return {
        "status": data["status"],
        "root": data["root"],
        "revision": Revision(revision["specVersion"], revision["indexSha256"]),
        "query": data["query"],
        "route": tuple(data["route"]),
    }


def _read_tail(data: Mapping[str, Any]) -> dict[str, Any]:
    issues = tuple([read_issue(item) for item in data["issues"]])
    return {"issues": issues, "missing_terms": tuple(data.get("missingTerms", ()))}


def read_issue(item: Mapping[str, Any]) -> Issue:
    """Read one issue back."""
    return Issue(item["path"], item.get("line"), item["rule"], item["severity"], item["message"])


def read_item(kind: type[Item], keys: tuple[tuple[str, str, bool], ...], item: Mapping[str, Any]) -> Item:
    """Read one match or source back."""
    numbers = {attribute.name for attribute in attrs.fields(kind) if "float" in str(attribute.type)}
    values: dict[str, Any] = {}
    for name, key, _ in keys:
        value: Any = item.get(key, _EMPTY.get(name))
        if isinstance(value, list):
            value = tuple(cast("Sequence[Any]", value))
        # Canonical JSON writes 2.0 as 2.
        values[name] = float(value) if name in numbers and isinstance(value, int) and not isinstance(value, bool) else value
    return kind(**values)


def _checked(result: Result, form: Callable[[Result], dict[str, Any]], data: Mapping[str, Any]) -> Result:
    for value in (result, *result):
        check_types(value)
    if form(result) != data:
        raise ValueError
    return result


# Annotations, as attrs keeps them, with what a value may be.
_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,), "int": (int,), "bool": (bool,), "float": (float,), "str | None": (str, type(None)),
    "float | None": (float, type(None)), "tuple[str, ...]": (tuple,),
}  # fmt: skip


def check_types(value: attrs.AttrsInstance) -> None:
    """Raise `TypeError` where an attribute is none of what it is declared to be."""
    for attribute in attrs.fields(type(value)):
        held: object = getattr(value, attribute.name)
        allowed = _TYPES.get(str(attribute.type))
        if allowed is not None and type(held) not in allowed:
            raise TypeError(attribute.name)
