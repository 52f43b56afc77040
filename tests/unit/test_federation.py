"""Many bundles in one order: faults as statuses, the budget, and what is said before anything is read."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import federation_search
from okfsearch._bundle import pages
from okfsearch._bundle.outline import read_outline
from okfsearch.federation import search_registry
from okfsearch.federation_result import FederatedMatches, FederatedPacket
from okfsearch.registry import Registry
from okfsearch.wire import from_dict, to_dict


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    for name, text in {
        "one/a.md": "# Dugong\n\ngrazes sea grass\n",
        "one/b.md": "# Other\n\nA dugong aside, and more of it.\n",
        "two/c.md": "\n\n\nA dugong in a preamble\n\nof some lines\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Registry.of({"two": tmp_path / "two", "one": tmp_path / "one", "gone": tmp_path / "gone"})


def test_matches_are_interleaved_by_rank_then_name(registry: Registry) -> None:
    found = search_registry(registry, "dugong")
    assert [(one.knowledge_base, one.rank, one.match.path) for one in found] == [
        ("one", 1, "a.md"),
        ("two", 1, "c.md"),
        ("one", 2, "b.md"),
    ]
    assert [(base.name, base.status, base.error_code) for base in found.knowledge_bases] == [
        ("gone", "error", "root_not_found"), ("one", "ok", None), ("two", "ok", None),
    ]  # fmt: skip
    assert found[0].fusion_score == found[1].fusion_score > found[2].fusion_score
    assert [one.match.path for one in found[:2]] == ["a.md", "c.md"]
    assert repr(found) == "<FederatedMatches: 3 matches from 3 bundles>"


def test_the_limit_is_one_for_all(registry: Registry) -> None:
    assert len(search_registry(registry, "dugong", limit=2)) == 2
    assert len(search_registry(registry, "dugong", limit=1, budget=100)) == 1


def test_a_packet_takes_whole_sections_and_cuts_the_first_that_did_not_fit(registry: Registry) -> None:
    whole = search_registry(registry, "dugong", budget=1000)
    assert [source.source.path for source in whole] == ["a.md", "c.md", "b.md"]
    assert not any(one.source.truncated for one in whole)
    tokens = [one.source.estimated_tokens for one in whole]
    packet = search_registry(registry, "dugong", budget=tokens[0] + 6)
    assert [(one.source.path, one.source.truncated) for one in packet] == [("a.md", False), ("c.md", True)]
    # Three blank lines stand before what is shown of the preamble.
    cut = packet[1].source
    assert (cut.markdown, cut.line_start, cut.line_end) == ("A dugong in a preamble", 1, 4)
    assert packet.estimated_tokens == tokens[0] + 6 == sum(one.source.estimated_tokens for one in packet)
    assert (
        repr(packet)
        == f"<FederatedPacket: 2 sources from 3 bundles, {packet.estimated_tokens} of {packet.estimated_tokens} tokens>"
    )
    assert packet[:1] == (packet[0],)
    for one in whole:
        root = next(entry.root for entry in registry.entries if entry.key == one.knowledge_base)
        assert one.source.verify(okfsearch.capture_bundle(root, visibility=okfsearch.Visibility.auto()))


def test_a_counter_of_ones_own(registry: Registry) -> None:
    packet = search_registry(registry, "dugong", budget=7, count_tokens=lambda text: len(text.split()))
    assert 0 < packet.estimated_tokens <= 7


@pytest.mark.parametrize(
    ("query", "options"),
    [("", {}), ("x", {"budget": 0}), ("x", {"limit": 0}), ("x", {"filters": [("colour", "red")]}), ("x", {"spec": "9"}), ("x", {"also": [""]}), ("x", {"count_tokens": 3}), ("x", {"on_invalid": "maybe"})],
)  # fmt: skip
def test_a_bad_request_raises_before_anything_is_read(query: str, options: Any) -> None:
    class Untouchable:
        @property
        def entries(self) -> Any:
            raise AssertionError

    with pytest.raises(okfsearch.InvalidRequest):
        search_registry(Untouchable(), query, **options)


@pytest.mark.parametrize("budget", [None, 12])
def test_processes_change_nothing(registry: Registry, budget: Any) -> None:
    options: Any = {"budget": budget, "filters": [("type", "Guide")] if budget is None else [], "also": ["sea grass"]}
    assert search_registry(registry, "dugong", processes=2, **options) == search_registry(registry, "dugong", **options)


@pytest.mark.parametrize("processes", [0, True, 1.5, "2"])
def test_processes_are_counted_from_one(registry: Registry, processes: Any) -> None:
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        search_registry(registry, "dugong", processes=processes)
    assert caught.value.details["field"] == "processes"


def test_a_worker_that_ends_is_the_fault_of_its_bundles(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(federation_search, "ask_bundle", _die)
    found = search_registry(registry, "dugong", processes=2)
    assert [base.error_code for base in found.knowledge_bases] == ["worker_lost"] * 3
    assert len(found) == 0

    def refuse(*_: object) -> Any:
        raise BrokenProcessPool

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)
    assert search_registry(registry, "dugong", processes=2) == found


def _die(*_: object) -> None:
    os._exit(3)


def test_cancellation_with_processes(registry: Registry) -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        search_registry(registry, "dugong", processes=2, cancelled=lambda: True)
    for answered in range(1, 5):
        asked = iter([False] * answered + [True] * 1_000)
        with pytest.raises(okfsearch.SearchCancelled):
            search_registry(registry, "dugong", processes=2, cancelled=lambda: next(asked))  # noqa: B023 - called at once


def test_what_is_no_registry_or_no_visibility(registry: Registry) -> None:
    wrong: Any = 3
    for field, call in (
        ("registry", lambda: search_registry(wrong, "dugong")),
        ("visibility", lambda: search_registry(registry, "dugong", visibility=wrong)),
    ):
        with pytest.raises(okfsearch.InvalidRequest) as caught:
            call()
        assert caught.value.details["field"] == field


def test_the_texts_of_a_packet_keep_the_caps_of_the_call(tmp_path: Path) -> None:
    depth = okfsearch.Limits.large().container_depth + 100
    (tmp_path / "a.md").write_text(f"# Dugong\n\ndugong\n\n{'>' * depth} x\n", encoding="utf-8")
    registry = Registry.of({"deep": tmp_path})
    wider = okfsearch.Limits.large().replace(container_depth=depth)
    assert len(search_registry(registry, "dugong", limits=wider, budget=2400)) == 1
    assert search_registry(registry, "dugong", budget=2400).knowledge_bases[0].error_code == "resource_limit"


def test_each_file_is_read_once_for_the_text_of_all_its_sections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("".join(f"# Dugong {number}\n\ngrazing\n\n" for number in range(20)), encoding="utf-8")
    read: list[object] = []

    def counted(document: Any, **options: Any) -> Any:
        read.append(document)
        return read_outline(document, **options)

    monkeypatch.setattr(pages, "read_outline", counted)
    packet = search_registry(Registry.of({"one": tmp_path}), "dugong", limit=20, budget=2400)
    assert len(packet) == 20
    # Once for the index, once for the texts.
    assert len(read) == 2


def test_little_memory_is_the_fault_of_one_bundle(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> Any:
        raise MemoryError

    monkeypatch.setattr(federation_search, "shown_sections_at", fail)
    packet = search_registry(registry, "dugong", budget=100)
    assert [base.error_code for base in packet.knowledge_bases] == ["root_not_found", "resource_limit", "resource_limit"]


def test_filters_hold_in_every_bundle(tmp_path: Path) -> None:
    for name, kind in (("one", "Guide"), ("two", "Note")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.md").write_text(f"---\ntype: {kind}\n---\ndugong\n", encoding="utf-8")
    registry = Registry.of({"one": tmp_path / "one", "two": tmp_path / "two"})
    assert [one.knowledge_base for one in search_registry(registry, "dugong", filters=[("type", "Note")])] == ["two"]


def test_a_bundle_in_which_only_some_documents_are_bad(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("dugong\n", encoding="utf-8")
    (tmp_path / "bad.md").write_bytes(b"dugong \xff\n")
    registry = Registry.of({"one": tmp_path})
    kept = search_registry(registry, "dugong")
    assert len(kept) == 1
    assert [issue.code for issue in kept.knowledge_bases[0].issues] == ["invalid_encoding"]
    strict = search_registry(registry, "dugong", on_invalid="raise")
    assert (len(strict), strict.knowledge_bases[0].error_code) == (0, "invalid_encoding")


def test_cancellation_passes_through(registry: Registry) -> None:
    for answered in range(1000):
        asked = iter([False] * answered + [True] * 1_000_000)
        try:
            search_registry(registry, "dugong", cancelled=lambda: next(asked))  # noqa: B023 - called at once
        except okfsearch.SearchCancelled:
            continue
        break
    assert 5 < answered < 999


def test_an_empty_registry_finds_nothing() -> None:
    found = search_registry(Registry.of({}), "dugong")
    assert (len(found), found.knowledge_bases) == (0, ())
    packet = search_registry(Registry.of({}), "dugong", budget=5)
    assert (len(packet), packet.estimated_tokens) == (0, 0)
    assert str(found).endswith("No matching source sections found.")
    assert str(packet).endswith("No matching source sections found.")


def test_text_says_what_failed_and_steers_no_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# D\x1b[2J\n\ndugong \x1b[31m\n", encoding="utf-8")
    registry = Registry.of({"one": tmp_path, "gone": tmp_path / "gone"})
    for result in (search_registry(registry, "dugong"), search_registry(registry, "dugong", budget=50)):
        text = str(result)
        assert "Knowledge base error: `gone`: root_not_found: " in text
        assert "\x1b" not in text
        assert "## 1. one / D" in text


def test_html_is_escaped_and_capped(tmp_path: Path) -> None:
    text = "".join(f"# <b>{number}</b>\n\ndugong <script>{number}</script>\n\n" for number in range(60))
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    registry = Registry.of({"<one>": tmp_path, "<gone>": tmp_path / "gone"})
    for result in (search_registry(registry, "dugong", limit=60), search_registry(registry, "dugong", budget=10_000, limit=60)):
        html = result._repr_html_()
        assert "<script" not in html and "<b>" not in html and "<one>" not in html and "<gone>" not in html
        assert "&lt;script&gt;" in html and "The first" in html and "<li>Knowledge base error" in html
    assert "<li>" not in search_registry(Registry.of({"one": tmp_path}), "dugong")._repr_html_()


@pytest.mark.parametrize("kind", [FederatedMatches, FederatedPacket])
def test_data_of_another_form_is_not_read_back(kind: Any, registry: Registry) -> None:
    options: Any = {} if kind is FederatedMatches else {"budget": 100}
    data = to_dict(search_registry(registry, "dugong", **options))
    assert to_dict(from_dict(data, kind)) == data
    for wrong in ({}, {**data, "more": 1}, {**data, "query": 3}, {**data, "knowledgeBases": [{}]}, {**data, "fusion": {}}):
        with pytest.raises(okfsearch.InvalidRequest):
            from_dict(wrong, kind)
