"""The shapes of what the tools take and give, as JSON Schema, and whether some data have them.

The shapes of whole answers are the ones that the package ships; here they are narrowed for section search, and for the other
tools get a place that says what was left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from okfsearch.wire import read_schema

__all__ = [
    "Violation",
    "find_violations",
    "input_schema",
    "open_schema",
    "related_schema",
    "sections_schema",
    "with_left_out",
]

BUNDLE_PATH = {
    "type": "string",
    "minLength": 1,
    "maxLength": 4096,
    "description": "The bundle's directory: an absolute path in its shortest spelling, without symbolic links.",
}
CONCEPT_ID = {"type": "string", "minLength": 1, "maxLength": 4096, "description": "The concept's path without .md."}

#: The keywords that are caps: passing one is too much rather than wrong.
_CAPS = {"maxLength": "is too long", "maximum": "is too large", "maxItems": "has too many items"}
_FAULTS = {
    "type": "has the wrong type",
    "minLength": "is empty",
    "pattern": "has nothing to look for",
    "minimum": "is too small",
    "required": "is missing",
    "additionalProperties": "is not known",
}


@frozen
class Violation:
    """Say what is wrong with one field, without repeating what it holds.

    Attributes:
        field: the name of the argument, empty for the arguments as a whole.
        message: a sentence.
        excess: whether a cap was passed.
    """

    field: str
    message: str
    excess: bool


def input_schema(*required: str, **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments; every tool takes a bundle."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["bundle_path", *required],
        "properties": {"bundle_path": BUNDLE_PATH, **properties},
    }


def find_violations(schema: Mapping[str, Any], data: Any) -> tuple[Violation, ...]:
    """Return what is wrong with some data, ordered by field, one for each field and rule; nothing when they fit.

    Example:
        >>> schema = input_schema(limit={"type": "integer", "maximum": 100})
        >>> [violation.message for violation in find_violations(schema, {"bundle_path": "/a", "limit": 101})]
        ['The argument limit is too large.']
    """
    from jsonschema import Draft202012Validator  # comes with the extra

    found: dict[tuple[str, str], Violation] = {}
    # Its types are those of one JSON library among many.
    validator: Any = Draft202012Validator(schema)
    for error in validator.iter_errors(data):
        # The name of a missing argument is one of ours; that of an unknown one is not repeated.
        places = [str(error.absolute_path[0])] if error.absolute_path else [""]
        if error.validator == "required":
            places = [name for name in error.validator_value if name not in error.instance]
        rule = str(error.validator)
        for field in places:
            found[field, rule] = _violation(field, rule)
    return tuple(found[key] for key in sorted(found))


def _violation(field: str, rule: str) -> Violation:
    what = _CAPS.get(rule) or _FAULTS.get(rule, "has a value that it cannot have")
    subject = f"The argument {field}" if field else "One of the arguments"
    return Violation(field, f"{subject} {what}.", rule in _CAPS)


def sections_schema() -> dict[str, Any]:
    """Return the schema of an answer of section search under the caps that every such answer keeps."""
    schema = read_schema()
    schema["properties"]["query"]["maxLength"] = 512
    schema["properties"]["hits"]["maxItems"] = 100
    schema["$defs"]["terms"]["maxItems"] = 32
    schema["$defs"]["hit"]["properties"]["heading"]["maxLength"] = 1024
    schema["$defs"]["hit"]["properties"]["score"] = {"type": "number", "minimum": 0}
    return schema


def with_left_out(schema: dict[str, Any], *places: str) -> dict[str, Any]:
    """Return a schema of an answer that also says how many items of its lists were left out."""
    counts = {place: {"type": "integer", "minimum": 1} for place in places}
    left_out = {
        "type": "object",
        "additionalProperties": False,
        "properties": counts,
        "description": "How many items of each list did not fit into the reply; lists that are whole are not named.",
    }
    return {
        **schema,
        "required": [*schema["required"], "left_out"],
        "properties": {**schema["properties"], "left_out": left_out},
    }


def open_schema() -> dict[str, Any]:
    """Return the schema of an opened concept."""
    texts = {"type": ["string", "null"]}
    return with_left_out(
        _object(
            concept_id=CONCEPT_ID,
            path={"type": "string"},
            content_sha256=_DIGEST,
            snapshot_revision=_DIGEST,
            frontmatter_text={**texts, "description": "The source between the fences, or null."},
            body={"type": "string", "description": "The source of the lines that the locator names."},
            locator={**texts, "description": "The lines of the body, or null when there are none."},
        ),
        "frontmatter",
        "body",
    )


def related_schema() -> dict[str, Any]:
    """Return the schema of what a concept is linked with."""
    text = {"type": ["string", "null"]}
    link = _object(
        concept_id=text,
        path=text,
        line={"type": "integer", "minimum": 1},
        text={"type": "string"},
        target={"type": "string"},
        fragment=text,
    )
    kinds = ("outgoing", "backlinks", "files", "unresolved", "external")
    lists = {kind: {"type": "array", "items": link} for kind in kinds}
    return with_left_out(_object(concept_id=CONCEPT_ID, snapshot_revision=_DIGEST, **lists), *kinds)


_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}


def _object(**properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}
