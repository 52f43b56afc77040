"""Print the answers to many questions about one bundle: what must be equal byte for byte wherever it is asked.

    python answers.py ROOT

The answers go to standard output as bytes, so that no locale has a say.
"""

from __future__ import annotations

import locale
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import attrs

import okfsearch
from okfsearch import DocumentErrors, SearchError, Snapshot
from okfsearch.wire import to_json

#: Staleness is judged at an instant, which is never the clock's here.
NOW = "2026-01-01T00:00:00Z"
QUERIES = ("heron", "heron reed", "HÉRON", "re\u0301ed", "潮汐", "straße", "x", "nobody", "title", "İ", "")
#: For the ways of asking that say much about each.
FEW = ("heron", "re\u0301ed", "潮汐", "nobody", "")


def answers(root: str) -> Iterator[str]:
    """Yield everything that can be asked and compared."""
    for on_invalid in ("raise", "recover"):
        try:
            snapshot = okfsearch.capture_bundle(root, on_invalid=on_invalid)
        except SearchError as error:
            yield say(error)
            continue
        yield snapshot.revision
        yield from (f"{file.path!a} {file.size} {file.sha256}" for file in snapshot.files)
        yield ascii((dict(snapshot.skipped), snapshot.issues, sorted(snapshot.guarantees)))
        for mode in (ask_sections, ask_concepts, ask_context):
            yield from mode(root, snapshot, on_invalid)


def ask_sections(root: str, snapshot: Snapshot, on_invalid: Any) -> Iterator[str]:
    try:
        index = okfsearch.index_sections(snapshot, on_invalid=on_invalid)
    except SearchError as error:
        yield say(error)
        return
    yield ascii([(section.concept_id, section.heading, section.lines.start, section.lines.end) for section in index.sections])
    yield ascii(index.issues)
    for query in QUERIES:
        try:
            once = okfsearch.search_bundle(root, query, on_invalid=on_invalid)
            assert once == index.search(query)
            yield to_json(once)
            yield ascii((once.missing_terms, once.issues))
        except SearchError as error:
            yield say(error)


def ask_concepts(root: str, snapshot: Snapshot, on_invalid: Any) -> Iterator[str]:
    try:
        index = okfsearch.index_concepts(snapshot, include_untyped=True, now=NOW, on_invalid=on_invalid)
    except SearchError as error:
        yield say(error)
        return
    yield ascii(index.issues)
    for query in FEW:
        yield told(partial(index.search, query, limit=20))
        yield told(partial(index.search, query, tags=["reed"], type="no", limit=20))
    for query in FEW[:1]:
        yield told(
            partial(okfsearch.search_concepts, root, query, include_untyped=True, now=NOW, limit=20, on_invalid=on_invalid)
        )
    for concept in index.concepts:
        yield ascii((concept.concept_id, index.open(concept.concept_id), index.related(concept.concept_id)))


def ask_context(root: str, snapshot: Snapshot, on_invalid: Any) -> Iterator[str]:
    try:
        index = okfsearch.index_context(snapshot, on_invalid=on_invalid)
    except SearchError as error:
        yield say(error)
        return
    yield ascii((index.revision, index.issues, len(index)))
    for query in FEW:
        yield told(partial(index.matches, query))
        yield told(partial(index.search, query, budget=300, also=["reed heron"]))
    for query in FEW[:1]:
        yield told(partial(okfsearch.search_matches, root, query, on_invalid=on_invalid))
        yield told(partial(okfsearch.search_context, root, query, budget=300, on_invalid=on_invalid))


def told(ask: Callable[[], Any]) -> str:
    """Return the JSON of an answer but for where the bundle is, or what the error says."""
    try:
        answer = ask()
    except SearchError as error:
        return say(error)
    # The one thing that may differ: an answer names the directory that was asked about.
    return to_json(attrs.evolve(answer, **{name: "" for name in ("root", "bundle") if hasattr(answer, name)}))


def say(error: SearchError) -> str:
    documents = error.details["documents"] if isinstance(error, DocumentErrors) else ()
    return ascii((error.code, error.message, sorted((key, str(value)) for key, value in error.details.items()), documents))


if __name__ == "__main__":
    # As an embedding program may have done, for collation and case too; a name that is not there leaves things as they are.
    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    sys.stdout.buffer.write("\n".join(answers(sys.argv[1])).encode())
