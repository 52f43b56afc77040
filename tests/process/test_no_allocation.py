"""The n-th allocation fails, for many n: the right answer or `resource_limit`, and the next call is right.

The interpreter offers this to its own tests.  From 3.12 on it falls over itself when a frame finds no memory, so the older one
is asked; how whole megabytes run out is tested on all of them, next door.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wrapped_calls import write_tree

CHILD = """
import collections, json, os, sys, traceback
import _testcapi
import okfsearch
from okfsearch.wire import to_json
root, name = sys.argv[1:]
NOW = "2026-01-01T00:00:00Z"
snapshot = okfsearch.capture_bundle(root)
sections, concepts, context = (
    okfsearch.index_sections(snapshot), okfsearch.index_concepts(snapshot, now=NOW), okfsearch.index_context(snapshot)
)
calls = {
    "Snapshot.of": lambda: okfsearch.Snapshot.of({file.path: file.data for file in snapshot}),
    "capture_bundle": lambda: okfsearch.capture_bundle(root),
    "changed": snapshot.changed,
    "refresh": snapshot.refresh,
    "index_sections": lambda: okfsearch.index_sections(snapshot).search("heron"),
    "search_bundle": lambda: okfsearch.search_bundle(root, "heron"),
    "sections.search": lambda: sections.search("heron"),
    "index_concepts": lambda: okfsearch.index_concepts(snapshot, now=NOW).search("heron"),
    "search_concepts": lambda: okfsearch.search_concepts(root, "heron", now=NOW),
    "concepts.search": lambda: concepts.search("heron", tags=["x"], synonyms={"heron": ["reed"]}),
    "concepts.open": lambda: concepts.open("a"),
    "concepts.related": lambda: okfsearch.index_concepts(snapshot, now=NOW).related("a"),
    "index_context": lambda: okfsearch.index_context(snapshot).search("heron"),
    "search_context": lambda: okfsearch.search_context(root, "heron"),
    "search_matches": lambda: okfsearch.search_matches(root, "heron"),
    "context.search": lambda: context.search("heron", also=["reed"], filters=[("tag", "x")]),
    "context.matches": lambda: context.matches("heron"),
}
call = calls[name]
wanted = call()
call()
package = os.path.dirname(okfsearch.__file__)
outcomes = collections.Counter()
numbers = [*range(400), *(int(400 * 1.03**step) for step in range(1, 200))]
for number in numbers:
    try:
        _testcapi.set_nomemory(number, number + 1)
        try:
            found = call()
        finally:
            _testcapi.remove_mem_hooks()
        outcomes["right" if found == wanted else "wrong"] += 1
    except okfsearch.SearchError as error:
        outcomes[error.code] += 1
    except MemoryError as error:
        # Before the first line of the package has run there is no one to say it better: at most a public call and the one it
        # hands on to have been entered.
        begun = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(package)]
        outcomes["nothing begun" if len(begun) <= 2 else repr(begun)] += 1
    except BaseException as error:
        outcomes[repr(error)] += 1
    if number % 50 == 0:
        assert call() == wanted
print(json.dumps(outcomes))
"""

CALLS = [line.split('"')[1] for line in CHILD.splitlines() if line.startswith('    "')]
FILES = {
    "a.md": b"---\ntype: Note\na: &a [b]\nc: *a\ntags: [x]\n---\n# *heron* \xc3\xa9\n\n[reed](b.md)\n",
    "b.md": b"heron [x](a.md)\n\n- > 1. heron\n",
}


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="the interpreter itself falls over")
@pytest.mark.parametrize("call", CALLS)
def test_an_allocation_that_fails(call: str, tmp_path: Path) -> None:
    pytest.importorskip("_testcapi", reason="the interpreter came without what its own tests use")
    root = write_tree(tmp_path / "bundle", FILES)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, root, call],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    outcomes = json.loads(done.stdout)
    assert set(outcomes) <= {"right", "resource_limit", "nothing begun"}
    assert outcomes["resource_limit"] > 5, "no failure was met"
    assert outcomes.get("nothing begun", 0) < 12
