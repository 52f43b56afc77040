"""The tools `search_concepts`, `open_concept` and `related_concepts`: as much as fits into a reply."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from attrs import evolve

from okfsearch._bundle.visibility import Visibility
from okfsearch._json import plain
from okfsearch._render_concepts import render_concepts
from okfsearch._render_relations import render_open, render_related
from okfsearch.concept_index import ConceptIndex, index_concepts
from okfsearch.concept_question import read_question
from okfsearch.limits import Limits
from okfsearch.locators import format_locator
from okfsearch.mcp_call import Call, Reply
from okfsearch.mcp_fit import fit
from okfsearch.mcp_remarks import remark
from okfsearch.wire import to_dict

__all__ = ["open_concept", "related_concepts", "search_concepts"]

LIMITS = Limits.large()
DEFAULT_LIMIT = 20

#: The lists of a concept search that grow with the bundle, the dearest first.
LISTS = ("hits", "suggestions.closest", "suggestions.types", "suggestions.tags", "issues")
KINDS = ("outgoing", "backlinks", "files", "unresolved", "external")


def search_concepts(call: Call) -> Reply:
    """Answer with the concepts that match, and a list of them to read."""
    request: dict[str, Any] = {
        "query": call.text("query"),
        "type": call.arguments.get("type"),
        "tags": call.texts("tags"),
        "status": call.texts("status"),
        "trust": call.texts("trust"),
        "stale": call.arguments.get("stale"),
        "scope": call.arguments.get("scope", "all"),
        "limit": call.number("limit", DEFAULT_LIMIT),
        # Staleness is judged by the machine's clock, as on the command line.
        "now": datetime.now(UTC),
    }
    read_question(**request, prefix=True, synonyms=None, limits=LIMITS)
    result = _index(call).search(**request, cancelled=call.cancelled)
    fitted = fit(to_dict(result), LISTS)
    kept = fitted.kept
    suggestions = result.suggestions
    if suggestions is not None:
        suggestions = evolve(
            suggestions,
            closest=suggestions.closest[: kept["suggestions.closest"]],
            types=suggestions.types[: kept["suggestions.types"]],
            tags=suggestions.tags[: kept["suggestions.tags"]],
        )
    result = evolve(
        result,
        # The agent named the bundle; an answer names nothing of the machine.
        bundle=None,
        hits=result.hits[: kept["hits"]],
        truncated=result.total > kept["hits"],
        suggestions=suggestions,
        issues=result.issues[: kept["issues"]],
    )
    form = {**to_dict(result), "left_out": dict(fitted.left_out)}
    return Reply(form, render_concepts(result) + remark(fitted.left_out))


def open_concept(call: Call) -> Reply:
    """Answer with the source of a concept, from some line on."""
    index = _index(call)
    opened = index.open(call.text("concept_id"))
    data = index.snapshot.file(opened.path).data
    lines = _lines(opened.body)
    # The body is the end of the file.
    first = 1 + data.count(b"\n") - opened.body.count("\n")
    start = max(first, call.number("line_start", first))
    lines = lines[start - first :]
    # Whoever reads on has seen the frontmatter.
    block = opened.frontmatter_text if start == first else None
    head = {"concept_id": opened.concept_id, "path": opened.path, "content_sha256": opened.content_sha256}
    head["snapshot_revision"] = index.snapshot_revision
    block_lines = _lines(block or "")
    fitted = fit({**head, "frontmatter": block_lines, "body": lines}, ["frontmatter", "body"])
    kept = lines[: fitted.kept["body"]]
    opened = evolve(
        opened,
        frontmatter_text=None if block is None else "".join(block_lines[: fitted.kept["frontmatter"]]),
        body="".join(kept),
    )
    form = {
        **head,
        "frontmatter_text": opened.frontmatter_text,
        "body": opened.body,
        "locator": format_locator(opened.path, start, start + len(kept) - 1) if kept else None,
        "left_out": dict(fitted.left_out),
    }
    return Reply(form, render_open(opened) + remark(fitted.left_out))


def related_concepts(call: Call) -> Reply:
    """Answer with what a concept is linked with."""
    index = _index(call)
    related = index.related(call.text("concept_id"), cancelled=call.cancelled)
    form = {**plain(related), "snapshot_revision": index.snapshot_revision}
    fitted = fit(form, KINDS)
    related = evolve(related, **{kind: getattr(related, kind)[: fitted.kept[kind]] for kind in KINDS})
    form = {**form, **plain(related), "left_out": dict(fitted.left_out)}
    return Reply(form, render_related(related) + remark(fitted.left_out))


def _lines(text: str) -> list[str]:
    """Split at LF only: a physical line ends there and nowhere else."""
    lines = [f"{line}\n" for line in text.split("\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _index(call: Call) -> ConceptIndex:
    root = call.open_bundle()

    def renew(kept: ConceptIndex | None) -> ConceptIndex:
        snapshot = call.capture(
            root,
            None if kept is None else kept.snapshot,
            limits=LIMITS,
            visibility=Visibility.auto(),
            on_invalid="recover",
        )
        if kept is not None and snapshot == kept.snapshot:
            return kept
        return index_concepts(snapshot, limits=LIMITS, cancelled=call.cancelled, progress=call.progress)

    return call.shelf.take(("concepts", root), renew, call.cancelled)
