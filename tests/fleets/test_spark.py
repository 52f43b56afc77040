"""A real local Spark gives the rows of one process, however the work is cut."""

from __future__ import annotations

import ast
import inspect
import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import spark as edge
from okfsearch.federation import search_registry
from okfsearch.fleet import FIELDS, parse_fleet, search_many, search_one
from okfsearch.fleet_arrow import arrow_batch, arrow_schema
from okfsearch.registry import Registry

pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")
pytestmark = [
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java 17 or newer"),
    pytest.mark.filterwarnings("default"),  # Spark's own
    pytest.mark.timeout(600),
]

QUERIES = ["tide", "moon month", "zeppelin"]
BUNDLES: dict[str, dict[str, bytes]] = {
    "good": {"a.md": b"# Spring tide\n\nTwice a month at new moon.\n\n## Tide tables\n\nOf one tide.\n", "b.md": b"tide\n"},
    "_hidden": {".dot.md": b"tide and moon, month by month\n", "_x.md": b"tide\n", "empty.md": b""},
    "odd names": {"sp ace.md": b"tide\n", "per%20cent.md": b"tide tide\n", "hash#x.md": b"moon month\n", "q?x.md": b"tide\n", "\u00fcn\u00ef.md": b"tide\n"},
    "bad": {"a.md": b"tide \xff\n", "b.md": b"tide\n"},
    "open": {"a.md": b"---\ntitle: tide\n"},
    "empty": {},
}  # fmt: skip


@pytest.fixture(scope="module", params=["local[1]", "local[2]"])
def session(request: pytest.FixtureRequest) -> Iterator[Any]:
    # The workers' interpreter is the one that has this package.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.sql.shuffle.partitions": "2",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "3", "spark.driver.memory": "1g",
    }  # fmt: skip
    builder = SparkSession.builder.master(request.param)
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    parent = tmp_path_factory.mktemp("bundles")
    for name, files in BUNDLES.items():
        (parent / name).mkdir()
        for path, data in files.items():
            (parent / name / path).write_bytes(data)
    (parent / "linked").symlink_to(parent / "good")
    (parent / "file").write_bytes(b"no bundle")
    return parent


def roots(parent: Path) -> list[str]:
    return [str(parent / name) for name in (*BUNDLES, "missing", "linked")]


def ordered(rows: Any) -> list[dict[str, Any]]:
    return sorted(
        (row if isinstance(row, dict) else row.asDict(recursive=True) for row in rows),
        key=lambda row: (row["bundle"], row["query"], row["rank"] or 0),
    )


@pytest.mark.parametrize("partitions", [1, 8])
def test_rows_are_those_of_one_process(session: Any, parent: Path, partitions: int) -> None:
    shuffled = [(root,) for root in reversed(roots(parent))]
    frame = session.createDataFrame(shuffled, "root string").repartition(partitions)
    found = ordered(edge.search_roots(frame, QUERIES).collect())
    assert found == ordered(search_many(roots(parent), QUERIES))
    assert {row["status"] for row in found} == {"ok", "empty", "error"}
    assert len({row["bundle"] for row in found}) == len(roots(parent))


def test_files_give_the_rows_of_their_roots(session: Any, parent: Path) -> None:
    frame = session.createDataFrame([(Path(root).name, root) for root in roots(parent)[:3]], "bundle string, root string")
    files = edge.read_files(frame, bundle="bundle")
    found = ordered(edge.search_files(files, QUERIES).collect())
    expected = [{**row, "bundle": Path(row["bundle"]).name} for row in search_many(roots(parent)[:3], QUERIES)]
    assert found == ordered(expected)
    assert files.count() == sum(len(BUNDLES[name]) for name in ("good", "_hidden", "odd names"))


def test_faults_of_files_are_rows(session: Any, parent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        ("twice", "a.md", b"tide"),
        ("twice", "a.md", b"tide"),
        ("up", "../a.md", b"tide"),
        ("large", "a.md", b"tide" * 100),
        ("fine", "a.md", b"tide"),
    ]
    monkeypatch.setattr(edge, "LARGEST_GROUP", 100)
    frame = session.createDataFrame(rows, "bundle string, path string, content binary")
    found = {row["bundle"]: row["error_code"] for row in edge.search_files(frame, "tide").collect()}
    assert found == {"twice": "invalid_name", "up": found["up"], "large": "resource_limit", "fine": None}
    assert found["up"] in {"invalid_name", "schema_validation"}
    missing = edge.read_files(session.createDataFrame([(str(parent / "missing"),)], "root string"))
    assert [row["error_code"] for row in missing.collect()] == ["root_not_found"]
    assert [row["error_code"] for row in edge.search_files(missing, "tide").collect()] == ["unreadable"]


def test_bundles_of_a_directory(session: Any, parent: Path) -> None:
    found = {row["bundle"]: (row["files"], row["bytes"]) for row in edge.list_bundles(session, parent).collect()}
    assert found == {name: (len(files), sum(map(len, files.values()))) for name, files in BUNDLES.items()}


def test_fusion_is_that_of_a_registry(session: Any, parent: Path) -> None:
    names = ["good", "_hidden", "odd names"]
    rows = [row for name in names for row in search_many([str(parent / name)], ["tide", "moon"])]
    frame = session.createDataFrame([tuple(row.values()) for row in rows], edge.schema_of())
    found = edge.fuse(frame, limit=4).orderBy("query", "place").collect()
    for query in ("moon", "tide"):
        mine = [row for row in rows if row["query"] == query and row["rank"]]
        mine.sort(key=lambda row: (row["rank"], row["bundle"].encode(), row["path"].encode(), row["line_start"]))
        fused = [row for row in found if row["query"] == query]
        assert [(row["bundle"], row["locator"]) for row in fused] == [(row["bundle"], row["locator"]) for row in mine[:4]]
        assert [row["place"] for row in fused] == list(range(1, len(fused) + 1))
    scores = {one.rank: one.fusion_score for one in search_registry(Registry.of({"a": parent / "good"}), "tide")}
    assert all(scores.get(row["rank"], row["fusion_score"]) == row["fusion_score"] for row in found)


def test_sections_for_other_engines(session: Any, parent: Path) -> None:
    frame = session.createDataFrame([(root,) for root in roots(parent)], "root string")
    rows = edge.export_sections(frame).collect()
    good = [row for row in rows if row["bundle"] == str(parent / "good")]
    index = okfsearch.index_sections(okfsearch.capture_bundle(parent / "good"))
    assert [(row["path"], row["heading"], row["line_start"], row["line_end"]) for row in good] == [
        (section.path, section.heading, section.line_start, section.line_end) for section in index.sections
    ]
    assert good[0]["text"].startswith("# Spring tide")
    errors = {Path(row["bundle"]).name: row["error_code"] for row in rows if row["error_code"]}
    assert errors == {
        "bad": "invalid_encoding",
        "open": "unterminated_frontmatter",
        "missing": "root_not_found",
        "linked": "root_is_symlink",
    }


def test_a_bad_request_raises_before_any_job(session: Any) -> None:
    frame = session.createDataFrame([("nowhere",)], "root string")
    with pytest.raises(okfsearch.InvalidRequest):
        edge.search_roots(frame, "")
    with pytest.raises(okfsearch.InvalidRequest):
        edge.search_files(frame, "", path="root", bundle="root", content="root")


def test_the_schemas_of_spark_and_arrow_are_one(session: Any) -> None:
    from pyspark.sql.pandas.types import from_arrow_schema

    frame = session.createDataFrame([], edge.schema_of())
    ours = from_arrow_schema(arrow_schema())
    assert [(field.name, field.dataType) for field in ours] == [(field.name, field.dataType) for field in frame.schema]
    assert [field.name for field in ours] == [field.name for field in FIELDS]
    assert [field.nullable for field in frame.schema] == [field.nullable for field in FIELDS]
    assert arrow_batch([]).num_rows == 0


def test_what_workers_do(parent: Path) -> None:
    import pyarrow as pa

    request = parse_fleet(QUERIES, limit=20, limits=okfsearch.Limits(), visibility=okfsearch.Visibility(), on_invalid="raise")
    good, bad = str(parent / "good"), str(parent / "missing")
    batch = pa.RecordBatch.from_pylist([{"bundle": "a", "root": good}, {"bundle": "b", "root": bad}])
    found = [
        row for batch in edge._each_root(partial(edge._ask_root, request), FIELDS, iter([batch])) for row in batch.to_pylist()
    ]
    assert [row["bundle"] for row in found] == ["a"] * len(search_one(good, QUERIES)) + ["b"] * len(QUERIES)
    visible = okfsearch.Visibility()
    files = edge._read_root(request.limits, visible, "a", good)
    assert [row["path"] for row in files] == ["a.md", "b.md"]
    assert edge._read_root(request.limits, visible, "b", bad) == [{"bundle": "b", "error_code": "root_not_found"}]
    table = pa.Table.from_pylist([{"bundle": "a", "path": row["path"], "content": row["content"]} for row in files])
    ask = edge._group_asker(request)
    assert ask(table).to_pylist() == found[: -len(QUERIES)]
    for path, code in (("a.md", "resource_limit"), (None, "unreadable")):
        unread = pa.table(
            {
                "bundle": ["a"],
                "path": pa.array([path], pa.string()),
                "content": pa.array([None], pa.binary()),
            }
        )
        assert {row["error_code"] for row in ask(unread).to_pylist()} == {code}
    assert len(edge._export_root(request.limits, visible, "raise", "a", good)) == 3
    assert edge._export_root(request.limits, visible, "raise", "b", bad) == [{"bundle": "b", "error_code": "root_not_found"}]


def test_only_methods_of_frames_are_used() -> None:
    names = {node.attr for node in ast.walk(ast.parse(inspect.getsource(edge))) if isinstance(node, ast.Attribute)}
    assert not names & {
        "sparkContext",
        "_jvm",
        "_jsc",
        "rdd",
        "collect",
        "count",
        "conf",
        "toPandas",
        "cache",
        "persist",
        "getOrCreate",
    }
