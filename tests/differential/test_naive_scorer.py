"""Scores against a scorer written from the wording of the contract, with exact fractions where the library uses doubles."""

from __future__ import annotations

import math
from fractions import Fraction

import regex
from hypothesis import given

import okfsearch
from okfsearch._fold import fold
from tests.strategies import bundles, queries

RUN = regex.compile(r"[\p{L}\p{N}\p{M}]+")


def naive_scores(
    index: okfsearch.SectionIndex, files: dict[str, bytes], titles: dict[str, str], query: str
) -> dict[tuple[str, int], float]:
    """Score every section that holds all terms: one pass over everything, nothing shared with the library but folding."""
    terms = list(dict.fromkeys(RUN.findall(fold(query))))
    units = []
    for section in index.sections:
        raw = RUN.findall(fold(files[section.path][section.start : section.end].decode()))
        heading = RUN.findall(fold(section.heading))
        title = RUN.findall(fold(titles[section.path]))
        frequencies = {term: raw.count(term) + 3 * heading.count(term) + 2 * title.count(term) for term in terms}
        length = len(raw) + 3 * len(heading) + 2 * len(title)
        units.append(((section.path, section.line_start), frequencies, length))
    count = len(units)
    total = sum(length for *_, length in units)
    average = Fraction(total, count) if total else Fraction(1)
    scores = {}
    for where, frequencies, length in units:
        if not all(frequencies.values()):
            continue
        score = 0.0
        for term in terms:
            df = sum(1 for _, others, _ in units if others[term])
            idf = math.log1p(Fraction(2 * (count - df) + 1, 2 * df + 1))
            f = frequencies[term]
            score += idf * float(
                Fraction(22, 10) * f / (f + Fraction(12, 10) * (Fraction(1, 4) + Fraction(3, 4) * length / average))
            )
        scores[where] = score
    return scores


TITLES = {b"title: Tide\n": "Tide", b"title: 'tide gauge'\n": "tide gauge", "title: höhe\n".encode(): "höhe"}


@given(bundles, queries)
def test_scores_equal_the_naive_ones(files: dict[str, bytes], query: str) -> None:
    titles = {path: next((title for line, title in TITLES.items() if line in data), "") for path, data in files.items()}
    index = okfsearch.index_sections(okfsearch.Snapshot.of(files))
    wanted = naive_scores(index, files, titles, query)
    result = index.search(query, limit=100)
    assert result.total == len(wanted)
    for hit in result:
        assert math.isclose(hit.score, wanted[hit.path, hit.line_start], rel_tol=1e-12)
