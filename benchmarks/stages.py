"""Stages: one benchmark for each room of section search, in milliseconds a megabyte of searchable text.

Every stage gets the finished result of the stage before, so the sum of the stages is about the whole.  The rooms are private
and may move; a stage whose room is not to be found is reported as such and does not stop the others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from benchmarks.corpora import Corpus
from benchmarks.floor import run_floor
from benchmarks.probes import probe
from benchmarks.report import Row, Table
from benchmarks.timing import Job, Ratio, interleave, say


class Bench:
    """Hold one corpus at every stage, each made when it is first needed."""

    def __init__(self, corpus: Corpus) -> None:
        from okfsearch import Limits

        self.corpus = corpus
        self.root = str(corpus.root)
        self.limits = Limits.large()
        self.query = probe(corpus)

    @cached_property
    def snapshot(self) -> Any:
        from okfsearch import capture_bundle

        return capture_bundle(self.root, limits=self.limits)

    @cached_property
    def documents(self) -> Any:
        from okfsearch._bundle.documents import read_documents

        return read_documents(self.snapshot.files, limits=self.limits).documents

    @cached_property
    def terms(self) -> tuple[str, ...]:
        from okfsearch._retrieval.query import parse_query

        return parse_query(self.query, self.limits).terms

    @cached_property
    def index(self) -> Any:
        from okfsearch import index_sections

        return index_sections(self.snapshot, limits=self.limits)

    @cached_property
    def bodies(self) -> list[tuple[bytes, list[tuple[int, int]]]]:
        """The body of every document, and where its sections lie in it."""
        ranges: dict[str, list[tuple[int, int]]] = {}
        for section in self.index.sections:
            ranges.setdefault(section.path, []).append((section.start, section.end))
        return [
            (one.file.data[start:], [(first - start, last - start) for first, last in ranges.get(one.file.path, ())])
            for one in self.documents
            for start in (one.layout.body.start,)
        ]

    @cached_property
    def units(self) -> list[tuple[list[str], list[str], list[str]]]:
        """The tokens of body, heading and title of every section."""
        from okfsearch._retrieval.tokens import tokenize

        titles = {one.file.path: tokenize(one.title or "") for one in self.documents}
        return [
            (tokenize(self.text_of(section)), tokenize(section.heading), titles[section.path])
            for section in self.index.sections
        ]

    def text_of(self, section: Any) -> str:
        """Return the source of a section."""
        data: bytes = self.snapshot.file(section.path).data
        return data[section.start : section.end].decode()


def _capture(bench: Bench) -> Job:
    from okfsearch import capture_bundle

    return lambda: capture_bundle(bench.root, limits=bench.limits)


def _layout(bench: Bench) -> Job:
    from okfsearch._bundle.layout import split_layout

    files = [one.file.data for one in bench.documents]
    return lambda: [split_layout(data) for data in files]


def _frontmatter(bench: Bench) -> Job:
    from okfsearch._bundle.documents import read_documents

    files = bench.snapshot.files
    return lambda: read_documents(files, limits=bench.limits)


def _blocks(bench: Bench) -> Job:
    from okfsearch._bundle.blocks import scan_blocks

    bodies = [(one.file.data, one.layout.body) for one in bench.documents]
    return lambda: [scan_blocks(data, body, limits=bench.limits) for data, body in bodies]


def _sections(bench: Bench) -> Job:
    from okfsearch._bundle.sections import DelimiterBudget, split_sections

    documents = bench.documents
    return lambda: [split_sections(one, limits=bench.limits, budget=DelimiterBudget(bench.limits)) for one in documents]


def _counted(bench: Bench) -> Job:
    from okfsearch._retrieval.tallies import Tally

    bodies = bench.bodies
    return lambda: [Tally(body).count(ranges) for body, ranges in bodies]


def _listed(bench: Bench) -> Job:
    from okfsearch._retrieval.tallies import Tally

    bodies = bench.bodies
    return lambda: [[tally.tokens(*own) for own in ranges] for body, ranges in bodies for tally in (Tally(body),)]


def _postings(bench: Bench) -> Job:
    from okfsearch._retrieval.postings import FieldWeights, PostingsBuilder

    units = bench.units

    def run() -> object:
        builder = PostingsBuilder(FieldWeights())
        for body, heading, title in units:
            builder.add(body, heading, title)
        return builder.build()

    return run


def _looked_for(bench: Bench) -> Job:
    from okfsearch._retrieval.deferred import DeferredPostings
    from okfsearch._retrieval.postings import FieldWeights
    from okfsearch._retrieval.tallies import Tally
    from okfsearch._retrieval.texts import UnitTexts

    texts = tuple(UnitTexts(Tally(body), ranges, [()] * len(ranges), ()) for body, ranges in bench.bodies)
    term = bench.terms[0]
    return lambda: DeferredPostings(texts, FieldWeights(), ()).prepare((term,))


def _query(bench: Bench) -> Job:
    index, term = bench.index, bench.terms[0]
    return lambda: [index.search(term, limit=1) for _ in range(100)]


def _passages(bench: Bench) -> Job:
    from okfsearch._retrieval.passages import cut_passage

    hits = {(hit.path, hit.line_start) for hit in bench.index.search(bench.terms[0], limit=20).hits}
    texts = [bench.text_of(section) for section in bench.index.sections if (section.path, section.line_start) in hits]
    return lambda: [[cut_passage(text, bench.terms[:1]) for text in texts] for _ in range(100)]


STAGES: dict[str, Callable[[Bench], Job]] = {
    "capture": _capture,
    "layout": _layout,
    "documents (layout, frontmatter)": _frontmatter,
    "blocks": _blocks,
    "sections (blocks, heading texts, cut)": _sections,
    "tokens counted (one-shot)": _counted,
    "tokens listed (index)": _listed,
    "postings, from tokens": _postings,
    "one term looked for in all texts": _looked_for,
    "query of one term for one hit, 100 times": _query,
    "passages of 20 hits, 100 times": _passages,
}


def run_stages(corpora: list[Corpus], *, rounds: int) -> Table:
    """Measure every stage on every corpus, next to the floor."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"stages: {corpus.name}")
        bench = Bench(corpus)
        jobs: dict[str, Job] = {"floor R": lambda corpus=corpus: run_floor(corpus)}  # type: ignore[misc]
        for name, prepare in STAGES.items():
            try:
                job = prepare(bench)
                job()
            except (ImportError, TypeError, AttributeError) as error:
                rows.append(Row(name=name, corpus=corpus.name, note=f"the room has moved: {type(error).__name__}"))
            else:
                jobs[name] = job
        found = interleave(jobs, rounds=rounds, label=corpus.name)
        for name, samples in found.items():
            figure = Ratio.of(samples.cpu, found["floor R"].cpu)
            detail = f"{samples.milliseconds / corpus.megabytes:.1f} ms/MB"
            if name.endswith("100 times"):
                detail = f"{samples.milliseconds * 10:.0f} us each time"
            rows.append(Row(name=name, corpus=corpus.name, figure=figure, unit="x floor R", detail=detail))
    return Table("Stages", tuple(rows))
