"""Ties and everything else come out the same under every hash seed."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import okfsearch
files = {f"{name}.md": b"---\\ntype: Note\\ntags: [x, y, z]\\n---\\nkelp\\n" for name in ("b", "B", "a/b", "a-b", "\\u00e4", "a")}
index = okfsearch.index_concepts(okfsearch.Snapshot.of(files))
from okfsearch.wire import to_json
print(ascii(to_json(index.search("kelp")) + to_json(index.search("zzz", tags=["yx", "x"])) + repr(index.related("a"))))
"""


def test_three_seeds_give_one_answer() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", CODE], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(told) == 1 and b"kelp" in told.pop()
