"""What users asked for, case by case: each provisional call said in our own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import okfsearch
from okfsearch import ConceptIndex, Limits, Snapshot, Visibility, index_concepts
from tests.shared import shared_path, shared_rows


def codes(index: ConceptIndex) -> list[tuple[str, str, int | None]]:
    return [(issue.code, issue.path, issue.line) for issue in index.issues]


def concept(index: ConceptIndex, concept_id: str) -> Any:
    return next(found for found in index.concepts if found.concept_id == concept_id)


def ids(result: okfsearch.ConceptResult) -> list[str]:
    return [hit.concept_id for hit in result]


def edges(index: ConceptIndex, concept_id: str) -> list[tuple[str | None, str | None]]:
    return [(link.concept_id, link.fragment) for link in index.related(concept_id).outgoing]


def c_plus_plus(files: Snapshot) -> None:
    index = index_concepts(files)
    result = index.search("C++")
    assert ids(result)[0] == "a"
    assert ids(index.search("C++", tags=["c++"])) == ["a"]
    # A bare C is worth less than a match needs, so b is shown only where nothing better is.
    alone = index_concepts(Snapshot.of({"b.md": files.file("b.md").data})).search("C++")
    assert alone.low_confidence and alone[0].score == 2.0 < result[0].score


def tokenizer_skew(files: Snapshot) -> None:
    assert ids(index_concepts(files).search("welcome-to-port v1.2/b"))[0] == "welcome-to-port"


def bom(files: Snapshot) -> None:
    index = index_concepts(files)
    (hit,) = index.search("Marked kelp")
    assert (hit.title, hit.type) == ("Marked", "Note")
    assert codes(index) == [("byte_order_mark", "a.md", 1)]
    assert {match.field: match.line for match in hit.matches} == {"title": 3, "body": 5}


def decorative_dashes(files: Snapshot) -> None:
    index = index_concepts(files)
    assert concept(index, "b").title == "Spaced"
    assert [found.concept_id for found in index.concepts] == ["b"]
    assert codes(index) == [("type_missing", "a.md", None), ("blank_after_fence", "b.md", 1), ("blank_after_fence", "b.md", 4)]


def duplicate_keys(files: Snapshot) -> None:
    index = index_concepts(files)
    assert concept(index, "a").title == "Second"
    assert codes(index) == [("duplicate_key", "a.md", 4)]


def hash_truncates_title(files: Snapshot) -> None:
    index = index_concepts(files)
    assert concept(index, "a").title == "Update"
    assert codes(index) == [("comment_after_value", "a.md", 3)]


def norway_and_versions(files: Snapshot) -> None:
    found = concept(index_concepts(files), "a")
    assert (found.title, found.tags) == ("1.10", ("no", "on", "0123"))


def frontmatter_not_a_mapping(files: Snapshot) -> None:
    assert codes(index_concepts(files)) == [("invalid_frontmatter", "a.md", 2), ("type_missing", "b.md", None)]


def exact_title_first(files: Snapshot) -> None:
    assert ids(index_concepts(files).search("entity"))[0] == "entity"


def hidden_and_dot_files(files: Snapshot) -> None:
    assert ids(index_concepts(files).search("kelp")) == ["b"]
    assert ids(index_concepts(files, include_hidden=[".aidocs"]).search("kelp")) == [".aidocs/a", "b"]
    visible = Snapshot.of({file.path: file.data for file in files}, visibility=Visibility(exclude=("b.md",)))
    assert ids(index_concepts(visible, include_hidden=[".aidocs", ".c.md"]).search("kelp")) == [".aidocs/a", ".c"]


def readme_in_bundle(files: Snapshot) -> None:
    index = index_concepts(files)
    assert ids(index.search("kelp")) == ["a"]
    nested = Snapshot.of({**{file.path: file.data for file in files}, "sub/README.md": b"# Kelp readme\n"})
    assert codes(index_concepts(nested)) == [("type_missing", "sub/README.md", None)]
    assert ids(index_concepts(nested).search("kelp")) == ["a"]
    assert ids(index_concepts(nested, include_untyped=True).search("kelp")) == ["a", "sub/README"]


def derived_status(files: Snapshot) -> None:
    index = index_concepts(files)
    assert ids(index.search("kelp", status=["stable"])) == ["a", "c"]
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        index.search("kelp", status=["stabel"])
    assert isinstance(caught.value, ValueError)
    assert caught.value.details["allowed"] == ["draft", "stable", "deprecated"]


def stale_boundary(files: Snapshot) -> None:
    index = index_concepts(files)

    def stale(now: str) -> list[bool | None]:
        return [hit.stale for hit in index.search("kelp", now=now)]

    assert stale("2026-09-23T10:00:00Z") == [True, True]
    assert stale("2026-09-23T09:59:59Z") == [True, False]
    assert stale("2026-09-22T23:59:59Z") == [False, False]
    assert ids(index.search("kelp", now="2026-09-23T09:59:59Z", stale=True)) == ["a"]
    assert ids(index.search("kelp", now="2026-09-23T09:59:59Z", stale=False)) == ["b"]


def verified_before_rewrite(files: Snapshot) -> None:
    assert concept(index_concepts(files, spec="0.2"), "a").trust_tier == "human-reviewed"
    assert concept(index_concepts(files, spec="0.3"), "a").trust_tier == "unverified"


def absolute_and_titled_links(files: Snapshot) -> None:
    assert edges(index_concepts(files), "t/a") == [("d", "fees"), ("t/b", None), ("t/c", None), ("t/e", None)]


def percent_encoded_links(files: Snapshot) -> None:
    assert edges(index_concepts(files), "a") == [("Join Key", None)] * 2


def broken_links(files: Snapshot) -> None:
    index = index_concepts(files)
    related = index.related("a")
    assert [link.target for link in related.unresolved] == ["/gone.md", "sub/"]
    assert related.outgoing == ()
    assert not [issue for issue in index.issues if issue.severity == "error"]


CASES: dict[str, Callable[[Snapshot], None]] = {
    "c-plus-plus": c_plus_plus,
    "tokenizer-skew": tokenizer_skew,
    "bom": bom,
    "decorative-dashes": decorative_dashes,
    "duplicate-keys": duplicate_keys,
    "hash-truncates-title": hash_truncates_title,
    "norway-and-versions": norway_and_versions,
    "frontmatter-not-a-mapping": frontmatter_not_a_mapping,
    "exact-title-first": exact_title_first,
    "hidden-and-dot-files": hidden_and_dot_files,
    "readme-in-bundle": readme_in_bundle,
    "derived-status": derived_status,
    "stale-boundary": stale_boundary,
    "verified-before-rewrite": verified_before_rewrite,
    "absolute-and-titled-links": absolute_and_titled_links,
    "percent-encoded-links": percent_encoded_links,
    "broken-links": broken_links,
}
ROWS = {row["name"]: row for row in shared_rows("cases/users-voice.jsonl") if row["mode"] == "concept"}


def test_every_case_is_translated() -> None:
    shared_path("cases/users-voice.jsonl")
    assert set(ROWS) == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_the_case_holds(name: str) -> None:
    shared_path("cases/users-voice.jsonl")
    files = {path: text.encode() for path, text in ROWS[name]["files"].items()}
    CASES[name](Snapshot.of(files, visibility=Visibility.auto(), limits=Limits.large()))
