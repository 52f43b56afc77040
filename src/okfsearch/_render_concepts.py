"""Words from concepts: the text form of a concept search.

Whatever comes from a bundle is put on one line, escaped where it has no shape, and as Markdown where it is link text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol
from urllib.parse import quote

from okfsearch._shown import shown

__all__ = ["render_concepts"]

#: The rule above and below the results.
RULE = "─" * 41
#: The version of the text form, which is that of the skill it comes from.
SKILL_VERSION = "1.0"
NONE = "(none)"

# What would be markup inside the brackets of a link.
_MARKUP = re.compile(r"[\\`*_\[\]<>&]")


class Matched(Protocol):
    """What is shown of one match."""

    @property
    def field(self) -> str: ...
    @property
    def line(self) -> int | None: ...
    @property
    def excerpt(self) -> str: ...


class Found(Protocol):
    """What is shown of one hit."""

    @property
    def rank(self) -> int: ...
    @property
    def concept_id(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def type(self) -> str | None: ...
    @property
    def tags(self) -> Sequence[str]: ...
    @property
    def description(self) -> str | None: ...
    @property
    def score(self) -> float: ...
    @property
    def matches(self) -> Sequence[Matched]: ...


class Counted(Protocol):
    """What is shown of a value."""

    @property
    def value(self) -> str: ...


class Suggested(Protocol):
    """What is shown where nothing was found."""

    @property
    def types(self) -> Sequence[Counted]: ...
    @property
    def tags(self) -> Sequence[Counted]: ...
    @property
    def emptied_by(self) -> str | None: ...
    @property
    def closest(self) -> Sequence[str]: ...


class Answer(Protocol):
    """What is shown of a result."""

    @property
    def query(self) -> str: ...
    @property
    def bundle(self) -> str | None: ...
    @property
    def scanned(self) -> int: ...
    @property
    def mode(self) -> str: ...
    @property
    def two_pass_threshold(self) -> int: ...
    @property
    def scope(self) -> str: ...
    @property
    def filters(self) -> Sequence[tuple[str, str]]: ...
    @property
    def total(self) -> int: ...
    @property
    def low_confidence(self) -> bool: ...
    @property
    def ignored_terms(self) -> Sequence[str]: ...
    @property
    def hints(self) -> Sequence[str]: ...
    @property
    def hits(self) -> Sequence[Found]: ...
    @property
    def suggestions(self) -> Suggested | None: ...


def render_concepts(result: Answer, *, follow_ups: Sequence[str] = ()) -> str:
    """Return a result in the text form, or what to try where nothing was found.

    `follow_ups` are lines that say what can be done next; they stand under the results.
    """
    if result.suggestions is not None:
        return "\n".join(_nothing(result, result.suggestions))
    lines = [
        f'OKF Search: "{shown(result.query)}"',
        f"Bundle: {shown(result.bundle or NONE)}  |  Scanned: {result.scanned} concepts",
        RULE,
    ]
    if result.low_confidence:
        lines.append("Low confidence: no concept matches well; these come nearest.")
    for hit in result.hits:
        lines += [*_hit(hit), ""]
    lines += [RULE, f"{_number(result)} result(s)  |  Filters: {_filters(result)}", f"Bundle mode: {_mode(result)}"]
    lines.append(f"Skill version : {SKILL_VERSION}")
    lines += _remarks(result)
    return "\n".join([*lines, *([""] if follow_ups else []), *follow_ups])


def _number(result: Answer) -> str:
    return str(result.total) if len(result.hits) == result.total else f"{len(result.hits)} of {result.total}"


def _hit(hit: Found) -> Iterable[str]:
    yield f"{hit.rank}. [{_link_text(hit.title)}]({quote(hit.path)})"
    yield f"   Type: {shown(hit.type or NONE)}  |  Tags: {shown(', '.join(hit.tags) or NONE)}"
    if hit.description:
        yield f"   {shown(hit.description)}"
    yield f"   Match: {'; '.join(map(_match, hit.matches))}"


def _match(match: Matched) -> str:
    if match.field != "body":
        return match.field
    return f'body line {match.line}: "{shown(match.excerpt)}"'


def _filters(result: Answer) -> str:
    grouped: dict[str, list[str]] = {}
    for key, value in result.filters:
        grouped.setdefault(key, []).append(value)
    if result.scope != "all":
        grouped["in"] = [result.scope]
    return shown(", ".join(f"{key}={','.join(values)}" for key, values in grouped.items())) or "none"


def _mode(result: Answer) -> str:
    if result.mode == "full":
        return "full"
    return f"two-pass ({result.scanned} concepts, threshold {result.two_pass_threshold})"


def _remarks(result: Answer) -> Iterable[str]:
    if result.ignored_terms:
        yield f"Ignored: {shown(' '.join(result.ignored_terms))}"
    yield from (f"Hint: {shown(hint)}" for hint in result.hints)


def _nothing(result: Answer, suggestions: Suggested) -> Iterable[str]:
    yield f'No results for "{shown(result.query)}" in {result.scanned} concepts.'
    yield "Suggestions:"
    yield "  - Try broader terms"
    yield f"  - Available types: {_values(suggestions.types)}"
    yield f"  - Available tags: {_values(suggestions.tags)}"
    if suggestions.emptied_by is not None:
        closest = f"; closest: {shown(', '.join(suggestions.closest))}" if suggestions.closest else ""
        yield f"  - No concept passes the filter {suggestions.emptied_by} ({_filters(result)}){closest}"
    yield from (f"  - {remark}" for remark in _remarks(result))


def _values(counts: Sequence[Counted]) -> str:
    return shown(", ".join(count.value for count in counts)) or NONE


def _link_text(title: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", shown(title))
