"""An independent judge of matches and packets: the captured bytes against what a result of context search says of them.

It shares no code with the library on purpose: no import of it, no line table, no escaping, no reader of Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import unquote

SNIPPET_CODE_POINTS = 180

#: What counts as blank at the ends of a text, by code point.
ODD_BLANKS = (0x20, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
BLANKS = "".join(map(chr, [*range(9, 14), *range(0x2000, 0x200B), *ODD_BLANKS]))
DOCUMENT = re.compile(r".*\.(md|markdown)", re.IGNORECASE | re.DOTALL)
LOCATOR = re.compile(r"okf\+sha256://([0-9a-f]{64})/([A-Za-z0-9._~$&+=:@%-]+)#([0-9a-f]{64})")
#: Only with one of these can a line of a section be one that no reader is shown.
MARKUP = "<"


def check_matches(snapshot: Any, result: Any) -> None:
    """Assert that every match is true of the captured bytes, and that the result fits together."""
    files = check_answer(snapshot, result, result.matches)
    scores = [match.score for match in result.matches]
    assert "link_expansion" in result.route or scores == sorted(scores, reverse=True), "matches out of order"
    for match in result.matches:
        lines = lines_of(files, match)
        text = "\n".join(lines)
        assert match.relation in {"direct", "outgoing-link", "backlink"}, f"{match.path}: relation {match.relation}"
        assert match.neighbor == (match.relation != "direct"), f"{match.path}: a neighbour that is none, or one untold"
        assert len(match.snippet) <= SNIPPET_CODE_POINTS, f"{match.path}: a snippet of {len(match.snippet)} code points"
        assert match.snippet, f"{match.path}: an empty snippet"
        assert match.snippet in text, f"{match.path}: the snippet is not in its lines"
        assert list(match.matches) == sorted(set(match.matches)), f"{match.path}: fields out of order"
        assert match.matches, f"{match.path}: nothing matched"
        # The line end that parts two sections belongs to none.
        shown = "\n".join(line.removesuffix("\r") for line in lines).strip(BLANKS)
        if MARKUP not in shown:
            assert sha256(shown.encode()).hexdigest() == match.content_sha256, f"{match.path}: not the digest of its text"
            assert match.estimated_tokens == -(-len(shown) // 4), f"{match.path}: {match.estimated_tokens} tokens"


def check_packet(snapshot: Any, packet: Any, *, own_counter: bool = False) -> None:
    """Assert that every source is true of the captured bytes, that the budget holds, and that the packet fits together."""
    files = check_answer(snapshot, packet, packet.sources)
    told = sum(source.estimated_tokens for source in packet.sources)
    assert packet.estimated_tokens == told, f"{packet.estimated_tokens} tokens told, {told} counted"
    assert told <= packet.budget, f"{told} tokens in a budget of {packet.budget}"
    assert not any(source.truncated for source in packet.sources[:-1]), "a cut section that is not the last"
    for source in packet.sources:
        check_source(lines_of(files, source), source, own_counter=own_counter)


def check_source(lines: list[str], source: Any, *, own_counter: bool = False) -> None:
    """Assert that the Markdown of a source is what its lines show, whole or cut."""
    text, markdown = "\n".join(line.removesuffix("\r") for line in lines).strip(BLANKS), source.markdown
    assert markdown.strip(), f"{source.path}: nothing but blanks"
    assert source.relation in {"direct", "document-context", "outgoing-link", "backlink"}, f"relation {source.relation}"
    if not own_counter:
        counted = -(-len(markdown) // 4)
        assert source.estimated_tokens == counted, f"{source.path}: {source.estimated_tokens} tokens told, {counted} counted"
    if not source.truncated:
        assert sha256(markdown.encode()).hexdigest() == source.content_sha256, f"{source.path}: not the digest of its text"
    if MARKUP in text:
        assert is_within(markdown.split("\n"), text.split("\n")), f"{source.path}: the text is not in its lines"
    elif source.truncated:
        # The last line named is the last one that is there, in part or whole.
        assert text.startswith(markdown), f"{source.path}: the cut text is no beginning of its lines"
        assert "\n" not in text[len(markdown) :], f"{source.path}: cut before its last line"
    else:
        assert markdown == text, f"{source.path}: not the text of its lines"


def is_within(part: Sequence[str], whole: Iterable[str]) -> bool:
    """Tell whether lines stand in others in this order; blank ones may have been made so, and the last may be cut."""
    rest = iter(whole)
    return all(not wanted or any(found.strip(BLANKS).startswith(wanted.strip(BLANKS)) for found in rest) for wanted in part)


def check_answer(snapshot: Any, result: Any, sections: Sequence[Any]) -> dict[str, tuple[str, list[str]]]:
    """Assert what holds for matches and packets; return digest and physical lines of every file they name."""
    assert len(sections) <= result.limit, f"{len(sections)} sections for a limit of {result.limit}"
    assert result.status == ("managed" if snapshot.managed else "unmanaged"), "another status than the bundle's"
    places = [(section.path, section.line_start) for section in sections]
    assert len(set(places)) == len(places), "one section twice"
    found = revision_of(snapshot)
    assert found is None or result.revision.index_sha256 == found, "the revision is not that of the bytes"
    missing = set(result.missing_terms)
    paths = {section.path for section in sections}
    files: dict[str, tuple[str, list[str]]] = {}
    for file in snapshot.files:
        if file.path in paths:
            lines = file.data.decode("utf-8").split("\n")
            files[file.path] = sha256(file.data).hexdigest(), lines[: len(lines) - (not lines[-1])]
    for section in sections:
        check_section(section, files[section.path], result.revision.index_sha256)
        assert not missing & set(section.matched_terms), f"{section.path}: holds a word that is said to be missing"
    return files


def check_section(section: Any, file: tuple[str, list[str]], revision: str) -> None:
    """Assert that a section's place, digests and names agree."""
    digest, lines = file
    assert section.file_sha256 == digest, f"{section.path}: not the digest of the file"
    assert 1 <= section.line_start <= section.line_end <= len(lines), (
        f"{section.path}: lines {section.line_start} to {section.line_end} of {len(lines)}"
    )
    named = LOCATOR.fullmatch(section.locator)
    assert named, f"{section.path}: the locator is malformed"
    assert named[1] == revision, f"{section.path}: the locator names another revision"
    assert unquote(named[2], errors="strict") == section.path, f"{section.path}: the locator names another path"
    assert named[3] == section.content_sha256, f"{section.path}: the locator names another text"
    stem, _, anchor = section.id.rpartition("#")
    assert section.path.startswith(f"{stem}.") and "/" not in section.path[len(stem) :], f"{section.path}: id {section.id}"
    assert (anchor == "top" and not section.heading) or section.heading_path, f"{section.path}: no heading, and not the top"
    assert section.heading_path[-1:] == ((section.heading,) if section.heading_path else ()), f"{section.path}: another heading"


def lines_of(files: dict[str, tuple[str, list[str]]], section: Any) -> list[str]:
    """Return the lines of a section; a mark at the beginning of its file is text to a strict reader, and none to a lenient one."""
    lines = files[section.path][1][section.line_start - 1 : section.line_end]
    if section.line_start > 1 or not lines or not lines[0].startswith("\ufeff"):
        return lines
    whole = "\n".join(line.removesuffix("\r") for line in lines).strip(BLANKS)
    strict = sha256(whole.encode()).hexdigest() == section.content_sha256
    shown: str = section.markdown if hasattr(section, "markdown") else section.snippet
    kept = strict or shown.startswith("\ufeff")
    return lines if kept else [lines[0].removeprefix("\ufeff"), *lines[1:]]


def revision_of(snapshot: Any) -> str | None:
    """Digest paths and bytes of all documents; None where one could not be read, which is for the reader to say."""
    digest = sha256()
    for file in sorted(snapshot.files, key=lambda file: file.path.encode()):
        if DOCUMENT.fullmatch(file.path) is None:
            continue
        if file.path.rpartition("/")[2].casefold() in {".md", ".markdown"}:
            return None
        try:
            file.data.decode("utf-8")
        except UnicodeDecodeError:
            continue
        path = file.path.encode()
        digest.update(b"f" + len(path).to_bytes(8, "big") + path + len(file.data).to_bytes(8, "big") + file.data)
    return digest.hexdigest()
