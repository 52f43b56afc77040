"""Other parsers' headings: mistletoe's block pass to be compared in speed, cmark in answers.

mistletoe is driven without its span pass, which is the fastest honest use of it for headings: its tokenizer fills a buffer of
(type, result, line) before any inline work.  HTML blocks are added and tables taken out, as CommonMark has them, and lines end
at LF only.  Its types and root are module globals; they are set once for the process, which is fine for a benchmark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.corpora import Corpus

Body = tuple[bytes, int]
"""The bytes of a body, and the line of its file at which it begins."""

Headings = list[tuple[int, int]]
"""Line in the file and level of each heading."""

_CMARK_HEADING = re.compile(r'<h([1-6]) data-sourcepos="(\d+):[^"]*">(?!</h)')


def read_bodies(corpus: Corpus) -> list[Body]:
    """Read the searchable files and cut their frontmatter off."""
    from okfsearch._bundle.layout import split_layout

    bodies: list[Body] = []
    for path in corpus.searchable:
        with open(path, "rb") as file:
            data = file.read()
        layout = split_layout(data)
        bodies.append((data[layout.body.start :], layout.body_line))
    return bodies


def mistletoe_pass() -> Callable[[bytes], object]:
    """Prepare mistletoe and return a function that runs its block pass over one body."""
    from types import SimpleNamespace

    # Without types, and half of what is used here is private: no checker can help.
    block_token: Any = import_module("mistletoe.block_token")
    token: Any = import_module("mistletoe.token")
    tokenize_block: Any = import_module("mistletoe.block_tokenizer").tokenize_block

    block_token.reset_tokens()
    block_token.remove_token(block_token.Table)
    block_token.add_token(block_token.HtmlBlock)
    token._root_node = SimpleNamespace(footnotes={})
    types = block_token._token_types
    # The one class that would parse inline text while blocks are found.
    block_token.SetextHeading = lambda lines: lines

    def run(body: bytes) -> object:
        lines = [f"{line}\n" for line in body.decode().split("\n")]
        found: object = tokenize_block(lines, types)
        return found

    return run


def cmark_headings(body: Body) -> Headings:
    """Return the headings as cmark sees them."""
    import cmarkgfm

    data, first = body
    # cmark takes a lone CR for a line end, the contract does not.
    text = re.sub(rb"\r(?!\n)", b" ", data).decode()
    html: str = cmarkgfm.markdown_to_html(text, cmarkgfm.cmark.Options.CMARK_OPT_SOURCEPOS)
    return [(int(line) + first - 1, int(level)) for level, line in _CMARK_HEADING.findall(html)]
