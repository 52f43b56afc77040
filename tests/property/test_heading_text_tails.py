"""Law: what is remembered of one link tail changes nothing about the next."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._bundle.link_tails import Tails

PIECES = ("](", "](", "(", ")", "))", "((", "a", " ", "  ", "\n", "\\", "\\(", "\\)", "<", ">", "'", '"', "'t'")
texts = st.lists(st.sampled_from(PIECES), max_size=20).map("".join)


@given(texts)
def test_tails_read_in_order_end_where_each_would_alone(text: str) -> None:
    starts = [match.end() - 1 for match in re.finditer(r"(?<!\\)\]\(", text)]
    tails = Tails(text)
    assert [tails.read_inline(start) for start in starts] == [Tails(text).read_inline(start) for start in starts]
