"""The tools that an agent is offered: name, description, what each takes and gives, and what it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from okfsearch.mcp_call import Call, Reply
from okfsearch.mcp_concepts import LISTS, open_concept, related_concepts, search_concepts
from okfsearch.mcp_context import search_context, search_matches
from okfsearch.mcp_schemas import (
    CONCEPT_ID,
    input_schema,
    open_schema,
    related_schema,
    sections_schema,
    with_left_out,
)
from okfsearch.mcp_sections import search_sections
from okfsearch.wire import read_schema

__all__ = ["TOOLS", "Tool"]

LEXICAL = "Relevance is lexical only: nothing is said about truth, trust or freshness."
PINNED = (
    "Search again after any edit: a locator names a range of lines of the file with the digest given beside it, and the same "
    "line number in a changed file is no evidence."
)
FITTED = "A reply that would be too long leaves out the last items, and left_out says how many."

_LIMIT = {"type": "integer", "minimum": 1, "maximum": 100}
_TEXT = {"type": "string", "minLength": 1, "maxLength": 512}
_TEXTS = {"type": "array", "maxItems": 32, "items": _TEXT}
_QUESTION = {"type": "string", "minLength": 1, "maxLength": 4096, "pattern": r"\S"}
_CONTEXT: Mapping[str, Mapping[str, Any]] = {
    "query": {**_QUESTION, "description": "The question, in words that its answer may use."},
    "limit": {**_LIMIT, "default": 12, "description": "The most sections."},
    "expand": {"type": "boolean", "default": True, "description": "Whether links bring in what stands near."},
    "types": {**_TEXTS, "description": "Only documents of one of these types."},
    "tags": {**_TEXTS, "description": "Only documents with one of these tags."},
    "also": {"type": "array", "maxItems": 8, "items": _QUESTION, "description": "Other phrasings of the question."},
}


@frozen(kw_only=True)
class Tool:
    """Hold one tool.

    Attributes:
        name: what an agent calls it by.
        title: what a person sees.
        description: what an agent is told.
        takes: the schema of the arguments.
        gives: the schema of the structured answer.
        run: answers one call.
    """

    name: str
    title: str
    description: str
    takes: dict[str, Any]
    gives: dict[str, Any]
    run: Callable[[Call], Reply]


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="search_sections",
        title="Search sections",
        description=(
            "Find the sections of an OKF bundle that hold every term of a query (AND), ranked by BM25. Terms are whole words "
            "without regard to case: no synonyms, stems or meaning. Each hit has its exact snippet, its range of lines and the "
            "digest of its file. total counts all matching sections, truncated says that hits were left out: raise limit to "
            f"100 or add terms. {LEXICAL} {PINNED}"
        ),
        takes=input_schema(
            "query",
            query={"type": "string", "minLength": 1, "maxLength": 512, "pattern": r"\S", "description": "Words or numbers."},
            limit={**_LIMIT, "default": 20, "description": "The most hits."},
        ),
        gives=sections_schema(),
        run=search_sections,
    ),
    Tool(
        name="search_context",
        title="Gather context",
        description=(
            "Gather the best sections for a question from an OKF bundle, or any directory of Markdown, within a budget of "
            "estimated tokens: whole sections to read and cite by their locators. Forms of words and misspellings are found, "
            f"and links bring in neighbours; there are no synonyms. {LEXICAL} {PINNED} {FITTED}"
        ),
        takes=input_schema(
            "query",
            **_CONTEXT,
            budget={
                "type": "integer",
                "minimum": 1,
                "maximum": 100_000,
                "default": 2400,
                "description": "The most estimated tokens of all sections together.",
            },
        ),
        gives=with_left_out(read_schema("search-context"), "sources", "issues"),
        run=search_context,
    ),
    Tool(
        name="search_matches",
        title="Search matches",
        description=(
            "Rank the sections of an OKF bundle, or any directory of Markdown, that answer a question, each with a snippet, a "
            "locator and scores. The search is that of search_context; the text of the sections is not in the reply. "
            f"{LEXICAL} {PINNED} {FITTED}"
        ),
        takes=input_schema("query", **_CONTEXT),
        gives=with_left_out(read_schema("search-results"), "results", "issues"),
        run=search_matches,
    ),
    Tool(
        name="search_concepts",
        title="Search concepts",
        description=(
            "Find the concepts (pages) of an OKF bundle by title, description, tags, type and body, or list those that pass "
            "filters when there is no query. Finding nothing, it says which types and tags there are. Open one with "
            f"open_concept, follow its links with related_concepts. {LEXICAL} {PINNED} {FITTED}"
        ),
        takes=input_schema(
            query={"type": "string", "maxLength": 4096, "default": "", "description": "Words, or nothing to list."},
            type={**_TEXT, "description": "Part of the type."},
            tags={**_TEXTS, "description": "Tags that must all be there."},
            scope={"enum": ["title", "description", "body", "all"], "default": "all", "description": "Where to look."},
            status={"type": "array", "maxItems": 3, "items": {"enum": ["draft", "stable", "deprecated"]}},
            trust={"type": "array", "maxItems": 3, "items": {"enum": ["unverified", "machine-confirmed", "human-reviewed"]}},
            stale={"type": "boolean", "description": "Only concepts whose staleness date has come, or has not."},
            limit={**_LIMIT, "default": 20, "description": "The most concepts."},
        ),
        gives=with_left_out(read_schema("concept-result"), *LISTS),
        run=search_concepts,
    ),
    Tool(
        name="open_concept",
        title="Open a concept",
        description=(
            "Read the source of one concept: its frontmatter, and its body from a line on. Where lines did not fit, left_out "
            f"counts them, and line_start reads on behind the locator. {PINNED}"
        ),
        takes=input_schema(
            "concept_id",
            concept_id=CONCEPT_ID,
            line_start={"type": "integer", "minimum": 1, "maximum": 100_000_000, "description": "The first line of the file."},
        ),
        gives=open_schema(),
        run=open_concept,
    ),
    Tool(
        name="related_concepts",
        title="Follow links",
        description=(
            "Tell what one concept is linked with: concepts it links to and that link to it, other files, targets that are not "
            f"there, and addresses outside. A link says nothing about agreement. {PINNED} {FITTED}"
        ),
        takes=input_schema("concept_id", concept_id=CONCEPT_ID),
        gives=related_schema(),
        run=related_concepts,
    ),
)
