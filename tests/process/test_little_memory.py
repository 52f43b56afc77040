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
def search(root):
    if way == "index":
        return okfsearch.index_sections(okfsearch.capture_bundle(root)).search("heron", limit=1)
    return okfsearch.search_bundle(root, "heron", limit=1)
wanted = to_json(search(small))
with open("/proc/self/statm") as statm:
    used = int(statm.read().split()[0]) * resource.getpagesize()
outcomes = []
for spare in map(int, sys.argv[4:]):
    resource.setrlimit(resource.RLIMIT_AS, (used + spare, resource.RLIM_INFINITY))
    try:
        try:
            found = search(big).total
        finally:
            # Whoever handles the error needs some memory too.
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        outcomes.append(found)
    except okfsearch.SearchError as error:
        outcomes.append([error.code, error.details["limit"]])
    assert to_json(search(small)) == wanted
print(json.dumps(outcomes))
"""

BIG = {
    "prose": {
        f"{place}.md": b"# heron\\n\\n" + b"some words about a bird and the water it stands in\n" * 20_000 for place in range(3)
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
SPARE = (512, 32, 16, 8, 4, 2, 1, 0)


# How much address space an allocator keeps differs from run to run, so a cap may not bite: to be looked at, not to stop a build.
@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the limit is not kept")
@pytest.mark.parametrize("way", ["one-shot", "index"])
@pytest.mark.parametrize("name", BIG)
def test_falling_caps(name: str, way: str, tmp_path: Path) -> None:
    big = write_tree(tmp_path / "big", BIG[name])
    small = write_tree(tmp_path / "small", {"a.md": b"---\na: &a [b]\nc: *a\n---\n# *heron* \xc3\xa9\n"})
    done = subprocess.run(
        [sys.executable, "-c", CHILD, big, small, way, *(str(spare * MIB) for spare in SPARE)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    outcomes = json.loads(done.stdout)
    assert isinstance(outcomes[0], int), "with plenty of memory there is an answer"
    assert outcomes[0] > 0
    for outcome in outcomes:
        assert outcome == outcomes[0] or outcome[0] == "resource_limit"
    assert ["resource_limit"] in [outcome[:1] for outcome in outcomes if isinstance(outcome, list)], "the caps never bit"
