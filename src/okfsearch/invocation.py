"""The record of one run of a skill: one JSON object on one line, appended to a log if the caller asks for it.

Nothing here is called by the library itself; time and argument text come from whoever calls.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from attrs import frozen

from okfsearch._json import encode, plain
from okfsearch.errors import InvalidRequest

__all__ = ["SEARCH_SKILL", "SKILL_VERSION", "InvocationRecord", "append_invocation_record", "search_record"]

#: The skill whose runs concept search records, and its version.
SEARCH_SKILL = "okf:search"
SKILL_VERSION = "1.0"

Outcome = Literal["success", "conflict", "error", "cancelled"]


@frozen(kw_only=True)
class InvocationRecord:
    """Hold one run; the attributes are the keys of its line, in this order.

    Attributes:
        ts: the time in UTC, ISO 8601 with `Z`.
        skill: its name.
        version: its version.
        args: the argument text verbatim.
        bundle: the bundle's root.
        outcome: "success" (also without results), "conflict", "error" or "cancelled".
        concepts_added: how many, or None; in the same way the next three.
        note: a sentence, or None.

    Example:
        >>> from okfsearch.invocation import search_record
        >>> record = search_record("it's", bundle="/b", now="2026-09-23T10:00:00+02:00", results=2)
        >>> record.to_json_line()[:71]
        '{"ts":"2026-09-23T08:00:00Z","skill":"okf:search","version":"1.0","args'
    """

    ts: str
    skill: str
    version: str
    args: str
    bundle: str
    outcome: Outcome
    concepts_added: int | None = None
    concepts_updated: int | None = None
    concepts_split: int | None = None
    conflicts: int | None = None
    note: str | None = None

    def to_json_line(self) -> str:
        """Return the record as one line, with its line end; line ends inside are escaped."""
        return encode(plain(self)) + "\n"


def search_record(
    arguments: str,
    *,
    bundle: str,
    now: datetime | str,
    results: int | None,
    note: str | None = None,
) -> InvocationRecord:
    """Build the record of one concept search.

    Args:
        arguments: the argument text verbatim.
        bundle: the bundle's root.
        now: the time of the run, an aware datetime or an RFC 3339 text.
        results: how many results there were, or None when the request was rejected or the search failed.
        note: what to note; by default the number of results.

    Raises:
        InvalidRequest: when the time is none.
    """
    from okfsearch._bundle.signals import parse_now  # late, so that a record alone loads no reader of frontmatter

    instant = parse_now(now)
    if instant is None:
        raise InvalidRequest.of("now", "missing", "A record needs the time of the run.")
    counted = None if results is None else f"{results} result(s) for query"
    return InvocationRecord(
        ts=f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%S}Z",
        skill=SEARCH_SKILL,
        version=SKILL_VERSION,
        args=arguments,
        bundle=bundle,
        outcome="error" if results is None else "success",
        note=counted if note is None else note,
    )


def append_invocation_record(path: str | os.PathLike[str], record: InvocationRecord) -> bool:
    """Append a record to a log: create its folder, write one line at once, and say whether that worked.

    Nothing is ever cut off or rewritten, and nothing is raised when the file system refuses.
    """
    log = Path(path)
    # A lone surrogate in an argument becomes its JSON escape.
    line = record.to_json_line().encode("utf-8", "backslashreplace")
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab", buffering=0) as file:
            return file.write(line) == len(line)
    except (OSError, ValueError):
        # A ValueError is a path with a NUL.
        return False
