"""The block pass of mistletoe, mended and fenced: what another implementation finds for headings, before any inline work.

Mended by token classes of our own and by a cleaned source are the faults that have nothing to do with how its containers
read lines: a fence closed by a line with an info string, headings by other blanks than ASCII ones, underlines that mix their
marks or end with blanks, line ends other than LF.  What is left is named in `known_differences`.  Its state is put back as in
`span_pass`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final

from mistletoe import block_token

from tests.judges.span_pass import unchanged

Headings = list[tuple[int, int]]

# No blanks in Markdown, but blanks or line ends to `str`; and the stand-in, which is neither.
_FOREIGN_BLANKS: Final = re.compile("[\x0b\x0c\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|\r(?!\n)")
_STAND_IN: Final = "\x0e"


class _Fence(block_token.CodeFence):
    """Close at a line of nothing but marks, at least as many as open the fence."""

    @classmethod
    def read(cls, lines: Any) -> Any:
        next(lines)
        indent, marks, *_ = cls._open_info
        closing = re.compile(rf" {{0,3}}{re.escape(marks[0])}{{{len(marks)},}}$")
        for line in lines:
            if closing.match(line):
                break
        return [], (indent, marks, "", "")


class _Setext:
    """Stand for a Setext heading, whose own class would read its text at once."""

    def __init__(self, lines: list[str]) -> None:
        self.level = 1 if lines[-1].lstrip().startswith("=") else 2


class _Paragraph(block_token.Paragraph):
    """Know an underline by marks of one kind."""

    setext_pattern = re.compile(r" {0,3}(?:=+|-+)$")


_KINDS: Final = (
    block_token.HtmlBlock,
    block_token.BlockCode,
    block_token.Heading,
    block_token.Quote,
    _Fence,
    block_token.ThematicBreak,
    block_token.List,
    block_token.Footnote,
    _Paragraph,
)


def headings_of_mistletoe(text: str) -> Headings:
    """Return line and level of the headings that mistletoe finds, empty ones left out."""
    lines = [line.rstrip(" \t\r") + "\n" for line in _FOREIGN_BLANKS.sub(_STAND_IN, text).split("\n")]
    tokenizer: Any = import_module("mistletoe.block_tokenizer")
    root: Any = import_module("mistletoe.token")
    block: Any = block_token
    fenced = [(block, "_token_types"), (block, "SetextHeading"), (block.Paragraph, "parse_setext"), (root, "_root_node")]
    with unchanged(fenced):
        block._token_types = list(_KINDS)
        block.SetextHeading = _Setext
        block.Paragraph.parse_setext = True
        root._root_node = SimpleNamespace(footnotes={})
        return list(_headings(tokenizer.tokenize_block(lines, block._token_types)))


def _headings(buffer: Any) -> Iterator[tuple[int, int]]:
    for kind, found, line in buffer:
        if kind is block_token.Heading and found[1]:
            yield line, found[0]
        elif isinstance(found, _Setext):
            yield line, found.level
        elif kind is block_token.Quote:
            yield from _headings(found)
        elif kind is block_token.List:
            for item, *_ in found:
                yield from _headings(item)
