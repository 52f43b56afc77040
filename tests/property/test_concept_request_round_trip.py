"""Law: a request reads the same in whatever order its items come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch import parse_request

ITEMS = ('type:"Big Table"', "tags:a,b", "TAGS:#c", "in:title", 'bundle:"./my dir"')


@given(st.permutations(ITEMS), st.lists(st.integers(0, 5), min_size=3, max_size=3).map(sorted))
def test_the_order_of_items_does_not_matter(items: list[str], places: list[int]) -> None:
    words = ["fee", '"type:x  y"', "std::vector"]
    mixed = list(items)
    for word, place in reversed(list(zip(words, places, strict=True))):
        mixed.insert(place, word)
    read = parse_request("  ".join(mixed))
    assert (read.text, read.type, read.scope, read.bundle) == ("fee type:x  y std::vector", "Big Table", "title", "./my dir")
    assert set(read.tags) == {"a", "b", "c"}
