"""Text into tokens: what separates, what folds, what stays one, and long texts in slices."""

from __future__ import annotations

import importlib.metadata
import unicodedata

import pytest

from okfsearch._cancel import SLICE_BYTES
from okfsearch._fold import fold
from okfsearch._retrieval.tokens import ASCII_FOLD, LETTER_OR_NUMBER, SEPARATOR, blank_separators, tokenize, unicode_versions
from okfsearch.errors import SearchCancelled


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (" \n\t", []),
        ("One two,three", ["one", "two", "three"]),
        ("well-known_name's 20.04", ["well", "known", "name", "s", "20", "04"]),
        ("a\0b\x7fc", ["a", "b", "c"]),
        ("Stra\u00dfe STRASSE", ["strasse", "strasse"]),
        ("\u03a3\u03c2 \u212a \u0130", ["\u03c3\u03c3", "k", "i\u0307"]),
        ("re\u0301ed r\u00e9ed", ["r\u00e9ed", "r\u00e9ed"]),
        ("\u6f6e\u6c50\u3001\u6f6e", ["\u6f6e\u6c50", "\u6f6e"]),
        ("\u0663\u00bd\u2167", ["\u0663\u00bd\u2177"]),
        ("a\u00a0b\u2028c\u200bd", ["a", "b", "c", "d"]),
        ("twice twice Twice", ["twice"] * 3),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenize(text) == tokens


@pytest.mark.parametrize("code_point", range(128))
def test_ascii_by_table_is_ascii_by_pattern(code_point: int) -> None:
    """One character between two letters, and the same beside one beyond ASCII, which takes the general way."""
    text = f"a{chr(code_point)}b"
    assert tokenize(text) == tokenize(f"{text} \u00e9")[:-1]
    assert (SEPARATOR.match(chr(code_point)) is None) == chr(code_point).isalnum()


def test_the_table_of_bytes() -> None:
    assert len(ASCII_FOLD) == 256
    assert ASCII_FOLD[:10] == b" " * 10
    assert ASCII_FOLD[10:11] == b"\n"
    assert set(ASCII_FOLD[11:0x30] + ASCII_FOLD[128:]) == {0x20}
    assert ASCII_FOLD[0x30:0x3A] == b"0123456789"
    assert ASCII_FOLD[0x41:0x5B] == ASCII_FOLD[0x61:0x7B] == bytes(range(0x61, 0x7B))


def test_a_blank_for_every_separator_but_the_line_end() -> None:
    folded = fold("H\u00e9ron,\treed\u2028\nx\r\n")
    assert blank_separators(folded) == "h\u00e9ron  reed \nx \n"
    # A second time, when every code point has been met.
    assert blank_separators(folded) == "h\u00e9ron  reed \nx \n"


def test_marks_alone_are_a_token_but_ask_for_nothing() -> None:
    assert tokenize("\u0301\u0323 x") == ["\u0323\u0301", "x"]
    assert LETTER_OR_NUMBER.search("\u0301\u0323") is None
    assert LETTER_OR_NUMBER.search("\u0301\u0663") is not None


@pytest.mark.parametrize("surplus", [-1, 0, 1, 2])
@pytest.mark.parametrize("unit", ["heron ", "h\u00e9ron\n", "\u6f6e\u6c50\u3002"])
def test_a_text_about_as_long_as_a_slice(unit: str, surplus: int) -> None:
    text = (unit * (SLICE_BYTES // len(unit) + 2))[: SLICE_BYTES + surplus]
    assert len(text) == SLICE_BYTES + surplus
    tokens = tokenize(text)
    assert tokens[:-1] == tokenize(unit) * (len(tokens) - 1)
    assert "".join(tokens) == "".join(fold(text).replace("\u3002", "").split())


def test_no_token_is_cut_at_the_end_of_a_slice() -> None:
    text = "x " * (SLICE_BYTES // 2 - 2) + "heron" * 3 + " reed" * SLICE_BYTES
    assert tokenize(text)[SLICE_BYTES // 2 - 2 :][:3] == ["heronheronheron", "reed", "reed"]
    assert len(tokenize("x" * (3 * SLICE_BYTES))) == 1


def test_a_long_text_asks_for_every_slice() -> None:
    asked: list[int] = []

    def asking() -> bool:
        asked.append(1)
        return False

    tokenize("h\u00e9ron " * SLICE_BYTES, cancelled=asking)
    # Six slices folded, blanked and split each.
    assert len(asked) >= 12
    for number in range(len(asked)):
        left = [number]

        def cancelled(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        with pytest.raises(SearchCancelled):
            tokenize("h\u00e9ron " * SLICE_BYTES, cancelled=cancelled)


def test_the_versions_are_those_in_use() -> None:
    assert unicode_versions() == (importlib.metadata.version("regex"), unicodedata.unidata_version)
