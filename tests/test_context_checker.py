"""The judge of matches and packets sees every kind of lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

import okfsearch
from tests.context_checker import check_matches, check_packet, is_within, revision_of

FILES = {
    "sub/ebb.md": b"---\ntype: Note\n---\nBefore.\r\n\r\n# Ebb tide\n\nThe water falls.\nFor six hours.\n\n## Slack\n\nIt stands.\n",
    "flow.markdown": b"# Flow\n\n<!-- hidden -->\nThe tide rises. [ebb](sub/ebb.md#ebb-tide)\n",
    "log.png": b"\xff",
}
SNAPSHOT = okfsearch.Snapshot.of(FILES)
INDEX = okfsearch.index_context(SNAPSHOT)
ZERO = "0" * 64


def change(values: tuple[Any, ...], place: int, **changes: Any) -> tuple[Any, ...]:
    return tuple(attrs.evolve(value, **changes) if number == place else value for number, value in enumerate(values))


def judge_match(place: int = 0, **changes: Any) -> None:
    result = INDEX.matches("tide water", limit=5)
    check_matches(SNAPSHOT, attrs.evolve(result, matches=change(result.matches, place, **changes)))


def judge_source(place: int = 0, *, budget: int = 400, **changes: Any) -> None:
    packet = INDEX.search("tide water", limit=5, budget=budget)
    check_packet(SNAPSHOT, attrs.evolve(packet, sources=change(packet.sources, place, **changes)))


def test_true_answers_pass() -> None:
    judge_match()
    judge_source()
    for budget in range(1, 60):
        judge_source(budget=budget)


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "flow.markdown"}, {"id": "ebb#ebb-tide"}, {"id": "sub/ebb.md#ebb-tide"}, {"file_sha256": ZERO},
        {"content_sha256": ZERO}, {"locator": f"okf+sha256://{ZERO}/sub%2Febb.md#{ZERO}"}, {"locator": "sub/ebb.md#L1-L2"},
        {"line_start": 0}, {"line_start": 7}, {"line_end": 4}, {"line_end": 99}, {"heading": "Flow"}, {"heading_path": ()},
        {"relation": "document-context"}, {"neighbor": True}, {"snippet": ""}, {"snippet": "The water rises."},
        {"snippet": "x" * 181}, {"matches": ("title", "body")}, {"matches": ()}, {"estimated_tokens": 1},
    ],
    ids=str,
)  # fmt: skip
def test_lies_of_a_match_are_seen(changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        judge_match(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "flow.markdown"}, {"file_sha256": ZERO}, {"content_sha256": ZERO}, {"line_start": 4}, {"line_end": 8},
        {"markdown": "# Ebb tide"}, {"markdown": " "}, {"estimated_tokens": 1}, {"relation": "friend"}, {"truncated": True},
        {"heading": "", "id": "sub/ebb#ebb-tide", "heading_path": ()},
    ],
    ids=str,
)  # fmt: skip
def test_lies_of_a_source_are_seen(changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        judge_source(**changes)


@pytest.mark.parametrize(
    "changes", [{"markdown": "# Ebb tides"}, {"line_end": 8}, {"line_end": 9}, {"truncated": False}], ids=str
)
def test_lies_of_a_cut_source_are_seen(changes: dict[str, Any]) -> None:
    judge_source(budget=3)
    with pytest.raises(AssertionError):
        judge_source(budget=3, **changes)


@pytest.mark.parametrize(
    ("ask", "lie"),
    [
        ("matches", lambda result: attrs.evolve(result, limit=1)),
        ("matches", lambda result: attrs.evolve(result, status="managed")),
        ("matches", lambda result: attrs.evolve(result, matches=(result[0], result[0]))),
        ("matches", lambda result: attrs.evolve(result, missing_terms=("tide",))),
        ("matches", lambda result: attrs.evolve(result, route=("bm25",), matches=result[::-1])),
        ("matches", lambda result: attrs.evolve(result, revision=attrs.evolve(result.revision, index_sha256=ZERO))),
        ("search", lambda packet: attrs.evolve(packet, budget=3)),
        ("search", lambda packet: attrs.evolve(packet, limit=1)),
        ("search", lambda packet: attrs.evolve(packet, sources=change(packet.sources, 1, estimated_tokens=0))),
    ],
)
def test_answers_that_do_not_fit_together_are_seen(ask: str, lie: Callable[[Any], Any]) -> None:
    with pytest.raises(AssertionError):
        (check_matches if ask == "matches" else check_packet)(SNAPSHOT, lie(getattr(INDEX, ask)("tide water")))


def test_only_the_last_source_may_be_cut() -> None:
    packet = INDEX.search("tide water", budget=12)
    assert packet[-1].truncated
    with pytest.raises(AssertionError, match="not the last"):
        check_packet(SNAPSHOT, attrs.evolve(packet, budget=100, sources=(packet[-1], *INDEX.search("slack"))))


def test_a_counter_of_the_callers_own_is_not_second_guessed() -> None:
    packet = INDEX.search("tide", count_tokens=len)
    check_packet(SNAPSHOT, packet, own_counter=True)
    with pytest.raises(AssertionError, match="tokens told"):
        check_packet(SNAPSHOT, packet)


def test_lines_within_lines() -> None:
    assert is_within(["a", "", "b"], ["a", "<!-- x -->", "b"])
    assert not is_within(["a", "b"], ["b", "a"])


def test_documents_that_nobody_could_read_are_no_part_of_the_revision() -> None:
    read = okfsearch.index_context(okfsearch.Snapshot.of({"a.md": b"x", "b.MD": b"\xff", "c.txt": b"y"}))
    assert revision_of(read.snapshot) == read.revision.index_sha256
    assert revision_of(okfsearch.Snapshot.of({".md": b"x"})) is None


def test_every_context_answer_of_this_run_is_judged(judge: Any) -> None:
    before = judge.counts.copy()
    INDEX.search("tide")
    INDEX.matches("tide")
    assert judge.counts["packets"] == before["packets"] + 1
    assert judge.counts["rankings"] == before["rankings"] + 1
    assert judge.counts["sources"] > before["sources"]
    assert judge.counts["matches"] > before["matches"]
