"""Law: ASCII takes a shortcut with the same answer, and pieces of any text are analyzed alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval import analyzer
from okfsearch._retrieval.analyzer import Analyzer, analyze_query, analyze_stretch
from tests.strategies import any_text

ascii_stretch = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=24) | st.lists(
    st.sampled_from(("berth", "Fee", "HTTP2", "x", "_", "-", ".", "/", ":", "'", "+", "#", "(", "`", "5", "aB")),
    min_size=1,
    max_size=8,
).map("".join)


class Foreign(str):
    """A text that does not say it is ASCII."""

    __slots__ = ()

    def isascii(self) -> bool:
        return False


@given(ascii_stretch)
def test_shortcut(stretch: str) -> None:
    assert analyze_stretch(stretch) == analyze_stretch(Foreign(stretch))


@given(any_text)
def test_a_remembered_stretch_is_analyzed_as_a_new_one(text: str) -> None:
    tokens, beside = Analyzer().analyze(f"{text} {text}")
    fresh = [analyze_stretch(stretch) for stretch in text.split()]
    assert tokens == 2 * [token for one in fresh for token in one.tokens]
    assert beside == 2 * [term for one in fresh for term in one.beside]


@given(any_text)
def test_a_text_answers_to_its_own_words(text: str) -> None:
    tokens, beside = Analyzer().analyze(text)
    terms = {*tokens, *beside}
    for word in analyze_query(text):
        for term, kind in word.terms:
            if kind in {"word", "pair", "lone"}:
                assert term in terms
    assert analyzer.LONGEST_IDENTIFIER > 0
