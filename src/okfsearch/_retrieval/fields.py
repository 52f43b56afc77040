"""Fields: where each term stands in one kind of text, and what an occurrence there counts.

Every field has postings of its own, so that its length counts for itself.  Which fields there are is left to the mode.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from attrs import field, frozen

from okfsearch._cancel import Cancelled, never
from okfsearch._retrieval.postings import FieldWeights, Postings, PostingsBuilder

__all__ = ["Field", "FieldBuilder", "FieldWeight"]


@frozen
class FieldWeight:
    """Hold what an occurrence in a field counts.

    Attributes:
        name: the field, as results name it.
        weight: what one occurrence counts at average length.
        b: how much the field's length counts, from 0 to 1.
    """

    name: str
    weight: float
    b: float = 0.75


@frozen(eq=False)
class Field:
    """Hold the postings of one field.

    Attributes:
        name: the field.
        postings: for every term the units that hold it in this field, and how often.
        scales: for each unit what one occurrence counts there.
    """

    name: str
    postings: Postings = field(repr=False)
    scales: Sequence[float] = field(repr=False)


class FieldBuilder:
    """Collect one field, unit by unit."""

    __slots__ = ("_builder", "_lengths", "_weight")

    def __init__(self, weight: FieldWeight) -> None:
        """Begin with no unit."""
        self._weight = weight
        self._builder = PostingsBuilder(FieldWeights(1, 1, 1))
        self._lengths = array("L")

    def add(self, tokens: Sequence[str], beside: Sequence[str], *, cancelled: Cancelled = never) -> None:
        """Add the next unit; only its tokens make it long."""
        self._builder.add(tokens, beside, (), cancelled=cancelled)
        self._lengths.append(len(tokens))

    def build(self) -> Field:
        """Return the finished field; the builder is spent."""
        weight, b = self._weight.weight, self._weight.b
        filled = len(self._lengths) - self._lengths.count(0)
        average = sum(self._lengths) / filled if filled else 1.0
        scales = array("d", [weight / (1 - b + b * max(length, 1) / average) for length in self._lengths])
        return Field(self._weight.name, self._builder.build(), scales)
