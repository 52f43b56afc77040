"""Links against markdown-it-py, on our own examples and on adversarial stretches of inline Markdown.

Where the judge differs, cmark, the reference implementation, has the last word.
"""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import cmarkgfm.cmark
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.links import read_links
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch.limits import Limits

Told = list[tuple[bool, str, str | None]]

PIECES = (
    "[", "]", "](", ")", "![", "](b.md)", "[a](b.md)", "[r]", "[r][]", "[a][r]", "[S t]", "![i](p.png)", "`", "``", "`c`", "<", ">",
    "<http://e.test/x>", "<a@b.test>", "<b>", "<!-- ", "-->", "<?", "?>", "<![CDATA[", "]]>", "<!d", "<x y='", "<x:y>", "\\", "\\[", "\\]",
    "(", "((", "))", "<b c.md>", "<d.md>", '"t"', "'t'", "(t)", '"', "'", " ", " ", "\n", "*", "_", "**", "&amp;", "&#33;", "&x;", "%20",
    "/u", "../v.md", "#frag", "?q", "word", "é", "漢", "!", "\t", "[ ]", "\x01",
)  # fmt: skip
DEFINITIONS = "\n\n[r]: /ref.md 'title'\n\n[s\nT]: <spaced ref.md>\n\n[r]: /second.md\n"


def ours(text: str) -> Told:
    """Return what we find: whether it is an image, the address, the title."""
    document = read_documents([CapturedFile.of("a.md", text.encode())], limits=Limits()).documents[0]
    return [(link.kind == "image", link.target, link.title) for link in read_links(document, limits=Limits())]


def theirs(text: str) -> Told:
    """Return what the judge renders, its own opinion about safe addresses and their spelling left out."""
    judge = MarkdownIt("commonmark")
    judge.normalizeLink = lambda url: url  # type: ignore[method-assign]
    judge.validateLink = lambda url: True  # type: ignore[method-assign]
    told: Told = []
    for block in judge.parse(text):
        for token in block.children or ():
            if token.type in {"link_open", "image"}:
                told.append(judged(token))
    return told


def judged(token: Any) -> tuple[bool, str, str | None]:
    image = token.type == "image"
    return image, token.attrs["src" if image else "href"], token.attrs.get("title")


class Rendered(HTMLParser):
    """Collect the links and images of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Told = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"a", "img"}:
            told = dict(attrs)
            self.told.append((tag == "img", told["src" if tag == "img" else "href"] or "", told.get("title")))


def of_cmark(text: str) -> Told:
    """Return what cmark renders."""
    page = Rendered()
    page.feed(cmarkgfm.cmark.markdown_to_html(text))
    return page.told


def normal(told: Told, *, decoded: bool = False) -> Told:
    """An empty title is the same as none in what is rendered; cmark percent-encodes addresses."""
    return [(image, unquote(address) if decoded else address, title or None) for image, address, title in told]


def unexplained(text: str) -> str | None:
    """Return what both say where they differ and the reference implementation does not agree with us."""
    mine, others = normal(ours(text)), normal(theirs(text))
    if mine == others or normal(mine, decoded=True) == normal(of_cmark(text), decoded=True):
        return None
    return f"{text!r}: {mine} against {others}"


EXAMPLES = (
    "[b](/t/b.md) [c](./c.md \"see\") [d](../d.md#fees) [e][r]",
    "[x](/Join%20Key.md) [y](<Join Key.md>)",
    "[a](b(c)d) [a](b(c) [a](b)c)",
    "[a]( b.md\n'two\nlines' )",
    "[a](b.md\"t\") [a](<b.md>\"t\") [a](<b\nc>)",
    "[a [b](c.md) d](e.md) [r [x](y)]",
    "![a [b](c.md) d](e.png) [![i](p.png)](t.md)",
    "[a](b.md \"x\\\"y\") [a](\\(b\\).md) [a](b&amp;c.md)",
    "`[a](b.md)` ``[a](`b.md)`` \\`[a](b.md)\\`",
    "<http://e.test/[a](b.md)> <a href=\"[x](y)\">[z](w)</a>",
    "x <!--> [a](b.md) <!---> [a](b.md) --> <!--- [a](b.md)",
    "[a](b.md 'never closed) [a](b.md (x(y)) [a](b.md ",
    "<!-- [a](b.md) --> <? [a](b.md) ?> <!d [a](b.md)> <![CDATA[ [a](b.md) ]]>",
    "[r][] [R] [r][nope] [nope][r] [s t] [S\nT][]",
    "[r](not a link) [r][unclosed [r]",
    "\\[r] !\\[r] ![r] [\\r]",
    "> - [a](b.md)\n>   [c][r]\n\n| [t](u.md) | x |\n| --- | --- |",
    "# [h](i.md)\n\n[s](t.md)\n===\n\n    [no](code.md)\n\n```\n[no](fence.md)\n```\n\n<div>\n[no](html.md)\n</div>",
    "[a](<>) [a]() [](b.md) [a](#f)",
    "x <" + "a" * 33 + ":b> <" + "a" * 32 + ":b>",
    "<" + "a" * 40 + ":b> <m@x.test> <a+b.c-d:e>",
    "[a](" + "(" * 32 + "b" + ")" * 32 + ") [a](" + "(" * 33 + "b" + ")" * 33 + ")",
    "[" + "x" * 1100 + "] [" + "z" * 1100 + "][r]",
)  # fmt: skip


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples(text: str) -> None:
    assert unexplained(text + DEFINITIONS) is None


def test_seeded_stretches() -> None:
    chance = random.Random(20)
    stretches = ("".join(chance.choices(PIECES, k=chance.randint(2, 14))) + DEFINITIONS for _ in range(3_000))
    assert [told for told in map(unexplained, stretches) if told] == []


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_soup(text: str) -> None:
    assert unexplained(text + DEFINITIONS) is None


@pytest.mark.parametrize(
    ("text", "mine"),
    [
        # Blank brackets and brackets around brackets are no label, so that the text before them stands for itself.
        ("[r][ ]", ["/ref.md"]),
        ("[r][\\[[S t]](b.md)", ["/ref.md", "spaced ref.md"]),
        # Nor are brackets around more than 999 characters.
        (f"[r][{'y' * 1_100}]", ["/ref.md"]),
    ],
)
def test_the_last_word_is_needed(text: str, mine: list[str]) -> None:
    assert [address for _, address, _ in ours(text + DEFINITIONS)] == mine
    assert [address for _, address, _ in theirs(text + DEFINITIONS)] != mine
