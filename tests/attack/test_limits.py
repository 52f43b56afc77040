"""Each cap, by itself: a quantity exactly at it passes, and one more is an error that names it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import field, frozen

from okfsearch import (
    InvalidRequest,
    LimitExceeded,
    Limits,
    SearchError,
    SearchResult,
    Snapshot,
    capture_bundle,
    index_sections,
    search_bundle,
)
from okfsearch.limits import LIMIT_NAMES
from okfsearch.wire import to_json

Files = Mapping[str, str | bytes]


@frozen(kw_only=True)
class Row:
    """One search, and how much of one limited quantity it holds."""

    name: str
    quantity: int
    files: Files = field(factory=lambda: {"a.md": "# Reed\nrush\n"})
    query: str = "rush"
    limit: int = 20
    path: str | None = None  # the file that the error names
    refused: type[SearchError] = LimitExceeded
    hits: int | None = None
    note: str = ""

    def limits(self, more: int = 0) -> Limits:
        return Limits().replace(**{self.name: self.quantity + more})


def response_size() -> int:
    files = {"a.md": b"# Reed\nrush <&> \xe2\x80\xa8 \xc3\xa9\n"}
    return len(to_json(index_sections(Snapshot.of(files)).search("rush")).encode())


ROWS = [
    Row(name="query_code_points", quantity=6, query="rush \u00e9", files={"a.md": "rush \u00e9"}, refused=InvalidRequest),
    Row(name="query_terms", quantity=3, query="a b C a c", files={"a.md": "a b c"}),
    Row(name="term_code_points", quantity=6, query="ru\ufb03h", files={"a.md": "ruffih"}, note="as folded"),
    Row(name="results", quantity=7, limit=7, refused=InvalidRequest),
    Row(name="files", quantity=3, files={"a.md": "rush", "b.png": b"\xff", "s/index.md": ""}),
    Row(name="path_bytes", quantity=10, files={"s/h\u00f6he.md": "rush", "a.md": ""}, path="s/h\u00f6he.md", note="UTF-8", hits=1),
    Row(name="path_bytes", quantity=5, files={"s/h\u00f6": b"", "a.md": "rush"}, path="s/h\u00f6", note="an asset"),
    Row(name="path_depth", quantity=3, files={"s/t/a.md": "rush", "b.md": ""}, path="s/t/a.md"),
    Row(name="file_bytes", quantity=9, files={"a.md": "rush", "b.png": b"123456789"}, path="b.png"),
    Row(name="total_bytes", quantity=13, files={"a.md": "rush", "b.png": b"123456789"}, path="b.png"),
    Row(name="heading_bytes", quantity=7, files={"a.md": "# *rush* \u00e9   #\n"}, path="a.md", note="of the text, not of its line"),
    Row(name="heading_bytes", quantity=11, files={"a.md": "rush  \nand\\\nreed\n===\n"}, path="a.md", note="over lines"),
    Row(name="title_bytes", quantity=5, files={"a.md": "---\ntitle: h\u00f6he\n---\nrush\n"}, path="a.md"),
    Row(name="sections", quantity=3, files={"a.md": "rush\n# A\nx\n", "b.md": "# B\n"}, note="of two files"),
    Row(name="sections", quantity=4, files={"a.md": "rush\n# A\n# B\n\n# C\n"}, path="a.md", note="of one file, the preamble is one"),
    Row(name="sections", quantity=3, files={"a.md": "# rush\n# B\n\n# C\n"}, path="a.md", note="of one file, no preamble"),
    Row(name="sections", quantity=3, files={"a.md": "rush\n\n- # B\n  # C\n"}, path="a.md", note="in a list"),
    Row(name="sections", quantity=3, files={"a.md": "rush\n\nB\n===\nC\n===\n"}, path="a.md", note="Setext"),
    Row(name="sections", quantity=2, files={"a.md": "\n# rush\n"}, path="a.md", note="a blank preamble is a mark"),
    Row(name="tokens", quantity=8, files={"a.md": "# two words\nrush\n", "b.md": "three more tokens"}, note="a heading counts twice"),
    Row(name="tokens", quantity=7, files={"a.md": "---\ntitle: a b\n---\nrush\n# C\n"}, note="a title in each section"),
    Row(name="tokens", quantity=2, files={"a.md": "rush \u00e9\n"}, note="beyond ASCII"),
    Row(name="response_bytes", quantity=response_size(), files={"a.md": b"# Reed\nrush <&> \xe2\x80\xa8 \xc3\xa9\n"}),
    Row(name="frontmatter_bytes", quantity=9, files={"a.md": "---\ntitle: a\n---\nrush\n"}, path="a.md"),
    Row(name="container_depth", quantity=3, files={"a.md": "> - 1. # rush\n"}, path="a.md"),
    Row(name="container_depth", quantity=2, files={"a.md": "- a\n\n  > rush\n  > ===\n"}, path="a.md", note="over lines"),
    Row(name="directory_entries", quantity=3, files={"a.md": "rush", "s/a.md": "", "c.md": ""}),
    Row(name="directory_entries", quantity=4, files={"s/a.md": "", "s/b.md": "", "s/c": "", "s/d/e": "", "a.md": "rush"}, note="of a folder below"),
    Row(name="heading_delimiters", quantity=7, files={"a.md": "# **rush** `a` [b\\\\\n"}, path="a.md"),
    Row(name="heading_delimiters", quantity=2, files={"a.md": "*rush\nreed*\n---\n"}, path="a.md", note="over lines"),
    Row(name="bundle_delimiters", quantity=4, files={"a.md": "# *rush*\n", "b.md": "# x\n# [y]\n"}, path="b.md"),
]  # fmt: skip

ASKED_OF_A_SEARCH = {"query_code_points", "query_terms", "term_code_points", "results", "response_bytes"}


def name_of(row: Row) -> str:
    return f"{row.name} {row.note}".strip()


def as_bytes(files: Files) -> dict[str, bytes]:
    return {path: data if isinstance(data, bytes) else data.encode() for path, data in files.items()}


def write(files: Files, folder: Path) -> Path:
    for path, data in as_bytes(files).items():
        target = folder.joinpath(*path.split("/"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


def from_disk(row: Row, limits: Limits, folder: Path) -> SearchResult:
    return search_bundle(write(row.files, folder), row.query, limit=row.limit, limits=limits)


def in_memory(row: Row, limits: Limits, _: Path) -> SearchResult:
    snapshot = Snapshot.of(as_bytes(row.files), limits=limits)
    return index_sections(snapshot, limits=limits).search(row.query, limit=row.limit)


def captured_before(row: Row, limits: Limits, folder: Path) -> SearchResult:
    snapshot = capture_bundle(write(row.files, folder))
    return index_sections(snapshot, limits=limits).search(row.query, limit=row.limit)


WAYS = [from_disk, in_memory, captured_before]


def test_every_limit_has_a_row() -> None:
    assert {row.name for row in ROWS} == set(LIMIT_NAMES)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_at_the_cap(row: Row, way: Callable[[Row, Limits, Path], SearchResult], tmp_path: Path) -> None:
    result = way(row, row.limits(), tmp_path)
    assert result.total >= 1
    assert result == way(row, Limits(), tmp_path)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_one_above_the_cap(row: Row, way: Callable[[Row, Limits, Path], SearchResult], tmp_path: Path) -> None:
    if way is captured_before and row.name == "directory_entries":
        return  # a snapshot has no folders to count
    with pytest.raises(row.refused) as caught:
        way(row, row.limits(-1), tmp_path)
    details: dict[str, Any] = dict(caught.value.details)
    if row.refused is LimitExceeded:
        assert caught.value.code == "resource_limit"
        wanted: dict[str, Any] = {"limit": row.name, "maximum": row.quantity - 1}
        if row.path is not None and (way is not captured_before or row.name != "total_bytes"):
            wanted["path"] = row.path
        assert {key: details.get(key) for key in wanted} == wanted
    else:
        assert caught.value.code == "schema_validation"
        assert details["reason"] == "out_of_range"
        assert details["maximum"] == row.quantity - 1


@pytest.mark.parametrize("row", [row for row in ROWS if row.name in ASKED_OF_A_SEARCH], ids=name_of)
def test_a_request_is_refused_by_an_index_that_stays_usable(row: Row) -> None:
    index = index_sections(Snapshot.of(as_bytes(row.files)), limits=row.limits(-1))
    with pytest.raises(row.refused):
        index.search(row.query, limit=row.limit)
    if row.name != "response_bytes":
        assert index.search("a", limit=1).query == "a"


@pytest.mark.parametrize("row", [row for row in ROWS if row.name in ASKED_OF_A_SEARCH - {"response_bytes"}], ids=name_of)
def test_a_wrong_request_is_refused_before_anything_is_read(row: Row) -> None:
    with pytest.raises(row.refused):
        search_bundle("/nowhere/at/all", row.query, limit=row.limit, limits=row.limits(-1))


def test_no_cap_on_the_response() -> None:
    index = index_sections(Snapshot.of({"a.md": b"rush\n"}), limits=Limits(response_bytes=None))
    assert index.search("rush").total == 1
