"""Law: whether a heading is read depends on the count of its delimiters alone, and a cap changes no text."""

from __future__ import annotations

import pytest
from hypothesis import given

from okfsearch._bundle.inline import count_delimiters, read_heading
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS, sources


@given(sources)
def test_at_the_cap_and_one_below(source: str) -> None:
    delimiters = count_delimiters(source)
    text = read_heading(source, LABELS, limits=Limits(heading_delimiters=1_000))
    assert read_heading(source, LABELS, limits=Limits(heading_delimiters=delimiters)) == text
    if delimiters:
        with pytest.raises(LimitExceeded):
            read_heading(source, LABELS, limits=Limits(heading_delimiters=delimiters - 1))
