"""The node graph of one YAML document: flat, acyclic, capped, and never expanded.

Nodes stand in the order in which they are finished, so every node comes after all it points to, aliases included.  One
forward pass over the tuple therefore answers any question about the whole graph, without recursion.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Literal

from attrs import define, field, frozen

from okfsearch._bundle.faults import FrontmatterFault
from okfsearch._bundle.yaml_events import Event
from okfsearch._bundle.yaml_scalars import Kind, plain_kind, tagged_kind

#: The contract's own caps; a quantity exactly at its cap passes.
MOST_CONTAINERS = 64
MOST_HOPS = 64
MOST_NODES = 100_000
MOST_EDGES = 100_000
MOST_EXPANDED = 100_000

_OPEN = -1


@frozen
class Scalar:
    """Hold one leaf with the text the author wrote, its kind and its 1-based line inside the block."""

    text: str
    kind: Kind
    line: int


@frozen
class Sequence:
    """Hold the ordinals of a list's items."""

    items: tuple[int, ...]
    line: int


@frozen
class Mapping:
    """Hold the ordinals of a mapping's keys and values, in source order, repeated keys included."""

    pairs: tuple[tuple[int, int], ...]
    line: int


Node = Scalar | Sequence | Mapping


@frozen
class Graph:
    """Hold the nodes of one document; every node points to smaller ordinals only, and the last one is the root mapping."""

    nodes: tuple[Node, ...]

    @property
    def root(self) -> Mapping:
        """Return the root mapping."""
        root = self.nodes[-1]
        assert isinstance(root, Mapping)  # noqa: S101 - kept by whoever builds a graph
        return root


EMPTY_GRAPH = Graph((Mapping((), 1),))


@define
class _Container:
    what: Literal["mapping", "sequence"]
    line: int
    anchor: str | None
    children: list[int] = field(factory=list[int])
    expanded: int = 1
    hops: int = 0


def compose_graph(events: Iterable[Event], text: str) -> Graph:
    """Build the graph of the first document from its events.

    Raises `FrontmatterFault`: `invalid_frontmatter` when there is no document, its root is no mapping or an alias has no
    anchor; `invalid_yaml_graph` for a repeated anchor, a cycle or a cap.
    """
    breaks = [found.start() for found in re.finditer("\n", text)]
    composer = _Composer(breaks)
    for event in events:
        composer.take(event)
    if not composer.nodes:
        raise FrontmatterFault("invalid_frontmatter")
    return Graph(tuple(composer.nodes))


@define
class _Composer:
    breaks: list[int]
    nodes: list[Node] = field(factory=list[Node])
    expanded: list[int] = field(factory=list[int])
    hops: list[int] = field(factory=list[int])
    anchors: dict[str, int] = field(factory=dict[str, int])
    stack: list[_Container] = field(factory=list[_Container])
    seen: int = 0
    edges: int = 0
    line: int = 1

    def take(self, event: Event) -> None:
        if event.what == "end":
            self.close()
            return
        # Parsers disagree about where a value stands that nobody wrote; here it belongs to what was written before it.
        written = not event.plain or event.text
        line = self.line = 1 + bisect_left(self.breaks, event.offset) if written else self.line
        self.seen += 1
        self.edges += bool(self.stack) + (event.what == "alias")
        if self.seen > MOST_NODES or self.edges > MOST_EDGES:
            raise FrontmatterFault("invalid_yaml_graph", line, excess=True)
        if not self.stack and event.what != "mapping":
            raise FrontmatterFault("invalid_frontmatter", line)
        if event.what == "alias":
            self.follow(event.anchor or "", line)
            return
        if event.anchor is not None:
            if event.anchor in self.anchors:
                raise FrontmatterFault("invalid_yaml_graph", line)
            self.anchors[event.anchor] = _OPEN
        if event.what == "scalar":
            self.finish(Scalar(event.text, _kind_of(event), line), event.anchor, expanded=1, hops=0)
            return
        if len(self.stack) == MOST_CONTAINERS:
            raise FrontmatterFault("invalid_yaml_graph", line, excess=True)
        self.stack.append(_Container(event.what, line, event.anchor))

    def follow(self, name: str, line: int) -> None:
        """Point to an anchored node.  An anchor still open is one of the alias's own ancestors: a cycle."""
        target = self.anchors.get(name)
        if target is None:
            raise FrontmatterFault("invalid_frontmatter", line)
        if target == _OPEN:
            raise FrontmatterFault("invalid_yaml_graph", line)
        self.add(target, self.expanded[target], self.hops[target] + 1, line)

    def add(self, child: int, expanded: int, hops: int, line: int) -> None:
        """Give a child to the innermost open container; sizes are summed up, so that nothing need be expanded."""
        parent = self.stack[-1]
        parent.children.append(child)
        parent.expanded += expanded
        parent.hops = max(parent.hops, hops)
        if parent.expanded > MOST_EXPANDED or parent.hops > MOST_HOPS:
            raise FrontmatterFault("invalid_yaml_graph", line, excess=True)

    def close(self) -> None:
        container = self.stack.pop()
        children = container.children
        node: Node
        if container.what == "mapping":
            node = Mapping(tuple(zip(children[::2], children[1::2], strict=True)), container.line)
        else:
            node = Sequence(tuple(children), container.line)
        self.finish(node, container.anchor, expanded=container.expanded, hops=container.hops)

    def finish(self, node: Node, anchor: str | None, *, expanded: int, hops: int) -> None:
        ordinal = len(self.nodes)
        self.nodes.append(node)
        self.expanded.append(expanded)
        self.hops.append(hops)
        if anchor is not None:
            self.anchors[anchor] = ordinal
        if self.stack:
            self.add(ordinal, expanded, hops, node.line)


def _kind_of(event: Event) -> Kind:
    if event.tag is not None:
        return tagged_kind(event.tag)
    return plain_kind(event.text) if event.plain else "text"
