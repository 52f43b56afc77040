"""The texts of concepts in the forms that are searched: each field made when it is first asked for.

Here the wings meet: documents on one side, fields on the other.  Frontmatter texts are kept; a body is kept only in a bundle
small enough to be read in full.
"""

from __future__ import annotations

from collections.abc import Sequence

from okfsearch._cancel import Cancelled, never
from okfsearch._normal import normalize
from okfsearch._retrieval.body_text import may_hold, read_body
from okfsearch._retrieval.field_terms import Term
from okfsearch._retrieval.field_text import FieldText
from okfsearch.concept_entries import Entry
from okfsearch.concept_result import Concept, Field

__all__ = ["Texts"]


class Texts:
    """Read the texts of an index's concepts on demand; whatever is kept is the same whoever asks first."""

    __slots__ = ("_bodies", "_columns", "_entries", "_fields")

    def __init__(self, entries: Sequence[Entry], *, keep_bodies: bool) -> None:
        self._entries = entries
        self._columns: dict[Field, list[str]] = {}
        self._fields: dict[tuple[Field, int], FieldText] = {}
        self._bodies: dict[int, FieldText] | None = {} if keep_bodies else None

    def column(self, field: Field) -> list[str]:
        """Return one frontmatter field of all concepts, normalized: to rule most of them out quickly."""
        column = self._columns.get(field)
        if column is None:
            column = self._columns[field] = ["\n".join(map(normalize, _parts(entry.concept, field))) for entry in self._entries]
        return column

    def field(self, field: Field, ordinal: int) -> FieldText:
        """Return one frontmatter field of one concept."""
        text = self._fields.get((field, ordinal))
        if text is None:
            text = self._fields[field, ordinal] = FieldText.of(_parts(self._entries[ordinal].concept, field))
        return text

    def body(self, ordinal: int, terms: Sequence[Term], *, cancelled: Cancelled = never) -> FieldText | None:
        """Return the body of a concept, or None when it surely holds none of some terms."""
        kept = None if self._bodies is None else self._bodies.get(ordinal)
        if kept is not None:
            return kept
        text = self._entries[ordinal].body()
        if self._bodies is not None:
            kept = self._bodies[ordinal] = read_body(text, cancelled=cancelled)
            return kept
        if not may_hold(text, [hint for term in terms for hint in term.hints]):
            return None
        whole = any(way.form != "tokens" for term in terms for way in term.ways)
        return read_body(text, whole=whole, cancelled=cancelled)


def _parts(concept: Concept, field: Field) -> Sequence[str]:
    """Return the parts of a frontmatter field that do not belong together."""
    if field == "tags":
        return concept.tags
    text = concept.title if field == "title" else concept.description if field == "description" else concept.type
    return () if text is None else (text,)
