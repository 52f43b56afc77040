"""Peak memory of a search and of an index, each in a process of its own.

The peak is that of the resident set, less what the process held when everything was imported.  `python -m benchmarks.memory`
is the child; it prints one line of JSON.
"""

from __future__ import annotations

import contextlib
import gc
import json
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.corpora import Corpus
from benchmarks.endtoend import listing_query
from benchmarks.floor import run_floor
from benchmarks.probes import probe
from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, say

#: What is done in the child, to (target, stretch) in bytes of peak for a byte of searchable text.
TARGETS = {"search": (10.0, 6.0), "index": (20.0, 12.0), "listing": (20.0, 12.0)}
LABELS = {
    "floor": "floor R",
    "search": "one search_bundle",
    "index": "index and one query",
    "listing": "index, the lists of all words, and one query",
}


def run_memory(corpora: list[Corpus], *, rounds: int, trace: bool = False) -> Table:
    """Measure peaks in fresh child processes."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"memory: {corpus.name}")
        query = probe(corpus)
        for task, label in LABELS.items():
            found = [_measure(task, corpus, query, trace=trace) for _ in range(rounds)]
            grown = [run["peak"] - run["base"] for run in found]
            target, stretch = TARGETS.get(task, (None, None))
            traced = f", traced {found[0]['traced'] / 1e6:.0f} MB" if trace else ""
            rows.append(
                Row(
                    name=f"peak memory, {label}",
                    corpus=f"{corpus.name}, {corpus.megabytes:.1f} MB",
                    figure=Ratio.of(grown, [corpus.size] * rounds),
                    unit="bytes a byte",
                    target=target,
                    stretch=stretch,
                    detail=f"{median(grown) / 1e6:.0f} MB over {median(run['base'] for run in found) / 1e6:.0f} MB{traced}",
                )
            )
            say(f"  {task}: {median(grown) / 1e6:.0f} MB")
    return Table("Memory", tuple(rows))


def _measure(task: str, corpus: Corpus, query: str, *, trace: bool) -> dict[str, int]:
    command = [sys.executable, "-m", "benchmarks.memory", task, str(corpus.root), query, "trace" if trace else ""]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1])
    numbers: dict[str, int] = json.loads(done.stdout)
    return numbers


def peak_bytes() -> int:
    """Return the peak of this process's resident set.

    Linux remembers it for the memory image, which a new program starts afresh; `ru_maxrss` would begin with the parent's.
    """
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").split("\n"):
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def forget_peak() -> int:
    """Let the peak begin anew where the system can do that, and return what the process holds now."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return peak_bytes()


def child(task: str, root: str, query: str, trace: str) -> None:
    """Do one task and print the peaks."""
    import tracemalloc

    from okfsearch import Limits, Snapshot, capture_bundle, index_sections, search_bundle

    limits = Limits.large()
    # A first small call loads whatever is imported late.
    index_sections(Snapshot.of({"a.md": "---\ntitle: a\n---\n# a *b* `c`\n\né\n".encode()})).search("a")
    corpus = Corpus.at(Path(root), "", "")
    gc.collect()
    base = forget_peak()
    if trace:
        tracemalloc.start()
    if task == "floor":
        run_floor(corpus)
    elif task == "search":
        search_bundle(root, query, limits=limits)
    else:
        index = index_sections(capture_bundle(root, limits=limits), limits=limits)
        if task == "listing":
            index.search(listing_query())
        index.search(query)
    traced = tracemalloc.get_traced_memory()[1] if trace else 0
    print(json.dumps({"base": base, "peak": peak_bytes(), "traced": traced}))


if __name__ == "__main__":
    child(*sys.argv[1:5])
