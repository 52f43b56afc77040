"""Counting what a bundle holds; the value itself is `overview`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from okfsearch._bundle.concept_fields import read_fields
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.overview import Count, Overview
from okfsearch._bundle.sections import DelimiterBudget, split_sections
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._cancel import Cancelled, check
from okfsearch._exhaustion import exhaustion
from okfsearch.limits import Limits

__all__ = ["read_overview"]


def read_overview(snapshot: Snapshot, *, limits: Limits, cancelled: Cancelled) -> Overview:
    """Read every document as far as it can be read, and count."""
    with exhaustion(limits):
        documents = read_documents(snapshot.files, limits=limits, on_invalid="recover", cancelled=cancelled)
        budget = DelimiterBudget(limits)
        sections = 0
        types: list[str] = []
        tags: list[str] = []
        for document in documents.documents:
            check(cancelled)
            sections += len(split_sections(document, limits=limits, budget=budget, cancelled=cancelled))
            limits.check("sections", sections)
            fields = read_fields(document)
            types += [] if fields.type is None else [fields.type]
            tags += fields.tags
        return Overview(
            files=len(snapshot.files),
            concepts=len(documents.documents),
            sections=sections,
            issues=len(snapshot.issues) + len(documents.issues),
            types=_count(types),
            tags=_count(tags),
        )


def _count(values: Iterable[str]) -> tuple[Count, ...]:
    counts = Counter(values)
    return tuple([Count(value, counts[value]) for value in sorted(counts, key=lambda value: (-counts[value], value))])
