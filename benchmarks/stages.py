"""Stages: one benchmark for each room of section search, in milliseconds a megabyte of searchable text.

Every stage gets the finished result of the stage before, so the sum of the stages is about the whole.  The rooms are private
and may move; a stage whose room is not to be found is reported as such and does not stop the others.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from benchmarks.corpora import Corpus
from benchmarks.floor import run_floor
from benchmarks.judges import cmark_headings, mistletoe_pass, read_bodies
from benchmarks.probes import probe
from benchmarks.report import Row, Table
from benchmarks.timing import Job, Ratio, interleave, say


@frozen
class Stage:
    """Hold one stage: what it does, or why it cannot."""

    name: str
    job: Job | None
    note: str = ""


def stage_jobs(corpus: Corpus) -> list[Stage]:
    """Prepare the stages over one corpus."""
    from okfsearch import Limits, capture_bundle
    from okfsearch._bundle.blocks import scan_blocks
    from okfsearch._bundle.documents import read_documents
    from okfsearch._bundle.layout import split_layout
    from okfsearch._bundle.sections import DelimiterBudget, split_sections
    from okfsearch._cancel import never
    from okfsearch._retrieval.passages import cut_passage
    from okfsearch._retrieval.postings import FieldWeights, PostingsBuilder, weigh
    from okfsearch._retrieval.query import parse_query
    from okfsearch._retrieval.tallies import Tally
    from okfsearch._retrieval.tokens import tokenize
    from okfsearch.section_counting import build_postings, count_matches
    from okfsearch.section_search import index_sections

    limits, weights = Limits.large(), FieldWeights()
    root = str(corpus.root)
    snapshot = capture_bundle(root, limits=limits)
    documents = read_documents(snapshot.files, limits=limits)
    every = documents.documents
    cut = [(document, split_sections(document, limits=limits, budget=DelimiterBudget(limits))) for document in every]
    query = parse_query(probe(corpus), limits)
    index = index_sections(snapshot, limits=limits)
    hits = index.search(query.text, limit=20).hits
    texts = [snapshot.file(hit.path).data.decode() for hit in hits]
    bodies = [document.file.data[document.layout.body.start :] for document in every]
    ranges = [
        [(section.start - document.layout.body.start, section.end - document.layout.body.start) for section in sections]
        for document, sections in cut
    ]
    tallies = [Tally(body) for body in bodies]
    units = [
        (tally.tokens(start, end), tokenize(section.heading), tokenize(document.title or ""))
        for tally, own, (document, sections) in zip(tallies, ranges, cut, strict=True)
        for (start, end), section in zip(own, sections, strict=True)
    ]
    weighed = [weigh(*unit, weights) for unit in units]

    def add_all() -> object:
        builder = PostingsBuilder()
        for frequencies in weighed:
            builder.add(frequencies)
        return builder.build()

    def count_all() -> object:
        return [[tally.count(*own) for own in owns] for tally, owns in zip([Tally(body) for body in bodies], ranges, strict=True)]

    def take_all() -> object:
        return [[tally.tokens(*own) for own in owns] for tally, owns in zip([Tally(body) for body in bodies], ranges, strict=True)]

    def pass_on(function: Callable[..., object]) -> Job:
        return lambda: function(documents, weights=weights, limits=limits, cancelled=never, progress=None)

    return [
        Stage("capture", lambda: capture_bundle(root, limits=limits)),
        Stage("layout", lambda: [split_layout(file.data) for file in snapshot.files]),
        Stage("documents (layout, frontmatter)", lambda: read_documents(snapshot.files, limits=limits)),
        Stage("blocks", lambda: [scan_blocks(one.file.data, one.layout.body, limits=limits) for one in every]),
        Stage(
            "sections (blocks, headings, cut)",
            lambda: [split_sections(one, limits=limits, budget=DelimiterBudget(limits)) for one in every],
        ),
        Stage("tokens counted", count_all),
        Stage("tokens listed", take_all),
        Stage("weigh", lambda: [weigh(*unit, weights) for unit in units]),
        Stage("postings", add_all),
        Stage(
            "count_matches (sections, tokens)",
            lambda: count_matches(documents, query, weights=weights, limits=limits, cancelled=never, progress=None),
        ),
        Stage("build_postings (sections, tokens, postings)", pass_on(build_postings)),
        Stage("query, 1,000 times", lambda: [index.search(query.text, limit=1) for _ in range(1_000)]),
        Stage("passages of 20 hits, 100 times", lambda: [[cut_passage(text, query.terms) for text in texts] for _ in range(100)]),
    ]


def run_stages(corpora: list[Corpus], *, rounds: int) -> Table:
    """Measure every stage on every corpus, next to the floor."""
    rows: list[Row] = []
    for corpus in corpora:
        say(f"stages: {corpus.name}")
        try:
            stages = stage_jobs(corpus)
        except (ImportError, TypeError, AttributeError) as error:
            rows.append(Row(name="stages", corpus=corpus.name, note=f"not there yet: {type(error).__name__}"))
            continue
        jobs: dict[str, Job] = {"floor R": lambda corpus=corpus: run_floor(corpus)}  # type: ignore[misc]
        jobs |= {stage.name: stage.job for stage in stages if stage.job is not None}
        found = interleave(jobs, rounds=rounds, label=corpus.name)
        for name, samples in found.items():
            per_megabyte = samples.milliseconds / corpus.megabytes
            rows.append(
                Row(
                    name=name,
                    corpus=corpus.name,
                    figure=Ratio.of(samples.cpu, found["floor R"].cpu),
                    detail=f"{per_megabyte:.1f} ms/MB",
                )
            )
    return Table("Stages, as shares of floor R", tuple(rows))


def run_headings(corpora: list[Corpus], *, rounds: int) -> Table:
    """Compare the headings stage with mistletoe's block pass in time, and with cmark in answers."""
    from okfsearch import Limits
    from okfsearch._bundle.blocks import scan_blocks
    from okfsearch._bundle.spans import Span

    limits = Limits.large()
    rows: list[Row] = []
    for corpus in corpora:
        say(f"headings: {corpus.name}")
        bodies = read_bodies(corpus)
        parse = mistletoe_pass()
        spans = [(data, Span(0, len(data))) for data, _ in bodies]
        found = interleave(
            {
                "mistletoe": lambda: [parse(data) for data, _ in bodies],  # noqa: B023
                "blocks": lambda: [scan_blocks(data, span, limits=limits) for data, span in spans],  # noqa: B023
            },
            rounds=rounds,
            label=corpus.name,
        )
        differing = 0
        try:
            for data, first in bodies:
                blocks = scan_blocks(data, Span(0, len(data)), limits=limits)
                ours = [(data.count(b"\n", 0, heading.start) + first, heading.level) for heading in blocks.headings]
                differing += ours != cmark_headings((data, first))
            judged = f"{differing} of {len(bodies)} documents differ from cmark"
        except ImportError:
            judged = "cmarkgfm is not installed, answers not judged"
        megabytes = sum(len(data) for data, _ in bodies) / 1e6
        rows.append(
            Row(
                name="headings against mistletoe's block pass",
                corpus=corpus.name,
                figure=Ratio.of(found["mistletoe"].cpu, found["blocks"].cpu),
                unit="x faster",
                target=4.0,
                stretch=8.0,
                higher=True,
                detail=f"{found['blocks'].milliseconds / megabytes:.1f} against "
                f"{found['mistletoe'].milliseconds / megabytes:.1f} ms/MB; {judged}",
            )
        )
    return Table("Headings", tuple(rows))
