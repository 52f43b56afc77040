"""Concept search in the frontmatter scopes: a cold call against capture plus frontmatter, and a warm query in milliseconds."""

from __future__ import annotations

from functools import partial
from statistics import median
from time import perf_counter

from benchmarks.corpora import Corpus
from benchmarks.report import Row, Table
from benchmarks.timing import Job, Ratio, interleave, say
from okfsearch.concept_result import Scope

#: The scopes that read no body.
SCOPES: tuple[Scope, ...] = ("title", "description")
#: As many results as a page shows.
PAGE = 20


def run_concepts(corpora: list[Corpus], *, rounds: int, queries: int) -> Table:
    """Measure each corpus in both scopes."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"concepts: {corpus.name}")
        rows += _cold(corpus, rounds) + _warm(corpus, queries)
    return Table("Concept search", tuple(rows))


def _words(corpus: Corpus, count: int) -> list[str]:
    """Draw queries of two words that stand together in a title, evenly over the bundle."""
    from okfsearch import Limits, Visibility, capture_bundle, index_concepts

    snapshot = capture_bundle(str(corpus.root), visibility=Visibility.auto(), limits=Limits.large(), on_invalid="recover")
    titles = [concept.title for concept in index_concepts(snapshot).concepts]
    return [" ".join(titles[place * len(titles) // count].split()[:2]) for place in range(count)]


def _cold(corpus: Corpus, rounds: int) -> list[Row]:
    from okfsearch import Limits, Visibility, capture_bundle, search_concepts
    from okfsearch._bundle.documents import read_documents

    root, limits, visibility = str(corpus.root), Limits.large(), Visibility.auto()
    query = _words(corpus, 3)[1]

    def floor() -> object:
        snapshot = capture_bundle(root, visibility=visibility, limits=limits, on_invalid="recover")
        return read_documents(snapshot.files, limits=limits, on_invalid="recover")

    jobs: dict[str, Job] = {scope: partial(search_concepts, root, query, scope=scope, limit=PAGE) for scope in SCOPES}
    found = interleave({"floor": floor, **jobs}, rounds=rounds, label=corpus.name)
    return [
        Row(
            name=f"cold search_concepts, scope {scope}",
            corpus=f"{corpus.name}, {len(corpus.searchable)} files",
            figure=Ratio.of(found[scope].cpu, found["floor"].cpu),
            unit="x capture and frontmatter",
            target=1.3,
            stretch=1.15,
            detail=f"{found[scope].milliseconds:.0f} ms, capture and frontmatter {found['floor'].milliseconds:.0f} ms",
        )
        for scope in SCOPES
    ]


def _warm(corpus: Corpus, queries: int) -> list[Row]:
    from okfsearch import Limits, Visibility, capture_bundle, index_concepts

    snapshot = capture_bundle(str(corpus.root), visibility=Visibility.auto(), limits=Limits.large(), on_invalid="recover")
    index = index_concepts(snapshot)
    rows: list[Row] = []
    everything: tuple[Scope, ...] = (*SCOPES, "all")
    for scope in everything:
        times: list[float] = []
        for query in _words(corpus, queries):
            start = perf_counter()
            index.search(query, scope=scope, limit=PAGE)
            times.append((perf_counter() - start) * 1e3)
        middle = Ratio(median(times), min(times), max(times))
        reads_bodies = scope == "all"
        rows.append(
            Row(
                name=f"warm query, scope {scope}",
                corpus=f"{corpus.name}, {len(index)} concepts, {queries} queries",
                figure=middle,
                unit="ms",
                target=None if reads_bodies else 5.0,
                stretch=None if reads_bodies else 2.0,
                note="reads every body that may hold a term" if reads_bodies else "",
            )
        )
    return rows
