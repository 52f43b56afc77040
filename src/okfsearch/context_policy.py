"""Every number of context search, in one place."""

from __future__ import annotations

from attrs import frozen

from okfsearch._retrieval.evidence import EvidencePolicy
from okfsearch._retrieval.fields import FieldWeight
from okfsearch._retrieval.lexicon import VariantPolicy

__all__ = ["POLICY", "ContextPolicy"]


@frozen(kw_only=True)
class ContextPolicy:
    """Hold every number of this mode.

    Attributes:
        body: what an occurrence in the text of a section counts.
        section_fields: and in the other fields of a section.
        document_fields: and in the fields that all sections of a document share.
        evidence: the sum over all fields.
        variants: what the variants of a word count.
        limit: how many results an answer holds when nobody says.
        budget: how many estimated tokens a packet holds when nobody says.
        reserved: what the evidence of `index.md` and `log.md` counts in a managed bundle.
    """

    body: FieldWeight = FieldWeight("body", 1.0, 0.6)
    section_fields: tuple[FieldWeight, ...] = (FieldWeight("heading", 3.0, 0.3), FieldWeight("headingPath", 1.0, 0.3))
    document_fields: tuple[FieldWeight, ...] = (
        FieldWeight("title", 2.0, 0.3),
        FieldWeight("filename", 1.0, 0.3),
        FieldWeight("description", 0.6, 0.5),
        FieldWeight("tags", 0.5, 0.3),
        FieldWeight("aliases", 2.0, 0.3),
        FieldWeight("type", 0.1, 0.0),
        FieldWeight("path", 0.1, 0.0),
        FieldWeight("metadata", 0.1, 0.5),
    )
    evidence: EvidencePolicy = EvidencePolicy()
    variants: VariantPolicy = VariantPolicy()
    limit: int = 12
    budget: int = 2_400
    reserved: float = 0.55


POLICY = ContextPolicy()
