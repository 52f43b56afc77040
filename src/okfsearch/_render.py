"""Words from plain attributes: what the command line and a person see.

Whatever comes from a bundle is quoted or escaped here, so that it cannot write on a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol
from unicodedata import category

from okfsearch.issues import Issue

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f", "\a": "\\a", "\v": "\\v"}


class Passage(Protocol):
    """What is shown of one hit."""

    @property
    def path(self) -> str: ...
    @property
    def locator(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def line_start(self) -> int: ...
    @property
    def line_end(self) -> int: ...
    @property
    def snippet(self) -> str: ...
    @property
    def score(self) -> float: ...


class Answer(Protocol):
    """What is shown of a result."""

    @property
    def query(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def hits(self) -> Sequence[Passage]: ...


def quote_graphic(text: str) -> str:
    """Return text in double quotes with everything escaped that shows no shape, as Go's QuoteToGraphic does.

    Example:
        >>> print(quote_graphic('a\\tb\\x1b[31m "é"'))
        "a\\tb\\x1b[31m \\"é\\""
    """
    return '"' + "".join(_ESCAPES.get(character) or _graphic(character) for character in text) + '"'


def _graphic(character: str) -> str:
    # Letters, marks, numbers, punctuation, symbols and space separators have a shape or a width.
    kind = category(character)
    if kind[0] in "LMNPS" or kind == "Zs":
        return character
    code_point = ord(character)
    if character.isascii():
        return f"\\x{code_point:02x}"
    return f"\\u{code_point:04x}" if character <= "\uffff" else f"\\U{code_point:08x}"


def render_text(result: Answer) -> str:
    """Return a result as lines for a terminal: path, lines, heading and snippet of each hit, then the totals."""
    lines: list[str] = []
    for hit in result.hits:
        lines.append(f"{quote_graphic(hit.path)} lines {hit.line_start}–{hit.line_end} · {quote_graphic(hit.heading)}")
        lines.append(quote_graphic(hit.snippet))
    lines.append(f"{result.total} sections matched; truncated={str(result.truncated).lower()}")
    return "\n".join(lines)


def render_issue(issue: Issue) -> str:
    """Return one line for an issue: severity, code, where, and the sentence."""
    where = quote_graphic(issue.path) + ("" if issue.line is None else f" line {issue.line}")
    return f"{issue.severity}: {issue.code}: {where}: {issue.message}"
