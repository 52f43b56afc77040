"""The points of a concept: every number of this mode in one place, and the sum that they make.

Whole millionths of a point all the way, so that the order is the same on every platform; no statistics of the bundle, so
that one concept's score never depends on another.
"""

from __future__ import annotations

from attrs import frozen

from okfsearch._retrieval.evidence_counts import PARTS, credit_in, saturated_in
from okfsearch._retrieval.field_terms import CREDITS, FieldQuery
from okfsearch._retrieval.field_text import FieldText
from okfsearch.concept_result import Field, Scope

__all__ = ["FRONT_OF", "MILLIONTHS", "NOTHING", "POLICY", "ConceptPolicy", "Evidence", "score_body", "score_front"]

#: A score is kept in whole millionths of a point.
MILLIONTHS = 1_000_000


@frozen(kw_only=True)
class ConceptPolicy:
    """Hold every number of this mode, in points where nothing else is said.

    Attributes:
        exact_title: the title is the query; this takes the place of `title`.
        title: all terms are in the title; fewer give their share, and so with the fields below.
        description: all terms are in the description.
        tags: all terms are among the tags.
        type: all terms are in the type.
        body: what all terms come near to, the more often they are in the body.
        threshold: what a match needs.
        low_confidence: how many concepts are shown when none reaches the threshold.
        two_pass_threshold: the most documents that are read in full when nobody says.
    """

    exact_title: int = 1_000
    title: int = 100
    description: int = 100
    tags: int = 30
    type: int = 30
    body: int = 10
    threshold: float = 2.5
    low_confidence: int = 5
    two_pass_threshold: int = 50


POLICY = ConceptPolicy()

#: The frontmatter fields, the most valuable first, with their millionths when all terms are in them.
FRONT: dict[Field, int] = {
    "title": POLICY.title * MILLIONTHS,
    "description": POLICY.description * MILLIONTHS,
    "tags": POLICY.tags * MILLIONTHS,
    "type": POLICY.type * MILLIONTHS,
}
#: The frontmatter fields that give evidence in each scope.
FRONT_OF: dict[Scope, tuple[Field, ...]] = {
    "title": ("title",),
    "description": ("description",),
    "body": (),
    "all": tuple(FRONT),
}


@frozen
class Evidence:
    """Hold what speaks for one concept.

    Attributes:
        millionths: its score in millionths of a point.
        fields: the fields with evidence, in the order of their worth.
        earned: the millionths of each of them.
    """

    millionths: int = 0
    fields: tuple[Field, ...] = ()
    earned: tuple[int, ...] = ()

    def plus(self, field: Field, millionths: int) -> Evidence:
        """Return this and what one more field says."""
        return Evidence(self.millionths + millionths, (*self.fields, field), (*self.earned, millionths))


NOTHING = Evidence()


def score_front(field: Field, text: FieldText, query: FieldQuery) -> int:
    """Return the millionths that one frontmatter field earns.

    Example:
        >>> from okfsearch._retrieval.field_terms import parse_field_query
        >>> from okfsearch.limits import Limits
        >>> query = parse_field_query("berth fee", Limits())
        >>> [score_front("title", FieldText.of([title]), query) for title in ("Berth fee", "Fees", "Quay")]
        [1000000000, 30000000, 0]
    """
    covered = 0
    for term in query.terms:
        covered += credit_in(text, term)
    if not covered:
        return 0
    if field == "title" and _is_title(text, query):
        return POLICY.exact_title * MILLIONTHS
    return _share(FRONT[field] * covered, CREDITS.whole * len(query.terms))


def score_body(text: FieldText, query: FieldQuery) -> int:
    """Return the millionths that a body earns: more occurrences count for more, and never for as much as one more term.

    Example:
        >>> from okfsearch._retrieval.field_terms import parse_field_query
        >>> from okfsearch.limits import Limits
        >>> score_body(FieldText.of(["The fee. The fee!"]), parse_field_query("fee", Limits()))
        6666667
    """
    parts = sum(saturated_in(text, term) for term in query.terms)
    return _share(POLICY.body * MILLIONTHS * parts, PARTS * len(query.terms))


def _is_title(title: FieldText, query: FieldQuery) -> bool:
    return title.normal == query.normal or (bool(query.tokens) and title.tokens == query.tokens)


def _share(points: int, whole: int) -> int:
    """Divide, rounding halves up."""
    return (2 * points + whole) // (2 * whole)
