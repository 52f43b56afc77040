"""Law: canonically equal texts have the same tokens.

U+0345 is left out: it folds to a letter, and whether that letter follows or precedes other marks depends on the order
in which they were written, before anything is composed.
"""

from __future__ import annotations

import unicodedata

from hypothesis import given

from okfsearch._retrieval.tokens import tokenize
from tests.strategies import any_text

IOTA_BELOW = "\u0345"


@given(any_text)
def test_decomposed_text_has_the_same_tokens(text: str) -> None:
    if IOTA_BELOW in unicodedata.normalize("NFD", text):
        return
    expected = tokenize(text)
    assert tokenize(unicodedata.normalize("NFD", text)) == expected
    assert tokenize(unicodedata.normalize("NFC", text)) == expected
