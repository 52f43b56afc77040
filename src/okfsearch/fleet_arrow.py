"""The rows of a fleet as Arrow tables, for engines that take nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from okfsearch._extras import import_extra
from okfsearch.fleet_rows import FIELDS, Kind, Row, RowField

__all__ = ["FILE_FIELDS", "SECTION_FIELDS", "arrow_batch", "arrow_schema"]

#: The columns of exported sections.
SECTION_FIELDS = (
    RowField("bundle", "text", nullable=False),
    RowField("revision", "text"),
    RowField("error_code", "text"),
    RowField("concept_id", "text"),
    RowField("path", "text"),
    RowField("heading", "text"),
    RowField("level", "integer"),
    RowField("line_start", "integer"),
    RowField("line_end", "integer"),
    RowField("locator", "text"),
    RowField("content_sha256", "text"),
    RowField("text", "text"),
)

#: The columns of files: one row each, or one with the code of a bundle that could not be read.
FILE_FIELDS = (
    RowField("bundle", "text", nullable=False),
    RowField("path", "text"),
    RowField("content", "bytes"),
    RowField("error_code", "text"),
)


def arrow_schema(fields: Iterable[RowField] = FIELDS) -> Any:
    """Return the Arrow schema of some columns.

    Raises:
        InvalidRequest: when pyarrow is not installed.
    """
    arrow: Any = import_extra("pyarrow", "spark", field="arrow")
    issue = arrow.struct(
        [
            arrow.field("path", arrow.string()),
            arrow.field("line", arrow.int64()),
            arrow.field("code", arrow.string()),
            arrow.field("severity", arrow.string()),
            arrow.field("message", arrow.string()),
        ]
    )
    kinds: dict[Kind, Any] = {
        "text": arrow.string(),
        "integer": arrow.int64(),
        "number": arrow.float64(),
        "flag": arrow.bool_(),
        "bytes": arrow.binary(),
        "texts": arrow.list_(arrow.string()),
        "issues": arrow.list_(issue),
    }
    return arrow.schema([arrow.field(field.name, kinds[field.kind], nullable=field.nullable) for field in fields])


def arrow_batch(rows: list[Row], fields: Iterable[RowField] = FIELDS) -> Any:
    """Return rows as one Arrow record batch."""
    arrow: Any = import_extra("pyarrow", "spark", field="arrow")
    return arrow.RecordBatch.from_pylist(rows, schema=arrow_schema(fields))
