"""Law: putting a run of marks in order before composing changes nothing but the time it takes."""

from __future__ import annotations

import sys
import unicodedata

import regex
from hypothesis import given
from hypothesis import strategies as st

from okfsearch import _fold
from okfsearch._cancel import SLICE_TOKENS
from okfsearch._fold import compose

MARKS = "\u0301\u0323\u0345\u0f73\u0f71\u0f72\u0344\u0327\u3099\u0591\u0489\u094d\u20dd"
BASES = "aéẬ漢가か\u1100\u1161 \n="

runs = st.builds(
    lambda base, marks, tail: base + marks + tail,
    st.text(BASES, max_size=4),
    st.text(MARKS, min_size=20, max_size=120),
    st.text(BASES + MARKS, max_size=30),
)


@given(st.lists(runs, max_size=3).map("".join))
def test_presorted_marks_compose_alike(text: str) -> None:
    assert compose(text) == unicodedata.normalize("NFC", text)


def moving() -> list[str]:
    """List the characters that decompose into marks of a class other than 0 only."""
    every = map(chr, range(sys.maxunicode + 1))
    return [c for c in every if all(unicodedata.combining(piece) for piece in unicodedata.normalize("NFD", c))]


def test_every_mark_that_moves_is_seen_by_the_pattern() -> None:
    mark = regex.compile(r"\p{M}")
    assert len(moving()) > 800
    assert [c for c in moving() if not mark.match(c)] == []
    assert min(moving()) >= "\u0300"


def test_no_folding_begins_with_what_composes_backwards() -> None:
    """A text may be cut before any fresh character: neither it nor its folding joins what stands before."""
    starters = [c for c in map(chr, range(sys.maxunicode + 1)) if _fold._FRESH.match(c) and not "\ud800" <= c <= "\udfff"]
    for character in starters:
        first = unicodedata.normalize("NFD", _fold.fold_case(character))[0]
        assert _fold._FRESH.match(first), hex(ord(character))
        assert unicodedata.combining(first) == 0


@given(st.sampled_from(("\u0301\u0323", "\u0489\u0301", "\u0344\u0345", "\u0f73\u0f71")), st.integers(1, 3))
def test_runs_beyond_a_slice(unit: str, times: int) -> None:
    text = "a" + unit * (times * SLICE_TOKENS // 2 + 3)
    assert compose(text) == unicodedata.normalize("NFC", text)
