"""Law: an unrelated concept changes no score, and neither does the order in which files are handed over."""

from __future__ import annotations

from hypothesis import given

from okfsearch import Snapshot, index_concepts
from tests.concept_strategies import bundles, queries, scopes

UNRELATED = b"---\ntype: Qqq\ntitle: Zzz yyy\ndescription: jjj\ntags: [www]\n---\nvvv kkk\n"


@given(bundles, queries, scopes)
def test_an_unrelated_concept_changes_no_score(files: dict[str, bytes], query: str, scope: str) -> None:
    before = index_concepts(Snapshot.of(files)).search(query, scope=scope)
    after = index_concepts(Snapshot.of({**files, "m/unrelated.md": UNRELATED})).search(query, scope=scope)
    assert before.hits == after.hits


@given(bundles, queries)
def test_the_order_of_files_does_not_matter(files: dict[str, bytes], query: str) -> None:
    backwards = dict(reversed(files.items()))
    assert index_concepts(Snapshot.of(files)).search(query) == index_concepts(Snapshot.of(backwards)).search(query)
