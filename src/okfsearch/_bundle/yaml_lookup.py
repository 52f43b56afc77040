"""Finding a key in a node graph, through aliases and merges, and reading what stands there."""

from __future__ import annotations

from attrs import field, frozen

from okfsearch._bundle.yaml_graph import Graph, Mapping, Node, Scalar, Sequence
from okfsearch._bundle.yaml_scalars import SPACE, Kind, is_blank

_AMBIGUOUS = -1


def node_text(node: Node) -> str | None:
    """Return the trimmed text of a scalar; None for null, blank text, a list or a mapping."""
    if not isinstance(node, Scalar) or node.kind == "null":
        return None
    return node.text.strip(SPACE) or None


@frozen
class Value:
    """Point at one node of a graph; nothing is copied out until asked for.

    Attributes:
        graph: the graph.
        ordinal: which of its nodes.
    """

    graph: Graph = field(repr=False)
    ordinal: int

    @property
    def kind(self) -> Kind | str:
        """Return the kind of a scalar, or "list" or "mapping"."""
        node = self.graph.nodes[self.ordinal]
        if isinstance(node, Scalar):
            return node.kind
        return "list" if isinstance(node, Sequence) else "mapping"

    @property
    def line(self) -> int:
        """Return the 1-based line inside the block."""
        return self.graph.nodes[self.ordinal].line

    @property
    def text(self) -> str | None:
        """Return the trimmed text of a scalar; None for null, blank text, a list or a mapping."""
        return node_text(self.graph.nodes[self.ordinal])

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of a list's scalars, without nulls and blanks; a lone scalar is a list of one."""
        return tuple(text for value in self.items if (text := value.text) is not None)

    @property
    def items(self) -> tuple[Value, ...]:
        """Return the items of a list; anything else is a list of itself."""
        node = self.graph.nodes[self.ordinal]
        if isinstance(node, Sequence):
            return tuple(Value(self.graph, item) for item in node.items)
        return (self,)

    def get(self, key: str) -> Value | None:
        """Return the value of a key of a mapping; None when there is no such key or no mapping."""
        node = self.graph.nodes[self.ordinal]
        found = find_value(self.graph, key, self.ordinal) if isinstance(node, Mapping) else None
        return None if found is None else Value(self.graph, found)

    @property
    def leaves(self) -> tuple[str, ...]:
        """Return the texts of all scalars below, keys left out, in source order; a node met twice is read once."""
        nodes = self.graph.nodes
        seen = {self.ordinal}
        waiting = [self.ordinal]
        texts: list[str] = []
        while waiting:
            ordinal = waiting.pop()
            node = nodes[ordinal]
            if isinstance(node, Scalar):
                text = Value(self.graph, ordinal).text
                if text is not None:
                    texts.append(text)
                continue
            below = node.items if isinstance(node, Sequence) else tuple(value for _, value in node.pairs)
            fresh = [child for child in dict.fromkeys(below) if child not in seen]
            seen.update(fresh)
            waiting.extend(reversed(fresh))
        return tuple(texts)


def field_keys(graph: Graph) -> tuple[str, ...]:
    """Return the texts of the root's explicit keys, each once, in source order."""
    return tuple(field_values(graph))


def field_values(graph: Graph) -> dict[str, int]:
    """Map the root's explicit keys, in source order, to the ordinals of their values, as `find_value` does one by one."""
    nodes = graph.nodes
    pairs = ((nodes[key], value) for key, value in graph.root.pairs)
    return {key.text: value for key, value in pairs if isinstance(key, Scalar) and key.kind != "merge"}


def duplicate_keys(graph: Graph) -> tuple[tuple[str, int], ...]:
    """Return the root's explicit keys that had occurred before, each with its line."""
    seen: set[str] = set()
    again: list[tuple[str, int]] = []
    for key in _explicit_keys(graph):
        if key.text in seen:
            again.append((key.text, key.line))
        seen.add(key.text)
    return tuple(again)


def find_value(graph: Graph, key: str, ordinal: int | None = None) -> int | None:
    """Return the ordinal of a key's value in a mapping (the root when none is named), or None.

    Keys are compared by their text, whatever their kind; the last one holds.
    """
    return _find(graph, key, len(graph.nodes) - 1 if ordinal is None else ordinal, strict=False)


def strict_text(graph: Graph, key: str) -> str | None:
    """Return the unmodified text of a string scalar that is not blank, by the rule for the section-search title.

    Only keys that are strings count.  An explicit key wins over merges; two explicit keys, or two merge keys that both supply
    one, are ambiguous; of a merged list the first mapping that has the key supplies it.
    """
    found = _find(graph, key, len(graph.nodes) - 1, strict=True)
    node = None if found is None else graph.nodes[found]
    if not isinstance(node, Scalar) or node.kind != "text" or is_blank(node.text):
        return None
    return node.text


def _explicit_keys(graph: Graph) -> list[Scalar]:
    keys = (graph.nodes[key] for key, _ in graph.root.pairs)
    return [key for key in keys if isinstance(key, Scalar) and key.kind != "merge"]


def _find(graph: Graph, key: str, ordinal: int, *, strict: bool) -> int | None:
    nodes = graph.nodes
    found: dict[int, int] = {}
    if _settle(graph, key, ordinal, found, strict=strict):
        # Merges are in play.  All they can lead to has a smaller ordinal, so one pass upwards settles every mapping once.
        for below in range(ordinal):
            if isinstance(nodes[below], Mapping):
                _settle(graph, key, below, found, strict=strict)
        _settle(graph, key, ordinal, found, strict=strict)
    answer = found.get(ordinal, _AMBIGUOUS)
    return None if answer == _AMBIGUOUS else answer


def _settle(graph: Graph, key: str, ordinal: int, found: dict[int, int], *, strict: bool) -> bool:
    """Note in `found` what a mapping gives for a key, and tell whether merges were asked."""
    nodes = graph.nodes
    mapping = nodes[ordinal]
    assert isinstance(mapping, Mapping)  # noqa: S101 - kept by the callers
    explicit: list[int] = []
    merged: list[int] = []
    for name, value in mapping.pairs:
        node = nodes[name]
        if not isinstance(node, Scalar):
            continue
        if node.kind == "merge":
            merged.append(value)
        elif node.text == key and (node.kind == "text" or not strict):
            explicit.append(value)
    supplied = explicit or [answer for value in merged if (answer := _supplied(graph, value, found)) is not None]
    if supplied:
        found[ordinal] = _AMBIGUOUS if strict and len(supplied) > 1 else supplied[-1]
    return bool(merged and not explicit)


def _supplied(graph: Graph, value: int, found: dict[int, int]) -> int | None:
    node = graph.nodes[value]
    if not isinstance(node, Sequence):
        return found.get(value)
    return next((found[item] for item in node.items if item in found), None)
