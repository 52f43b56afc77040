"""Law: a heading without delimiters is its own text, and the short way to say so agrees with the long one."""

from __future__ import annotations

from hypothesis import example, given

from okfsearch._bundle.inline import _Scanner, count_delimiters, read_heading
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS, as_cut, plain_sources, sources


@given(plain_sources.map(as_cut))
def test_a_plain_heading_is_its_own_text(source: str) -> None:
    assert count_delimiters(source) == 0
    words = " ".join(source.split("\n"))
    assert read_heading(words, LABELS, limits=Limits()) == words.rstrip(" \t\r")


@given(plain_sources | sources)
@example("tide!\t \r")
def test_the_short_way_agrees_with_the_long_one(source: str) -> None:
    assert read_heading(source, LABELS, limits=Limits()) == _Scanner(source, LABELS).read(limits=Limits())
