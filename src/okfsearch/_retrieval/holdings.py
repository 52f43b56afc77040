"""Holdings: which words of a question a section holds, as one bit for each word.

What a word counts is left to `evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen

from okfsearch._retrieval.analyzer import Word
from okfsearch._retrieval.evidence import Evidence
from okfsearch._retrieval.sums import Sums

__all__ = ["Holdings"]


@frozen
class _Test:
    """Hold what of one word has to be there: the whole of an identifier, or all of its tokens or pairs."""

    bit: int
    wholes: tuple[Sums, ...]
    firm: tuple[Sums, ...]

    def passes(self, unit: int) -> bool:
        for counts in self.wholes:
            if unit in counts:
                return True
        for counts in self.firm:
            if unit not in counts:
                return False
        return bool(self.firm)

    def passed(self) -> bool:
        """Tell whether any section holds the word."""
        if any(self.wholes) or (len(self.firm) == 1 and self.firm[0]):
            return True
        rarest = min(self.firm, key=len, default=None)
        return rarest is not None and any(map(self.passes, rarest))


@frozen(eq=False)
class Holdings:
    """Tell for sections which words they hold, each looked at once; build it with `of`."""

    _tests: tuple[_Test, ...] = field(repr=False)
    _known: dict[int, int] = field(factory=dict[int, int], init=False, repr=False)

    @classmethod
    def of(cls, evidences: Sequence[Evidence], words: Sequence[Word]) -> Holdings:
        """Number the words: the first has the lowest bit."""
        bits = {word.text: 1 << place for place, word in enumerate(words)}
        return cls(tuple([test for evidence in evidences for test in _tests_of(evidence, bits)]))

    def held(self, unit: int) -> int:
        """Return the words that a section holds."""
        found = self._known.get(unit)
        if found is None:
            found = 0
            for test in self._tests:
                if not found & test.bit and test.passes(unit):
                    found |= test.bit
            self._known[unit] = found
        return found

    def found(self) -> int:
        """Return the words that any section holds."""
        found = 0
        for test in self._tests:
            if not found & test.bit and test.passed():
                found |= test.bit
        return found


def _tests_of(evidence: Evidence, bits: dict[str, int]) -> Iterator[_Test]:
    for word, groups, all_counts in zip(evidence.words, evidence.groups, evidence.counts, strict=True):
        pairs = list(zip(groups, all_counts, strict=True))
        yield _Test(
            bits[word.text],
            tuple([counts for group, counts in pairs if group.kind == "whole"]),
            tuple([counts for group, counts in pairs if group.kind not in {"whole", "part"}]),
        )
