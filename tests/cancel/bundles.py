"""Bundles to interrupt: small ones that visit every room, and larger ones with much work in one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import okfsearch
from okfsearch import ConceptResult, ContextPacket, Limits, MatchResult, SearchResult, Snapshot

QUERY = "heron reed"
DECLARED = b"---\nokf_version: 0.2\n---\n"

SMALL: dict[str, dict[str, bytes]] = {
    "empty": {},
    "plain": {"a.md": b"# Heron\n\nreed\n", "b.md": b"heron and reed\n", "c.png": b"\xff"},
    "front": {
        "a.md": b"---\ntitle: heron\n---\nreed\n",
        "b.md": b"---\na: &x [y]\nb: *x\ntitle: reed\n---\nheron\n",
        "s/index.md": b"\xff",
        "s/c.md": b"---\n? q\n: {z: w}\n---\n> - # *heron* `reed` [x][y]\n\n[y]: /u\n",
    },
    "wide": {
        "\u00e4.md": "h\u00e9ron HERON re\u0301ed reed\n".encode(),
        "z.md": ("heron " + "\u0301\u0323" * 40 + " reed\n").encode(),
    },
    "blocks": {"a.md": b"a\n===\n\n```\n# x\n```\n<!--\n# y\n-->\n- > 1. heron\n  reed\n\n---\n[r]: /u\n# [r]\nheron reed\n"},
    "nothing found": {"a.md": b"heron\n", "b.md": b"reed\n"},
}

LARGER: dict[str, dict[str, bytes]] = {
    "long prose": {"a.md": b"heron and reed " * 40_000},
    "many lines": {"a.md": b"heron and reed\n" * 40_000},
    "blank lines": {"a.md": b"\n" * 600_000 + b"heron reed\n"},
    "beyond ASCII": {"a.md": "h\u00e9ron heron reed\n".encode() * 20_000},
    "one wide line": {"a.md": "h\u00e9ron heron reed ".encode() * 20_000},
    "headings": {"a.md": b"# heron *reed*\n" * 3_000},
    "one fence": {"a.md": b"```\n" + b"heron reed\n" * 50_000},
    "one comment": {"a.md": b"<!--\n" + b"heron reed\n" * 50_000},
    "quotes": {"a.md": b"> heron\n> reed\n" * 20_000},
    "definitions": {"a.md": b"[heron]: /reed\n" * 10_000},
    "marks": {"a.md": ("heron reed" + "\u0301\u0323" * 100_000).encode()},
    "YAML": {"a.md": b"---\nk: &a [v]\n" + b"".join(b"k%d: [v, w]\n" % i for i in range(8_000)) + b"---\nheron reed\n"},
    "many files": {f"{place:04}.md": b"heron reed\n" for place in range(500)},
}

LIMITS = Limits(tokens=10**9, sections=10**9)

Call = Callable[..., Any]


def ways(files: dict[str, bytes], root: str) -> dict[str, Call]:
    """Return every call that can be cancelled, each with its subject in place; all that is left is `cancelled=`."""
    snapshot = Snapshot.of(files, limits=LIMITS)
    index = okfsearch.index_sections(snapshot, limits=LIMITS)
    captured = okfsearch.capture_bundle(root, limits=LIMITS)
    # Whatever else is in it, this makes it a bundle that holds concepts.
    declared = Snapshot.of({"index.md": DECLARED, **files}, limits=LIMITS)
    context = okfsearch.index_context(snapshot, limits=LIMITS)
    return {
        "search_bundle": lambda **more: okfsearch.search_bundle(root, QUERY, limits=LIMITS, **more),
        "capture_bundle": lambda **more: okfsearch.capture_bundle(root, limits=LIMITS, **more),
        "changed": captured.changed,
        "refresh": captured.refresh,
        "index_sections": lambda **more: okfsearch.index_sections(snapshot, limits=LIMITS, **more).search(QUERY),
        "search": lambda **more: index.search(QUERY, **more),
        "concepts": lambda **more: okfsearch.index_concepts(
            declared, include_untyped=True, now="2026-01-01T00:00:00Z", limits=LIMITS, **more
        ).search(QUERY, limit=20, **{name: more[name] for name in more if name == "cancelled"}),
        "search_context": lambda **more: okfsearch.search_context(root, QUERY, limits=LIMITS, **more),
        "matches": lambda **more: context.matches(QUERY, **more),
    }


def as_written(answer: Any) -> Any:
    """Return an answer in a form that compares in full."""
    if isinstance(answer, SearchResult | ConceptResult | ContextPacket | MatchResult):
        from okfsearch.wire import to_json

        return to_json(answer), answer
    return answer
