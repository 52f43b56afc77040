"""Heading sources to try the laws on: fragments that open, close or only look like it, in any order."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from okfsearch._bundle.inline import normalize_label

DEFINED = ("tide", "Ref", "two words")
LABELS = frozenset(normalize_label(label) for label in DEFINED)

FRAGMENTS = (
    "*", "**", "***", "_", "__", "`", "``", "\\", "\\\\", "[", "]", "![", "!", "<", ">", "(", ")", "](", "](u)", "](u 't')", "](<u>)",
    '](u(v)w "t")', "[tide]", "][Ref]", "[]", "[two  words]", "<b>", "</b>", '<b c="', "'>", "<!--", "-->", "<!-- c -->", "<?", "?>",
    "<!A", "<![CDATA[", "]]>", "<http://x.y>", "<a@b.c>", "&amp;", "&", "~~", "a", "b", "word", "snake_case", " ", "  ", "\t", ".", ",",
    '"', "'", "“", "é", "漢", "€", "✅", "\xa0", "\u3000", "\x00", "\x0b", "\x7f", "1", "\n", " \n", "  \n", "\\\n", "\r\n", "\\\r\n",
)  # fmt: skip


def as_cut(text: str) -> str:
    """Return what the block pass hands over: lines without leading blanks, none of them blank, the last without trailing ones."""
    lines = [line.lstrip(" \t") for line in text.split("\n")]
    return "\n".join(line for line in lines if line.strip(" \t\r")).rstrip(" \t\r")


sources = st.lists(st.sampled_from(FRAGMENTS), max_size=24).map("".join).map(as_cut)
plain_sources = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\\`*_[]<"), max_size=60)

_words = st.sampled_from(("tide", "gauge", "x_y", "don't", "42", "höhe", "潮位", "AT&T", "why?", "yes!"))
_code = st.sampled_from(("`--json`", "`a*b`", "`` ` ``", "`<b>`"))
_leaves = _words | _code | st.sampled_from(("<http://x.y>", "<b>", "a\\*b", "\\[c\\]"))


def _in(left: str, right: str) -> Callable[[str], str]:
    return lambda inner: f"{left}{inner}{right}"


def _deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    joined = st.lists(inner, min_size=1, max_size=3).map(" ".join).map(_in("a ", " z"))
    return joined.map(_in("*", "*")) | joined.map(_in("__", "__")) | joined.map(_in("![", "](u)"))


_nested = st.recursive(_leaves, _deeper, max_leaves=8)
_link_texts = st.lists(_nested, min_size=1, max_size=3).map(" ".join)
_links = (
    _link_texts.map(_in("[", "](u 't')"))
    | _link_texts.map(_in("[", "](<u>)"))
    | st.sampled_from(("[tide]", "[x][ref]", "[none]"))
)

#: Headings as people write them: every construct is closed, and blanks stand around it.
tidy_sources = st.lists(_nested | _links, min_size=1, max_size=6).map(" ".join)
