"""Law: the words near another one are those that a plain table of edits finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval.fuzzy import Spellings, edits

words = st.text("abcdé", max_size=7)


def plain_edits(one: str, other: str) -> int:
    """Count edits by the whole table, two swapped neighbours being one."""
    table = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            cost = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (one[i - 1] != other[j - 1]))
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                cost = min(cost, table[i - 2, j - 2] + 1)
            table[i, j] = cost
    return table[len(one), len(other)]


@given(words, words, st.integers(0, 3))
def test_edits(one: str, other: str, most: int) -> None:
    assert edits(one, other, most) == min(plain_edits(one, other), most + 1)


@given(st.sets(words), words, st.integers(1, 2))
def test_near(held: set[str], word: str, most: int) -> None:
    expected = {(other, plain_edits(word, other)) for other in held if plain_edits(word, other) <= most}
    assert set(Spellings(held).near(word, most)) == expected
