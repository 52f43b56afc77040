"""Law: the text of a heading is its source with something left out; nothing is added, moved or decoded."""

from __future__ import annotations

from hypothesis import given

from okfsearch._bundle.inline import read_heading
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS, sources


def is_left_out_of(text: str, source: str) -> bool:
    rest = iter(source)
    return all(character in rest for character in text)


@given(sources)
def test_text_is_the_source_with_something_left_out(source: str) -> None:
    assert is_left_out_of(read_heading(source, LABELS, limits=Limits()), source)
