"""The node graph of a block that the shortcut has taken: the same as a YAML parser's.

Which blocks these are, and what their lines look like, is for `plain_frontmatter` to say.
"""

from __future__ import annotations

import re

from attrs import define, field

from okfsearch._bundle.plain_frontmatter import ITEM, LINE, Row
from okfsearch._bundle.yaml_graph import Graph, Mapping, Node, Scalar, Sequence
from okfsearch._bundle.yaml_scalars import plain_kind

_ITEM = re.compile(ITEM, re.VERBOSE)


def build_plain(text: str) -> Graph:
    """Build the graph of a block that has rows."""
    builder = _Builder()
    for line, row in enumerate(LINE.findall(text.replace("\r\n", "\n")), 1):
        builder.take(line, row)
    return builder.finish()


def _scalar(source: str, line: int) -> Scalar:
    if source[:1] in {'"', "'"}:
        return Scalar(source[1:-1], "text", line)
    return Scalar(source, plain_kind(source), line)


@define
class _Open:
    mark: int
    line: int
    children: list[int] = field(factory=list[int])


@define
class _Builder:
    """Make nodes from rows, in the order of `yaml_graph`: whatever is finished first comes first."""

    nodes: list[Node] = field(factory=list[Node])
    stack: list[_Open] = field(factory=list[_Open])
    waiting: bool = False
    line: int = 1

    def take(self, line: int, row: Row) -> None:
        indent, dash, key, value, _ = row
        if not (dash or key):
            return
        mark = 2 * len(indent) + bool(dash)
        if not self.stack or (self.waiting and mark > self.stack[-1].mark):
            self.stack.append(_Open(mark, line))
        else:
            self.settle(mark)
        if dash and key:
            self.stack.append(_Open(mark - 1 + 2 * len(dash), line))
        self.line = line
        if key:
            self.add(Scalar(key, plain_kind(key), line))
        self.waiting = not value
        if value:
            self.add_value(value.rstrip(" "))

    def settle(self, mark: int) -> None:
        """Give a key that got no value its null, and close the containers that the next line is not in."""
        if self.waiting:
            self.add(Scalar("", "null", self.line))
        while self.stack[-1].mark > mark:
            closed = self.stack.pop()
            self.add(_container(closed.children, closed.line, listed=closed.mark % 2 == 1))

    def finish(self) -> Graph:
        self.settle(0)
        root = self.stack.pop()
        self.nodes.append(_container(root.children, root.line, listed=False))
        return Graph(tuple(self.nodes))

    def add(self, node: Node) -> None:
        self.stack[-1].children.append(len(self.nodes))
        self.nodes.append(node)

    def add_value(self, value: str) -> None:
        if value[0] not in "[{":
            self.add(_scalar(value, self.line))
            return
        children: list[int] = []
        for key, item in _ITEM.findall(value, 1):
            leaves = [Scalar(key, plain_kind(key), self.line)] if key else []
            for leaf in (*leaves, _scalar(item.rstrip(" "), self.line)):
                children.append(len(self.nodes))
                self.nodes.append(leaf)
        self.add(_container(children, self.line, listed=value[0] == "["))


def _container(children: list[int], line: int, *, listed: bool) -> Node:
    if listed:
        return Sequence(tuple(children), line)
    return Mapping(tuple(zip(children[::2], children[1::2], strict=True)), line)
