"""An invented bundle of a harbour, and the runs of the command line whose text is written down.

`python -m tests.golden.harbour` writes the files anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent

BERTH_FEE = """\
---
type: Tariff
title: Berth fee
description: What a vessel owes for one night at the quay.
tags: [charges, berth]
generated: {by: clerk/2, at: 2026-04-01T08:00:00Z}
---
# What it covers

A place at the quay, water and light.

# When

Whoever stays past the bell pays again: on Sundays and holidays too, and for every hull, the berth fee is due at noon, or \
when the vessel leaves before, at the office by the lock.

See [crane hire](../charges/crane%20hire.md "crane"), [the lock][lock], [no page yet](tolls.md) and
[the weather](https://weather.test/harbour).

[lock]: /places/lock.md#hours
"""
NAMED = {
    "charges/berth-fee.md": BERTH_FEE,
    "charges/crane hire.md": "---\ntype: Tariff\ntitle: Crane hire [by the hour] & *more*\ntags: [charges, crane]\n---\nNo fee for the berth.\n",
    "places/lock.md": "---\ntype: Place\ntags: lock\n---\nBack to the [fee](../charges/berth-fee.md).\n",
    "notes/untyped.md": "---\ntitle: Bell \\ \u202e`rung`\ndescription: |\n  Two\n  lines.\nnote: '````'\n---\n\x1b[31mThe bell rings.\n",
    "index.md": "---\nokf_version: '0.2'\n---\n",
    "README.md": "# Harbour\n",
}
FILES = {
    **NAMED,
    **{f"boats/boat-{number:02}.md": f"---\ntype: Boat\ntags: [boat]\n---\nHull {number}.\n" for number in range(57)},
}

#: The name of a golden file, and the arguments after `concepts`.
RUNS = {
    "concepts-found.txt": ["berth fee type:tariff", "--bundle", "./harbour"],
    "concepts-listed.txt": ["tags:boat", "--bundle", "./harbour", "--limit", "2"],
    "concepts-low.txt": ["bell a1 a2 a3 a4 a5 in:body — bundle:./harbour"],
    "concepts-escaped.txt": ["rung crane bundle:./harbour", "--limit", "2"],
    "concepts-nothing.txt": ["anchor —", "--bundle", "./harbour"],
    "concepts-emptied.txt": ["fee type:Tarrif in:title", "--bundle", "./harbour"],
    "concepts-open.txt": ["berth fee", "--bundle", "./harbour", "--open", "1"],
    "concepts-related.txt": ["berth fee", "--bundle", "./harbour", "--related", "1"],
    "concepts-fence.txt": ["bell", "--bundle", "./harbour", "--open", "1"],
    "concepts-alone.txt": ["bell", "--bundle", "./harbour", "--related", "1"],
    "concepts.json": ["berth fee type:tariff", "--bundle", "./harbour", "--json"],
}


def write_bundle(folder: Path) -> None:
    """Write the bundle."""
    for path, text in FILES.items():
        file = folder / "harbour" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        write_bundle(Path(folder))
        for name, arguments in RUNS.items():
            command = [sys.executable, "-m", "okfsearch", "concepts", *arguments]
            # What the clock says is no part of any of them: no boat is ever stale.
            done = subprocess.run(command, cwd=folder, env={**os.environ}, stdout=subprocess.PIPE, check=True)
            (HERE / name).write_bytes(done.stdout)
