"""Law: fences and parts put together are the file, and only LF ends a line."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from okfsearch._bundle.layout import split_layout

PIECES = (
    b"---",
    b"---",
    b"\n",
    b"\n",
    b"\r\n",
    b"\r",
    b"a: b",
    b" ",
    b"\t",
    b"-",
    b"\xef\xbb\xbf",
    b"...",
    b"\xc2\x85",
    b"\x00",
)
files = st.lists(st.sampled_from(PIECES), max_size=14).map(b"".join)
fenced = st.builds(lambda inside, after: b"---\n" + inside + b"\n---\n" + after, files, files)


@given(files | fenced, st.booleans())
@example(b"---\n---", False)
@example(b"---\n\n---\n", False)
def test_the_parts_are_the_file(data: bytes, lenient: bool) -> None:
    layout = split_layout(data, lenient=lenient)
    assert layout.body.end == len(data)
    assert layout.body_line == 1 + data.count(b"\n", 0, layout.body.start)
    head = data[: layout.body.start]
    if layout.frontmatter is not None:
        assert layout.closed
        block = layout.frontmatter.slice(data)
        opening, closing = head[: layout.frontmatter.start], head[layout.frontmatter.end :]
        assert opening.removeprefix(b"\xef\xbb\xbf").strip() == closing.strip() == b"---"
        assert block == b"" or block.endswith(b"\n")
        assert not any(line in {b"---\n", b"---\r\n"} for line in block.splitlines(keepends=True) if line.endswith(b"\n"))
    elif not layout.closed:
        assert head.removeprefix(b"\xef\xbb\xbf").strip() == b"---"
    else:
        assert head in {b"", b"\xef\xbb\xbf"}


def by_lines(data: bytes) -> tuple[bytes | None, bytes, bool]:
    """Tell block, body and whether a block is closed, one line after another."""
    lines = data.split(b"\n")
    last = len(lines) - 1

    def is_fence(place: int) -> bool:
        return lines[place] == b"---" or (place < last and lines[place] == b"---\r")

    if not is_fence(0):
        return None, data, True
    for place in range(1, len(lines)):
        if is_fence(place):
            return b"".join(line + b"\n" for line in lines[1:place]), b"\n".join(lines[place + 1 :]), True
    return None, b"\n".join(lines[1:]), False


@given(files | fenced)
def test_a_reader_that_goes_line_by_line_agrees(data: bytes) -> None:
    layout = split_layout(data)
    block = None if layout.frontmatter is None else layout.frontmatter.slice(data)
    assert (block, layout.body.slice(data), layout.closed) == by_lines(data)


@given(files | fenced)
def test_the_lenient_reading_changes_nothing_when_nothing_is_forgiven(data: bytes) -> None:
    lenient = split_layout(data, lenient=True)
    if not lenient.forgiven:
        assert lenient == split_layout(data)
