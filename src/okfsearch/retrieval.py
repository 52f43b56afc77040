"""Retrieve passages for a framework: the whole text of each section found, its score, and where it stands.

A framework wants text with a mapping of plain metadata, and asks with a query alone.  What differs between the searches is
settled here, so that the adapters (`langchain`, `llama_index`) hold nothing but their framework's names; people of any
other framework call `retrieve` themselves.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

from attrs import frozen

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.pages import shown_sections_at
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, never
from okfsearch.context_index import ContextIndex, index_context
from okfsearch.context_values import Match
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits
from okfsearch.section_index import SectionIndex, index_sections
from okfsearch.section_result import Hit

__all__ = ["Index", "Mode", "Passage", "index_for", "retrieve"]

Index = ContextIndex | SectionIndex
Mode = Literal["context", "sections"]


@frozen(kw_only=True)
class Passage:
    """Hold one section for a language model.

    Attributes:
        text: the whole section as Markdown; in section search its exact lines, in context search its reader text.
        score: what it is ordered by; comparable within one answer only.
        metadata: plain data: `path`, `line_start`, `line_end`, `locator`, `file_sha256`, `heading`, `score`, and in
            context search `id`, `title`, `type`, `relation`, `content_sha256`.
    """

    text: str
    score: float
    metadata: dict[str, Any]


def index_for(bundle: Index | Snapshot | str | os.PathLike[str], *, mode: Mode = "context") -> Index:
    """Return an index as it is, or make the one that a mode asks.

    Args:
        bundle: an index, a snapshot, or the path of a bundle, which is captured as the mode does by default.
        mode: "context" finds the best evidence for a question, "sections" those that hold every word.

    Raises:
        InvalidRequest: for an unknown mode.
        SearchError: whatever capturing and indexing raise.
    """
    if isinstance(bundle, (ContextIndex, SectionIndex)):
        return bundle
    if mode == "context":
        if not isinstance(bundle, Snapshot):
            bundle = capture_bundle(bundle, visibility=Visibility.auto(), limits=Limits.large(), on_invalid="recover")
        return index_context(bundle)
    if mode == "sections":
        return index_sections(bundle if isinstance(bundle, Snapshot) else capture_bundle(bundle))
    raise InvalidRequest.of("mode", "unknown", "There is no such mode.", allowed=["context", "sections"])


def retrieve(
    index: Index,
    query: str,
    *,
    limit: int = 4,
    filters: Sequence[tuple[str, str]] = (),
    expand: bool = True,
    cancelled: Cancelled = never,
) -> tuple[Passage, ...]:
    """Return the best sections with their whole text, best first.

    Args:
        index: of sections or of context.
        query: the question, or the words that every section has to hold.
        limit: at most so many passages.
        filters: pairs of `type` or `tag` and a value; context search only.
        expand: whether links are followed; context search only.
        cancelled: asked again and again.

    Raises:
        InvalidRequest: for a bad argument, or for filters on an index of sections.
        LimitExceeded: when the query passes a cap of the index.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> from okfsearch.retrieval import retrieve
        >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
        >>> (passage,) = retrieve(okfsearch.index_context(bundle), "How often is spring tide?")
        >>> passage.text, passage.metadata["line_start"], passage.metadata["line_end"]
        ('# Spring tide\\n\\nTwice a month.', 1, 3)
    """
    files = {file.path: file for file in index.snapshot.files}
    if isinstance(index, ContextIndex):
        matches = index.matches(query, limit=limit, expand=expand, filters=filters, cancelled=cancelled)
        shown = {
            path: shown_sections_at(
                files[path], {match.line_start for match in matches if match.path == path}, limits=index.limits
            )
            for path in dict.fromkeys(match.path for match in matches)
        }
        # A match stands where a section of its file begins.
        return tuple([_of_match(match, shown[match.path][match.line_start].text) for match in matches])
    if filters:
        raise InvalidRequest.of("filters", "not_allowed", "Section search has no filters: use an index of context.")
    return tuple([_of_hit(hit, files[hit.path].data) for hit in index.search(query, limit=limit, cancelled=cancelled)])


def _of_match(match: Match, text: str) -> Passage:
    metadata = {
        "path": match.path,
        "line_start": match.line_start,
        "line_end": match.line_end,
        "locator": match.locator,
        "file_sha256": match.file_sha256,
        "heading": match.heading,
        "score": match.score,
        "id": match.id,
        "title": match.title,
        "type": match.type,
        "relation": match.relation,
        "content_sha256": match.content_sha256,
    }
    return Passage(text=text, score=match.score, metadata=metadata)


def _of_hit(hit: Hit, data: bytes) -> Passage:
    metadata = {
        "path": hit.path,
        "line_start": hit.line_start,
        "line_end": hit.line_end,
        "locator": hit.locator,
        "file_sha256": hit.content_sha256,
        "heading": hit.heading,
        "score": hit.score,
    }
    lines = data.split(b"\n")[hit.line_start - 1 : hit.line_end]
    return Passage(text=b"\n".join(lines).decode(), score=hit.score, metadata=metadata)
