"""Print the answers to many questions about one bundle: what must be equal byte for byte wherever it is asked.

    python answers.py ROOT

The answers go to standard output as bytes, so that no locale has a say.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import okfsearch
from okfsearch import DocumentErrors, SearchError, Snapshot
from okfsearch.wire import to_json

QUERIES = ("heron", "heron reed", "HÉRON", "re\u0301ed", "潮汐", "straße", "x", "nobody", "title", "İ", "")


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
        yield from ask(root, snapshot, on_invalid)


def ask(root: str, snapshot: Snapshot, on_invalid: Any) -> Iterator[str]:
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


def say(error: SearchError) -> str:
    documents = error.details["documents"] if isinstance(error, DocumentErrors) else ()
    return ascii((error.code, error.message, sorted((key, str(value)) for key, value in error.details.items()), documents))


if __name__ == "__main__":
    sys.stdout.buffer.write("\n".join(answers(sys.argv[1])).encode())
