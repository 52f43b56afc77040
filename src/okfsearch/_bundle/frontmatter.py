"""The values of one frontmatter block, in the author's own spelling.

Reading is strict about YAML and builds no Python objects.  Where the block lies is for `layout` to say, what may stand in it
for the modes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from okfsearch._bundle.faults import FrontmatterFault
from okfsearch._bundle.plain_frontmatter import plain_rows, plain_title
from okfsearch._cancel import Cancelled, never

# The rooms of the graph are imported in the functions that need them: a search in plain blocks needs only titles.
if TYPE_CHECKING:
    from okfsearch._bundle.yaml_graph import Graph
    from okfsearch._bundle.yaml_lookup import Value

__all__ = ["Frontmatter", "FrontmatterFault", "read_frontmatter"]


@frozen
class Frontmatter:
    r"""Hold what one block says; equal when block and title are.

    Keys are found by their text.  An explicit key wins over merged ones, and of a key that occurs twice the last one holds;
    only `title` is stricter.  Aliases are followed, never copied.

    Attributes:
        title: the section-search title: a string scalar that is not blank, unmodified, None when it is ambiguous.
        source: the bytes of the block.

    Example:
        >>> from okfsearch._bundle.frontmatter import read_frontmatter
        >>> block = read_frontmatter(b"title: no\nversion: 1.10\ntags: [on, ~, 0123]\ngenerated: {by: human:ann}\n")
        >>> block.title, block.text("version"), block.texts("tags"), block.keys
        ('no', '1.10', ('on', '0123'), ('title', 'version', 'tags', 'generated'))
        >>> block.value("generated").get("by").text
        'human:ann'
    """

    title: str | None
    source: bytes = field(repr=False)
    #: None for a block the shortcut has checked; its graph is built when first asked for, and is the same each time.
    _kept: Graph | None = field(default=None, repr=False, eq=False)

    @property
    def graph(self) -> Graph:
        """Return the node graph."""
        graph = self._kept
        if graph is None:
            from okfsearch._bundle.plain_graph import build_plain

            graph = build_plain(self.source.decode("utf-8"))
            object.__setattr__(self, "_kept", graph)
        return graph

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the texts of the explicit keys, each once, in source order."""
        from okfsearch._bundle.yaml_lookup import field_keys

        return field_keys(self.graph)

    @property
    def fields(self) -> tuple[tuple[str, Value], ...]:
        """Return every explicit key with its value, in source order; all of them in one pass."""
        from okfsearch._bundle.yaml_lookup import Value, field_values

        graph = self.graph
        return tuple([(key, Value(graph, ordinal)) for key, ordinal in field_values(graph).items()])

    @property
    def duplicates(self) -> tuple[tuple[str, int], ...]:
        """Return every explicit key that had occurred before, with its 1-based line inside the block."""
        from okfsearch._bundle.yaml_lookup import duplicate_keys

        return duplicate_keys(self.graph)

    def value(self, key: str) -> Value | None:
        """Return the value of a key, or None when there is no such key."""
        from okfsearch._bundle.yaml_lookup import Value, find_value

        ordinal = find_value(self.graph, key)
        return None if ordinal is None else Value(self.graph, ordinal)

    def text(self, key: str) -> str | None:
        """Return the text of a scalar, trimmed; None for no key, null, a blank text, a list or a mapping."""
        value = self.value(key)
        return None if value is None else value.text

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list of scalars, trimmed, without nulls and blanks; a lone scalar is a list of one."""
        value = self.value(key)
        return () if value is None else value.texts

    def line(self, key: str) -> int | None:
        """Return the 1-based line inside the block at which the value of a key begins."""
        value = self.value(key)
        return None if value is None else value.line


def read_frontmatter(data: bytes, *, cancelled: Cancelled = never, pure: bool = False) -> Frontmatter:
    """Read the bytes between two fences.

    An empty or blank block is an empty mapping.  `pure` reads without the shortcut and without libyaml, to the same answer.
    Raises `FrontmatterFault`, and `SearchCancelled`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FrontmatterFault("invalid_encoding", 1 + data.count(b"\n", 0, error.start)) from error
    if not pure and plain_rows(text) is not None:
        return Frontmatter(plain_title(text), data)
    return compose_frontmatter(data, text, cancelled=cancelled, pure=pure)


def compose_frontmatter(data: bytes, text: str, *, cancelled: Cancelled = never, pure: bool = False) -> Frontmatter:
    """Read a block the full way, through a YAML parser; `text` is the decoded `data`."""
    from okfsearch._bundle.yaml_events import read_events
    from okfsearch._bundle.yaml_graph import EMPTY_GRAPH, compose_graph
    from okfsearch._bundle.yaml_lookup import strict_text
    from okfsearch._bundle.yaml_scalars import is_blank

    if is_blank(text):
        return Frontmatter(None, data, EMPTY_GRAPH)
    # One leading mark is no part of the document, and is dropped here so that both parsers count alike.
    text = text.removeprefix("\ufeff")
    graph = compose_graph(read_events(text, cancelled=cancelled, pure=pure), text)
    return Frontmatter(strict_text(graph, "title"), data, graph)
