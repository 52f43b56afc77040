"""Text and pages from the answers over many bundles: Markdown for a prompt or a terminal, and a table for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from okfsearch._html import SHOWN_ROWS, marked, note_rows, text_of
from okfsearch._render_context import Matched, Place, Source, harmless
from okfsearch._shown import shown

__all__ = ["render_federated_html", "render_federated_matches", "render_federated_packet"]


class Searched(Protocol):
    """What is shown of one bundle."""

    @property
    def name(self) -> str: ...
    @property
    def error_code(self) -> str | None: ...
    @property
    def error_message(self) -> str | None: ...


class Fused(Protocol):
    """What is shown of a place in the one order."""

    @property
    def knowledge_base(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def fusion_score(self) -> float: ...


class FusedMatch(Fused, Protocol):
    """And of a match."""

    @property
    def match(self) -> Matched: ...


class FusedSource(Fused, Protocol):
    """And of a source."""

    @property
    def source(self) -> Source: ...


class Answer(Protocol):
    """What is shown of a result."""

    @property
    def query(self) -> str: ...
    @property
    def knowledge_bases(self) -> Sequence[Searched]: ...


class Matches(Answer, Protocol):
    """And of matches."""

    @property
    def matches(self) -> Sequence[FusedMatch]: ...


class Packet(Answer, Protocol):
    """And of a packet."""

    @property
    def budget(self) -> int: ...
    @property
    def estimated_tokens(self) -> int: ...
    @property
    def sources(self) -> Sequence[FusedSource]: ...


def render_federated_packet(packet: Packet) -> str:
    """Return a packet as Markdown: a head with every bundle that failed, then each section with where it stands."""
    lines = [
        *_head("Open Knowledge Federated Context", packet),
        f"Context: {packet.estimated_tokens} / {packet.budget} estimated tokens",
        f"Sources: {len(packet.sources)}",
        *_failures(packet),
    ]
    if not packet.sources:
        lines += ["", "No matching source sections found."]
    for number, one in enumerate(packet.sources, start=1):
        lines += [*_place(number, one, one.source), "", harmless(one.source.markdown)]
    return "\n".join(lines)


def render_federated_matches(result: Matches) -> str:
    """Return matches as Markdown: a head with every bundle that failed, then each match with its snippet."""
    lines = [
        *_head("Open Knowledge Federated Search Matches", result),
        f"Matches: {len(result.matches)}",
        *_failures(result),
    ]
    if not result.matches:
        lines += ["", "No matching source sections found."]
    for number, one in enumerate(result.matches, start=1):
        lines += [*_place(number, one, one.match), "", harmless(one.match.snippet)]
    return "\n".join(lines)


def _head(title: str, result: Answer) -> list[str]:
    return [
        f"# {title}",
        "",
        f"Query: {shown(result.query)}",
        f"Knowledge bases: {len(result.knowledge_bases)}",
        "Fusion: `rrf` (rank constant 60)",
    ]


def _failures(result: Answer) -> list[str]:
    return [
        f"Knowledge base error: `{shown(one.name)}`: {one.error_code}: {one.error_message}"
        for one in result.knowledge_bases
        if one.error_code is not None
    ]


def _place(number: int, one: Fused, place: Place) -> list[str]:
    name = shown(one.knowledge_base)
    return [
        "",
        f"## {number}. {name} / {shown(place.heading or place.title)}",
        "",
        f"Source: `{name}:{shown(place.path)}:{place.line_start}-{place.line_end}`",
        f"Locator: `{place.locator}`",
        f"Rank: `{one.rank}`; fusion score: `{one.fusion_score:.9f}`; source score: `{place.score:.2f}`",
        f"Relation: `{place.relation}`",
    ]


def render_federated_html(result: Matches | Packet) -> str:
    """Return the answer as a plain table; every text is escaped, nothing depends on styles or scripts."""
    found: list[tuple[Fused, Place, str]] = [(one, one.match, one.match.snippet) for one in getattr(result, "matches", ())]
    found += [(one, one.source, one.source.markdown) for one in getattr(result, "sources", ())]
    rows = "".join(
        f"<tr><td>{number}</td><td>{text_of(one.knowledge_base)}</td>"
        f"<td><code>{text_of(place.path)}:{place.line_start}-{place.line_end}</code></td>"
        f"<td>{text_of(place.heading or place.title)}</td><td>{marked(text, ())}</td></tr>"
        for number, (one, place, text) in enumerate(found[:SHOWN_ROWS], start=1)
    )
    note = note_rows(len(found))
    failed = "".join(f"<li>{text_of(line)}</li>" for line in _failures(result))
    return (
        f"<p>{len(found)} sections for <q>{text_of(result.query)}</q> in {len(result.knowledge_bases)} bundles.{note}</p>"
        + (f"<ul>{failed}</ul>" if failed else "")
        + "<table><thead><tr><th>#</th><th>Bundle</th><th>Where</th><th>Heading</th><th>Text</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )
