"""Fields, terms and what they are worth, piece by piece."""

from __future__ import annotations

import pytest

from okfsearch import Limits, SearchCancelled
from okfsearch._bundle.concept_fields import ConceptFields, derive_title, read_fields
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._retrieval.body_text import read_body
from okfsearch._retrieval.evidence_counts import credit_in
from okfsearch._retrieval.field_terms import parse_field_query
from okfsearch._retrieval.field_text import FieldText
from okfsearch._retrieval.nearest import nearest_values


def fields(block: str, path: str = "a.md") -> ConceptFields:
    (document,) = read_documents([CapturedFile.of(path, f"---\n{block}---\n".encode())], limits=Limits()).documents
    return read_fields(document)


@pytest.mark.parametrize(
    ("block", "tags"),
    [
        ("tags: [a, 1, no, ~, '', a, [b]]\n", ("a", "1", "no")),
        ("tags: one, two,,one\n", ("one", "two")),
        ("tags: 2026-05-28\n", ("2026-05-28",)),
        ("tags:\n", ()),
        ("tags: {a: b}\n", ()),
        ("base: &b {tags: [x]}\n<<: *b\n", ("x",)),
        ("? [k]\n: v\ntags: [x]\n", ("x",)),
    ],
)
def test_tags(block: str, tags: tuple[str, ...]) -> None:
    assert fields(block).tags == tags


def test_a_scalar_of_any_kind_is_text_and_nothing_else_is() -> None:
    assert fields("title: 1.10\ntype: no\ndescription: 12:30\n") == ConceptFields("1.10", False, "no", "12:30", ())
    assert fields("title: [a]\ntype: {a: b}\ndescription: ~\n", "the-tide.md") == ConceptFields(
        "the tide", True, None, None, ()
    )
    (bare,) = read_documents([CapturedFile.of("sub/x_y.md", b"text\n")], limits=Limits()).documents
    assert read_fields(bare) == ConceptFields("x y", True, None, None, ())


def test_a_file_name_without_words_is_its_own_title() -> None:
    assert [derive_title(name) for name in ("a/b-c", "_-_", "d  e")] == ["b c", "_-_", "d e"]


@pytest.mark.parametrize(
    ("text", "credit"),
    [("ac# " * 80 + "c#", 10), ("xc# " * 80, 0), ("xc# " * 80 + "c", 4), ("xc# c#x c# c#", 10), ("c", 4), ("", 0)],
)
def test_a_term_with_symbols_in_a_storm_of_near_matches(text: str, credit: int) -> None:
    (term,) = parse_field_query("c#", Limits()).terms
    assert credit_in(FieldText.of([text]), term) == credit


def test_occurrences_that_stand_alone_are_counted() -> None:
    (term,) = parse_field_query("c#", Limits()).terms
    assert FieldText.of(["c# xc# c#. " + "xc# " * 80 + " c#"]).count(term.ways[0]) == 3


def test_a_long_body_is_cancelled() -> None:
    with pytest.raises(SearchCancelled):
        read_body("word " * 50_000, cancelled=lambda: True)


def test_nearest_values_are_alike_and_few() -> None:
    assert nearest_values("order", ["orders", "border", "Ordner", "tide", "order book", "ORDER"]) == (
        "ORDER",
        "Ordner",
        "border",
    )
    assert nearest_values("x", []) == nearest_values("zzzz", ["order"]) == ()
