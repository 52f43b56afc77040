"""With less and less memory: never a crash; what is short of it becomes `resource_limit`, and the next call is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wrapped_calls import write_tree

MIB = 1024 * 1024

CHILD = """
import json, resource, sys
import okfsearch
from okfsearch.wire import to_json
big, small, way = sys.argv[1:4]
NOW = "2026-01-01T00:00:00Z"
ways = {
    "one-shot": lambda root: okfsearch.search_bundle(root, "heron", limit=1),
    "index": lambda root: okfsearch.index_sections(okfsearch.capture_bundle(root)).search("heron", limit=1),
    "concepts": lambda root: okfsearch.search_concepts(root, "heron", limit=1, include_untyped=True, now=NOW),
    "context": lambda root: okfsearch.search_context(root, "heron", limit=1),
}
search = ways[way]
wanted = to_json(search(small))


def cap(spare):
    with open("/proc/self/statm") as statm:
        used = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))


def take_the_rest():
    # What the allocator keeps for later differs from run to run: taken away, nothing of a page or more is to be had.
    held, size = [], 1 << 26
    while size >= 4096:
        try:
            while True:
                held.append(bytearray(size))
        except MemoryError:
            size //= 2
    return held


outcomes = []
for spare in [*map(int, sys.argv[4:]), None]:
    held = []
    cap(spare or 0)
    try:
        try:
            if spare is None:
                held = take_the_rest()
            found = search(big)
        finally:
            # Whoever handles the error needs some memory too.
            held.clear()
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        outcomes.append(["found", to_json(found)])
    except okfsearch.SearchError as error:
        outcomes.append([error.code, error.details.get("limit") or error.details.get("errno")])
    assert to_json(search(small)) == wanted
print(json.dumps(outcomes))
"""

BIG = {
    "prose": {
        f"{place}.md": b"# heron\n\n" + b"some words about a bird and the water it stands in\n" * 20_000 for place in range(3)
    },
    "beyond ASCII": {"a.md": "h\u00e9ron heron \u6f6e\u6c50\n".encode() * 30_000},
    "headings": {"a.md": b"# heron *x*\n" * 12_000},
    "marks": {"a.md": ("heron " + "\u0301\u0323" * 200_000).encode()},
    "YAML": {
        f"{place}.md": b"---\na: &a [b]\n" + b"".join(b"k%d: {v: *a}\n" % i for i in range(9_000)) + b"---\nheron\n"
        for place in range(5)
    },
    "many files": {f"{place}.md": b"heron ......\n" * 150 for place in range(4_000)},
}
# In MiB beside what the process uses when it starts; from plenty to nothing.
SPARE = (512, 16, 4, 1)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the limit is not kept")
@pytest.mark.parametrize("way", ["one-shot", "index", "concepts", "context"])
@pytest.mark.parametrize("name", BIG)
def test_falling_caps(name: str, way: str, tmp_path: Path) -> None:
    """Whether a cap bites is the allocator's affair; what comes of it is ours, and with nothing left it always bites."""
    big = write_tree(tmp_path / "big", BIG[name] | {"index.md": b'---\nokf_version: "0.2"\n---\n'})
    small = write_tree(tmp_path / "small", {"a.md": b"---\na: &a [b]\nc: *a\n---\n# *heron* \xc3\xa9\n"})
    done = subprocess.run(
        [sys.executable, "-c", CHILD, big, small, way, *(str(spare * MIB) for spare in SPARE)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = json.loads(done.stdout)
    assert outcomes[0][0] == "found", "with plenty of memory there is an answer"
    assert '"heron"' in outcomes[0][1]
    for outcome in outcomes:
        assert outcome == outcomes[0] or outcome[0] == "resource_limit" or outcome == ["unreadable", "ENOMEM"]
    assert outcomes[-1] != outcomes[0], "with nothing left there is no answer"
