"""Law: every fast way to tokens gives what the general one gives."""

from __future__ import annotations

import unicodedata

import regex
from hypothesis import given
from hypothesis import strategies as st

from okfsearch._cancel import SLICE_BYTES
from okfsearch._fold import fold, fold_case, slices
from okfsearch._retrieval.tallies import _PUNCTUATION, Tally
from okfsearch._retrieval.tokens import SEPARATOR, tokenize
from tests.strategies import any_text, body

TOKEN = regex.compile(r"[\p{L}\p{N}\p{M}]+")


def general(text: str) -> list[str]:
    """Tokenize as the contract words it: fold the whole, compose the whole, take the runs."""
    found: list[str] = TOKEN.findall(unicodedata.normalize("NFC", fold_case(text)))
    return found


@given(any_text | body)
def test_translation_equals_the_pattern(text: str) -> None:
    assert tokenize(text) == general(text)


@given(st.text(st.characters(max_codepoint=127)))
def test_the_ascii_shortcut_equals_the_pattern(text: str) -> None:
    assert tokenize(text) == general(text)
    assert Tally(text.encode()).tokens(0, len(text)) == general(text)


@given(st.lists(body | any_text, max_size=4).map("\n".join))
def test_line_by_line_equals_the_whole(text: str) -> None:
    data = text.encode()
    tally = Tally(data)
    tokens = general(text)
    assert sorted(tally.tokens(0, len(data))) == sorted(tokens)
    assert tally.count([(0, len(data))]) == [len(tokens)]
    for term in {*tokens, "absent"}:
        frequencies = tally.frequencies(term, [(0, len(data))])
        assert frequencies == [tokens.count(term)] or (frequencies is None and term not in tokens)


@given(body, st.data())
def test_a_range_of_lines_equals_its_text(text: str, draw: st.DataObject) -> None:
    lines = text.encode().split(b"\n")
    first = draw.draw(st.integers(0, len(lines) - 1))
    last = draw.draw(st.integers(first, len(lines) - 1))
    start = sum(len(line) + 1 for line in lines[:first])
    piece = b"\n".join(lines[first : last + 1])
    tally = Tally(text.encode())
    tokens = general(piece.decode())
    assert sorted(tally.tokens(start, start + len(piece))) == sorted(tokens)
    ranges = [(start, start + len(piece))]
    assert tally.count(ranges) == [len(tokens)]
    assert [tally.frequencies(term, ranges) for term in tokens] == [[tokens.count(term)] for term in tokens]


@given(
    st.lists(st.sampled_from(("word", "ä", "潮", "e\u0301", " ", "\n", "=\u0338")), min_size=1, max_size=6), st.integers(1, 3)
)
def test_slices_lose_nothing_and_cut_no_token(pieces: list[str], times: int) -> None:
    unit = "".join(pieces)
    text = unit * (times * SLICE_BYTES // len(unit) + 1)
    cut = list(slices(text, before=SEPARATOR))
    assert "".join(cut) == text
    assert [token for piece in cut for token in general(piece)] == general(text)
    if " " in unit or "\n" in unit:
        assert max(map(len, cut)) <= SLICE_BYTES + len(unit)


@given(st.sampled_from(("ä b\n", "ä\n", "潮位 ", "é")), st.integers(1, 2))
def test_texts_beyond_a_slice_keep_their_tokens(unit: str, times: int) -> None:
    text = unit * (times * SLICE_BYTES // len(unit.encode()) + 7)
    data = text.encode()
    tally = Tally(data)
    assert tally.count([(0, len(data))]) == [len(general(text))]
    assert sorted(tally.tokens(0, len(data))) == sorted(general(text))


def test_blanked_punctuation_never_was_part_of_a_token() -> None:
    """It is no token character, folds to itself, and no mark after it composes with it."""
    blanked = [
        c for c in map(chr, range(0x80, 0x10000)) if not "\ud800" <= c <= "\udfff" and _PUNCTUATION.fullmatch(c.encode())
    ]
    assert len(blanked) == 0x40 + 0x30 + 0x80
    marks = [c for c in map(chr, range(0x300, 0x20000)) if unicodedata.combining(c)]
    for character in blanked:
        assert TOKEN.search(character) is None
        assert character.casefold() == character
        assert not any(len(unicodedata.normalize("NFC", character + mark)) == 1 for mark in marks)
        assert not TOKEN.search(unicodedata.normalize("NFC", character))


@given(
    st.lists(st.sampled_from(("\u2014", "\u201c", "\u2500", "word", "\u0338", "\u0301", "\u00e9", " ", "\n")), max_size=30).map(
        "".join
    )
)
def test_blanking_punctuation_changes_no_token(text: str) -> None:
    assert sorted(Tally(text.encode()).tokens(0, len(text.encode()))) == sorted(general(text))


@given(
    st.lists(
        st.sampled_from(
            ("ä", "潮", "İ", "Ꭰ", "가", "\u1100", "\u1161", "\u11a8", "e", "\u0301", "\u0323", "\u0345", "か", "\u3099", "、")
        ),
        min_size=1,
        max_size=8,
    ).map("".join)
)
def test_folding_in_slices_is_folding_the_whole(unit: str) -> None:
    text = unit * (SLICE_BYTES // len(unit) + 50)
    assert fold(text) == unicodedata.normalize("NFC", fold_case(text))
    assert tokenize(text) == general(text)
