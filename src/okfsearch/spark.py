# pyright: basic, reportMissingImports=false
# Spark is too large to be installed for a check of types; the session `fleets` runs all of this.
"""Ask many bundles inside Spark: from a frame of roots, or of files, to a frame of hits.

Everything is lazy, made of methods of data frames only, and starts no session, job or configuration, so it runs on Spark
Connect as well.  The executors need this package in the same version.  What each row says is `okfsearch.fleet`'s business.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.visibility import Visibility
from okfsearch._extras import import_extra
from okfsearch._options import OnInvalid
from okfsearch._retrieval.fusion import RANK_CONSTANT
from okfsearch.errors import BundleError, LimitExceeded, SearchError
from okfsearch.fleet import FleetRequest, ask_bundle, ask_files, parse_fleet
from okfsearch.fleet_arrow import FILE_FIELDS, SECTION_FIELDS, arrow_batch
from okfsearch.fleet_rows import FIELDS, Row, RowField, about_a_bundle, error_row, section_rows
from okfsearch.limits import Limits
from okfsearch.section_index import index_sections

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["export_sections", "fuse", "list_bundles", "read_files", "search_files", "search_roots"]

#: A bundle of a frame of files may hold so many bytes: a group reaches its worker whole.
LARGEST_GROUP = 256 * 1024 * 1024

#: How the kinds of columns are called in Spark.
_TYPES = {
    "text": "string",
    "integer": "bigint",
    "number": "double",
    "flag": "boolean",
    "bytes": "binary",
    "texts": "array<string>",
    "issues": "array<struct<path:string,line:bigint,code:string,severity:string,message:string>>",
}


def schema_of(fields: Iterable[RowField] = FIELDS) -> str:
    """Return the columns of rows as Spark declares them.

    Example:
        >>> schema_of(FIELDS[:2])
        '`bundle` string NOT NULL, `query` string NOT NULL'
    """
    return ", ".join(f"`{field.name}` {_TYPES[field.kind]}{'' if field.nullable else ' NOT NULL'}" for field in fields)


def search_roots(
    frame: DataFrame,
    queries: str | Sequence[str],
    *,
    root: str = "root",
    bundle: str | None = None,
    limit: int = 20,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
) -> DataFrame:
    """Return the hits in every bundle of a frame of roots; executors read the bundles themselves.

    Args:
        frame: one row for each bundle.  A partition is one task: repartition it to spread the work.
        queries: one query or several; they go through each bundle in one pass.
        root: the column with a path that every executor can open.
        bundle: the column with the bundle's name; its root when None.
        limit: at most so many hits for each bundle and query.
        limits: the caps of each bundle.
        visibility: which files belong to a bundle.
        on_invalid: "raise" makes a row of an unreadable document's error, "recover" searches the rest.

    Returns:
        The columns of `okfsearch.fleet.FIELDS`; a bundle without a hit, or that could not be searched, has one row.

    Raises:
        InvalidRequest: for a bad argument, before any job.
        LimitExceeded: for a query that passes a cap, likewise.
    """
    request = parse_fleet(queries, limit=limit, limits=limits, visibility=visibility, on_invalid=on_invalid)
    named = frame.selectExpr(f"`{bundle or root}` AS bundle", f"`{root}` AS root")
    return named.mapInArrow(partial(_each_root, partial(_ask_root, request), FIELDS), schema_of())


def search_files(
    frame: DataFrame,
    queries: str | Sequence[str],
    *,
    bundle: str = "bundle",
    path: str = "path",
    content: str = "content",
    limit: int = 20,
    limits: Limits = Limits(),
    on_invalid: OnInvalid = "raise",
) -> DataFrame:
    """Return the hits in every bundle of a frame of files, for tables and object stores.

    All files of a bundle reach one worker together; a bundle over 256 MiB becomes an error row instead.  Two rows with one
    path make their bundle an error row.  Frames of Spark's own `binaryFile` lack files: see `read_files`.

    Args:
        frame: one row for each file.
        queries: one query or several.
        bundle: the column that names the bundle.
        path: the column with the file's path in the bundle, parts joined by `/`.
        content: the column with its bytes.
        limit: at most so many hits for each bundle and query.
        limits: the caps of each bundle.
        on_invalid: "raise" makes a row of an unreadable document's error, "recover" searches the rest.

    Raises:
        InvalidRequest: for a bad argument, before any job.
        LimitExceeded: for a query that passes a cap, likewise.
    """
    request = parse_fleet(queries, limit=limit, limits=limits, visibility=Visibility(), on_invalid=on_invalid)
    named = frame.selectExpr(f"`{bundle}` AS bundle", f"`{path}` AS path", f"`{content}` AS content")
    # Before the bytes are sent: whether their group would be too large.
    measured = named.selectExpr("*", "sum(length(content)) OVER (PARTITION BY bundle) AS size")
    bounded = measured.selectExpr("bundle", "path", f"CASE WHEN size <= {LARGEST_GROUP} THEN content END AS content")
    return bounded.groupBy("bundle").applyInArrow(_group_asker(request), schema_of())


def list_bundles(spark: SparkSession, parent: str | os.PathLike[str]) -> DataFrame:
    """Return the folders right below a directory of this machine, each a bundle, by name; links are not followed.

    Returns:
        Columns `bundle`, `root`, `files` and `bytes`, as this process sees them.

    Raises:
        OSError: when the directory cannot be read.
    """
    rows: list[tuple[str, str, int, int]] = []
    for entry in sorted(os.scandir(parent), key=lambda entry: os.fsencode(entry.name)):
        if entry.is_dir(follow_symlinks=False):
            sizes = list(_sizes(entry.path))
            rows.append((entry.name, entry.path, len(sizes), sum(sizes)))
    return spark.createDataFrame(rows, "bundle string, root string, files bigint, bytes bigint")


def _sizes(root: str) -> Iterator[int]:
    folders = [root]
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                yield entry.stat(follow_symlinks=False).st_size


def read_files(
    frame: DataFrame,
    *,
    root: str = "root",
    bundle: str | None = None,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
) -> DataFrame:
    """Return the files of every bundle of a frame of roots, as `search_files` takes them.

    Executors read the bundles as `capture_bundle` does.  Spark's own `binaryFile` would drop names that begin with `_` or
    `.` and empty files, and read through links.

    Returns:
        Columns `bundle`, `path`, `content` and `error_code`; a bundle that cannot be read has one row with its code.
    """
    named = frame.selectExpr(f"`{bundle or root}` AS bundle", f"`{root}` AS root")
    return named.mapInArrow(partial(_each_root, partial(_read_root, limits, visibility), FILE_FIELDS), schema_of(FILE_FIELDS))


def export_sections(
    frame: DataFrame,
    *,
    root: str = "root",
    bundle: str | None = None,
    limits: Limits = Limits(),
    visibility: Visibility = Visibility(),
    on_invalid: OnInvalid = "raise",
) -> DataFrame:
    """Return every section of every bundle with its text, for other engines to search.

    Sections, locators and digests are those of this library; another engine's ranking is its own.
    """
    named = frame.selectExpr(f"`{bundle or root}` AS bundle", f"`{root}` AS root")
    export = partial(_export_root, limits, visibility, on_invalid)
    return named.mapInArrow(partial(_each_root, export, SECTION_FIELDS), schema_of(SECTION_FIELDS))


def fuse(frame: DataFrame, *, limit: int = 20) -> DataFrame:
    """Return, for each query, the best hits of all bundles in one order, as `search_registry` orders them.

    Returns:
        The rows with hits, `fusion_score` (1/(60 + rank), to nine decimals) and `place` from 1; the order of the rows of a
        frame is the caller's: `orderBy("query", "place")`.
    """
    ordered = "row_number() OVER (PARTITION BY query ORDER BY rank, bundle, path, line_start, locator) AS place"
    score = f"round(1 / ({RANK_CONSTANT} + rank), 9) AS fusion_score"
    return frame.where("rank IS NOT NULL").selectExpr("*", score, ordered).where(f"place <= {int(limit)}")


def _each_root(read: Callable[[str, str], list[Row]], fields: tuple[RowField, ...], batches: Iterator[Any]) -> Iterator[Any]:
    """Turn batches of names and roots into batches of rows, one bundle at a time."""
    for batch in batches:
        for row in batch.to_pylist():
            yield arrow_batch(read(row["bundle"], row["root"]), fields)


def _ask_root(request: FleetRequest, bundle: str, root: str) -> list[Row]:
    return ask_bundle(root, request, bundle=bundle)


def _group_asker(request: FleetRequest) -> Callable[[Any], Any]:
    """Return what turns all files of one bundle into the table of its rows."""
    arrow: Any = import_extra("pyarrow", "spark", field="arrow")

    def ask(table: Any) -> Any:
        return _ask_group(request, table)

    # Spark asks a function by its annotations what it takes.
    ask.__annotations__ = {"table": arrow.Table, "return": arrow.Table}
    return ask


def _ask_group(request: FleetRequest, table: Any) -> Any:
    arrow: Any = import_extra("pyarrow", "spark", field="arrow")
    columns = table.to_pydict()
    bundle = columns["bundle"][0]
    if None in columns["content"]:
        unread = BundleError("unreadable", "The files of the bundle could not be read.")
        error = unread if None in columns["path"] else LimitExceeded.of("total_bytes", LARGEST_GROUP)
        rows = [error_row(about_a_bundle(bundle), query, error) for query in request.queries]
    else:
        rows = ask_files(bundle, zip(columns["path"], columns["content"], strict=True), request)
    return arrow.Table.from_batches([arrow_batch(rows)])


def _read_root(limits: Limits, visibility: Visibility, bundle: str, root: str) -> list[Row]:
    try:
        snapshot = capture_bundle(root, limits=limits, visibility=visibility)
    except SearchError as error:
        return [{"bundle": bundle, "error_code": error.code}]
    return [{"bundle": bundle, "path": file.path, "content": file.data} for file in snapshot.files]


def _export_root(limits: Limits, visibility: Visibility, on_invalid: OnInvalid, bundle: str, root: str) -> list[Row]:
    try:
        snapshot = capture_bundle(root, limits=limits, visibility=visibility, on_invalid=on_invalid)
        index = index_sections(snapshot, limits=limits, on_invalid=on_invalid)
    except SearchError as error:
        return [{"bundle": bundle, "error_code": error.code}]
    return section_rows(bundle, index)
