"""One fuzzed bundle through every way to ask, and what must hold whatever comes out."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from typing import Any

from okfsearch import SearchError, SearchResult, Snapshot, index_concepts, index_context, index_sections, search_bundle
from okfsearch.wire import to_json
from tests.checker import check_result

CODES = {
    "schema_validation", "resource_limit", "root_not_found", "root_not_directory", "root_is_symlink", "unreadable", "changed_during_capture", "invalid_name", "not_a_bundle",
    "invalid_encoding", "unterminated_frontmatter", "invalid_frontmatter", "invalid_yaml_graph", "invalid_concept_id",
}  # fmt: skip
# Unicode's White_Space; Python's own `strip` takes the four information separators too.
WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)


def outcome(call: Any) -> tuple[Any, SearchError | None]:
    """Return the answer or the family's error; anything else goes through."""
    try:
        return call(), None
    except SearchError as error:
        assert error.code in CODES, error.code
        return None, error


def compare(error: SearchError | None, other: SearchError | None) -> None:
    assert (error is None) == (other is None), (error, other)
    if error is not None and other is not None:
        assert type(error) is type(other)
        assert (error.code, error.message, dict(error.details)) == (other.code, other.message, dict(other.details))


def writable(files: dict[str, bytes]) -> bool:
    """Tell whether the disk can hold these names; half of a surrogate pair, say, it cannot."""
    try:
        return all(len(os.fsencode(part)) <= 255 and "\0" not in part for path in files for part in path.split("/"))
    except UnicodeError:
        return False


def write(files: dict[str, bytes], root: str) -> None:
    shutil.rmtree(root, ignore_errors=True)
    os.mkdir(root)
    for path, data in files.items():
        folder, _, name = path.rpartition("/")
        os.makedirs(os.path.join(root, folder), exist_ok=True)
        with open(os.path.join(root, folder, name), "wb") as out:
            out.write(data)


def judge(files: dict[str, bytes], query: str, tally: Counter[str], root: str | None = None) -> None:
    """Ask about a bundle in memory, and also on the disk where a place is given."""
    for on_invalid in ("raise", "recover"):
        result, error = judge_in_memory(files, query, on_invalid, tally)
        if root is None or not writable(files):
            continue
        if on_invalid == "raise":
            write(files, root)
        once, refused = outcome(lambda on_invalid=on_invalid: search_bundle(root, query, on_invalid=on_invalid))
        if error is not None and error.code == "invalid_name" and on_invalid == "recover":
            continue  # a capture leaves a bad name out, a mapping has no business holding one
        compare(error, refused)
        if isinstance(result, SearchResult) and isinstance(once, SearchResult):
            assert to_json(once) == to_json(result)
            assert (once, once.issues, once.missing_terms) == (result, result.issues, result.missing_terms)


def judge_in_memory(
    files: dict[str, bytes], query: str, on_invalid: Any, tally: Counter[str]
) -> tuple[SearchResult | None, SearchError | None]:
    snapshot, error = outcome(lambda: Snapshot.of(files))
    if snapshot is None:
        assert error is not None
        tally[error.code] += 1
        return None, error
    judge_other_modes(snapshot, query, on_invalid, tally)
    index, error = outcome(lambda: index_sections(snapshot, on_invalid=on_invalid))
    if index is None:
        assert error is not None
        tally[error.code] += 1
        return None, error
    result, error = outcome(lambda: index.search(query, limit=100))
    if result is None:
        assert error is not None
        tally[error.code] += 1
        return None, error
    tally["hits" if result.hits else "no hits"] += 1
    check_result(snapshot, result)
    check_sections(snapshot, index)
    for hit in result.hits:
        assert hit.verify(snapshot)
    return index.search(query), None


def judge_other_modes(snapshot: Snapshot, query: str, on_invalid: Any, tally: Counter[str]) -> None:
    """Ask for concepts and for context; that each answer is true is judged behind every search of every test."""
    concepts, error = outcome(
        lambda: index_concepts(snapshot, include_untyped=True, now="2026-01-01T00:00:00Z", on_invalid=on_invalid)
    )
    if concepts is not None:
        found, error = outcome(lambda: concepts.search(query, limit=20))
        for concept in concepts.concepts[:3]:
            outcome(lambda concept=concept: concepts.related(concept.concept_id))
            concepts.open(concept.concept_id)
        if found is not None:
            assert to_json(found) == to_json(concepts.search(query, limit=20))
            tally["concepts" if found.hits else "no concepts"] += 1
    tally["concepts: " + ("answer" if error is None else error.code)] += 1
    context, error = outcome(lambda: index_context(snapshot, on_invalid=on_invalid))
    if context is not None:
        matches, error = outcome(lambda: context.matches(query))
        if matches is not None:
            to_json(matches)
            packet = context.search(query, budget=200)
            assert to_json(packet) == to_json(context.search(query, budget=200))
            assert packet.estimated_tokens <= 200
            tally["sources" if packet.sources else "no sources"] += 1
    tally["context: " + ("answer" if error is None else error.code)] += 1


def check_sections(snapshot: Snapshot, index: Any) -> None:
    """Sections of one file follow each other without overlap, and their lines are theirs."""
    files = {file.path: file.data for file in snapshot.files}
    ends: dict[str, int] = {}
    for section in index.sections:
        data = files[section.path]
        start, end = section.span.start, section.span.end
        assert ends.get(section.path, 0) <= start < end <= len(data)
        ends[section.path] = end
        # Under "recover" a byte order mark at the head is no part of the first section.
        assert data[:start] in {b"", b"\xef\xbb\xbf"} or data[start - 1 : start] == b"\n"
        assert section.lines.start == 1 + data.count(b"\n", 0, start)
        assert section.lines.end == 1 + data.count(b"\n", 0, end)
        assert data[start:end].decode().strip(WHITE_SPACE)
