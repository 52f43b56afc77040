"""Headings: the block scanner against mistletoe's block pass in time, and against cmark in answers."""

from __future__ import annotations

from benchmarks.corpora import Corpus
from benchmarks.judges import cmark_headings, mistletoe_pass, read_bodies
from benchmarks.report import Row, Table
from benchmarks.timing import Ratio, interleave, say


def run_headings(corpora: list[Corpus], *, rounds: int) -> Table:
    """Measure both on the same bodies, and count the documents whose headings differ from cmark's in line or level."""
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
