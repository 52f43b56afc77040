"""What a field says for a term: the credit of the best way, or credit and number of occurrences together.

Whole numbers only, so that every platform agrees; what a field is worth is for the mode to say.
"""

from __future__ import annotations

from okfsearch._retrieval.field_terms import Term
from okfsearch._retrieval.field_text import FieldText

__all__ = ["PARTS", "credit_in", "saturated_in"]

#: One whole, in the parts that saturated credits are counted in.
PARTS = 10_000_000


def credit_in(field: FieldText, term: Term) -> int:
    """Return the credit, in tenths, of the best way in which a term stands in a field; 0 when it does not."""
    for way in term.ways:
        if field.holds(way):
            return way.credit
    return 0


def saturated_in(field: FieldText, term: Term) -> int:
    """Return the most that credit times n / (n + 1) gives over the ways of a term, n being its occurrences, in `PARTS`.

    At each credit all occurrences count that are worth at least as much.  Taking the most over all credits, and not the best
    credit alone, one more occurrence of any kind never lowers what a field says.

    Example:
        >>> from okfsearch._retrieval.field_terms import parse_field_query
        >>> from okfsearch.limits import Limits
        >>> term = parse_field_query("order", Limits()).terms[0]
        >>> saturated_in(FieldText.of(["One order, two orders."]), term) / PARTS
        0.5
    """
    most = own = others = 0
    for way in term.ways:
        found = field.count(way)
        if way.synonym:
            others += found
        else:
            own = found if way.wider else own + found
        together = own + others
        if found:
            most = max(most, (2 * PARTS * way.credit * together + 10 * (together + 1)) // (20 * (together + 1)))
    return most
