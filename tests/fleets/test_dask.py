"""A real cluster of two worker processes gives the rows of one process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.dask import search_roots
from okfsearch.fleet import WorkerLost, search_many

distributed = pytest.importorskip("distributed")

QUERIES = ["tide", "moon month"]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, protocol="tcp://") as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.fixture
def roots(tmp_path: Path) -> list[Path]:
    bundles = {
        "good": {"a.md": b"# Spring tide\n\nTwice a month at new moon.\n"},
        "_hidden": {".dot.md": b"tide and moon, month by month\n"},
        "bad": {"a.md": b"tide \xff\n"},
        "empty": {},
    }
    for name, files in bundles.items():
        (tmp_path / name).mkdir()
        for path, data in files.items():
            (tmp_path / name / path).write_bytes(data)
    return [tmp_path / name for name in (*bundles, "missing")]


def ordered(rows: Any) -> list[Any]:
    return sorted(rows, key=lambda row: (row["bundle"], row["query"], row["rank"] or 0))


@pytest.mark.filterwarnings("default")  # the cluster's own
def test_rows_are_those_of_one_process(client: Any, roots: list[Path]) -> None:
    rows = list(search_roots(roots, QUERIES, client=client))
    assert ordered(rows) == ordered(search_many(roots, QUERIES))
    assert {row["status"] for row in rows} == {"ok", "error", "empty"}


def test_without_a_client_they_come_in_order(roots: list[Path]) -> None:
    assert list(search_roots(roots, QUERIES)) == list(search_many(roots, QUERIES))


@pytest.mark.filterwarnings("default")
def test_a_bad_request_is_sent_nowhere(client: Any, roots: list[Path]) -> None:
    with pytest.raises(okfsearch.InvalidRequest):
        search_roots(roots, "", client=client)


@pytest.mark.filterwarnings("default")
def test_cancellation(client: Any, roots: list[Path]) -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        list(search_roots(roots, QUERIES, client=client, cancelled=lambda: True))


@pytest.mark.filterwarnings("default")
def test_a_worker_that_dies_every_time_is_told(client: Any, roots: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("okfsearch.dask.ask_bundle", _die)
    with pytest.raises(WorkerLost) as caught:
        list(search_roots(roots[:1], QUERIES, client=client))
    assert caught.value.details == {"bundle": str(roots[0])}


def _die(*_: object, **__: object) -> None:
    os._exit(3)
