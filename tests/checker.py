"""An independent judge of hits: the captured bytes against what a result says of them.

It shares no code with the library on purpose: no import of it, no line table, no escaping of its own.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from urllib.parse import unquote

SNIPPET_CODE_POINTS = 512


def check_result(snapshot: Any, result: Any) -> None:
    """Assert that every hit of a section search is true of the captured bytes, and that the result fits together."""
    assert result.snapshot_revision == snapshot.revision, "the result speaks of another snapshot"
    assert result.total >= len(result.hits), "more hits than the total"
    assert result.truncated == (result.total > len(result.hits)), "truncated and total disagree"
    paths = {hit.path for hit in result.hits}
    files = {
        file.path: (file.sha256, sha256(file.data).hexdigest(), file.data.split(b"\n"))
        for file in snapshot.files
        if file.path in paths
    }
    for hit in result.hits:
        check_hit(*files[hit.path], hit, result.terms)
    ranks = [(-hit.score, hit.concept_id.encode(), hit.line_start) for hit in result.hits]
    assert ranks == sorted(ranks), "hits out of order"
    places = [(hit.path, hit.line_start) for hit in result.hits]
    assert len(set(places)) == len(places), "one section twice"


def check_hit(told: str, digest: str, lines: list[bytes], hit: Any, terms: tuple[str, ...]) -> None:
    """Assert that one hit is true of its file: the digest the snapshot tells, the digest found, and what LF parts."""
    assert digest == told, f"{hit.path}: the snapshot's digest is not that of its bytes"
    assert digest == hit.content_sha256, f"{hit.path}: the hit's digest is not that of the bytes"
    assert hit.concept_id + ".md" == hit.path, f"{hit.path}: not the path of {hit.concept_id}"

    physical = len(lines) - (not lines[-1])
    assert 1 <= hit.line_start <= hit.line_end <= physical, (
        f"{hit.path}: lines {hit.line_start} to {hit.line_end} of {physical}"
    )
    text = b"\n".join(lines[hit.line_start - 1 : hit.line_end]).decode("utf-8")
    assert hit.snippet, f"{hit.path}: an empty snippet"
    assert len(hit.snippet) <= SNIPPET_CODE_POINTS, f"{hit.path}: a snippet of {len(hit.snippet)} code points"
    assert hit.snippet in text, f"{hit.path}: the snippet is not in its lines"

    path, _, lines_named = hit.locator.rpartition("#")
    assert path.isascii() and unquote(path, errors="strict") == hit.path, f"{hit.path}: the locator names another path"
    assert lines_named == f"L{hit.line_start}-L{hit.line_end}", f"{hit.path}: the locator names other lines"

    assert hit.score > 0, f"{hit.path}: a score of {hit.score}"
    assert set(hit.matched_terms) <= set(terms), f"{hit.path}: matched what was not asked"
