"""What a bundle holds, in numbers: a value that can be read at one glance.

How it is counted is left to `overviews`.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from okfsearch._display import Displayed
from okfsearch._json import plain
from okfsearch._shown import shown

__all__ = ["Count", "Overview"]

#: The text form names so many values of a field.
SHOWN_VALUES = 12


@frozen
class Count:
    """Hold one value of a field and how many concepts have it."""

    value: str
    count: int


@frozen(kw_only=True)
class Overview(Displayed):
    """Hold what a bundle holds.

    Attributes:
        files: how many files were captured.
        concepts: how many documents can be searched.
        sections: how many sections they fall into.
        issues: how many things are wrong with any of it.
        types: each type with the number of its concepts, the most frequent first, then by the text.
        tags: and each tag.
    """

    files: int
    concepts: int
    sections: int
    issues: int
    types: tuple[Count, ...]
    tags: tuple[Count, ...]

    def __str__(self) -> str:
        numbers = f"{self.files} files, {self.concepts} concepts, {self.sections} sections, {self.issues} issues"
        return "\n".join([numbers, *_values("types", self.types), *_values("tags", self.tags)])

    def to_dict(self) -> dict[str, Any]:
        """Return the overview as plain data, keys in the order of the attributes."""
        form: dict[str, Any] = plain(self)
        return form


def _values(name: str, counts: tuple[Count, ...]) -> list[str]:
    if not counts:
        return []
    more = f", and {len(counts) - SHOWN_VALUES} more" if len(counts) > SHOWN_VALUES else ""
    return [f"{name}: {', '.join(f'{shown(one.value)} ({one.count})' for one in counts[:SHOWN_VALUES])}{more}"]
