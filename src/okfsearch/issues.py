"""What a search noticed and went on in spite of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from attrs import frozen

__all__ = ["Issue", "shorten_issues", "sort_issues"]

Severity = Literal["error", "warning", "info"]

_RANK: dict[str, int] = {"error": 0, "warning": 1, "info": 2}

#: Every code there is, with its severity and its sentence.
ISSUE_CODES: dict[str, tuple[Severity, str]] = {
    "invalid_encoding": ("error", "The file is not valid UTF-8."),
    "unterminated_frontmatter": ("error", "The frontmatter block is never closed."),
    "invalid_frontmatter": ("error", "The frontmatter is not a YAML mapping."),
    "invalid_yaml_graph": ("error", "The frontmatter's anchors, aliases or nesting break a rule."),
    "invalid_concept_id": ("error", "The file name gives no concept ID."),
    "invalid_name": ("error", "The name cannot be a bundle path."),
    "unreadable": ("error", "The file could not be read."),
    "duplicate_key": ("warning", "A frontmatter key occurs twice; the last one holds."),
    "type_missing": ("warning", "The concept has no type."),
    "title_not_text": ("warning", "The title is not text."),
    "link_target_missing": ("warning", "A link leads to no concept."),
    "unknown_okf_version": ("warning", "The declared OKF version is not known."),
    "second_frontmatter": ("warning", "A second frontmatter block follows the first."),
    "stale_after_unreadable": ("warning", "The staleness date cannot be read."),
    "byte_order_mark": ("info", "The file begins with a byte order mark."),
    "blank_after_fence": ("info", "Blanks follow a frontmatter fence."),
    "symlink_skipped": ("info", "A symbolic link was not followed."),
    "comment_after_value": ("info", "A comment cuts a frontmatter value short."),
    "further_issues": ("info", "Only the first issues are shown."),
}


@frozen
class Issue:
    """Name one thing that was noticed in one file.

    Attributes:
        path: the bundle-relative path, control characters and foreign bytes escaped.
        line: the 1-based physical line, or None when the whole file is meant.
        code: one of the closed list in the reference.
        severity: "error" (something is not searched as written), "warning" or "info".
        message: one sentence for a person.
    """

    path: str
    line: int | None
    code: str
    severity: Severity
    message: str

    @classmethod
    def of(cls, code: str, path: str, line: int | None = None, *, note: str = "") -> Issue:
        """Build an issue from its code; `note` is appended to the sentence that belongs to it."""
        severity, sentence = ISSUE_CODES[code]
        return cls(path, line, code, severity, f"{sentence} {note}".rstrip())


def sort_issues(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """Order issues: errors, warnings, infos; then path by code points, then line, then code."""
    return tuple(
        sorted(issues, key=lambda issue: (_RANK[issue.severity], issue.path, issue.line or 0, issue.code, issue.message))
    )


#: A result carries this many issues and one more that counts the rest; the snapshot has them all.
SHOWN_ISSUES = 200


def shorten_issues(issues: Iterable[Issue]) -> tuple[Issue, ...]:
    """Order issues and keep the first ones; a last one says how many were left out."""
    ordered = sort_issues(issues)
    if len(ordered) <= SHOWN_ISSUES:
        return ordered
    rest = Issue.of("further_issues", "", note=f"There are {len(ordered) - SHOWN_ISSUES} more.")
    return (*ordered[:SHOWN_ISSUES], rest)
