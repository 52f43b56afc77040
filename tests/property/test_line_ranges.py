"""Law: sections are disjoint and in order, cover every byte that is not blank, and their lines are counted LFs."""

from __future__ import annotations

from hypothesis import given

import okfsearch
from tests.strategies import document

SPACE = " \t\n\v\f\r\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def body_start(data: bytes) -> int:
    """Find the end of the frontmatter by the wording of the contract: two lines of exactly three dashes."""
    lines = data.split(b"\n")
    fences = [place for place, line in enumerate(lines) if line in {b"---", b"---\r"}]
    if not fences or fences[0] != 0:
        return 0
    return min(len(data), sum(len(line) + 1 for line in lines[: fences[1] + 1]))


@given(document)
def test_sections_cover_the_body(data: bytes) -> None:
    sections = okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": data})).sections
    done = body_start(data)
    for section in sections:
        assert section.start >= done
        assert not data[done : section.start].decode().strip(SPACE)
        done = section.end
        assert data[section.start : section.end].decode().strip(SPACE)
    assert not data[done:].decode().strip(SPACE)


@given(document)
def test_lines_are_counted_line_feeds(data: bytes) -> None:
    for section in okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": data})).sections:
        assert section.line_start == data.count(b"\n", 0, section.start) + 1
        assert section.line_end == data.count(b"\n", 0, section.end) + 1
        assert section.start == 0 or data[section.start - 1 : section.start] == b"\n"
        assert data[section.end : section.end + 1] in {b"\n", b"\r", b""}
        assert (section.lines.start, section.lines.end) == (section.line_start, section.line_end)
        assert section.span.slice(data) == data[section.start : section.end]
