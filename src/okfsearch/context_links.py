"""The links between the sections of a bundle: which section each one stands in, and which one it leads to.

How links are written and resolved is left to the bundle wing, what a link is worth to `expansion`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from okfsearch._bundle.link_paths import KnownPaths, resolve_link
from okfsearch._bundle.pages import Page, links_of
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._cancel import Cancelled, check
from okfsearch.context_corpus import Corpus
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = ["Links", "follow_links"]


@frozen(eq=False)
class Links:
    """Hold the links between sections, by ordinal, each target once and in the order of the text.

    Attributes:
        outgoing: for a section the sections it links to.
        backlinks: for a section the sections that link to it.
        issues: the links that lead nowhere, in a managed bundle.
    """

    outgoing: Mapping[int, Sequence[int]] = field(repr=False)
    backlinks: Mapping[int, Sequence[int]] = field(repr=False)
    issues: tuple[Issue, ...] = ()


def follow_links(corpus: Corpus, snapshot: Snapshot, *, from_root: bool, limits: Limits, cancelled: Cancelled) -> Links:
    """Resolve every link of every page; images lead nowhere, and so do links out of the bundle."""
    pages = {page.path: number for number, page in enumerate(corpus.pages)}
    known = KnownPaths.of([file.path for file in snapshot.files], documents=pages)
    outgoing: defaultdict[int, dict[int, None]] = defaultdict(dict)
    backlinks: defaultdict[int, dict[int, None]] = defaultdict(dict)
    issues: list[Issue] = []
    for number, page in enumerate(corpus.pages):
        check(cancelled)
        first = corpus.units.first_of[number]
        hidden = _hidden_lines(page)
        starts = [section.line_start for section in corpus.sections_of(number)]
        for link in links_of(page, limits=limits, cancelled=cancelled):
            if link.kind == "image":
                continue
            resolved = resolve_link(page.path, link, known, from_root=from_root)
            if resolved.standing == "missing" and snapshot.managed:
                issues.append(Issue.of("link_target_missing", page.path, link.line))
            target = pages.get(resolved.path or "") if resolved.standing == "found" else None
            place = bisect_right(starts, link.line) - 1
            if (
                target is None
                or place < 0
                or _is_hidden(link.line, hidden)
                or link.line > corpus.sections[first + place].line_end
            ):
                continue
            section = corpus.pages[target].outline.find(resolved.fragment)
            other = None if section is None else corpus.ordinal_of(target, section.start)
            if other is not None and other != first + place:
                outgoing[first + place][other] = None
                backlinks[other][first + place] = None
    return Links(
        {ordinal: tuple(others) for ordinal, others in outgoing.items()},
        {ordinal: tuple(others) for ordinal, others in backlinks.items()},
        tuple(issues),
    )


def _hidden_lines(page: Page) -> list[tuple[int, int]]:
    """Return the first and last lines of what a reader of a page is not shown, in order."""
    data, at, line = page.document.file.data, page.document.layout.body.start, page.document.layout.body_line
    lines: list[tuple[int, int]] = []
    for span in page.outline.hidden.unread:
        first = line + data.count(b"\n", at, span.start)
        line, at = first + data.count(b"\n", span.start, span.end), span.end
        lines.append((first, line))
    return lines


def _is_hidden(line: int, hidden: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a line is among those that are not shown."""
    place = bisect_right(hidden, line, key=_first) - 1
    return place >= 0 and line <= hidden[place][1]


def _first(lines: tuple[int, int]) -> int:
    return lines[0]
