"""The types and tags that a bundle has, with their counts."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from okfsearch.concept_entries import Entry
from okfsearch.concept_result import ValueCount, count_values

__all__ = ["Values"]


@frozen
class Values:
    """Hold every type and tag of a bundle with their counts, ordered by case-folded text."""

    types: tuple[ValueCount, ...]
    tags: tuple[ValueCount, ...]

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Values:
        """Count the types and tags of all concepts."""
        concepts = [entry.concept for entry in entries]
        types = count_values(concept.type for concept in concepts if concept.type is not None)
        return cls(types, count_values(tag for concept in concepts for tag in concept.tags))
