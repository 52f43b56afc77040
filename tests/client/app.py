"""A small program of somebody else, checked by strict type checkers against the installed package, and run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import okfsearch
from okfsearch import (
    ConceptHit,
    ContextPacket,
    Hit,
    InvalidRequest,
    LimitExceeded,
    Limits,
    MatchResult,
    Progress,
    SearchError,
    SearchResult,
    Snapshot,
    Visibility,
    capture_bundle,
    index_concepts,
    index_context,
    index_sections,
    search_bundle,
    search_concepts,
    search_context,
    search_matches,
)
from okfsearch.wire import from_dict, to_dict, to_json


def cite(hit: Hit) -> str:
    """Return a line that can be checked later."""
    return (
        f"{hit.path}:{hit.line_start}-{hit.line_end} {hit.content_sha256[:12]} {hit.score:.3f} {', '.join(hit.matched_terms)}"
    )


def citations(result: SearchResult) -> Iterator[str]:
    """Yield a line for each hit."""
    for hit in result:
        yield cite(hit)


def show(progress: Progress) -> None:
    """Print how far a call has come."""
    print(progress.phase, progress.done, progress.total, progress.path, file=sys.stderr)


def explain(error: SearchError) -> str:
    """Say what to do about an error."""
    if isinstance(error, LimitExceeded):
        limit: object = error.details["limit"]
        return f"raise {limit}"
    if isinstance(error, InvalidRequest):
        return f"ask otherwise: {error.code}"
    return "try again" if error.retryable else str(error)


def main(root: str | Path) -> int:
    """Ask a bundle in every way."""
    try:
        snapshot: Snapshot = capture_bundle(
            root, visibility=Visibility(exclude=("*.png",)), limits=Limits.large(), progress=show
        )
        result = search_bundle(root, "tide gauge", limit=3, cancelled=lambda: False)
        again: SearchResult = index_sections(snapshot, limits=Limits.large()).search("tide gauge", limit=3)
        packet: ContextPacket = search_context(root, "how is the gauge checked?", budget=300, filters=[("type", "Procedure")])
        matches: MatchResult = search_matches(Path(root), "gauge", also=("mareograph",), limit=2)
        hits: list[ConceptHit] = list(search_concepts(root, "gauge", type="Instrument", tags=("float",), limit=None))
        concepts = index_concepts(snapshot)
        kept = index_context(snapshot).matches("gauge")
    except SearchError as error:
        print(explain(error), file=sys.stderr)
        return 1
    back = from_dict(to_dict(result), SearchResult)
    lines: list[str] = [*citations(back), *(source.locator for source in packet), *(match.id for match in matches)]
    lines += [hit.title for hit in hits] + [concept.concept_id for concept in concepts.concepts] + [kept[0].path]
    first: Hit = again[0]
    pair: tuple[Hit, ...] = again[:2]
    print("\n".join(lines), first.locator, len(pair), to_json(result)[:20], okfsearch.unicode_versions())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
