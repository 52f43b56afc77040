"""One concept in full, and what it is linked with, as words for a person.

Whatever comes from a bundle is escaped where it has no shape.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from okfsearch._shown import shown, shown_lines

__all__ = ["render_open", "render_related"]

_TICKS = re.compile("`+")


class Edge(Protocol):
    """What is shown of a link."""

    @property
    def concept_id(self) -> str | None: ...
    @property
    def path(self) -> str | None: ...
    @property
    def line(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def target(self) -> str: ...


class Linked(Protocol):
    """What is shown of a concept's relations."""

    @property
    def outgoing(self) -> Sequence[Edge]: ...
    @property
    def backlinks(self) -> Sequence[Edge]: ...
    @property
    def files(self) -> Sequence[Edge]: ...
    @property
    def unresolved(self) -> Sequence[Edge]: ...
    @property
    def external(self) -> Sequence[Edge]: ...


class Opened(Protocol):
    """What is shown of an opened concept."""

    @property
    def path(self) -> str: ...
    @property
    def frontmatter_text(self) -> str | None: ...
    @property
    def body(self) -> str: ...


def render_open(opened: Opened) -> str:
    """Return a concept as readable Markdown: its path, its frontmatter as a code block, its body."""
    lines = [f"<!-- {_comment(shown(opened.path))} -->", ""]
    if opened.frontmatter_text is not None:
        block = shown_lines(opened.frontmatter_text)
        # Longer than any run of backticks inside, so that nothing in the block closes it.
        fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(block)), default=0))
        lines += [f"{fence}yaml", block, fence, ""]
    return "\n".join([*lines, shown_lines(opened.body)])


def render_related(related: Linked) -> str:
    """Return the relations of a concept as lists, those of one kind under one heading; empty kinds are left out."""
    groups = (
        ("Links to", related.outgoing),
        ("Linked from", related.backlinks),
        ("Other files", related.files),
        ("Not there", related.unresolved),
        ("Outside", related.external),
    )
    lines = ["Related concepts:"]
    for heading, edges in groups:
        if edges:
            lines.append(f"  {heading}:")
            lines += [_edge(edge) for edge in edges]
    return "\n".join(lines if len(lines) > 1 else ["Related concepts: (none)"])


def _edge(edge: Edge) -> str:
    where = edge.concept_id or edge.path or edge.target
    text = shown(edge.text)
    return f"    - {shown(where)} (line {edge.line}" + (f', "{text}")' if text and text != where else ")")


def _comment(text: str) -> str:
    return text.replace("--", "- -")
