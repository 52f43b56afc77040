"""Section search as a caller meets it: manners of results, order of checks, caps, recovery."""

from __future__ import annotations

import pickle
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import Limits, Snapshot, index_sections, search_bundle
from okfsearch._progress import Progress
from okfsearch.section_search import search_snapshot

FILES = {
    "tides.md": b"---\ntitle: Tides\n---\nBefore any heading.\n\n# Spring tide\n\nTwice a month.\n\n# Neap tide\n\nTwice a month too.\n",
    "gauge.md": b"# Gauge\n\nA gauge measures the tide.\n",
    "index.md": b"tide tide tide\n",
    "chart.png": b"\x89PNG tide",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_every_way_to_search_gives_the_same_answer(root: Path) -> None:
    snapshot = okfsearch.capture_bundle(root)
    answers = {
        search_bundle(root, "tide"),
        search_bundle(str(root), "tide"),
        search_snapshot(snapshot, "tide"),
        index_sections(snapshot).search("tide"),
        index_sections(Snapshot.of(FILES)).search("tide"),
    }
    assert len(answers) == 1


def test_a_result_is_a_sequence_of_hits(root: Path) -> None:
    result = search_bundle(root, "tide")
    assert len(result) == result.total == 3
    assert list(result) == list(result.hits)
    assert result[0] is result.hits[0]
    assert result[:2] == result.hits[:2]
    assert repr(result) == f"<SearchResult: 3 of 3 sections, revision {result.snapshot_revision[:12]}>"
    assert [list(record) for record in result.to_records()] == [list(okfsearch.Hit.__annotations__)] * 3
    assert result.to_records()[0]["matched_terms"] == ["tide"]


def test_an_index_pickles_and_says_what_it_is(root: Path) -> None:
    index = index_sections(okfsearch.capture_bundle(root))
    again = pickle.loads(pickle.dumps(index))
    assert again.search("tide") == index.search("tide")
    assert len(index) == 4
    assert repr(index) == f"<SectionIndex: 4 sections, revision {index.snapshot_revision[:12]}>"
    assert [(section.heading, section.level) for section in index.sections] == [
        ("Gauge", 1),
        ("", 0),
        ("Spring tide", 1),
        ("Neap tide", 1),
    ]


def test_missing_terms_are_those_that_no_section_holds(root: Path) -> None:
    for result in (search_bundle(root, "flood tide ebb"), index_sections(Snapshot.of(FILES)).search("flood tide ebb")):
        assert result.missing_terms == ("flood", "ebb")
        assert result.total == 0
    assert search_bundle(root, "before month").missing_terms == ()


def test_a_bad_request_costs_no_reading(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    for options in ({"query": ""}, {"query": "tide", "limit": 0}):
        with pytest.raises(okfsearch.InvalidRequest):
            search_bundle(missing, **options)
    with pytest.raises(okfsearch.BundleError) as caught:
        search_bundle(missing, "tide")
    assert caught.value.code == "root_not_found"


def test_a_hit_is_verified_against_the_captured_bytes(root: Path) -> None:
    snapshot = okfsearch.capture_bundle(root)
    hit = search_bundle(root, "tide").hits[0]
    assert hit.verify(snapshot)
    assert not hit.verify(Snapshot.of({}))
    assert not hit.verify(Snapshot.of({hit.path: b"other"}))
    import attrs

    for change in (
        {"snippet": "not in it"},
        {"line_start": 2, "locator": hit.locator.replace("L1-", "L2-")},
        {"line_end": 99, "locator": hit.locator.rpartition("L")[0] + "L99"},
        {"line_start": 99, "line_end": 99},
        {"locator": hit.locator + "0"},
    ):
        assert not attrs.evolve(hit, **change).verify(snapshot)


def test_order_of_precedence() -> None:
    faulty = {"a.md": b"---\nx\n---\n" + b"# " + b"h" * 2000, "b.md": b"\xff"}
    limits = Limits(response_bytes=1)
    with pytest.raises(okfsearch.InvalidRequest):
        search_snapshot(Snapshot.of(faulty), "", limits=limits)
    with pytest.raises(okfsearch.LimitExceeded) as limit:
        search_snapshot(Snapshot.of(faulty), "tide", limits=limits.replace(files=1))
    assert limit.value.details["limit"] == "files"
    with pytest.raises(okfsearch.DocumentErrors) as documents:
        search_snapshot(Snapshot.of(faulty), "tide", limits=limits)
    assert [document["path"] for document in documents.value.details["documents"]] == ["a.md", "b.md"]
    with pytest.raises(okfsearch.LimitExceeded) as heading:
        search_snapshot(Snapshot.of({"a.md": b"# " + b"h" * 2000}), "tide", limits=limits)
    assert heading.value.details["limit"] == "heading_bytes"
    with pytest.raises(okfsearch.LimitExceeded) as response:
        search_snapshot(Snapshot.of({"a.md": b"tide"}), "tide", limits=limits)
    assert response.value.details["limit"] == "response_bytes"


# For each cap: files that hold exactly this much of it, and a way to hold one more.
AT_THE_CAP: dict[str, tuple[int, Any]] = {
    "files": (2, lambda n: {f"{i}.md": b"tide" for i in range(n)}),
    "path_bytes": (6, lambda n: {"é" + "a" * (n - 5) + ".md": b"tide"}),
    "path_depth": (3, lambda n: {"/".join("d" * (n - 1)) + "/a.md": b"tide"}),
    "file_bytes": (9, lambda n: {"a.md": b"tide " + b"x" * (n - 5)}),
    "total_bytes": (10, lambda n: {"a.md": b"tide ", "b.bin": b"x" * (n - 5)}),
    "heading_bytes": (7, lambda n: {"a.md": "# é".encode() + b"h" * (n - 2) + b"\n\ntide"}),
    "title_bytes": (7, lambda n: {"a.md": "---\ntitle: é".encode() + b"t" * (n - 2) + b"\n---\ntide"}),
    "sections": (3, lambda n: {f"{i}.md": b"tide" for i in range(n)}),
    "tokens": (8, lambda n: {"a.md": b"---\ntitle: one\n---\n# two\n\ntide" + b" t" * (n - 4)}),
    "frontmatter_bytes": (20, lambda n: {"a.md": b"---\n" + b"a: " + b"x" * (n - 4) + b"\n---\ntide"}),
    "container_depth": (4, lambda n: {"a.md": b"> " * n + b"tide"}),
    "heading_delimiters": (6, lambda n: {"a.md": b"# " + b"*x " * n + b"\n\ntide"}),
    "bundle_delimiters": (6, lambda n: {"a.md": b"# " + b"*x " * (n - 3) + b"\n\n# *y *z *w\n\ntide"}),
}


@pytest.mark.parametrize("name", AT_THE_CAP)
def test_exactly_at_a_cap_passes_and_one_above_does_not(name: str) -> None:
    cap, build = AT_THE_CAP[name]
    limits = Limits().replace(**{name: cap})
    for search in (search_snapshot, lambda snapshot, query, limits: index_sections(snapshot, limits=limits).search(query)):
        assert search(Snapshot.of(build(cap)), "tide", limits=limits).total >= 1
        with pytest.raises(okfsearch.LimitExceeded) as caught:
            search(Snapshot.of(build(cap + 1)), "tide", limits=limits)
        assert caught.value.details["limit"] == name
        assert caught.value.details["maximum"] == cap


def test_marks_of_one_file_are_capped_even_where_they_open_no_section() -> None:
    # The body's own mark counts, though the blank line before the first heading makes no section.
    snapshot = Snapshot.of({"a.md": b"\n# a\n# b\n# tide\n"})
    assert search_snapshot(snapshot, "tide", limits=Limits(sections=4)).total == 1
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        search_snapshot(snapshot, "tide", limits=Limits(sections=3))
    assert caught.value.details["limit"] == "sections"


def test_recovery_searches_the_rest_and_says_so() -> None:
    snapshot = Snapshot.of({**FILES, "bad.md": b"\xff tide", "open.md": b"---\ntide\n"})
    with pytest.raises(okfsearch.DocumentErrors):
        search_snapshot(snapshot, "tide")
    for result in (
        search_snapshot(snapshot, "tide", on_invalid="recover"),
        index_sections(snapshot, on_invalid="recover").search("tide"),
    ):
        assert {issue.code for issue in result.issues} == {"invalid_encoding", "unterminated_frontmatter"}
        assert {hit.path for hit in result} == {"gauge.md", "open.md", "tides.md"}


def test_progress_tells_of_every_file_and_stops() -> None:
    told: list[Progress] = []
    search_snapshot(Snapshot.of(FILES), "tide", progress=told.append)
    for phase in ("documents", "sections"):
        steps = [step for step in told if step.phase == phase]
        assert [step.done for step in steps] == list(range(3)) and {step.total for step in steps} == {2}
        assert [step.path for step in steps][1:] == ["gauge.md", "tides.md"]


def test_an_exception_in_progress_passes_through() -> None:
    class Stop(Exception):
        pass

    def stop(_: Progress) -> None:
        raise Stop

    with pytest.raises(Stop):
        search_snapshot(Snapshot.of(FILES), "tide", progress=stop)


@pytest.mark.parametrize(
    "ask", [search_snapshot, lambda snapshot, query, cancelled: index_sections(snapshot, cancelled=cancelled)]
)
def test_a_cancellation_is_seen_at_every_check(ask: Any) -> None:
    snapshot = Snapshot.of(FILES)
    for k in range(1000):
        answers = chain(repeat(False, k), repeat(True))
        try:
            ask(snapshot, "tide", cancelled=answers.__next__)
        except okfsearch.SearchCancelled as error:
            assert error.retryable and error.code == "operation_cancelled"
        else:
            break
    assert 5 < k < 999


def test_an_index_can_be_cancelled_while_it_answers() -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        index_sections(Snapshot.of(FILES)).search("tide", cancelled=lambda: True)


@pytest.mark.parametrize(
    "options", [{"limits": None}, {"limits": {"files": 1}}, {"on_invalid": "ignore"}, {"on_invalid": None}]
)
def test_options_of_another_kind_are_refused_before_anything_else(options: dict[str, Any], tmp_path: Path) -> None:
    for ask in (
        lambda: search_bundle(tmp_path / "missing", "", **options),
        lambda: search_snapshot(Snapshot.of(FILES), "", **options),
        lambda: index_sections(Snapshot.of(FILES), **options),
    ):
        with pytest.raises(okfsearch.InvalidRequest) as caught:
            ask()
        assert caught.value.details["field"] in options
