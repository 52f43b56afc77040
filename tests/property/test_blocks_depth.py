"""Law: a line that opens too many containers is an error whether or not lines are passed over."""

from __future__ import annotations

from hypothesis import event, example, given
from hypothesis import strategies as st

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits
from tests.property.block_soup import soup

_MARKERS = ("> ", ">", ">\t", "- ", "* ", "+ ", "-\t", "1. ", "2) ", "  ", "    ", "\t", "   ")
_ENDS = ("a\n", "\n", "# a\n", "-\n", "---\n", "=\n", "a\n\n", "```\n", "<div>\n", "")

_nest = st.tuples(st.lists(st.sampled_from(_MARKERS), max_size=7).map("".join), st.sampled_from(_ENDS)).map("".join)
nests = st.lists(_nest, max_size=10).map("".join)


def error(data: bytes, body: Span, cap: int, *, paragraphs: bool) -> str | None:
    """Return which cap a scan runs into."""
    try:
        scan_blocks(data, body, limits=Limits(container_depth=cap), paragraphs=paragraphs)
    except LimitExceeded as found:
        return str(found.details["limit"])
    return None


@given(nests | soup, st.integers(0, 4), st.sampled_from(["", "\n", "x\n\n"]))
@example("> > > a\n", 2, "")
@example("- a\n  - b\n    - c\n", 2, "x\n\n")
def test_leaps_and_lines_agree_about_depth(text: str, cap: int, front: str) -> None:
    data = (front + text).encode()
    body = Span(0, len(data))
    leaping = error(data, body, cap, paragraphs=False)
    event(f"{leaping}")
    assert leaping == error(data, body, cap, paragraphs=True)
