"""Context search: an index against the section index of the same bundle, and warm questions in milliseconds, both stores."""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time

from benchmarks.corpora import Corpus
from benchmarks.report import Row, Table
from benchmarks.timing import Job, Ratio, interleave, percentile, say
from okfsearch._options import Store

WORDS = (1, 2, 4, 8)
STORES: tuple[Store, ...] = ("plain", "numpy")
#: What a question may take, in milliseconds.
TARGETS = {"plain": 20.0, "numpy": 8.0}


def run_contexts(corpora: list[Corpus], *, rounds: int, queries: int) -> Table:
    """Measure each corpus."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"contexts: {corpus.name}")
        rows += _index(corpus, rounds) + _warm(corpus, queries)
    return Table("Context search", tuple(rows))


def _index(corpus: Corpus, rounds: int) -> list[Row]:
    from okfsearch import Limits, Visibility, capture_bundle, index_context, index_sections

    limits = Limits.large()
    snapshot = capture_bundle(str(corpus.root), visibility=Visibility.auto(), limits=limits, on_invalid="recover")
    jobs: dict[str, Job] = {
        "sections": partial(index_sections, snapshot, limits=limits, on_invalid="recover"),
        **{store: partial(index_context, snapshot, store=store) for store in STORES},
    }
    found = interleave(jobs, rounds=rounds, label=corpus.name)
    return [
        Row(
            name=f"index_context, store {store}",
            corpus=corpus.name,
            figure=Ratio.of(found[store].cpu, found["sections"].cpu),
            unit="x index_sections",
            target=4.0,
            stretch=None,
            detail=f"{found[store].milliseconds:.0f} ms, index_sections {found['sections'].milliseconds:.0f} ms",
        )
        for store in STORES
    ]


def _questions(corpus: Corpus, words: int, count: int) -> list[str]:
    """Draw questions of words that stand together in a line, common ones and rare ones as they come."""
    rng = Random(f"{corpus.name} {words}")
    lines = [
        line.split()
        for path in rng.sample(corpus.searchable, min(len(corpus.searchable), 400))
        for line in corpus.root.joinpath(path).read_text(encoding="utf-8", errors="replace").splitlines()
        if len(line.split()) >= words and not line.startswith(("#", "-", "`"))
    ]
    drawn = (" ".join(rng.choice(lines)[:words]) for _ in range(10 * count))
    return [question for question in drawn if any(map(str.isalnum, question))][:count]


def _warm(corpus: Corpus, queries: int) -> list[Row]:
    from okfsearch import Limits, Visibility, capture_bundle, index_context

    snapshot = capture_bundle(str(corpus.root), visibility=Visibility.auto(), limits=Limits.large(), on_invalid="recover")
    indexes = {store: index_context(snapshot, store=store) for store in STORES}
    for index in indexes.values():
        index.matches("warm up")
    rows: list[Row] = []
    for words in WORDS:
        best: dict[str, list[float]] = {store: [] for store in STORES}
        for question in _questions(corpus, words, queries):
            for store, index in indexes.items():
                samples: list[float] = []
                for _ in range(3):
                    start = process_time()
                    index.matches(question)
                    samples.append((process_time() - start) * 1e3)
                best[store].append(min(samples))
        rows += [
            Row(
                name=f"warm search_matches, {words} words, store {store}",
                corpus=f"{corpus.name}, {len(indexes[store])} sections, {queries} questions",
                figure=Ratio(percentile(best[store], 0.5), percentile(best[store], 0.1), percentile(best[store], 0.9)),
                unit="ms",
                target=TARGETS[store],
                stretch=None,
                note="CPU, best of three; p50, from p10 to p90",
            )
            for store in STORES
        ]
    return rows
