"""The JSON contracts of a search over many bundles: camel case, empty values left out, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from okfsearch._json import encode
from okfsearch._retrieval.fusion import RANK_CONSTANT
from okfsearch.context_forms import MATCH_KEYS, SOURCE_KEYS
from okfsearch.context_values import ContextSource, Match, Revision
from okfsearch.context_wire import SCHEMA_VERSION, check_types, issue_form, read_issue, read_item
from okfsearch.federation_forms import fused_match_form, fused_source_form
from okfsearch.federation_result import (
    FederatedMatch,
    FederatedMatches,
    FederatedPacket,
    FederatedSource,
    KnowledgeBase,
)
from okfsearch.limits import Limits

__all__ = [
    "capped_answer",
    "federated_matches_form",
    "federated_packet_form",
    "read_federated_matches",
    "read_federated_packet",
]

Result = TypeVar("Result", FederatedMatches, FederatedPacket)

_FUSION = {"method": "rrf", "rankConstant": RANK_CONSTANT}


def federated_matches_form(result: FederatedMatches) -> dict[str, Any]:
    """Return matches as plain data."""
    return {
        "schemaVersion": SCHEMA_VERSION,
        "query": result.query,
        "limit": result.limit,
        "fusion": dict(_FUSION),
        "knowledgeBases": [_base_form(base) for base in result.knowledge_bases],
        "results": [fused_match_form(one) for one in result.matches],
    }


def federated_packet_form(packet: FederatedPacket) -> dict[str, Any]:
    """Return a packet as plain data."""
    return {
        "schemaVersion": SCHEMA_VERSION,
        "query": packet.query,
        "budget": packet.budget,
        "estimatedTokens": packet.estimated_tokens,
        "limit": packet.limit,
        "fusion": dict(_FUSION),
        "knowledgeBases": [_base_form(base) for base in packet.knowledge_bases],
        "sources": [fused_source_form(one) for one in packet.sources],
    }


def capped_answer(result: Result, limits: Limits) -> Result:
    """Return a result whose encoded form keeps the cap on answers.

    Raises:
        LimitExceeded: when it is larger than `response_bytes`.
    """
    if limits.response_bytes is not None:
        form = federated_matches_form(result) if isinstance(result, FederatedMatches) else federated_packet_form(result)
        limits.check("response_bytes", len(encode(form).encode()))
    return result


def _base_form(base: KnowledgeBase) -> dict[str, Any]:
    form: dict[str, Any] = {"name": base.name, "root": base.root, "status": base.status}
    if base.revision is not None:
        form["revision"] = {"specVersion": base.revision.spec_version, "indexSha256": base.revision.index_sha256}
    form["issues"] = [issue_form(issue) for issue in base.issues]
    if base.error_code is not None:
        form |= {"errorCode": base.error_code, "error": base.error_message}
    return form


def read_federated_matches(data: Mapping[str, Any]) -> FederatedMatches:
    """Read matches back; raises `KeyError`, `TypeError` or `ValueError` for data of another form."""
    result = FederatedMatches(
        query=data["query"],
        limit=data["limit"],
        knowledge_bases=tuple([_read_base(item) for item in data["knowledgeBases"]]),
        matches=tuple(
            [FederatedMatch(**_read_rank(item), match=read_item(Match, MATCH_KEYS, item["result"])) for item in data["results"]]
        ),
    )
    for value in (result, *result.knowledge_bases, *result, *[one.match for one in result]):
        check_types(value)
    if federated_matches_form(result) != data:
        raise ValueError
    return result


def read_federated_packet(data: Mapping[str, Any]) -> FederatedPacket:
    """Read a packet back; raises `KeyError`, `TypeError` or `ValueError` for data of another form."""
    packet = FederatedPacket(
        query=data["query"],
        budget=data["budget"],
        limit=data["limit"],
        knowledge_bases=tuple([_read_base(item) for item in data["knowledgeBases"]]),
        sources=tuple(
            [
                FederatedSource(**_read_rank(item), source=read_item(ContextSource, SOURCE_KEYS, item["source"]))
                for item in data["sources"]
            ]
        ),
    )
    for value in (packet, *packet.knowledge_bases, *packet, *[one.source for one in packet]):
        check_types(value)
    if federated_packet_form(packet) != data:
        raise ValueError
    return packet


def _read_rank(item: Mapping[str, Any]) -> dict[str, Any]:
    return {"knowledge_base": item["knowledgeBase"], "rank": item["rank"], "fusion_score": item["fusionScore"]}


def _read_base(item: Mapping[str, Any]) -> KnowledgeBase:
    revision = item.get("revision")
    return KnowledgeBase(
        name=item["name"],
        root=item["root"],
        status=item["status"],
        revision=None if revision is None else Revision(revision["specVersion"], revision["indexSha256"]),
        issues=tuple([read_issue(issue) for issue in item["issues"]]),
        error_code=item.get("errorCode"),
        error_message=item.get("error"),
    )
