"""One match or source as plain data: camel case, empty values left out.

The whole answers around them are written by `context_wire`.
"""

from __future__ import annotations

from typing import Any, cast

from okfsearch.context_values import ContextSource, Match

__all__ = ["MATCH_KEYS", "SOURCE_KEYS", "match_form", "source_form"]

# Each attribute with its key, in the order of the wire form, and whether it stands there even when it is empty.
MATCH_KEYS = (
    ("path", "path", True), ("id", "id", True), ("locator", "locator", True), ("content_sha256", "contentSha256", True),
    ("file_sha256", "fileSha256", True), ("kind", "kind", True), ("type", "type", False), ("title", "title", True),
    ("description", "description", False), ("heading", "heading", False), ("heading_path", "headingPath", False),
    ("line_start", "lineStart", True), ("line_end", "lineEnd", True), ("estimated_tokens", "estimatedTokens", False),
    ("snippet", "snippet", False), ("highlight_text", "highlightText", False), ("score", "score", True),
    ("lexical_score", "lexicalScore", False), ("vector_score", "vectorScore", False),
    ("rerank_score", "rerankScore", False), ("matches", "matches", False), ("matched_terms", "matchedTerms", False),
    ("neighbor", "neighbor", False), ("relation", "relation", True),
)  # fmt: skip
SOURCE_KEYS = (
    ("id", "id", True), ("locator", "locator", True), ("content_sha256", "contentSha256", True),
    ("file_sha256", "fileSha256", True), ("path", "path", True), ("kind", "kind", True), ("type", "type", False),
    ("title", "title", True), ("heading", "heading", True), ("heading_path", "headingPath", False),
    ("heading_level", "headingLevel", False), ("line_start", "lineStart", True), ("line_end", "lineEnd", True),
    ("score", "score", True), ("estimated_tokens", "estimatedTokens", True), ("relation", "relation", True),
    ("markdown", "markdown", True), ("truncated", "truncated", False), ("matched_terms", "matchedTerms", False),
)  # fmt: skip


def match_form(match: Match) -> dict[str, Any]:
    """Return one match as plain data."""
    return _form(match, MATCH_KEYS)


def source_form(source: ContextSource) -> dict[str, Any]:
    """Return one source as plain data."""
    return _form(source, SOURCE_KEYS)


def _form(value: Match | ContextSource, keys: tuple[tuple[str, str, bool], ...]) -> dict[str, Any]:
    form: dict[str, Any] = {}
    for name, key, always in keys:
        item: object = getattr(value, name)
        if always or item:
            form[key] = list(cast("tuple[str, ...]", item)) if isinstance(item, tuple) else item
    return form
