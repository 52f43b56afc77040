"""What can still be told of a frontmatter block that is no YAML mapping.

Four keys are read line by line where they stand alone on a line; nothing is guessed beyond that.
"""

from __future__ import annotations

import re

from okfsearch._bundle.frontmatter import Frontmatter
from okfsearch._bundle.yaml_graph import Graph, Mapping, Node, Scalar, Sequence
from okfsearch._bundle.yaml_lookup import strict_text
from okfsearch._bundle.yaml_scalars import plain_kind

#: The keys a searcher cannot do without.
RECOVERED_KEYS = ("title", "type", "description", "tags")

_KEY_LINE = re.compile(rf"({'|'.join(RECOVERED_KEYS)})[ \t]*:(?:[ \t]+(.*))?")
_ITEM_LINE = re.compile(r"[ \t]*-[ \t]+(.*)")


def recover_frontmatter(data: bytes) -> Frontmatter:
    r"""Read `title`, `type`, `description` and `tags` from a broken block.

    A key must begin its line; its value is the rest of the line (`key: text`, `key: [a, b]`) or the `- item` lines below it.
    A key that occurs twice keeps its last value.  Never raises; bytes that are no UTF-8 are replaced.

    Example:
        >>> from okfsearch._bundle.recovery import recover_frontmatter
        >>> block = recover_frontmatter(b"title: ADR-1: Files first\ntags:\n- a\n- b\nbroken: [\n")
        >>> block.title, block.texts("tags"), block.keys
        ('ADR-1: Files first', ('a', 'b'), ('title', 'tags'))
    """
    lines = data.decode("utf-8", "replace").split("\n")
    found: dict[str, tuple[int, str, list[tuple[int, str]]]] = {}
    items: list[tuple[int, str]] | None = None
    for number, line in enumerate(lines, 1):
        line = line.rstrip(" \t\r")  # noqa: PLW2901 - the raw line is of no further use
        key = _KEY_LINE.fullmatch(line)
        if key is not None:
            items = []
            found[key[1]] = (number, (key[2] or "").strip(), items)
            continue
        item = _ITEM_LINE.fullmatch(line)
        if item is None or items is None:
            items = None
        else:
            items.append((number, item[1].strip()))
    return _frontmatter(data, found)


def _frontmatter(data: bytes, found: dict[str, tuple[int, str, list[tuple[int, str]]]]) -> Frontmatter:
    nodes: list[Node] = []
    pairs: list[tuple[int, int]] = []

    def add(node: Node) -> int:
        nodes.append(node)
        return len(nodes) - 1

    for key, (line, text, items) in found.items():
        name = add(Scalar(key, "text", line))
        listed = text.startswith("[") and text.endswith("]")
        if listed:
            parts = [(line, part.strip()) for part in text[1:-1].split(",") if part.strip()]
        else:
            parts = items if not text else []
        if listed or parts:
            value = add(Sequence(tuple([add(_scalar(part, number)) for number, part in parts]), line))
        else:
            value = add(_scalar(text, line))
        pairs.append((name, value))
    nodes.append(Mapping(tuple(pairs), 1))
    graph = Graph(tuple(nodes))
    return Frontmatter(strict_text(graph, "title"), data, graph)


def _scalar(text: str, line: int) -> Scalar:
    quote = text[:1]
    if quote in {'"', "'"} and len(text) > 1 and text.endswith(quote):
        return Scalar(text[1:-1], "text", line)
    return Scalar(text, plain_kind(text), line)
