"""Why a score is what it is: a tree of named numbers that adds up to the score, to the last bit.

Each mode makes its own trees; here is what they have in common, and how they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import add

from attrs import frozen

from okfsearch._display import Displayed
from okfsearch._shown import shown
from okfsearch.errors import InvalidRequest

__all__ = ["Explanation", "Part"]


def unknown_hit() -> InvalidRequest:
    """Build the error for a hit of another result."""
    return InvalidRequest.of("hit", "unknown_hit", "The hit is none of this result's.")


def forgotten() -> InvalidRequest:
    """Build the error for a result that only tells its scores."""
    return InvalidRequest.of("hit", "not_explainable", "A result that was read back cannot explain its scores; search again.")


class _Named:
    """Find a part by its name."""

    __slots__ = ()

    parts: tuple[Part, ...]

    def __iter__(self) -> Iterator[Part]:
        """Yield the parts in their order."""
        return iter(self.parts)

    def __len__(self) -> int:
        """Return how many parts there are."""
        return len(self.parts)

    def __getitem__(self, name: str) -> Part:
        """Return the part of that name."""
        for part in self.parts:
            if part.name == name:
                return part
        raise InvalidRequest.of("name", "unknown", "The explanation has no part of that name.")

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [part.name for part in self.parts]


@frozen
class Part(_Named):
    """Hold one named number and what it is made of.

    Attributes:
        name: what it is, or the term that it is about.
        value: the number.
        parts: what it was computed from; empty for a number that was counted.
    """

    name: str
    value: int | float
    parts: tuple[Part, ...] = ()


@frozen(kw_only=True)
class Explanation(_Named, Displayed):
    """Hold why one hit has its score.

    Attributes:
        locator: of the hit.
        score: its score.
        formula: how a part is computed from its own parts, and the score from the parts.
        unit: the parts are counted in this fraction of a point: 1, or 10,000 for ten-thousandths.
        numbers: what is the same for every part.
        parts: what is added up, in the order in which the ranking adds.
    """

    locator: str
    score: float
    formula: str
    unit: int = 1
    numbers: tuple[Part, ...] = ()
    parts: tuple[Part, ...]

    @property
    def total(self) -> float:
        """The sum of the parts, added in their order and divided by the unit: the score, bit for bit."""
        # Not sum(), which keeps track of lost digits from Python 3.12 on; the ranking adds plainly.
        return reduce(add, [part.value for part in self.parts], 0) / self.unit

    def __str__(self) -> str:
        lines = [f"{self.score!r} = score of {shown(self.locator)}", f"  {self.formula}"]
        # A stack instead of recursion; depth is never more than a few.
        waiting = [(part, 1) for part in reversed((*self.numbers, *self.parts))]
        while waiting:
            part, depth = waiting.pop()
            lines.append(f"{'  ' * depth}{part.value!r} = {shown(part.name)}")
            waiting += [(inner, depth + 1) for inner in reversed(part.parts)]
        return "\n".join(lines)
