"""What type checkers say about concept search: checked, never run.  A line with an ignore must have its mistake."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, assert_type

import okfsearch
from okfsearch import ConceptHit, ConceptIndex, ConceptRequest, ConceptResult
from okfsearch.concept_relations import OpenConcept, Related, RelatedLink
from okfsearch.concept_result import FieldMatch, Suggestions, ValueCount
from okfsearch.wire import from_dict, to_json

result = okfsearch.search_concepts("bundle", "tide", type="Metric", tags=["sales"], scope="title", limit=3)
assert_type(result, ConceptResult)
assert_type(result[0], ConceptHit)
assert_type(result[:2], tuple[ConceptHit, ...])
assert_type(list(result), list[ConceptHit])
assert_type(result.suggestions, Suggestions | None)
assert_type(result.refinements().tags, tuple[ValueCount, ...])
assert_type(result.hits[0].type, str | None)
assert_type(result.hits[0].matches, tuple[FieldMatch, ...])
assert_type(result.to_records(), list[dict[str, Any]])
assert_type(to_json(result), str)
assert_type(from_dict({}, ConceptResult), ConceptResult)

index = okfsearch.index_concepts(okfsearch.Snapshot.of({}), now=datetime.now(UTC), spec="0.3")
assert_type(index, ConceptIndex)
assert_type(index.search(stale=True, now="2026-01-01T00:00:00Z"), ConceptResult)
assert_type(index.open("a"), OpenConcept)
assert_type(index.related("a"), Related)
assert_type(index.related("a").outgoing, tuple[RelatedLink, ...])
assert_type(okfsearch.parse_request("tide"), ConceptRequest)

okfsearch.search_concepts("bundle", scope="tags")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
okfsearch.search_concepts("bundle", "tide", "Metric")  # type: ignore[call-arg] # pyright: ignore[reportCallIssue]
index.search(limit="3")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
result.hits[0].score = 1.0  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
