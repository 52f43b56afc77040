"""Whole calls: cold search, cold index, growth from 8 to 40 MB, and refreshing after one change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks.corpora import Corpus
from benchmarks.floor import run_floor
from benchmarks.probes import probe
from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, interleave, say

#: Kind of corpus to (target, stretch) of the cold search and of the cold index.
SEARCH_TARGETS = {"documentation": (1.2, 1.0), "okf": (1.5, 1.2)}
INDEX_TARGETS = {"documentation": (1.5, 1.3), "okf": (1.7, 1.5)}


def search_job(corpus: Corpus, query: str) -> Callable[[], object]:
    """Return a job that searches once, from directory to answer."""
    from okfsearch import Limits, search_bundle

    root, limits = str(corpus.root), Limits.large()
    return lambda: search_bundle(root, query, limits=limits)


def index_job(corpus: Corpus, query: str) -> Callable[[], object]:
    """Return a job that captures, indexes and asks once."""
    from okfsearch import Limits, capture_bundle, index_sections

    root, limits = str(corpus.root), Limits.large()

    def run() -> object:
        index = index_sections(capture_bundle(root, limits=limits), limits=limits)
        return index, index.search(query)

    return run


def listing_query() -> str:
    """Return a query of so many words that the index makes the lists of all."""
    from okfsearch._retrieval.deferred import MOST_LOOKED_FOR

    return " ".join(f"word{number}" for number in range(MOST_LOOKED_FOR + 1))


def listing_job(corpus: Corpus, query: str) -> Callable[[], object]:
    """Return a job that captures, indexes, has the lists of all words made, and asks once."""
    from okfsearch import Limits, capture_bundle, index_sections

    root, limits, every = str(corpus.root), Limits.large(), listing_query()

    def run() -> object:
        index = index_sections(capture_bundle(root, limits=limits), limits=limits)
        index.search(every)
        return index, index.search(query)

    return run


def run_cold(corpora: list[Corpus], *, rounds: int) -> Table:
    """Compare cold calls with the floor."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"cold: {corpus.name}")
        query = probe(corpus)
        found = interleave(
            {
                "floor": lambda: run_floor(corpus),  # noqa: B023
                "search": search_job(corpus, query),
                "index": index_job(corpus, query),
                "listing": listing_job(corpus, query),
            },
            rounds=rounds,
            label=corpus.name,
        )
        floor = f"floor R {found['floor'].milliseconds / corpus.megabytes:.0f} ms/MB"
        for name, targets, label in (
            ("search", SEARCH_TARGETS, "cold search_bundle"),
            ("index", INDEX_TARGETS, "cold index and one query"),
            ("listing", {}, "cold index, the lists of all words, and one query"),
        ):
            target, stretch = targets.get(corpus.kind, (None, None))
            rows.append(
                Row(
                    name=label,
                    corpus=f"{corpus.name}, {corpus.megabytes:.1f} MB, {len(corpus.searchable)} files",
                    figure=Ratio.of(found[name].cpu, found["floor"].cpu),
                    unit="x floor R",
                    target=target,
                    stretch=stretch,
                    detail=f"{found[name].milliseconds / corpus.megabytes:.0f} ms/MB, {floor}",
                )
            )
    return Table("Cold calls", tuple(rows))


def run_scaling(pairs: list[tuple[Corpus, Corpus]], *, rounds: int) -> Table:
    """Compare the cost of a megabyte in a large corpus with that in a smaller one of the same kind."""
    rows: list[Row] = []
    for small, large in pairs:
        say(f"scaling: {small.name} and {large.name}")
        query = probe(small)
        for label, make in (("cold search_bundle", search_job), ("cold index and one query", index_job)):
            found = interleave(
                {"small": make(small, query), "large": make(large, query)}, rounds=rounds, label=f"{small.kind} {label}"
            )
            figure = Ratio.of(
                [time / large.megabytes for time in found["large"].cpu], [time / small.megabytes for time in found["small"].cpu]
            )
            rows.append(
                Row(
                    name=f"cost of a megabyte, {label}",
                    corpus=f"{large.name} against {small.name}",
                    figure=figure,
                    target=1.15,
                    stretch=1.0,
                    detail=f"{found['large'].milliseconds / large.megabytes:.0f} and "
                    f"{found['small'].milliseconds / small.megabytes:.0f} ms/MB",
                )
            )
    return Table("Growth", tuple(rows))


def run_refresh(corpus: Corpus, *, rounds: int) -> Table:
    """Compare refreshing after one changed file with a cold index."""
    from okfsearch import Limits, capture_bundle, index_sections

    say(f"refresh: {corpus.name}")
    root, limits = str(corpus.root), Limits.large()
    snapshot = capture_bundle(root, limits=limits)
    index = index_sections(snapshot, limits=limits)
    path = Path(corpus.searchable[len(corpus.searchable) // 2])
    before = path.read_bytes()
    whole = "refresh of snapshot and index after one changed file"
    where = f"{corpus.name}, {len(corpus.searchable)} files"
    jobs: dict[str, Callable[[], object]] = {
        "cold": lambda: index_sections(capture_bundle(root, limits=limits), limits=limits),
        "snapshot": snapshot.refresh,
    }
    if hasattr(index, "refresh"):
        jobs["index"] = index.refresh
    try:
        path.write_bytes(before + b"\nOne more sentence.\n")
        found = interleave(jobs, rounds=rounds, label=corpus.name)
    finally:
        path.write_bytes(before)
    cold = f"cold {found['cold'].milliseconds:.0f} ms"
    rows = [
        Row(
            name="refresh of the snapshot alone",
            corpus=where,
            figure=Ratio.of(found["snapshot"].cpu, found["cold"].cpu),
            unit="x cold index",
            detail=f"{found['snapshot'].milliseconds:.0f} ms, {cold}",
        )
    ]
    if "index" in found:
        rows.append(
            Row(
                name=whole,
                corpus=where,
                figure=Ratio.of(found["index"].cpu, found["cold"].cpu),
                unit="x cold index",
                target=0.10,
                stretch=0.03,
                detail=f"{found['index'].milliseconds:.0f} ms, {cold}",
            )
        )
    else:
        rows.append(Row(name=whole, corpus=where, target=0.10, stretch=0.03, note="not there yet: SectionIndex.refresh"))
    return Table("Refresh", tuple(rows))
