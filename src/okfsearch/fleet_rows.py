"""The rows that an engine for distributed work gets: one schema for hits, empty answers and faults."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from attrs import frozen

from okfsearch._json import encode, plain
from okfsearch._retrieval.tokens import unicode_versions
from okfsearch.errors import SearchError
from okfsearch.locators import Locator
from okfsearch.section_index import SectionIndex
from okfsearch.section_result import SearchResult

__all__ = ["FIELDS", "Kind", "Row", "RowField", "about_a_bundle", "error_row", "rows_of", "section_rows"]

Kind = Literal["text", "integer", "number", "flag", "bytes", "texts", "issues"]
#: One row: a value for each column.
Row = dict[str, Any]


@frozen
class RowField:
    """Describe one column.

    Attributes:
        name: its name.
        kind: "text", "integer" (64 bits), "number" (a double), "flag", "bytes", "texts" (a list), or "issues" (a list of records
            with `path`, `line`, `code`, `severity` and `message`).
        nullable: whether it can be missing; lists never are.
    """

    name: str
    kind: Kind
    nullable: bool = True


#: The columns, in their order.
FIELDS = (
    RowField("bundle", "text", nullable=False),
    RowField("query", "text", nullable=False),
    RowField("status", "text", nullable=False),
    RowField("error_code", "text"),
    RowField("error_message", "text"),
    RowField("error_details", "text"),
    RowField("revision", "text"),
    RowField("files", "integer"),
    RowField("bytes", "integer"),
    RowField("total", "integer"),
    RowField("truncated", "flag"),
    RowField("rank", "integer"),
    RowField("score", "number"),
    RowField("concept_id", "text"),
    RowField("path", "text"),
    RowField("heading", "text"),
    RowField("locator", "text"),
    RowField("line_start", "integer"),
    RowField("line_end", "integer"),
    RowField("content_sha256", "text"),
    RowField("snippet", "text"),
    RowField("matched_terms", "texts", nullable=False),
    RowField("missing_terms", "texts", nullable=False),
    RowField("issues", "issues", nullable=False),
    RowField("okfsearch_version", "text", nullable=False),
    RowField("unicode_version", "text", nullable=False),
)
_LISTS = {field.name for field in FIELDS if not field.nullable and field.kind in {"texts", "issues"}}


def about_a_bundle(bundle: str) -> Row:
    """Begin the rows of a bundle: its name, and what its answers depend on beside its bytes."""
    from importlib.metadata import version  # slow to load, and only rows tell it

    return {"bundle": bundle, "okfsearch_version": version("okfsearch"), "unicode_version": _unicode_version()}


def rows_of(common: Row, query: str, result: SearchResult | SearchError) -> Iterator[Row]:
    """Yield a row for each hit, or the one row of an empty answer or a fault."""
    if isinstance(result, SearchError):
        yield error_row(common, query, result)
        return
    answered = {
        **common,
        "query": query,
        "status": "ok" if result.hits else "empty",
        "total": result.total,
        "truncated": result.truncated,
        "missing_terms": list(result.missing_terms),
        "issues": [plain(issue) for issue in result.issues],
    }
    if not result.hits:
        yield _row(answered)
    for rank, hit in enumerate(result.hits, start=1):
        yield _row({**answered, "rank": rank, **plain(hit)})


def error_row(common: Row, query: str, error: SearchError) -> Row:
    """Return the row of a bundle that could not be searched."""
    told = {"error_code": error.code, "error_message": error.message, "error_details": encode(error.details)}
    return _row({**common, "query": query, "status": "error", **told})


def _row(values: Row) -> Row:
    """Return a row with every column; what is not known is None, or an empty list."""
    return {field.name: values.get(field.name, [] if field.name in _LISTS else None) for field in FIELDS}


def _unicode_version() -> str:
    """Name the tables that terms depend on; workers of another version would find other terms."""
    versions = unicode_versions()
    return f"unidata {versions.unidata}, regex {versions.regex}"


def section_rows(bundle: str, index: SectionIndex) -> list[Row]:
    """Return a row for each section of an index, with its exact text, for other engines."""
    return [
        {
            "bundle": bundle,
            "revision": index.snapshot_revision,
            "concept_id": section.concept_id,
            "path": section.path,
            "heading": section.heading,
            "level": section.level,
            "line_start": section.line_start,
            "line_end": section.line_end,
            "locator": str(Locator(section.path, section.line_start, section.line_end)),
            "content_sha256": section.file.sha256,
            "text": section.span.slice(section.file.data).decode(),
        }
        for section in index.sections
    ]
