"""The lexicon of an index: which of its terms a word of a query stands for, and how far.

A word is a group of variants: itself, its spelling without diacritics, forms of the same stem, longer words that it begins,
and, only where none of these is there, words within a few edits.  What a variant is worth is in the policy; where terms
occur is left to `fields`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from attrs import field, frozen

from okfsearch._retrieval.analyzer import Kind, count_letters, part_of, plain_form, spelled_out, whole_of
from okfsearch._retrieval.fuzzy import Spellings
from okfsearch._retrieval.stems import english_form, english_stem, german_form, german_stem

__all__ = ["Group", "Lexicon", "VariantPolicy"]


@frozen(kw_only=True)
class VariantPolicy:
    """Hold what the variants of a word count beside the word itself, which counts 1.

    Attributes:
        plain: the same word but for diacritics.
        form: another form of the word, such as its plural.
        derived: a word that is derived from the same stem.
        prefix: a longer word that it begins, times the share of letters that are the same.
        prefix_letters: a shorter word begins others only where nothing else is found.
        shortest_prefix: the fewest letters with which a word begins others at all.
        misspelt: a word within the edits that `edits` allows, divided by the edits.
        edits: the letters of a word from which on one more edit is allowed.
        part: a part that capitals or digits make of an identifier.
        whole: what a whole identifier of the query counts beside its words.
        query_part: what a part of an identifier of the query counts.
    """

    plain: float = 0.9
    form: float = 0.6
    derived: float = 0.5
    prefix: float = 0.4
    prefix_letters: int = 5
    shortest_prefix: int = 3
    misspelt: float = 0.8
    edits: tuple[int, ...] = (4, 8)
    part: float = 0.4
    whole: float = 0.8
    query_part: float = 0.4


@frozen
class Group:
    """Hold what one term of a query stands for.

    Attributes:
        kind: how the term stands in the query.
        weight: what the group counts.
        same: the terms that share one document frequency, each with what it counts.
        near: the terms that only come close, each with what it counts.
        misspelt: whether the near ones are there because the word itself is nowhere.
    """

    term: str
    kind: Kind
    weight: float
    same: tuple[tuple[str, float], ...]
    near: tuple[tuple[str, float], ...] = ()
    misspelt: bool = False

    @property
    def variants(self) -> tuple[tuple[str, float], ...]:
        """All terms of the group."""
        return self.same + self.near


@frozen(eq=False)
class Lexicon:
    """Hold the terms of an index, ready to be looked up in every way a word may be meant; build it with `of`."""

    _terms: Collection[str] = field(repr=False)
    #: Letter-only words without diacritics, sorted.
    words: Sequence[str] = field(repr=False)
    #: The terms that have diacritics, by their spellings without.
    _spellings: dict[str, tuple[str, ...]] = field(repr=False)
    #: What the words of the lexicon come to, each found when first asked for; the same each time.
    _known: dict[str, tuple[str, str, str, str]] = field(factory=dict[str, tuple[str, str, str, str]], repr=False)
    #: Filled when first asked for; the same each time.
    _late: dict[str, Spellings] = field(factory=dict[str, Spellings], repr=False)

    @classmethod
    def of(cls, terms: Collection[str]) -> Lexicon:
        """Build the lexicon of some terms."""
        spellings: defaultdict[str, list[str]] = defaultdict(list)
        words: set[str] = set()
        for term in terms:
            if term.isascii():
                if term.isalpha():
                    words.add(term)
                continue
            plain = plain_form(term)
            for spelling in {plain, spelled_out(term)} - {term}:
                spellings[spelling].append(term)
            if count_letters(term) is not None:
                words.add(plain)
        return cls(terms, sorted(words), {key: tuple(sorted(found)) for key, found in spellings.items()})

    @property
    def spellings(self) -> Spellings:
        """The words, ready to be compared with one that is not among them."""
        if not self._late:
            self._late["spellings"] = Spellings(self.words)
        return self._late["spellings"]

    def group(self, term: str, kind: Kind, policy: VariantPolicy) -> Group:
        """Find what a term of a query stands for.

        Example:
            >>> lexicon = Lexicon.of(["mooring", "moorings", "moored", "höhe", "moor"])
            >>> lexicon.group("mooring", "word", VariantPolicy()).same
            (('mooring', 1.0), ('moor', 0.6), ('moored', 0.6), ('moorings', 0.6))
            >>> lexicon.group("hohe", "word", VariantPolicy()).same, lexicon.group("morings", "word", VariantPolicy()).near
            ((('höhe', 0.9),), (('moorings', 0.8),))
        """
        same = self._spelled(term, policy)
        if kind == "whole":
            whole = whole_of(term)
            return Group(term, kind, policy.whole, ((whole, 1.0), *same))
        weight = policy.query_part if kind == "part" else 1.0
        same += ((whole_of(term), 1.0), (part_of(term), policy.part))
        same = tuple((found, worth) for found, worth in same if found in self._terms)
        if kind == "lone":
            return Group(term, kind, weight, same + tuple((pair, 1.0) for pair in self._holding(term)))
        if kind == "pair" or count_letters(term) is None:
            return Group(term, kind, weight, same)
        taken = {found for found, _ in same}
        same += tuple((found, worth) for found, worth in self._stemmed(term, policy) if found not in taken)
        taken = {found for found, _ in same}
        near = self._begun(term, taken, policy, found=bool(same))
        if same or near:
            return Group(term, kind, weight, same, near)
        return Group(term, kind, weight, (), self._misspelt(term, policy), misspelt=True)

    def _spelled(self, term: str, policy: VariantPolicy) -> tuple[tuple[str, float], ...]:
        """Return the term as it is, and as it is spelled with or without diacritics."""
        found: dict[str, float] = {term: 1.0} if term in self._terms else {}
        for key in (term, plain_form(term), spelled_out(term)):
            for spelling in (key, *self._spellings.get(key, ())):
                if spelling in self._terms:
                    found.setdefault(spelling, policy.plain)
        return tuple(found.items())

    def _holding(self, character: str) -> list[str]:
        """Return the pairs that hold a character."""
        return sorted(term for term in self._terms if len(term) == 2 and character in term)  # noqa: PLR2004 - a pair

    def _range(self, prefix: str) -> Sequence[str]:
        """Return the words that begin with some letters."""
        start = bisect_left(self.words, prefix)
        return self.words[start : bisect_left(self.words, prefix + "\U0010ffff", start)]

    def _expand(self, words: Iterable[str]) -> list[str]:
        """Return the terms that have these spellings without diacritics."""
        return [term for word in words for term in ((word,) if word in self._terms else ()) + self._spellings.get(word, ())]

    def _stemmed(self, term: str, policy: VariantPolicy) -> Iterator[tuple[str, float]]:
        """Yield the terms with the same stem by either rule, and what each counts."""
        word = plain_form(term)
        english_own, german_own, english, german = _stems(word)
        shared = min(len(english), len(german)) - 1
        if shared < _SHORTEST_STEM:
            return
        for other in self._range(word[:shared]):
            stems = self._known.get(other)
            if stems is None:
                stems = self._known[other] = _stems(other)
            if stems[0] == english_own or stems[1] == german_own:
                worth = policy.form
            elif stems[2] == english or stems[3] == german:
                worth = policy.derived
            else:
                continue
            yield from ((found, worth) for found in self._expand((other,)))

    def _begun(self, term: str, taken: Collection[str], policy: VariantPolicy, *, found: bool) -> tuple[tuple[str, float], ...]:
        """Return longer words that a word begins."""
        word = plain_form(term)
        if len(word) < (policy.prefix_letters if found else policy.shortest_prefix):
            return ()
        begun = self._expand(other for other in self._range(word) if len(other) > len(word))
        return tuple((other, policy.prefix * len(word) / len(other)) for other in begun if other not in taken)

    def _misspelt(self, term: str, policy: VariantPolicy) -> tuple[tuple[str, float], ...]:
        """Return the words that are the fewest edits away."""
        word = plain_form(term)
        most = sum(len(word) >= letters for letters in policy.edits)
        if not most:
            return ()
        # A word too short to be misspelt itself is no reading of a longer one.
        near = [(other, distance) for other, distance in self.spellings.near(word, most) if len(other) >= policy.edits[0]]
        if _VOWELS.isdisjoint(word):
            # Letters without a vowel are a code.  A vowel may be missing in it, but none of its letters stands for one.
            near = [(other, distance) for other, distance in near if len(other) != len(word) or _VOWELS.isdisjoint(other)]
        fewest = min((distance for _, distance in near), default=0)
        nearest = [other for other, distance in near if distance == fewest]
        # A word hardly ever begins wrong: such a reading counts only where there is no other.
        kept = [other for other in nearest if other[0] == word[0] or other[:2] == word[1::-1]]
        return tuple((other, policy.misspelt / fewest) for other in self._expand(sorted(kept or nearest)))


_VOWELS = frozenset("aeiouy")

#: A stem shorter than this says nothing.
_SHORTEST_STEM = 2


def _stems(word: str) -> tuple[str, str, str, str]:
    """Return what a word comes to by each rule: without its endings of form, then without all endings."""
    return english_form(word), german_form(word), english_stem(word), german_stem(word)
