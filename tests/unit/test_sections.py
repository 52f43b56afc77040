"""Cutting a document into sections: the caps of its headings, and cancellation."""

from __future__ import annotations

import pytest

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.documents import Document, read_documents
from okfsearch._bundle.sections import (
    SLICE_LABELS,
    DelimiterBudget,
    Section,
    _cut,
    _has_delimiters,
    _labels,
    _Mark,
    split_sections,
)
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spans import LineRange, Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, never
from okfsearch.errors import LimitExceeded, SearchCancelled
from okfsearch.limits import Limits


def document(text: str) -> Document:
    return read_documents([CapturedFile.of("a.md", text.encode())], limits=Limits()).documents[0]


def split(text: str, *, limits: Limits = Limits(), cancelled: Cancelled = never) -> tuple[Section, ...]:
    return split_sections(document(text), limits=limits, budget=DelimiterBudget(limits), cancelled=cancelled)


def test_places() -> None:
    sections = split("---\ntitle: x\n---\r\nbefore\r\n# *a*\n\nb\n")
    assert [(section.heading, section.level, section.lines, section.span) for section in sections] == [
        ("", 0, LineRange(4, 4), Span(18, 24)),
        ("a", 1, LineRange(5, 7), Span(26, 34)),
    ]
    assert sections[0].path == "a.md"


@pytest.mark.parametrize(
    ("text", "size"),
    [("# {}\n", 1), ("{}\n===\n", 1), ("# *{}*\n", 1), ("{}\na\n===\n", 3), ("> {}\n> ===\n", 1), ("*{}*\na\n===\n", 3)],
)
def test_heading_bytes_at_the_cap_and_above(text: str, size: int) -> None:
    fit = 1_024 - size + 1
    assert len(split(text.format("x" * fit))[0].heading) == 1_024
    with pytest.raises(LimitExceeded) as caught:
        split(text.format("x" * (fit + 1)))
    assert dict(caught.value.details) == {"limit": "heading_bytes", "maximum": 1_024, "path": "a.md"}


@pytest.mark.parametrize("prefix", ["", "> "])
def test_a_heading_of_many_lines_is_refused_unread(prefix: str) -> None:
    text = f"{prefix}a\n" * 1_025 + f"{prefix}===\n"
    with pytest.raises(LimitExceeded) as caught:
        split(text)
    assert caught.value.details["limit"] == "heading_bytes"


@pytest.mark.parametrize("mark", ["", "*"])
def test_a_long_heading_is_looked_through_in_slices(mark: str) -> None:
    text = f"# {'x' * (2 * SLICE_BYTES)}{mark}y{mark}\n"
    wide = Limits(heading_bytes=10**9)
    assert split(text, limits=wide)[0].heading == text.replace("*", "")[2:-1]
    assert split(f"# *x*{'y' * (2 * SLICE_BYTES)}\n", limits=wide)[0].heading == "x" + "y" * (2 * SLICE_BYTES)


def test_cancellation_is_asked_for_at_each_heading() -> None:
    text = "# a\n" * 50
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    split(text, cancelled=cancelled)
    assert asked >= 50
    left = iter([False] * (asked - 1) + [True])
    with pytest.raises(SearchCancelled):
        split(text, cancelled=lambda: next(left))


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("", []),
        ("\n", []),
        (" \t\r\n\u00a0\u2028\n", []),
        ("\u3000x", [("", 1, 1, "\u3000x")]),
        ("\u00a0\n# a", [("a", 2, 2, "# a")]),
        ("\u00a0\u200b\n# a", [("", 1, 1, "\u00a0\u200b"), ("a", 2, 2, "# a")]),
        ("\x7f\n# a", [("", 1, 1, "\x7f"), ("a", 2, 2, "# a")]),
        ("# a", [("a", 1, 1, "# a")]),
        ("# a\n", [("a", 1, 1, "# a")]),
        ("# a\r\n", [("a", 1, 1, "# a")]),
        ("# a\n\n", [("a", 1, 2, "# a\n")]),
        ("# a\n# b\nc", [("a", 1, 1, "# a"), ("b", 2, 3, "# b\nc")]),
        ("x\n\n# a\n", [("", 1, 2, "x\n"), ("a", 3, 3, "# a")]),
        ("#\n", [("", 1, 1, "#")]),
        ("---\nt: x\n---\n# a\n", [("a", 4, 4, "# a")]),
        ("---\nt: x\n---\n\n# a\n", [("a", 5, 5, "# a")]),
        ("- # a\n  # b\n", [("a", 1, 1, "- # a"), ("b", 2, 2, "  # b")]),
        ("\r\n\n# a\r\n\r\n# b", [("a", 3, 4, "# a\r\n"), ("b", 5, 5, "# b")]),
    ],
)
def test_every_byte_is_in_its_place(text: str, cut: list[tuple[str, int, int, str]]) -> None:
    data = text.encode()
    sections = split(text)
    assert [(one.heading, one.line_start, one.line_end, one.span.slice(data).decode()) for one in sections] == cut


def test_one_letter_lines_at_the_cap_and_above() -> None:
    assert len(split("a\n" * 512 + "===\n")[0].heading) == 1_023
    with pytest.raises(LimitExceeded):
        split("a\n" * 513 + "===\n")


def test_delimiters_add_up_over_headings_and_documents() -> None:
    limits = Limits(bundle_delimiters=6)
    budget = DelimiterBudget(limits)
    assert budget.spent == 0
    split_sections(document("# *a*\n# `b`\n"), limits=limits, budget=budget)
    assert budget.spent == 4
    split_sections(document("# c\n# *d*\n"), limits=limits, budget=budget)
    assert budget.spent == 6
    with pytest.raises(LimitExceeded) as caught:
        split_sections(document("# *d\n"), limits=limits, budget=budget)
    assert dict(caught.value.details) == {"limit": "bundle_delimiters", "maximum": 6, "path": "a.md"}
    with pytest.raises(LimitExceeded):
        split_sections(document("# *a*\n"), limits=limits, budget=DelimiterBudget(limits, 5))
    split_sections(document("# *a*\n"), limits=limits, budget=DelimiterBudget(limits, 4))


@pytest.mark.parametrize("label", [0, SLICE_LABELS - 1, SLICE_LABELS, 2 * SLICE_LABELS - 1, 2 * SLICE_LABELS])
def test_a_label_of_any_slice_is_known(label: int) -> None:
    definitions = "".join(f"[l{number}]: /u\n" for number in range(2 * SLICE_LABELS + 1))
    assert split(f"{definitions}\n# [x][L{label}] [none]\n")[-1].heading == "x [none]"
    assert split(f"# x [l{label}]\n\n# y\n\n{definitions}")[0].heading == f"x l{label}"


class Counted:
    """Answer no and count."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> bool:
        self.asked += 1
        return False


@pytest.mark.parametrize(
    ("size", "asked"), [(1, 0), (SLICE_BYTES, 0), (SLICE_BYTES + 1, 1), (2 * SLICE_BYTES, 1), (2 * SLICE_BYTES + 1, 2)]
)
def test_a_heading_is_looked_through_with_a_question_after_each_slice(size: int, asked: int) -> None:
    data = b"*" + b"x" * size + b"*"
    counted = Counted()
    assert not _has_delimiters(data, 1, 1 + size, cancelled=counted)
    assert counted.asked == asked
    assert _has_delimiters(data, 1, 2 + size, cancelled=never)
    assert _has_delimiters(data, 0, 1 + size, cancelled=Counted())


def test_a_delimiter_in_the_first_slice_ends_the_look() -> None:
    counted = Counted()
    assert _has_delimiters(b"x" * (SLICE_BYTES - 1) + b"*" + b"x" * SLICE_BYTES, 0, 2 * SLICE_BYTES, cancelled=counted)
    assert counted.asked == 0


@pytest.mark.parametrize(("count", "asked"), [(1, 1), (SLICE_TOKENS, 1), (SLICE_TOKENS + 1, 2), (2 * SLICE_TOKENS + 1, 3)])
def test_the_cutting_asks_once_for_so_many_marks(count: int, asked: int) -> None:
    text = "# a\n" * count
    counted = Counted()
    marks = [_Mark(place, "a", 1) for place in range(0, len(text), 4)]
    assert len(list(_cut(document(text), marks, cancelled=counted))) == count
    assert counted.asked == asked


@pytest.mark.parametrize(("count", "asked"), [(0, 0), (1, 1), (SLICE_LABELS, 1), (SLICE_LABELS + 1, 2)])
def test_labels_ask_once_for_so_many(count: int, asked: int) -> None:
    data = ("".join(f"[l{number}]: /u\n" for number in range(count)) + "\n# [l0]\n").encode()
    blocks = scan_blocks(data, Span(0, len(data)), limits=Limits(), cancelled=never, path="a.md")
    counted = Counted()
    assert len(_labels(data, blocks, cancelled=counted)) == count
    assert counted.asked == asked


def test_labels_are_not_looked_at_when_no_heading_refers() -> None:
    data = b"[a]: /u\n\n# b\n\n[c] d\n"
    blocks = scan_blocks(data, Span(0, len(data)), limits=Limits(), cancelled=never, path="a.md")
    assert _labels(data, blocks, cancelled=never) == frozenset()
