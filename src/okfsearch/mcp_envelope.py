"""The form in which an agent is told that a call failed: a code, a sentence, whether to try again, and what is at fault.

Nothing of the machine is in it: no path but those inside a bundle.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from okfsearch.errors import BundleError, DocumentErrors, InvalidRequest, LimitExceeded, SearchError
from okfsearch.mcp_fit import fit
from okfsearch.mcp_schemas import Violation

__all__ = ["CODES", "envelope_of", "envelope_of_failure", "envelope_of_violations", "redact"]

#: Every code of an envelope.
CODES = (
    "schema_validation",
    "resource_limit",
    "invalid_request",
    "invalid_yaml_graph",
    "operation_rejected",
    "operation_cancelled",
    "internal_error",
)

REDACTED = "The message was withheld because it may name a path of the machine."

#: An answer and an envelope alike are at most this large.
ENVELOPE_BYTES = 1024 * 1024

#: The faults of documents that have a code of their own; the others are called after the rejection.
_TOLD = {"invalid_encoding", "unterminated_frontmatter", "invalid_frontmatter", "invalid_yaml_graph"}

#: The root of a POSIX path, of a drive, of a share, or somebody's home, where a word begins; and a step upwards.
_PATH = re.compile(r"(?:^|[\s\"'`(\[{<=:,;])(?:/[^\s/]|~/|[A-Za-z]:[\\/]|\\\\\S)|file:/|\.\.")


def envelope_of(error: SearchError) -> dict[str, Any]:
    """Return the envelope of an error of the library.

    Example:
        >>> from okfsearch.errors import LimitExceeded
        >>> envelope = envelope_of(LimitExceeded.of("file_bytes", 10, path="a.md"))
        >>> envelope["code"], envelope["retryable"], envelope["diagnostics"][0]["file"]
        ('resource_limit', False, 'a.md')
    """
    if isinstance(error, DocumentErrors):
        return _envelope_of_documents(error)
    if isinstance(error, InvalidRequest):
        # One that is no query but an extra that is missing, or the like, is told in the same way.
        code = "schema_validation"
        diagnostic = _diagnostic("invalid_input", error.message, field=str(error.details.get("field", "")))
    elif isinstance(error, LimitExceeded):
        code = "resource_limit"
        diagnostic = _diagnostic(code, error.message, file=str(error.details.get("path", "")))
    else:
        code = "invalid_request" if isinstance(error, BundleError) else error.code
        diagnostic = _diagnostic(error.code, error.message, file=str(error.details.get("path", "")))
    return _envelope(code, error.message, [diagnostic], retryable=error.retryable)


def envelope_of_violations(violations: Sequence[Violation], message: str) -> dict[str, Any]:
    """Return the envelope of data that break a schema: `resource_limit` when one of them passes a cap."""
    code = "resource_limit" if any(violation.excess for violation in violations) else "schema_validation"
    diagnostics = [_diagnostic("invalid_input", violation.message, field=violation.field) for violation in violations]
    return _envelope(code, message, diagnostics)


def envelope_of_failure() -> dict[str, Any]:
    """Return the envelope of what should not have happened; what it was stands in the server's log."""
    return _envelope("internal_error", "The call failed for a reason of the server's own.", [])


def redact(message: str) -> str:
    """Return a message, or a stand-in for one that might name a path of the machine.

    Example:
        >>> redact("The query is too long."), redact("no such file: /srv/secret")[:23]
        ('The query is too long.', 'The message was withhel')
    """
    return REDACTED if _PATH.search(message) else message


def _envelope_of_documents(error: DocumentErrors) -> dict[str, Any]:
    """A broken graph ends the loading of a bundle; other faults are found in all documents, and all are told."""
    documents: Sequence[Mapping[str, Any]] = error.details["documents"]
    graphs = [document for document in documents if document["code"] == "invalid_yaml_graph"]
    code = "invalid_yaml_graph" if graphs else "operation_rejected"
    diagnostics = [
        _diagnostic(
            document["code"] if document["code"] in _TOLD else "operation_rejected",
            _sentence(document["code"], document["line"]),
            file=document["path"],
        )
        for document in graphs[:1] or documents
    ]
    return _envelope(code, error.message, diagnostics)


def _sentence(code: str, line: int | None) -> str:
    from okfsearch.issues import ISSUE_CODES

    _, sentence = ISSUE_CODES[code]
    return sentence if line is None else f"{sentence} It is line {line}."


def _envelope(code: str, message: str, diagnostics: Iterable[dict[str, Any]], *, retryable: bool = False) -> dict[str, Any]:
    envelope: dict[str, Any] = {
        "code": code,
        "message": redact(message),
        "retryable": retryable,
        "diagnostics": list(diagnostics),
    }
    kept = fit(envelope, ["diagnostics"], maximum=ENVELOPE_BYTES).kept["diagnostics"]
    return {**envelope, "diagnostics": envelope["diagnostics"][:kept]}


def _diagnostic(code: str, message: str, *, file: str = "", field: str = "") -> dict[str, Any]:
    return {
        "code": code,
        "severity": "ERROR",
        "file": file,
        "field": field,
        "message": redact(message),
        "spec_ref": "",
        "policy_failure": False,
    }
