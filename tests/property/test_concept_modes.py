"""Law: how bodies are read changes no answer, nor does asking once or an index twice."""

from __future__ import annotations

from hypothesis import given

from okfsearch import Snapshot, index_concepts
from tests.concept_strategies import bundles, queries, scopes


@given(bundles, queries, scopes)
def test_the_mode_changes_nothing_but_its_name(files: dict[str, bytes], query: str, scope: str) -> None:
    snapshot = Snapshot.of(files)
    passes = index_concepts(snapshot, two_pass_threshold=0)
    whole = index_concepts(snapshot, two_pass_threshold=10_000)
    answers = [index.search(query, scope=scope) for index in (passes, whole, passes, whole)]
    assert {(answer.hits, answer.total, answer.low_confidence, answer.suggestions, answer.issues) for answer in answers} == {
        (answers[0].hits, answers[0].total, answers[0].low_confidence, answers[0].suggestions, answers[0].issues)
    }
    assert [answer.mode for answer in answers] == ["two-pass", "full"] * 2
