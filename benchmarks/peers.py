"""Other engines over the same sections and the same tokens: bm25s, rank_bm25, SQLite FTS5 and tantivy.

Each gets the finished tokens, joined with blanks where it insists on splitting text itself, and one connection or searcher kept
open.  SQLite and tantivy hold all terms of a query to be required, as section search does; bm25s and rank_bm25 know only "any",
and give no total.  An engine that is not installed is left out with a note.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

from attrs import frozen

from benchmarks.corpora import Corpus
from benchmarks.probes import draw
from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, once, percentile, say

Ask = Callable[[str], object]

LIMIT = 20
TERMS = (1, 2, 4)
SLOW = frozenset({"rank_bm25"})


@frozen
class Unit:
    """Hold one section as engines get it: tokens of body, heading and title."""

    text: str
    body: list[str]
    heading: list[str]
    title: list[str]

    @property
    def weighted(self) -> list[str]:
        """Every token as often as its field counts, for engines without fields."""
        return self.body + 3 * self.heading + 2 * self.title


def read_units(corpus: Corpus, *, most: int) -> tuple[object, list[Unit]]:
    """Index a corpus, or the first files of it with about so many sections, and return its sections for the peers."""
    from okfsearch import Limits, Snapshot, capture_bundle, index_sections
    from okfsearch._bundle.documents import read_documents
    from okfsearch._retrieval.tokens import tokenize

    limits = Limits.large()
    snapshot = capture_bundle(str(corpus.root), limits=limits)
    index = index_sections(snapshot, limits=limits)
    if len(index) > most:
        kept = {section.path for section in index.sections[:most]}
        files = {file.path: file.data for file in snapshot.files if file.path in kept}
        snapshot = Snapshot.of(files, limits=limits)
        index = index_sections(snapshot, limits=limits)
    documents = read_documents(snapshot.files, limits=limits)
    titles = {one.file.path: tokenize(one.title or "") for one in documents.documents}
    units: list[Unit] = []
    for section in index.sections:
        text = snapshot.file(section.path).data[section.start : section.end].decode()
        units.append(Unit(text, tokenize(text), tokenize(section.heading), titles[section.path]))
    return index, units


def build_fts5(units: list[Unit]) -> tuple[Ask, Ask]:
    """Fill an FTS5 table in memory; return a query for the best 20, and one for the best 20 with total and snippet."""
    import sqlite3

    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE unit USING fts5(body, heading, title, tokenize = 'unicode61 remove_diacritics 0')")
    rows = ((" ".join(unit.body), " ".join(unit.heading), " ".join(unit.title)) for unit in units)
    database.executemany("INSERT INTO unit VALUES (?, ?, ?)", rows)
    database.execute("INSERT INTO unit(unit, rank) VALUES ('rank', 'bm25(1.0, 3.0, 2.0)')")
    database.commit()
    best = f"SELECT rowid, rank FROM unit WHERE unit MATCH ? ORDER BY rank LIMIT {LIMIT}"
    shown = f"SELECT rowid, rank, snippet(unit, 0, '', '', '', 60) FROM unit WHERE unit MATCH ? ORDER BY rank LIMIT {LIMIT}"

    def ask(query: str) -> object:
        return database.execute(best, (_required(query),)).fetchall()

    def answer(query: str) -> object:
        wanted = _required(query)
        total = database.execute("SELECT count(*) FROM unit WHERE unit MATCH ?", (wanted,)).fetchone()
        return total, database.execute(shown, (wanted,)).fetchall()

    return ask, answer


def _required(query: str) -> str:
    return " AND ".join(f'"{term}"' for term in query.split())


def build_tantivy(units: list[Unit]) -> Ask:
    """Fill a tantivy index in memory."""
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in ("body", "heading", "title"):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="freq")
    index = tantivy.Index(builder.build())
    index.register_tokenizer("whitespace", tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    writer = index.writer(heap_size=100_000_000, num_threads=1)
    for unit in units:
        texts = {"body": " ".join(unit.body), "heading": " ".join(unit.heading), "title": " ".join(unit.title)}
        writer.add_document(tantivy.Document(**texts))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    searcher = index.searcher()
    fields, boosts = ["body", "heading", "title"], {"body": 1.0, "heading": 3.0, "title": 2.0}

    def ask(query: str) -> object:
        wanted = index.parse_query(_required(query), fields, field_boosts=boosts)
        found: Any = searcher.search(wanted, LIMIT, count=True)
        return found.count, found.hits

    return ask


def build_bm25s(units: list[Unit]) -> Ask:
    """Build a bm25s index with its numpy backend."""
    bm25s: Any = import_module("bm25s")
    engine = bm25s.BM25(k1=1.2, b=0.75)
    engine.index([unit.weighted for unit in units], show_progress=False)

    def ask(query: str) -> object:
        found: object = engine.retrieve([query.split()], k=LIMIT, show_progress=False)
        return found

    return ask


def build_rank_bm25(units: list[Unit]) -> Ask:
    """Build a rank_bm25 index."""
    import numpy as np

    engine = import_module("rank_bm25").BM25Okapi([unit.weighted for unit in units], k1=1.2, b=0.75)

    def ask(query: str) -> object:
        scores = engine.get_scores(query.split())
        best = np.argpartition(-scores, LIMIT)[:LIMIT]
        return best[np.argsort(-scores[best])]

    return ask


BUILDERS: dict[str, Callable[[list[Unit]], Ask]] = {
    "SQLite FTS5": lambda units: build_fts5(units)[0],
    "SQLite FTS5, total and snippets": lambda units: build_fts5(units)[1],
    "tantivy": build_tantivy,
    "bm25s": build_bm25s,
    "rank_bm25": build_rank_bm25,
}


def run_peers(corpora: list[Corpus], *, rounds: int, queries: int, most: int = 15_000) -> Table:
    """Compare warm queries with the peers' on the same sections."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"peers: {corpus.name}")
        index, units = read_units(corpus, most=most)
        rows += _compare(corpus, index, units, rounds=rounds, queries=queries)
    note = (
        f"Median CPU time of a query, best {LIMIT}; the figure is okfsearch's median through the peer's, range over rounds. "
        "okfsearch answers in full: total, snippets and digests. SQLite FTS5 and tantivy give ranked ordinals; a second FTS5 row asks "
        "for total and snippets too."
    )
    return Table("Warm queries", tuple(rows), note)


def _compare(corpus: Corpus, index: object, units: list[Unit], *, rounds: int, queries: int) -> Iterator[Row]:
    asks: dict[str, Ask] = {"okfsearch": lambda query: index.search(query, limit=LIMIT)}  # type: ignore[attr-defined]
    where = f"{corpus.name}, {len(units)} sections"
    for name, build in BUILDERS.items():
        try:
            made: list[Ask] = []
            seconds, _ = once(lambda build=build, made=made: made.append(build(units)))  # type: ignore[misc]
        except ImportError:
            yield Row(name=name, corpus=where, note="not installed")
            continue
        asks[name] = made[0]
        yield Row(name=f"{name}: index from tokens", corpus=where, detail=f"{seconds * 1e3:.0f} ms")
    texts = [unit.text for unit in units]
    for terms in TERMS:
        medians = _medians(asks, draw(texts, terms=terms, count=queries), rounds=rounds)
        ours, _ = medians["okfsearch"]
        own = median(ours) * 1e6
        for name, (theirs, tail) in medians.items():
            if name == "okfsearch":
                yield Row(
                    name=f"{terms} terms: okfsearch alone", corpus=where, detail=f"p50 {own:.0f} us, p95 {tail * 1e6:.0f} us"
                )
                continue
            targets = {"SQLite FTS5": (1.0, None), "tantivy": (None, None)}.get(name, (None, None))
            yield Row(
                name=f"{terms} terms: okfsearch / {name}",
                corpus=where,
                figure=Ratio.of(ours, theirs),
                target=targets[0],
                stretch=targets[1],
                detail=f"p50 {own:.0f} against {median(theirs) * 1e6:.0f} us",
            )


def _medians(asks: dict[str, Ask], queries: list[str], *, rounds: int) -> dict[str, tuple[list[float], float]]:
    """Ask every query of every engine in turn; return the median of each round, and the 95th percentile of all."""
    found: dict[str, list[float]] = {name: [] for name in asks}
    everything: dict[str, list[float]] = {name: [] for name in asks}
    for number in range(rounds + 1):
        gc.collect()
        times: dict[str, list[float]] = {name: [] for name in asks}
        for place, query in enumerate(queries):
            for name, ask in asks.items():
                if name in SLOW and place % 10:
                    continue
                started = process_time()
                ask(query)
                times[name].append(process_time() - started)
        if number:  # the first round only warms
            for name, values in times.items():
                found[name].append(median(values))
                everything[name] += values
            say("  " + "  ".join(f"{name} {found[name][-1] * 1e6:.0f} us" for name in asks))
    return {name: (found[name], percentile(everything[name], 0.95)) for name in asks}
