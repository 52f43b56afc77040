"""Analysis, stems, misspellings and variants: which terms a word of a query stands for."""

from __future__ import annotations

import pytest

from okfsearch._retrieval.analyzer import Analyzer, analyze_query, analyze_stretch, count_letters, plain_form, spelled_out
from okfsearch._retrieval.fuzzy import Spellings
from okfsearch._retrieval.lexicon import Lexicon, VariantPolicy
from okfsearch._retrieval.stems import english_form, english_stem, german_form, german_stem
from okfsearch._retrieval.vectors import Hasher, VectorPolicy, alike, similarity

POLICY = VariantPolicy()


def group(word: str, *terms: str, kind: str = "word") -> dict[str, float]:
    return dict(Lexicon.of(dict.fromkeys(terms)).group(word, kind, POLICY).variants)


@pytest.mark.parametrize(
    ("stretch", "tokens", "beside"),
    [
        ("word,", "word", ""),
        ("(Word)", "word", ""),
        ("DEC-0054", "dec 0054", "\x02dec0054"),
        ("harbour.fees/a_b", "harbour fees a b", "\x02harbourfeesab \x02harbourfees \x02ab"),
        ("camelCase", "camelcase", "\x01camel \x01case"),
        ("HTTPServer2", "httpserver2", "\x01http \x01server \x012"),
        ("C++", "c", "\x02c++"),
        ("(C#)", "c", "\x02c#"),
        ("don’t", "don t", "\x02dont"),
        ("grammar::fa", "grammar fa", "\x02grammarfa"),
        ("重跑gen-kelp后", "重跑 gen kelp 后", "\x02genkelp"),
        ("検索式", "検索 索式", ""),
        ("Größe", "grösse", ""),
        ("maxGröße", "maxgrösse", "\x01max \x01grösse"),
        ("--", "", ""),
        ("5.3.2", "5 3 2", "\x02532"),
        ("x" * 200 + "_y", "x" * 200 + " y", ""),
        ("ö" * 200 + "_y", "ö" * 200 + " y", ""),
    ],
)
def test_stretches(stretch: str, tokens: str, beside: str) -> None:
    assert analyze_stretch(stretch) == (tuple(tokens.split()), tuple(beside.split()))


def test_long_stretches_are_not_remembered() -> None:
    analyzer = Analyzer()
    analyzer.analyze("short " + "a_b" * 200)
    assert list(analyzer._tokens) == ["short"]


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("what's NOT near (north)", ["what's", "not", "near", "north"]),
        ("C++ or c#", ["c++", "or", "c#"]),
        ("a A a", ["a"]),
        ("人 検索", ["人", "検索"]),
    ],
)
def test_query_words(query: str, words: list[str]) -> None:
    assert [word.text for word in analyze_query(query)] == words


def test_query_terms_have_kinds() -> None:
    assert [kind for _, kind in analyze_query("x" * 200 + "_yZ")[0].terms] == ["word", "word"]
    (word,) = analyze_query("berthFee_2")
    assert dict(word.terms) == {"berthfee": "word", "2": "word", "berthfee2": "whole", "berth": "part", "fee": "part"}
    assert dict(analyze_query("人")[0].terms) == {"人": "lone"}


def test_letters_and_forms() -> None:
    assert (count_letters("abc"), count_letters("a1"), count_letters("検索")) == (3, None, None)
    assert (plain_form("straße"), plain_form("ガッコ"), spelled_out("höhe")) == ("straße", "カツコ", "hoehe")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("moorings", "mooring"), ("libraries", "library"), ("agreed", "agree"), ("hopping", "hop"), ("filing", "file"),
        ("classes", "class"), ("ties", "tie"), ("conditional", "condition"), ("relational", "relate"), ("triplicate", "triplic"),
        ("hopefulness", "hopeful"), ("adoption", "adopt"), ("controlled", "control"), ("sized", "size"),
    ],
)  # fmt: skip
def test_english_forms_share_a_stem(one: str, other: str) -> None:
    assert english_stem(one) == english_stem(other)


def test_stems_leave_short_and_plain_words() -> None:
    assert [english_stem(word) for word in ("is", "sky", "feed", "bring", "status")] == ["is", "sky", "feed", "bring", "status"]
    assert english_form("is") == "is"
    assert [german_form(word) for word in ("ei", "kinder", "kind", "tages")] == ["ei", "kind", "kind", "tag"]
    assert [german_stem(word) for word in ("freiheiten", "kundigung", "schon")] == ["freiheit", "kundig", "schon"]


def test_variants_of_a_word() -> None:
    assert group("höhe", "hohe", "hoehe", "höhe") == {"höhe": 1.0, "hohe": 0.9, "hoehe": 0.9}
    assert group("muenchen", "münchen") == {"münchen": 0.9}
    assert group("moored", "mooring", "moor") == {"mooring": 0.6, "moor": 0.6}
    assert group("relate", "relational") == {"relational": 0.5}
    assert group("berth", "berthing", "\x01berth", "\x02berth") == {"\x02berth": 1.0, "\x01berth": 0.4, "berthing": 0.6}
    assert group("harbo", "harbourmaster") == {"harbourmaster": pytest.approx(0.4 * 5 / 13)}


def test_short_words_begin_others_only_where_nothing_else_is_found() -> None:
    assert group("dre", "dredger") == {"dredger": pytest.approx(0.4 * 3 / 7)}
    assert group("dre", "dre", "dredger") == {"dre": 1.0}
    assert group("dr", "dredger") == {}


def test_letters_without_a_vowel_are_a_code() -> None:
    assert group("brth", "berth", "bath") == {"berth": 0.8}
    assert group("dqsk", "disk") == {}
    assert group("gpbq", "gptq") == {"gptq": 0.8}
    assert group("dusk", "disk") == {"disk": 0.8}


def test_misspellings_only_of_absent_words() -> None:
    assert group("harbuor", "harbour", "labour") == {"harbour": 0.8}
    assert group("harbour", "harbour", "harbor") == {"harbour": 1.0}
    assert group("xarbour", "harbour") == {"harbour": 0.8}
    assert group("abrhours", "harbours") == {"harbours": 0.4} or group("abrhours", "harbours") == {}
    assert group("tyde", "tid", "tidal") == {}
    assert group("qq", "q") == {}


def test_other_kinds_of_terms() -> None:
    assert group("berthfee", "\x02berthfee", "berthfee", kind="whole") == {"\x02berthfee": 1.0, "berthfee": 1.0}
    assert group("索", "検索", "索式", "索", kind="lone") == {"索": 1.0, "検索": 1.0, "索式": 1.0}
    assert group("検索", "検索", kind="pair") == {"検索": 1.0}
    assert group("0054", "0054", "00541") == {"0054": 1.0}
    lexicon = Lexicon.of({"berth": None})
    assert lexicon.group("berth", "part", POLICY).weight == POLICY.query_part


def test_spellings_sharing_letters() -> None:
    assert Spellings(["synchronise", "fee", "chronic"]).sharing("synchroniser", 0.6) == ["chronic", "synchronise"]


def test_vectors() -> None:
    policy = VectorPolicy()
    hasher = Hasher(policy)
    assert hasher.vector([]) == {}
    assert similarity(hasher.vector(["tide"]), hasher.vector(["tide"])) == pytest.approx(1.0)
    assert similarity({}, hasher.vector(["tide"])) == 0.0
    assert alike("tide", ["tide"], policy, cancelled=lambda: False) == []
    assert [other for other, _ in alike("moorings", ["mooring", "fee", "weather"], policy, cancelled=lambda: False)] == [
        "mooring"
    ]
