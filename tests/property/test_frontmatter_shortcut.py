"""Law: whatever the shortcut takes, a YAML parser reads in the same way."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from okfsearch._bundle.frontmatter import compose_frontmatter
from okfsearch._bundle.plain_frontmatter import plain_rows, plain_title
from okfsearch._bundle.plain_graph import build_plain

texts = st.sampled_from(
    (
        "a",
        "title",
        "yes",
        "~",
        "12",
        "1_000",
        "2024-05-01",
        "a b",
        "x:y",
        "http://x.y/#z",
        "a#b",
        "höhe",
        "潮",
        "😀",
        "a\xa0b",
        ".inf",
        "<<",
        "a: b",
        "a #b",
        "-a",
        "- a",
        "?a",
        "&a",
        "*a",
        "!a",
        "|",
        ">",
        "%a",
        "@a",
        "a,b",
        "a]",
        "{a",
        "'a",
        'a"',
        "a\tb",
        "a:",
        ":a",
        "[]",
    )
)
quoted = st.one_of(
    texts.map("'{}'".format), texts.map('"{}"'.format), st.sampled_from(("''", '""', "'a''b'", '"a\\n"', "' a '"))
)
items = st.one_of(texts, quoted)
flow = st.lists(items, max_size=3).flatmap(
    lambda parts: st.sampled_from(
        (f"[{', '.join(parts)}]", f"[ {' , '.join(parts)} ]", f"{{k: {', j: '.join(parts)}}}", f"[{','.join(parts)}]")
    )
)
values = st.one_of(texts, quoted, flow, st.just(""))
keys = st.sampled_from(("title", "type", "tags", "a", "a_b-c.d", "no", "null", "title ", "3", "<<", "'q'"))
indents = st.sampled_from(("", "", "  ", "  ", "    ", " ", "      "))
dashes = st.sampled_from(("", "", "- ", "-   ", "-"))
ends = st.sampled_from(("\n", "\n", "\n", "\r\n", " \n", "\n\n", "\r", "\u2028", " # c\n", ""))
lines = st.builds(
    lambda indent, dash, key, gap, value, end: f"{indent}{dash}{key}{':' if key else ''}{gap}{value}{end}",
    indents,
    dashes,
    st.one_of(keys, keys, st.just("")),
    st.sampled_from((" ", " ", "  ", "")),
    values,
    ends,
)
blocks = st.lists(lines, min_size=1, max_size=9).map("".join)


def agree(text: str) -> None:
    if plain_rows(text) is None:
        return
    full = compose_frontmatter(text.encode(), text)
    assert plain_title(text) == full.title
    assert build_plain(text) == full.graph


@given(blocks)
@example("a:\n- b\n- c: d\n  e:\n  - f\ntitle: x\n")
@example("a:\n  b:\ntitle: x\n  \n")
def test_the_shortcut_and_the_parser_agree_on_lines(text: str) -> None:
    agree(text)


@given(st.text(st.sampled_from("ab:-#[]{},'\" \n\r\t&?"), max_size=30).map("title: {}".format))
def test_the_shortcut_and_the_parser_agree_on_characters(text: str) -> None:
    agree(text)
