"""The answer of a section search: hits that can be checked against the captured bytes, and nothing partial.

How they are found is `section_search`'s business; their wire form is the declared order of the attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Protocol, overload

from attrs import field, frozen

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.spans import LineRange, span_of_lines
from okfsearch._display import Displayed
from okfsearch._json import OFF_THE_WIRE, plain
from okfsearch.explanations import Explanation, forgotten, unknown_hit
from okfsearch.issues import Issue
from okfsearch.locators import Locator

__all__ = ["Hit", "SearchResult"]


class Grounds(Protocol):
    """Know what the scores of a result were made of."""

    def explain(self, place: int, locator: str, score: float) -> Explanation:
        """Explain the hit at a place."""
        ...


@frozen(kw_only=True)
class Hit(Displayed):
    """Hold one section that holds every term of the query.

    Attributes:
        concept_id: the concept, which is its path without `.md`.
        path: the bundle-relative path.
        heading: the section's heading, empty before the first one.
        locator: `path#L<start>-L<end>`, the path percent-encoded.
        line_start: first physical line, from 1.
        line_end: last physical line, inclusive.
        content_sha256: digest of the whole captured file, lower-case hex.
        snippet: an exact slice of the section, at most 512 code points.
        score: BM25, above 0; lexical relevance only.
        matched_terms: the terms of the query, in its order.
    """

    concept_id: str
    path: str
    heading: str
    locator: str
    line_start: int
    line_end: int
    content_sha256: str
    snippet: str = field(repr=False)
    score: float
    matched_terms: tuple[str, ...]

    def verify(self, snapshot: Snapshot) -> bool:
        """Recompute the hit from captured bytes: the file's digest, its lines, and the snippet as a slice of these.

        Example:
            >>> import okfsearch
            >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
            >>> hit = okfsearch.index_sections(bundle).search("month").hits[0]
            >>> hit.verify(bundle), hit.verify(okfsearch.Snapshot.of({"tide.md": b"Twice a month.\\n"}))
            (True, False)
        """
        captured = next((file for file in snapshot.files if file.path == self.path), None)
        if captured is None or sha256(captured.data).hexdigest() != self.content_sha256:
            return False
        span = span_of_lines(captured.data, LineRange(self.line_start, self.line_end))
        return (
            span is not None
            and self.locator == str(Locator(self.path, self.line_start, self.line_end))
            and self.snippet in span.slice(captured.data).decode(errors="replace")
        )


@frozen(kw_only=True)
class SearchResult(Displayed):
    """Hold the whole answer to one query over one snapshot; a sequence of its hits.

    Attributes:
        query: the query verbatim.
        terms: its distinct normalized terms.
        snapshot_revision: the fingerprint of the bytes that were searched.
        total: how many sections hold every term.
        truncated: whether some of them are not among the hits.
        hits: the best ones: score descending, then concept ID, then starting line.
        missing_terms: the terms that no section holds; never on the wire.
        issues: what was noticed under `on_invalid="recover"`; never on the wire.
    """

    query: str
    terms: tuple[str, ...]
    snapshot_revision: str
    total: int
    truncated: bool
    hits: tuple[Hit, ...]
    missing_terms: tuple[str, ...] = field(default=(), metadata=OFF_THE_WIRE)
    issues: tuple[Issue, ...] = field(default=(), metadata=OFF_THE_WIRE)
    _grounds: Grounds | None = field(default=None, alias="grounds", eq=False, repr=False, metadata=OFF_THE_WIRE)

    def __len__(self) -> int:
        """Return how many hits there are."""
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        """Yield the hits, best first."""
        return iter(self.hits)

    @overload
    def __getitem__(self, place: int) -> Hit: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Hit, ...]: ...
    def __getitem__(self, place: int | slice) -> Hit | tuple[Hit, ...]:
        """Return one hit, or a tuple of them for a slice."""
        return self.hits[place]

    def __repr__(self) -> str:
        return f"<SearchResult: {len(self.hits)} of {self.total} sections, revision {self.snapshot_revision[:12]}>"

    def explain(self, hit: Hit) -> Explanation:
        """Return the score of one of the hits as a tree of the numbers that it was computed from.

        Raises:
            InvalidRequest: when the hit is none of this result's, or the result was pickled or read back and so has no
                longer what its scores were made of.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"Neap tide", "b.md": b"Ebb"}))
            >>> result = index.search("tide")
            >>> explanation = result.explain(result.hits[0])
            >>> explanation["tide"]["f"].value, explanation.total == result.hits[0].score
            (1, True)
        """
        if hit not in self.hits:
            raise unknown_hit()
        if self._grounds is None:
            raise forgotten()
        return self._grounds.explain(self.hits.index(hit), hit.locator, hit.score)

    def to_records(self) -> list[dict[str, Any]]:
        """Return one plain dictionary for each hit, keys in the order of the wire form."""
        return [plain(hit) for hit in self.hits]
