"""The tools `search_context` and `search_matches`: the evidence for a question, as much of it as fits into a reply."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from okfsearch._bundle.visibility import Visibility
from okfsearch._render_context import render_matches, render_packet
from okfsearch.context_index import ContextIndex, index_context
from okfsearch.context_policy import POLICY
from okfsearch.context_request import parse_budget, parse_context
from okfsearch.limits import Limits
from okfsearch.mcp_call import Call, Reply
from okfsearch.mcp_fit import fit
from okfsearch.mcp_remarks import remark
from okfsearch.wire import to_dict

__all__ = ["search_context", "search_matches"]

LIMITS = Limits.large()


def search_context(call: Call) -> Reply:
    """Answer with a packet, and its Markdown for a prompt."""
    budget = parse_budget(call.number("budget", POLICY.budget))
    request = _request(call)
    packet = _index(call).search(**request, budget=budget, cancelled=call.cancelled)
    fitted = fit(to_dict(packet), ["sources", "issues"])
    packet = evolve(packet, sources=packet.sources[: fitted.kept["sources"]], issues=packet.issues[: fitted.kept["issues"]])
    return Reply({**to_dict(packet), "left_out": dict(fitted.left_out)}, render_packet(packet) + remark(fitted.left_out))


def search_matches(call: Call) -> Reply:
    """Answer with ranked sections, and a list of them to read."""
    request = _request(call)
    result = _index(call).matches(**request, cancelled=call.cancelled)
    fitted = fit(to_dict(result), ["results", "issues"])
    result = evolve(result, matches=result.matches[: fitted.kept["results"]], issues=result.issues[: fitted.kept["issues"]])
    return Reply({**to_dict(result), "left_out": dict(fitted.left_out)}, render_matches(result) + remark(fitted.left_out))


def _request(call: Call) -> dict[str, Any]:
    """Check what is asked, before anything is read."""
    filters = [("type", value) for value in call.texts("types")] + [("tag", value) for value in call.texts("tags")]
    request: dict[str, Any] = {
        "query": call.text("query"),
        "limit": call.number("limit", POLICY.limit),
        "expand": call.arguments.get("expand", True),
        "filters": filters,
        "also": call.texts("also"),
    }
    parse_context(**request, limits=LIMITS, cancelled=call.cancelled)
    return request


def _index(call: Call) -> ContextIndex:
    root = call.open_bundle()

    def renew(kept: ContextIndex | None) -> ContextIndex:
        snapshot = call.capture(
            root,
            None if kept is None else kept.snapshot,
            limits=LIMITS,
            visibility=Visibility.auto(),
            on_invalid="recover",
        )
        if kept is not None:
            return kept.refresh(snapshot, cancelled=call.cancelled, progress=call.progress)
        return index_context(snapshot, limits=LIMITS, cancelled=call.cancelled, progress=call.progress)

    return call.shelf.take(("context", root), renew, call.cancelled)
