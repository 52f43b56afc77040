"""Cutting a document into sections: the caps of its headings, and cancellation."""

from __future__ import annotations

import pytest

from okfsearch._bundle.documents import Document, read_documents
from okfsearch._bundle.sections import DelimiterBudget, Section, split_sections
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spans import LineRange, Span
from okfsearch._cancel import SLICE_BYTES, Cancelled, never
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
