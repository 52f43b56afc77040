"""The tool `search_sections`: the strict search, under its contract's own caps, whole or not at all."""

from __future__ import annotations

from okfsearch._bundle.frontmatter import FrontmatterFault, read_frontmatter
from okfsearch._bundle.layout import split_layout
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.visibility import Visibility
from okfsearch._retrieval.query import parse_limit, parse_query
from okfsearch.errors import DocumentErrors, LimitExceeded
from okfsearch.limits import Limits
from okfsearch.mcp_call import Call, Reply
from okfsearch.section_index import SectionIndex, index_sections
from okfsearch.wire import to_dict, to_json

__all__ = ["search_sections"]

LIMITS = Limits()
DEFAULT_LIMIT = 20


def search_sections(call: Call) -> Reply:
    """Answer with the revision and the hits of the command line, in the same JSON."""
    query, limit = call.text("query"), call.number("limit", DEFAULT_LIMIT)
    # A wrong request costs no reading.
    parse_query(query, LIMITS)
    parse_limit(limit, LIMITS)
    root = call.open_bundle()

    def renew(kept: SectionIndex | None) -> SectionIndex:
        snapshot = call.capture(
            root, None if kept is None else kept.snapshot, limits=LIMITS, visibility=Visibility(), on_invalid="raise"
        )
        try:
            if kept is not None:
                return kept.refresh(snapshot, cancelled=call.cancelled, progress=call.progress)
            return index_sections(snapshot, limits=LIMITS, cancelled=call.cancelled, progress=call.progress)
        except DocumentErrors as error:
            _tell_excess(error, snapshot)
            raise

    index = call.shelf.take(("sections", root), renew, call.cancelled)
    result = index.search(query, limit=limit, cancelled=call.cancelled)
    return Reply(to_dict(result), to_json(result))


def _tell_excess(error: DocumentErrors, snapshot: Snapshot) -> None:
    """Raise `LimitExceeded` instead when the first broken graph passes a cap: the library has one code for both."""
    graphs = [document["path"] for document in error.details["documents"] if document["code"] == "invalid_yaml_graph"]
    if not graphs:
        return
    data = snapshot.file(graphs[0]).data
    block = split_layout(data).frontmatter
    assert block is not None  # noqa: S101 - it was found to be at fault
    try:
        read_frontmatter(block.slice(data))
    except FrontmatterFault as fault:
        if fault.excess:
            message = "The graph of a frontmatter block passes a cap."
            raise LimitExceeded("resource_limit", message, {"limit": "yaml_graph", "path": graphs[0]}) from error
