"""Law: a concept result read back is the same result, has the form the schema tells, and every line of it is true."""

from __future__ import annotations

import json
import pickle

import jsonschema
from hypothesis import given

from okfsearch import ConceptResult, Snapshot, index_concepts
from okfsearch.wire import from_dict, read_schema, to_dict, to_json
from tests.concept_strategies import bundles, queries, scopes


@given(bundles, queries, scopes)
def test_a_result_survives_the_wire(files: dict[str, bytes], query: str, scope: str) -> None:
    result = index_concepts(Snapshot.of(files), now="2026-01-01T00:00:00Z").search(query, scope=scope)
    line = to_json(result)
    assert from_dict(json.loads(line), ConceptResult) == result
    jsonschema.validate(to_dict(result), read_schema("concept-result"))
    assert hash(pickle.loads(pickle.dumps(result))) == hash(result)


@given(bundles, queries)
def test_excerpts_stand_on_their_lines(files: dict[str, bytes], query: str) -> None:
    for hit in index_concepts(Snapshot.of(files)).search(query):
        lines = files[hit.path].decode().split("\n")
        for match in hit.matches:
            assert len(match.excerpt) <= 160 and "\n" not in match.excerpt
            assert all(0 <= start < end <= len(match.excerpt) for start, end in match.spans)
            assert [span for pair in match.spans for span in pair] == sorted(span for pair in match.spans for span in pair)
            if match.field == "body" and match.line is not None:
                shown = match.excerpt.strip("…").replace(" ", "")
                assert shown[:5] in "".join(lines[match.line - 1 :]).replace(" ", "") or not shown.isascii()
