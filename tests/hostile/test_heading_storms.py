"""Headings made to be slow: the work grows with the source, and no stack grows at all.

Work is counted in calls, which are the same on every machine; time is judged in the benchmarks.
"""

from __future__ import annotations

import sys

import pytest

from okfsearch._bundle.inline import read_heading
from okfsearch.limits import Limits

UNCAPPED = Limits(heading_delimiters=10**9, heading_bytes=10**9)
STORMS = (
    "[", "![", "]", "a]", "[a](b", "[a](<b", "[a](b '", '[a](b "', "[a](b (", "![[]()", "[](", "](", "[](<", "[a][", "[a][b", "[x] ", "[tide]",
    "[a](b)", "![a](b)", "[*a*](b)", "*a_ ", "a_ ", "_a", "a**b*c ", "*a **a ", "***a", "a*", " **a", "*`a``b`", "``a`", "`a ", "\\", "\\*",
    "\\``", "<", "<a", "<a b='", '<a b="x" c="', "<!--", "<?", "<!A", "<![CDATA[", "<a@", "<http:", "<a>", "a\\\n", "a  \n", "*\n", "&", "!",
)  # fmt: skip


def calls(source: str) -> int:
    """Return how many calls, of Python and of C, the reading of a heading makes."""
    count = 0

    def see(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(see)
    try:
        read_heading(source, {"tide"}, limits=UNCAPPED)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("unit", STORMS)
def test_work_grows_with_the_source(unit: str) -> None:
    assert calls(unit * 800) <= 2 * calls(unit * 400) + 100


@pytest.mark.parametrize("unit", STORMS)
def test_a_long_storm_needs_no_deep_stack(unit: str) -> None:
    assert len(read_heading(unit * 2_000, {"tide"}, limits=UNCAPPED)) <= len(unit) * 2_000


def test_backtick_runs_of_rising_length() -> None:
    text = " ".join("`" * length for length in range(1, 500))
    assert read_heading(text, (), limits=UNCAPPED) == text


@pytest.mark.parametrize("filler", ["x", "(", "x ", '"', "é", "a='b' "])
def test_a_long_line_that_closes_nothing(filler: str) -> None:
    source = "[a](b" * 64 + filler * 100_000
    assert read_heading(source, (), limits=Limits()) == source.rstrip(" ")


def test_a_long_line_that_closes_everything() -> None:
    assert read_heading("[a](b" * 64 + ")" * 100_000, (), limits=Limits()) == "a" + ")" * (100_000 - 64)
