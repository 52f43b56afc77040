"""Every number of context search, in one place."""

from __future__ import annotations

from attrs import frozen

from okfsearch._retrieval.expansion import ExpansionPolicy
from okfsearch._retrieval.fields import FieldWeight
from okfsearch._retrieval.rerank import RankPolicy
from okfsearch._retrieval.selection import SelectionPolicy
from okfsearch._retrieval.windows import WindowPolicy

__all__ = ["POLICY", "ContextPolicy"]


@frozen(kw_only=True)
class ContextPolicy:
    """Hold every number of this mode.

    Attributes:
        body: what an occurrence in the text of a section counts.
        section_fields: and in the other fields of a section.
        document_fields: and in the fields that all sections of a document share.
        rank: from words to an order.
        expansion: what links are worth.
        selection: which sections a packet tries.
        window: the shape of a snippet.
        limit: how many results an answer holds when nobody says.
        budget: how many estimated tokens a packet holds when nobody says.
    """

    body: FieldWeight = FieldWeight("body", 1.0, 0.5)
    section_fields: tuple[FieldWeight, ...] = (FieldWeight("heading", 3.0, 0.6), FieldWeight("headingPath", 1.0, 0.6))
    document_fields: tuple[FieldWeight, ...] = (
        FieldWeight("title", 2.0, 0.6),
        FieldWeight("filename", 1.0, 0.6),
        FieldWeight("description", 0.75, 0.6),
        FieldWeight("tags", 1.0, 0.6),
        FieldWeight("aliases", 2.0, 0.6),
        FieldWeight("type", 0.1, 0.0),
        FieldWeight("path", 0.1, 0.0),
        FieldWeight("metadata", 0.1, 0.5),
    )
    rank: RankPolicy = RankPolicy()
    expansion: ExpansionPolicy = ExpansionPolicy()
    selection: SelectionPolicy = SelectionPolicy()
    window: WindowPolicy = WindowPolicy()
    limit: int = 12
    budget: int = 2_400


POLICY = ContextPolicy()
