"""Law: reading tokens back gives the same tokens, but for Cherokee, whose pairs are swapped at every reading."""

from __future__ import annotations

import re

from hypothesis import given

from okfsearch._fold import fold
from okfsearch._retrieval.tokens import tokenize
from tests.strategies import any_text

CHEROKEE = re.compile("[\u13a0-\u13fd\uab70-\uabbf]")


@given(any_text)
def test_tokens_of_tokens_are_the_same(text: str) -> None:
    tokens = tokenize(CHEROKEE.sub("", text))
    assert tokenize(" ".join(tokens)) == tokens


@given(any_text)
def test_folding_twice_is_folding_once(text: str) -> None:
    folded = fold(CHEROKEE.sub("", text))
    assert fold(folded) == folded


def test_a_cherokee_pair_changes_places() -> None:
    assert tokenize("\u13a0\uab70\u13f8\u13f0") == ["\uab70\u13a0\u13f0\u13f8"]
    assert tokenize(tokenize("\u13a0")[0]) == ["\u13a0"]
