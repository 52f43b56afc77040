"""The answer of a concept search: concepts in order, why each is there, and what to try when there is none.

How they are found is `concept_search`'s business; their wire form is the declared order of the attributes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Literal, overload

import attrs
from attrs import field, frozen

from okfsearch._display import Displayed
from okfsearch._json import OFF_THE_WIRE, plain
from okfsearch._normal import normalize
from okfsearch.explanations import Explanation, Part, forgotten, unknown_hit
from okfsearch.issues import Issue

__all__ = ["Concept", "ConceptHit", "ConceptResult", "FieldMatch", "Refinements", "Suggestions", "ValueCount", "count_values"]

Field = Literal["title", "description", "tags", "type", "body", "filter"]
Mode = Literal["full", "two-pass"]
Scope = Literal["title", "description", "body", "all"]
Tier = Literal["unverified", "machine-confirmed", "human-reviewed"]


@frozen(kw_only=True)
class Concept(Displayed):
    """Hold what is told of one concept without its body.

    Attributes:
        concept_id: the path without `.md`.
        path: the bundle-relative path.
        title: the author's, or one made of the file name.
        title_derived: whether it was made of the file name.
        type: as written, or None.
        tags: as written, each once.
        description: as written, or None.
        status: "draft", "stable" (also where nothing is said) or "deprecated"; any other text as it is written.
        trust_tier: "unverified", "machine-confirmed" or "human-reviewed", by who confirmed the concept.
        stale: whether its staleness date has come; None when nobody said what time it is, or the date cannot be read.
        sources: how many sources it names.
        changed: the time of its last content change as written, or None.
        content_sha256: digest of the whole captured file, lower-case hex.
    """

    concept_id: str
    path: str
    title: str
    title_derived: bool
    type: str | None
    tags: tuple[str, ...]
    description: str | None = field(repr=False)
    status: str
    trust_tier: Tier
    stale: bool | None
    sources: int
    changed: str | None
    content_sha256: str = field(repr=False)


@frozen
class FieldMatch:
    """Say where a concept matched.

    Attributes:
        field: "title", "description", "tags", "type" or "body"; "filter" for a concept that was only filtered.
        line: the physical line of the match, or of the field's value; None where the field stands in no file.
        excerpt: one line around the first match, at most 160 characters.
        spans: start and end of each match in the excerpt, in code points, half-open.
        millionths: what the field adds to the score, in millionths of a point; never on the wire.
    """

    field: Field
    line: int | None
    excerpt: str
    spans: tuple[tuple[int, int], ...]
    millionths: int = attrs.field(default=0, eq=False, repr=False, metadata=OFF_THE_WIRE)


@frozen(kw_only=True)
class ConceptHit(Displayed):
    """Hold one concept that matched: its fields, its place in the order, and why it is there.

    Attributes:
        rank: its place, from 1.
        concept_id: the path without `.md`; the attributes up to `content_sha256` are those of `Concept`.
        score: points, rounded to six digits; 0 for a concept that was only filtered.
        matches: the fields with evidence, the most valuable first.
    """

    rank: int
    concept_id: str
    path: str
    title: str
    title_derived: bool
    type: str | None
    tags: tuple[str, ...]
    description: str | None = field(repr=False)
    status: str
    trust_tier: Tier
    stale: bool | None
    sources: int
    changed: str | None
    content_sha256: str = field(repr=False)
    score: float
    matches: tuple[FieldMatch, ...] = field(repr=False)


@frozen
class ValueCount:
    """Hold one value of a field and how many concepts have it."""

    value: str
    count: int


@frozen
class Refinements:
    """Hold what the hits can be narrowed by, ordered by case-folded text.

    Attributes:
        types: the types among the hits.
        tags: the tags among the hits.
    """

    types: tuple[ValueCount, ...]
    tags: tuple[ValueCount, ...]


@frozen
class Suggestions:
    """Hold what may help where nothing was found.

    Attributes:
        types: all types of the bundle, filtered or not, ordered by case-folded text.
        tags: all tags of the bundle, in the same way.
        emptied_by: the filter after which no concept was left ("type", "tags", "status", "trust" or "stale"), or None.
        closest: existing values that look most like the one that filter asked for.
    """

    types: tuple[ValueCount, ...]
    tags: tuple[ValueCount, ...]
    emptied_by: str | None = None
    closest: tuple[str, ...] = ()


@frozen(kw_only=True)
class ConceptResult(Displayed):
    """Hold the whole answer to one request over one snapshot; a sequence of its hits.

    Attributes:
        query: the query verbatim.
        bundle: the bundle's root, or None for a snapshot in memory.
        snapshot_revision: the fingerprint of the bytes that were searched.
        scanned: how many documents were looked at, unreadable ones included.
        mode: "full", or "two-pass" when there are more documents than the threshold.
        two_pass_threshold: the most documents that are read in full.
        threshold: the points that a match needs.
        scope: which fields could give evidence.
        filters: pairs of "type", "tags", "status", "trust" or "stale" and a value.
        total: how many concepts matched.
        truncated: whether some of them are not among the hits.
        low_confidence: whether no concept reached the threshold, so that the best five below it are shown.
        ignored_terms: words of the query without letter or digit.
        hints: sentences about the request.
        hits: score descending, then concept ID.
        suggestions: what may help, or None when there are hits.
        issues: what was noticed in the bundle.
    """

    query: str
    bundle: str | None
    snapshot_revision: str
    scanned: int
    mode: Mode
    two_pass_threshold: int
    threshold: float
    scope: Scope
    filters: tuple[tuple[str, str], ...]
    total: int
    truncated: bool
    low_confidence: bool
    ignored_terms: tuple[str, ...]
    hints: tuple[str, ...]
    hits: tuple[ConceptHit, ...]
    suggestions: Suggestions | None
    issues: tuple[Issue, ...]

    def __len__(self) -> int:
        """Return how many hits there are."""
        return len(self.hits)

    def __iter__(self) -> Iterator[ConceptHit]:
        """Yield the hits, best first."""
        return iter(self.hits)

    @overload
    def __getitem__(self, place: int) -> ConceptHit: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ConceptHit, ...]: ...
    def __getitem__(self, place: int | slice) -> ConceptHit | tuple[ConceptHit, ...]:
        """Return one hit, or a tuple of them for a slice."""
        return self.hits[place]

    def __repr__(self) -> str:
        low = ", low confidence" if self.low_confidence else ""
        return f"<ConceptResult: {len(self.hits)} of {self.total} concepts, {self.scanned} scanned{low}>"

    def explain(self, hit: ConceptHit) -> Explanation:
        """Return the score of one of the hits as what each field adds to it, in millionths of a point.

        Raises:
            InvalidRequest: when the hit is none of this result's, or the result was read back and only tells its scores.

        Example:
            >>> import okfsearch
            >>> result = okfsearch.search_concepts("docs/example-bundle", "gauge", scope="title")
            >>> [(part.name, part.value) for part in result.explain(result[0])]
            [('title', 100000000)]
        """
        if hit not in self.hits:
            raise unknown_hit()
        explanation = Explanation(
            locator=hit.concept_id,
            score=hit.score,
            formula="sum over the fields of what each adds, in millionths of a point",
            unit=1_000_000,
            parts=tuple([Part(match.field, match.millionths) for match in hit.matches if match.field != "filter"]),
        )
        if explanation.total != hit.score:
            raise forgotten()
        return explanation

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each hit, keys in the order of the wire form."""
        return [plain(hit) for hit in self.hits]

    def refinements(self) -> Refinements:
        """Return the types and tags of the hits with their counts, to narrow the request by.

        Example:
            >>> import okfsearch
            >>> result = okfsearch.search_concepts("docs/example-bundle", "gauge", scope="title")
            >>> [(count.value, count.count) for count in result.refinements().types]
            [('Instrument', 2)]
        """
        types = count_values(hit.type for hit in self.hits if hit.type is not None)
        return Refinements(types, count_values(tag for hit in self.hits for tag in hit.tags))


def count_values(values: Iterable[str]) -> tuple[ValueCount, ...]:
    """Count values, ordered by their case-folded text, then by the text itself.

    Example:
        >>> [count.value for count in count_values(["b", "A", "b", "a"])]
        ['A', 'a', 'b']
    """
    counts = Counter(values)
    return tuple(ValueCount(value, counts[value]) for value in sorted(counts, key=lambda value: (normalize(value), value)))
