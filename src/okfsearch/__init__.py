r"""Find the right passage in an OKF bundle, and say exactly where it stands.

This module only names what the others hold; each name is imported when it is first asked for, so that `import okfsearch`
loads neither a Markdown parser nor YAML.

Example:
    >>> import okfsearch
    >>> snapshot = okfsearch.Snapshot.of({"tides.md": b"# Spring tides\n\nHighest at the new moon.\n"})
    >>> for hit in okfsearch.index_sections(snapshot).search("new moon").hits:
    ...     print(hit.locator, hit.heading)
    tides.md#L1-L3 Spring tides
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from okfsearch._bundle.capture import capture_bundle
    from okfsearch._bundle.handler import OKFHandler
    from okfsearch._bundle.snapshot import CapturedFile, Snapshot
    from okfsearch._bundle.visibility import Visibility
    from okfsearch._progress import Progress
    from okfsearch._retrieval.tokens import unicode_versions
    from okfsearch.concept_index import ConceptIndex, index_concepts
    from okfsearch.concept_request import ConceptRequest, parse_request
    from okfsearch.concept_result import ConceptHit, ConceptResult
    from okfsearch.concept_search import search_concepts
    from okfsearch.context_index import ContextIndex, index_context
    from okfsearch.context_packet import search_context, search_matches
    from okfsearch.context_result import ContextPacket, MatchResult
    from okfsearch.context_values import ContextSource, Match
    from okfsearch.errors import (
        BundleAccessError,
        BundleError,
        DocumentErrors,
        InvalidRequest,
        LimitExceeded,
        SearchCancelled,
        SearchError,
    )
    from okfsearch.issues import Issue
    from okfsearch.limits import Limits
    from okfsearch.section_index import SectionIndex, index_sections
    from okfsearch.section_result import Hit, SearchResult
    from okfsearch.section_search import search_bundle

__all__ = [
    "BundleAccessError",
    "BundleError",
    "CapturedFile",
    "ConceptHit",
    "ConceptIndex",
    "ConceptRequest",
    "ConceptResult",
    "ContextIndex",
    "ContextPacket",
    "ContextSource",
    "DocumentErrors",
    "Hit",
    "InvalidRequest",
    "Issue",
    "LimitExceeded",
    "Limits",
    "Match",
    "MatchResult",
    "OKFHandler",
    "Progress",
    "SearchCancelled",
    "SearchError",
    "SearchResult",
    "SectionIndex",
    "Snapshot",
    "Visibility",
    "capture_bundle",
    "index_concepts",
    "index_context",
    "index_sections",
    "parse_request",
    "search_bundle",
    "search_concepts",
    "search_context",
    "search_matches",
    "unicode_versions",
]

# The same names as above, once more as data; a test holds the two lists together.
_HOMES = {
    "okfsearch._bundle.capture": ("capture_bundle",),
    "okfsearch._bundle.handler": ("OKFHandler",),
    "okfsearch._bundle.snapshot": ("CapturedFile", "Snapshot"),
    "okfsearch._bundle.visibility": ("Visibility",),
    "okfsearch._progress": ("Progress",),
    "okfsearch._retrieval.tokens": ("unicode_versions",),
    "okfsearch.concept_index": ("ConceptIndex", "index_concepts"),
    "okfsearch.concept_request": ("ConceptRequest", "parse_request"),
    "okfsearch.concept_result": ("ConceptHit", "ConceptResult"),
    "okfsearch.concept_search": ("search_concepts",),
    "okfsearch.context_index": ("ContextIndex", "index_context"),
    "okfsearch.context_packet": ("search_context", "search_matches"),
    "okfsearch.context_result": ("ContextPacket", "MatchResult"),
    "okfsearch.context_values": ("ContextSource", "Match"),
    "okfsearch.errors": (
        "BundleAccessError",
        "BundleError",
        "DocumentErrors",
        "InvalidRequest",
        "LimitExceeded",
        "SearchCancelled",
        "SearchError",
    ),
    "okfsearch.issues": ("Issue",),
    "okfsearch.limits": ("Limits",),
    "okfsearch.section_index": ("SectionIndex", "index_sections"),
    "okfsearch.section_result": ("Hit", "SearchResult"),
    "okfsearch.section_search": ("search_bundle",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Import a public name on its first use, and keep it."""
    if name not in _HOME_OF:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module  # late: most programs need it only here

    value: object = getattr(import_module(_HOME_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
