"""Windows: the stretch of a source that shows most of a query's words, and what of it to highlight.

Both are exact slices of the source.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from attrs import Factory, field, frozen

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check
from okfsearch._fold import fold
from okfsearch._retrieval.analyzer import Word
from okfsearch._retrieval.evidence import Evidence
from okfsearch._retrieval.tokens import TOKEN_RUN

__all__ = ["Seeker", "WindowPolicy"]


@frozen
class WindowPolicy:
    """Hold the shape of a snippet, in code points.

    Attributes:
        length: the most it holds.
        lead: how much of the source stands before the first word found, where there is that much.
        searched: so much of a section is looked at.
    """

    length: int = 180
    lead: int = 40
    searched: int = 16_384


class _Found(NamedTuple):
    """Hold where a word of the query stands, and which one."""

    start: int
    end: int
    word: int


def _ascii_pattern(seeker: Seeker) -> re.Pattern[str] | None:
    # Terms that hold anything else than letters and digits stand in no run of these.
    plain = sorted((term for term in seeker.terms if term.isascii() and term.isalnum()), key=len, reverse=True)
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(plain)})(?![a-z0-9])") if plain else None


@frozen(eq=False)
class Seeker:
    """Find the words of a query in a source.

    Attributes:
        terms: what each word stands for, with the word's number.
        runs: words of scripts without blanks, whole, with the word's number.
    """

    terms: Mapping[str, int] = field(repr=False)
    runs: Sequence[tuple[str, int]] = field(repr=False)
    _ascii: re.Pattern[str] | None = field(init=False, repr=False, default=Factory(_ascii_pattern, takes_self=True))

    @classmethod
    def of(cls, evidences: Sequence[Evidence]) -> Seeker:
        """Build the seeker of a question in all its phrasings, those of the first one first."""
        terms: dict[str, int] = {}
        runs: list[tuple[str, int]] = []
        number = 0
        for evidence in evidences:
            for word, groups in zip(evidence.words, evidence.groups, strict=True):
                terms.setdefault(word.text, number)
                if _is_run(word):
                    runs.append((word.text, number))
                for group in groups:
                    for term, _ in group.variants:
                        if group.kind in {"pair", "lone"}:
                            runs.append((term, number))
                        else:
                            terms.setdefault(term.lstrip("\x01\x02"), number)
                number += 1
        return cls(terms, tuple(runs))

    def find(self, text: str, *, cancelled: Cancelled) -> list[_Found]:
        """Return where words of the query stand in a text, in order."""
        found: list[_Found] = []
        if text.isascii():
            # No run of another script, and folding moves nothing: one call finds all words.
            if self._ascii is not None:
                found += [_Found(*match.span(), self.terms[match[0]]) for match in self._ascii.finditer(text.lower())]
            return found
        for place, run in enumerate(TOKEN_RUN.finditer(text)):
            if place % SLICE_TOKENS == SLICE_TOKENS - 1:
                check(cancelled)
            token = fold(run[0])
            word = self.terms.get(token)
            if word is not None:
                found.append(_Found(run.start(), run.end(), word))
                continue
            folded = run[0].lower()
            here: dict[int, _Found] = {}
            for sought, number in self.runs:
                at = -1 if number in here else folded.find(sought)
                if at >= 0:
                    here[number] = _Found(run.start() + at, run.start() + at + len(sought), number)
            found += sorted(here.values())
        return found

    def window(self, text: str, policy: WindowPolicy, *, cancelled: Cancelled) -> str:
        """Return the stretch with most distinct words, the first among equals; without any, the beginning.

        Example:
            >>> Seeker({"fee": 0, "tide": 1}, ()).window(
            ...     "tide " + 40 * "ebb " + "fee tide", WindowPolicy(20, 4), cancelled=bool
            ... )
            'ebb fee tide'
        """
        found = self.find(text[: policy.searched], cancelled=cancelled)
        best, start = 0, 0
        starts = [one.start for one in found]
        counts: dict[int, int] = {}
        upper = 0
        for place, one in enumerate(found):
            upper = max(upper, place)
            reach = one.start + policy.length - policy.lead
            while upper < len(found) and found[upper].end <= reach:
                counts[found[upper].word] = counts.get(found[upper].word, 0) + 1
                upper += 1
            if len(counts) > best:
                best, start = len(counts), starts[place]
            if place < upper:
                counts[one.word] -= 1
                if not counts[one.word]:
                    del counts[one.word]
        if found and not best:
            start = starts[0]
        return _trimmed(text, start, policy)

    def highlight(self, text: str, *, cancelled: Cancelled) -> str:
        """Return the first words of the query that stand side by side in a text, or "" where there is none."""
        found = self.find(text, cancelled=cancelled)
        if not found:
            return ""
        best = found[:1]
        run = found[:1]
        for one in found[1:]:
            adjacent = one.word == run[-1].word + 1 and not any(
                character.isalnum() for character in text[run[-1].end : one.start]
            )
            run = [*run, one] if adjacent else [one]
            if len(run) > len(best):
                best = run
        return text[best[0].start : best[-1].end]


def _is_run(word: Word) -> bool:
    return any(kind == "pair" for _, kind in word.terms)


def _trimmed(text: str, start: int, policy: WindowPolicy) -> str:
    """Cut a window that begins a little before a place, where possible behind a blank, without blanks at its ends."""
    begin = max(0, start - policy.lead)
    if begin and not text[begin - 1].isspace():
        blank = next((place for place in range(begin, start) if text[place].isspace()), start)
        begin = blank
    # What stands on an earlier line is hardly ever about the words found on this one.
    begin = max(begin, text.rfind("\n", begin, start) + 1)
    window = text[begin : begin + policy.length]
    if begin + policy.length < len(text) and not text[begin + policy.length].isspace():
        blanks = [place for place in range(len(window)) if window[place].isspace()]
        cut = blanks[bisect_right(blanks, len(window)) - 1] if blanks else 0
        if cut > policy.length // 2:
            window = window[:cut]
    return window.strip()
