"""Other Markdown parsers asked one question: on which lines do headings stand, and of which level are they.

Empty ATX headings are left out, as they are no headings here.
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

Headings = list[tuple[int, int]]

#: A lone CR is text here and a line end there, so it is replaced by a control character that means nothing to Markdown.
_LONE_RETURN = re.compile(r"\r(?!\n)")


@cache
def _parser() -> MarkdownIt:
    # The preset drops what is nested more than 20 deep without a word.
    return MarkdownIt("commonmark", {"maxNesting": 100_000})


def headings_of_markdown_it(text: str) -> tuple[Headings, bool]:
    """Return line and level of the headings that markdown-it-py finds, and whether it found a definition."""
    parser = _parser()
    state = StateCore(_LONE_RETURN.sub("\x0e", text).replace("\r\n", "\n"), parser, {}, [])
    parser.block.parse(state.src, parser, state.env, state.tokens)
    found: Headings = []
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type == "heading_open" and token.map and (token.markup in "=-" or inline.content.strip(" \t\x0e")):
            found.append((token.map[0] + 1, int(token.tag[1])))
    return found, bool(state.env.get("references"))
