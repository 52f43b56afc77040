"""Names of concepts."""

from __future__ import annotations

import pytest

from okfsearch._bundle.concepts import concept_id_of, is_concept_id, is_concept_path


@pytest.mark.parametrize(
    "path", ["a.md", "a.md.md", ".md", "sub/.md", "Index.md", "xindex.md", "LOG.md", "index.md/a.md", "fn:x.md"]
)
def test_concepts(path: str) -> None:
    assert is_concept_path(path)


@pytest.mark.parametrize(
    "path", ["index.md", "log.md", "sub/index.md", "sub/log.md", "a.MD", "a.markdown", "md", "a.md/b", "a.mdx"]
)
def test_other_files(path: str) -> None:
    assert not is_concept_path(path)


@pytest.mark.parametrize(("path", "concept_id"), [("a.md", "a"), ("a.md.md", "a.md"), ("s/fn:x.md", "s/fn:x"), ("s/.md", "s/")])
def test_one_suffix_is_taken_off(path: str, concept_id: str) -> None:
    assert concept_id_of(path) == concept_id


def test_an_empty_last_segment_is_no_id() -> None:
    assert [is_concept_id(text) for text in ("a", "s/a", "s/", "")] == [True, True, False, False]
