"""Excerpts: one line around the first match, and where the matches are in it."""

from __future__ import annotations

import pytest

from okfsearch._retrieval.excerpts import EXCERPT_CHARACTERS, Excerpt, cut_excerpt, excerpt_patterns
from okfsearch._retrieval.field_terms import parse_field_query, parse_synonyms
from okfsearch.limits import Limits


def cut(text: str, query: str, **synonyms: list[str]) -> Excerpt:
    terms = parse_field_query(query, Limits(), synonyms=parse_synonyms(synonyms)).terms
    return cut_excerpt(text, excerpt_patterns(terms))


def marked(text: str, query: str, **synonyms: list[str]) -> list[str]:
    found = cut(text, query, **synonyms)
    return [found.text[start:end] for start, end in found.spans]


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("The fee, the Fees, coffee", "fee", ["fee", "Fees"]),
        ("The C++ and C client, C++17", "C++", ["C++", "C", "C"]),
        ("DEC-0054, dec 0054, DEC-005", "dec_0054", ["DEC-0054", "dec 0054"]),
        ("今日の潮位表", "潮位", ["潮位"]),
        ("STRASSE und Straße", "strasse", ["STRASSE", "Straße"]),
        ("İstanbul, ſee", "see", ["ſee"]),
        ("cafe\u0301 noir", "caf\u00e9", ["café"]),
        ("net  income and revenue", "revenue", ["net income", "revenue"]),
        ("berth fee berth", "berth-fee berth", ["berth fee", "berth"]),
        ("a b", "c", []),
        ("net incomes", "revenue", []),
        ("tide", "tide-table", []),
    ],
)
def test_matches_are_marked(text: str, query: str, expected: list[str]) -> None:
    assert marked(text, query, revenue=["net income"]) == expected


def test_a_storm_of_near_matches_is_crossed() -> None:
    for query in ("a", "a-b", "a+"):
        text = "xa " * 200 + "end"
        assert cut(text + f"\n{query} here", query).line == 1
    assert marked("潮" * 300 + " 潮位", "潮位") == ["潮位"]
    assert marked("東京x" * 100 + "東京 都", "y", y=["東京 都"]) == ["東京 都"]
    assert marked("xabc " * 100 + "abcdef", "abc") == ["abcdef"]


def test_only_the_line_of_the_match_is_shown() -> None:
    assert cut("one\n\n  the  fee\tis due  \nthree", "fee") == Excerpt("the fee is due", ((4, 7),), 2)
    assert cut("one\ntwo\n", "zzz") == Excerpt("one", (), 0)
    assert cut("", "zzz") == Excerpt("", (), 0)
    assert cut("berth\nfee and more", "berth-fee") == Excerpt("berth fee and more", ((0, 9),), 0)


@pytest.mark.parametrize("size", [10, 80, 150, 159, 160, 161, 400, 5_000])
@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_a_long_line_is_cut_around_the_match(size: int, place: str) -> None:
    filler = ("lorem ipsum dolor " * 400)[:size].strip()
    text = {"start": f"fee {filler}", "middle": f"{filler} fee {filler}", "end": f"{filler} fee"}[place]
    found = cut(text, "fee")
    assert len(found.text) <= EXCERPT_CHARACTERS
    assert [found.text[start:end] for start, end in found.spans] == ["fee"]
    assert found.text.strip("…") in text
    assert (found.text == text) == (len(text) <= EXCERPT_CHARACTERS)
    if len(found.text) < len(text):
        assert len(found.text) > 100
        assert found.text.startswith("…") == (place != "start") or text.startswith(found.text[:40])


def test_a_match_longer_than_an_excerpt_is_cut() -> None:
    found = cut(f"{'y' * 400} end", "yyy")
    assert (len(found.text), found.spans) == (159, ((0, 158),))
    assert len(cut("漢" * 1_000 + "潮位" + "字" * 1_000, "潮位").text) == 160
