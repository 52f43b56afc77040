"""Locators: what is escaped, what is read back, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okfsearch.errors import InvalidRequest
from okfsearch.locators import Locator


def test_every_ascii_character_is_kept_or_escaped_as_go_does() -> None:
    kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~$&+,/:;=@"
    for character in map(chr, range(128)):
        wanted = character if character in kept else f"%{ord(character):02X}"
        assert str(Locator(character, 1, 1)) == f"{wanted}#L1-L1"


@given(st.text(st.characters(exclude_categories=("Cs",)), min_size=1), st.integers(1, 10**9), st.integers(0, 10**6))
def test_a_locator_survives_its_text(path: str, start: int, more: int) -> None:
    locator = Locator(path, start, start + more)
    assert Locator.parse(str(locator)) == locator
    assert str(locator).isascii()


@pytest.mark.parametrize(
    "text",
    ["", "a.md", "a.md#L1", "a.md#L0-L1", "a.md#L1-L2x", "#L1-L2", "a#b#L1-L2", "a.md#L2-L1", "%ff#L1-L2", "a.md#L01-L2"],
)
def test_what_is_no_locator_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Locator.parse(text)
    assert caught.value.details["field"] == "locator"


def test_line_numbers_begin_at_one_and_run_forward() -> None:
    for start, end in ((0, 1), (2, 1)):
        with pytest.raises(InvalidRequest):
            Locator("a.md", start, end)
