"""What a concept is called and sorted under: title, type, description and tags, from any scalar, in the author's spelling.

Stricter than nothing, looser than section search: there only a string is a title.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from okfsearch._bundle.documents import Document
from okfsearch._bundle.frontmatter import Frontmatter
from okfsearch._bundle.yaml_graph import EMPTY_GRAPH, Graph, Node, Scalar, Sequence
from okfsearch._bundle.yaml_lookup import Value, node_text

__all__ = ["FIELD_KEYS", "ConceptFields", "Root", "derive_title", "plain_values", "read_fields"]

#: The keys that a concept is called and sorted under.
FIELD_KEYS = frozenset({"title", "type", "description", "tags"})


@frozen
class ConceptFields:
    """Hold what a concept is called and sorted under.

    Attributes:
        title: the author's, or one made of the file name.
        title_derived: whether it was made of the file name.
        type: trimmed, or None.
        description: trimmed, or None.
        tags: without blanks and repetitions, in the author's order.
    """

    title: str
    title_derived: bool
    type: str | None
    description: str | None
    tags: tuple[str, ...]


def read_fields(document: Document, root: Root | None = None) -> ConceptFields:
    r"""Read the fields of a concept.

    A list or mapping is no title, type or description.  A lone text under `tags` is a list parted by commas.  Whoever has
    found the keys already hands them over.

    Example:
        >>> from okfsearch._bundle.concept_fields import read_fields
        >>> from okfsearch._bundle.documents import read_documents
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> from okfsearch.limits import Limits
        >>> files = [CapturedFile.of("spring-tide.md", b"---\ntype: 0123\ntags: ebb, flow, ebb\n---\n")]
        >>> read_fields(read_documents(files, limits=Limits()).documents[0])
        ConceptFields(title='spring tide', title_derived=True, type='0123', description=None, tags=('ebb', 'flow'))
    """
    if root is None:
        root = Root.of(document.frontmatter, FIELD_KEYS)
    title = root.text("title")
    return ConceptFields(
        derive_title(document.concept_id) if title is None else title,
        title is None,
        root.text("type"),
        root.text("description"),
        _tags(root.value("tags")),
    )


def derive_title(concept_id: str) -> str:
    """Return a title for a concept that has none: the last segment of its ID, `-` and `_` as blanks.

    Example:
        >>> derive_title("guides/quality-of_data"), derive_title("guides/--")
        ('quality of data', '--')
    """
    name = concept_id.rpartition("/")[2]
    return " ".join(name.replace("-", " ").replace("_", " ").split()) or name


def _tags(value: Value | None) -> tuple[str, ...]:
    if value is None or value.kind == "mapping":
        return ()
    texts: Iterable[str] = value.texts
    if value.kind != "list":
        texts = (part.strip() for text in texts for part in text.split(","))
    return tuple(dict.fromkeys(text for text in texts if text))


@frozen
class Root:
    """Point at some keys of a block: found in one pass over it, read when asked for."""

    _graph: Graph = field(alias="graph", repr=False)
    _ordinals: Mapping[str, int] = field(alias="ordinals")

    @classmethod
    def of(cls, frontmatter: Frontmatter | None, keys: frozenset[str]) -> Root:
        """Find the keys that are there; merged ones are looked up one by one."""
        if frontmatter is None:
            return cls(EMPTY_GRAPH, {})
        graph = frontmatter.graph
        nodes = graph.nodes
        found: dict[str, int] = {}
        for key, value in graph.root.pairs:
            name = nodes[key]
            if isinstance(name, Scalar):
                if name.text in keys:
                    found[name.text] = value
                elif name.kind == "merge":
                    looked_up = {key: frontmatter.value(key) for key in sorted(keys)}
                    return cls(graph, {key: value.ordinal for key, value in looked_up.items() if value is not None})
        return cls(graph, found)

    def holds_any(self, keys: frozenset[str]) -> bool:
        """Tell whether one of some keys is there."""
        return not keys.isdisjoint(self._ordinals)

    def text(self, key: str) -> str | None:
        """Return the trimmed text of a scalar; None for no key, null, a blank text, a list or a mapping."""
        ordinal = self._ordinals.get(key)
        return None if ordinal is None else node_text(self._graph.nodes[ordinal])

    def value(self, key: str) -> Value | None:
        """Return the value of a key, or None when there is no such key."""
        ordinal = self._ordinals.get(key)
        return None if ordinal is None else Value(self._graph, ordinal)


def plain_values(frontmatter: Frontmatter) -> dict[str, object]:
    """Return a whole block as plain data: texts as the author spelled them, None for null, lists and dictionaries.

    What is aliased several times is one and the same object, so nothing is expanded.  Merged keys stand after explicit ones.
    """
    made: list[Any] = []
    for node in frontmatter.graph.nodes:
        if isinstance(node, Scalar):
            made.append(None if node.kind == "null" else node.text)
            continue
        if isinstance(node, Sequence):
            made.append([made[item] for item in node.items])
            continue
        explicit: dict[str, object] = {}
        merged: dict[str, object] = {}
        for key, value in node.pairs:
            name = frontmatter.graph.nodes[key]
            if isinstance(name, Scalar) and name.kind == "merge":
                for mapping in _supplied(made, frontmatter.graph.nodes[value], value):
                    merged = {**mapping, **merged}
            else:
                explicit[name.text if isinstance(name, Scalar) else str(made[key])] = made[value]
        made.append({**explicit, **{key: value for key, value in merged.items() if key not in explicit}})
    root: dict[str, object] = made[-1]
    return root


def _supplied(made: list[Any], node: Node, ordinal: int) -> list[dict[str, object]]:
    """Return the mappings that a merge names: one, or those of a list."""
    ordinals = node.items if isinstance(node, Sequence) else (ordinal,)
    return [made[place] for place in ordinals if isinstance(made[place], dict)]
