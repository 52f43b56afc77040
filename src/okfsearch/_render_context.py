"""Text from packets and matches: Markdown for a prompt or a terminal.

The Markdown of a section is its author's and stands as it is; everything around it is put on one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from okfsearch._shown import shown
from okfsearch.issues import Issue

__all__ = ["harmless", "render_matches", "render_packet"]


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Named(Protocol):
    """What is shown of a revision."""

    @property
    def spec_version(self) -> str: ...
    @property
    def index_sha256(self) -> str: ...


class Place(Protocol):
    """What is shown of one section."""

    @property
    def path(self) -> str: ...
    @property
    def locator(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def heading_path(self) -> Sequence[str]: ...
    @property
    def type(self) -> str | None: ...
    @property
    def line_start(self) -> int: ...
    @property
    def line_end(self) -> int: ...
    @property
    def relation(self) -> str: ...
    @property
    def score(self) -> float: ...


class Source(Place, Protocol):
    """And of one in a packet."""

    @property
    def markdown(self) -> str: ...


class Matched(Place, Protocol):
    """And of a match."""

    @property
    def snippet(self) -> str: ...


class Answer(Protocol):
    """What is shown of a result."""

    @property
    def status(self) -> str: ...
    @property
    def root(self) -> str: ...
    @property
    def revision(self) -> Named: ...
    @property
    def query(self) -> str: ...
    @property
    def issues(self) -> Sequence[Issue]: ...


class Packet(Answer, Protocol):
    """And of a packet."""

    @property
    def budget(self) -> int: ...
    @property
    def estimated_tokens(self) -> int: ...
    @property
    def sources(self) -> Sequence[Source]: ...


class Matches(Answer, Protocol):
    """And of matches."""

    @property
    def matches(self) -> Sequence[Matched]: ...


def render_packet(packet: Packet) -> str:
    """Return a packet as Markdown: a head, then each section with where it stands."""
    lines = [
        *_head("Open Knowledge Context", packet),
        f"Context: {packet.estimated_tokens} / {packet.budget} estimated tokens",
        f"Sources: {len(packet.sources)}",
        f"Validation issues: {len(packet.issues)}",
    ]
    if not packet.sources:
        lines += ["", "No matching source sections found."]
    for number, source in enumerate(packet.sources, 1):
        lines += [*_place(number, source), "", harmless(source.markdown)]
    return "\n".join(lines)


def render_matches(result: Matches) -> str:
    """Return matches as Markdown: a head, then each match with its snippet."""
    lines = [
        *_head("Open Knowledge Search Matches", result),
        f"Matches: {len(result.matches)}",
        f"Validation issues: {len(result.issues)}",
    ]
    if not result.matches:
        lines += ["", "No matching source sections found."]
    for number, match in enumerate(result.matches, 1):
        lines += _place(number, match)
        if match.heading_path:
            lines.append(f"Heading path: {' > '.join(map(shown, match.heading_path))}")
        if match.type:
            lines.append(f"Type: `{shown(match.type)}`")
        lines += ["", harmless(match.snippet)]
    return "\n".join(lines)


def harmless(text: str) -> str:
    """Return lines as they stand but for control characters, which might steer a terminal."""
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text.replace("\r\n", "\n"))


def _head(title: str, result: Answer) -> list[str]:
    return [
        f"# {title}",
        "",
        f"Query: {shown(result.query)}",
        f"Root: `{shown(result.root)}`",
        f"Status: `{result.status}`",
        f"Revision: `{result.revision.index_sha256}` (OKF {result.revision.spec_version})",
    ]


def _place(number: int, place: Place) -> list[str]:
    return [
        "",
        f"## {number}. {shown(place.heading or place.title)}",
        "",
        f"Source: `{shown(place.path)}:{place.line_start}-{place.line_end}`",
        f"Locator: `{place.locator}`",
        f"Relation: `{place.relation}`",
        f"Score: `{place.score:.2f}`",
    ]
