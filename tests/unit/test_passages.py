"""Passages: where the first match stands, in text with long words and in text beyond ASCII."""

from __future__ import annotations

import pytest

from okfsearch._retrieval.passages import PassagePolicy, cut_passage

HERE = PassagePolicy(lead=0, length=12)


@pytest.mark.parametrize(
    ("text", "terms", "passage"),
    [
        ("one two three", {"two"}, "two three"),
        ("one two three", {"three", "two"}, "two three"),
        ("one TWO", {"two"}, "TWO"),
        ("twofold two", {"two"}, "two"),
        ("atwo two_two", {"two"}, "two_two"),
        # A term inside of so many words that it is looked for among the words instead.
        ("twofold " * 20 + "two end", {"two"}, "two end"),
        ("twofold " * 20 + "two, two", {"two", "fold"}, "two, two"),
        ("early " + "twofold " * 20 + "two", {"two", "early"}, "early twofol"),
        ("twofold " * 20, {"two"}, "twofold twof"),
        ("nothing here", {"two"}, "nothing here"),
        ("\u00e9t\u00e9 two", {"two"}, "two"),
        ("\u00e9t\u00e9 re\u0301ed", {"r\u00e9ed"}, "re\u0301ed"),
        ("twofold " * 400 + "\u00e9 two", {"two"}, "two"),
    ],
)
def test_a_passage_begins_at_the_first_match(text: str, terms: set[str], passage: str) -> None:
    assert cut_passage(text, terms, policy=HERE) == passage
