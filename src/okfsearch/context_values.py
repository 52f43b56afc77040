"""One section as context search tells of it: a match, or a source in a packet, each citable and verifiable.

The answers that hold them are in `context_result`.
"""

from __future__ import annotations

from hashlib import sha256
from urllib.parse import quote

from attrs import field, frozen

from okfsearch._bundle.pages import shown_section_at
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._display import Displayed
from okfsearch._retrieval.expansion import Relation

__all__ = ["ContextSource", "Match", "Revision", "format_context_locator"]

# The characters that a locator leaves as they are, beside letters, digits and "-_.~".
_KEPT = "$&+=:@"


def format_context_locator(revision: str, path: str, content_sha256: str) -> str:
    """Return the locator of a section: which content of the bundle, which file, and which text in it.

    Example:
        >>> format_context_locator("ab12", "tides/ebb tide.md", "cd34")
        'okf+sha256://ab12/tides%2Febb%20tide.md#cd34'
    """
    return f"okf+sha256://{revision}/{quote(path, safe=_KEPT)}#{content_sha256}"


@frozen
class Revision:
    """Name the content of a bundle as one number.

    Attributes:
        spec_version: the version of the format that the bundle was read by.
        index_sha256: the SHA-256 over the paths and bytes of all its documents.
    """

    spec_version: str
    index_sha256: str

    def __str__(self) -> str:
        return self.index_sha256


@frozen(kw_only=True)
class Match(Displayed):
    """Hold one section that answers a query, or that is linked with one that does.

    Attributes:
        path: the bundle-relative path.
        id: the path without its extension, `#`, and the section's anchor.
        locator: `okf+sha256://REVISION/PATH#CONTENT`, stable as long as the bytes are.
        content_sha256: digest of the section's reader text.
        file_sha256: digest of the whole captured file.
        kind: "concept", or "index" and "log" in a managed bundle.
        type: the type of its document, or None.
        title: the title of its document.
        description: the description of its document, or None.
        heading: the section's heading, empty before the first one.
        heading_path: the open headings above it and its own.
        line_start: first physical line, from 1.
        line_end: last physical line, inclusive.
        estimated_tokens: the estimate for its reader text.
        snippet: an exact slice of the section.
        highlight_text: what in the snippet, the heading, the title or the description answers the query, or "".
        score: what it is ordered by.
        lexical_score: the part that words make, or None.
        vector_score: how much it looks like the query, or None where nobody looked.
        rerank_score: the score before links were followed, or None for a neighbour.
        matches: the names of the fields that matched, sorted; "graph" where a link gave the score, "vector" for likeness.
        matched_terms: the words of the query that it holds.
        relation: "direct", "outgoing-link" or "backlink".
        neighbor: whether only a link brought it in.
    """

    path: str
    id: str
    locator: str
    content_sha256: str
    file_sha256: str
    kind: str
    type: str | None
    title: str
    description: str | None
    heading: str
    heading_path: tuple[str, ...]
    line_start: int
    line_end: int
    estimated_tokens: int
    snippet: str = field(repr=False)
    highlight_text: str
    score: float
    lexical_score: float | None
    vector_score: float | None
    rerank_score: float | None
    matches: tuple[str, ...]
    matched_terms: tuple[str, ...]
    relation: Relation
    neighbor: bool

    def verify(self, snapshot: Snapshot) -> bool:
        """Recompute the match from captured bytes: file, section, lines, digests, and the snippet as a slice of them.

        Example:
            >>> import okfsearch
            >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
            >>> match = okfsearch.index_context(bundle).matches("month")[0]
            >>> match.verify(bundle), match.verify(okfsearch.Snapshot.of({"tide.md": b"Twice a month.\\n"}))
            (True, False)
        """
        found = _find(snapshot, self)
        return found is not None and self.line_end == found.line_end and self.snippet in found.source


@frozen(kw_only=True)
class ContextSource(Displayed):
    """Hold one section of a packet.

    Attributes:
        id: the path without its extension, `#`, and the section's anchor.
        locator: `okf+sha256://REVISION/PATH#CONTENT`, stable as long as the bytes are.
        content_sha256: digest of the section's whole reader text.
        file_sha256: digest of the whole captured file.
        path: the bundle-relative path.
        kind: "concept", or "index" and "log" in a managed bundle.
        type: the type of its document, or None.
        title: the title of its document.
        heading: the section's heading, empty before the first one.
        heading_path: the open headings above it and its own.
        heading_level: 1 to 3, or 0 before the first heading.
        line_start: first physical line, from 1.
        line_end: last physical line of what is here, inclusive.
        score: what it was ordered by.
        estimated_tokens: what its Markdown counts.
        relation: "direct", "document-context", "outgoing-link" or "backlink".
        markdown: the reader text, whole or cut.
        truncated: whether it is cut.
        matched_terms: the words of the query that the section holds.
    """

    id: str
    locator: str
    content_sha256: str
    file_sha256: str
    path: str
    kind: str
    type: str | None
    title: str
    heading: str
    heading_path: tuple[str, ...]
    heading_level: int
    line_start: int
    line_end: int
    score: float
    estimated_tokens: int
    relation: Relation
    markdown: str = field(repr=False)
    truncated: bool
    matched_terms: tuple[str, ...] = ()

    def verify(self, snapshot: Snapshot) -> bool:
        """Recompute the source from captured bytes: file, section, digests, and the Markdown as its text or a cut of it.

        Example:
            >>> import okfsearch
            >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
            >>> [source.verify(bundle) for source in okfsearch.index_context(bundle).search("month", budget=3)]
            [True]
        """
        found = _find(snapshot, self)
        if found is None or (not self.truncated and (self.markdown != found.text or self.line_end != found.line_end)):
            return False
        return found.text.startswith(self.markdown) and self.line_end <= found.line_end


@frozen
class _FoundSection:
    text: str
    source: str
    line_end: int


def _find(snapshot: Snapshot, claim: Match | ContextSource) -> _FoundSection | None:
    """Find the section again that a result speaks of, if its digests are those of the bytes."""
    captured = next((file for file in snapshot.files if file.path == claim.path), None)
    if captured is None or sha256(captured.data).hexdigest() != claim.file_sha256:
        return None
    section = shown_section_at(captured, claim.line_start)
    if section is None:
        return None
    if sha256(section.text.encode()).hexdigest() != claim.content_sha256:
        return None
    _, _, rest = claim.locator.partition("://")
    revision = rest.partition("/")[0]
    if claim.locator != format_context_locator(revision, claim.path, claim.content_sha256):
        return None
    return _FoundSection(section.text, section.span.slice(captured.data).decode(), section.line_end)
