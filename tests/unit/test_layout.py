"""Where the fences of a file are, and where they are not."""

from __future__ import annotations

import pytest

from okfsearch._bundle.layout import split_layout


def parts(data: bytes, *, lenient: bool = False) -> tuple[bytes | None, bytes, int, bool]:
    layout = split_layout(data, lenient=lenient)
    block = None if layout.frontmatter is None else layout.frontmatter.slice(data)
    return block, layout.body.slice(data), layout.body_line, layout.closed


@pytest.mark.parametrize(
    ("data", "block", "body", "line"),
    [
        (b"---\na: b\n---\nbody\n", b"a: b\n", b"body\n", 4),
        (b"---\n---\nbody", b"", b"body", 3),
        (b"---\na: b\n---", b"a: b\n", b"", 3),
        (b"---\r\na: b\n---\r\nbody", b"a: b\n", b"body", 4),
        (b"---\na: b\r\n---\nbody", b"a: b\r\n", b"body", 4),
        (b"---\na: b\n---\n---\nx\n---\n", b"a: b\n", b"---\nx\n---\n", 4),
        (b"---\n----\n --- \n--- x\n...\n---\n", b"----\n --- \n--- x\n...\n", b"", 7),
        (b"---\na\r---\rb\n---\n", b"a\r---\rb\n", b"", 4),
    ],
)
def test_a_closed_block(data: bytes, block: bytes, body: bytes, line: int) -> None:
    assert parts(data) == (block, body, line, True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"text\n---\n",
        b"\n---\na: b\n---\n",
        b" ---\na: b\n---\n",
        b"--- \na: b\n---\n",
        b"---\t\na: b\n---\n",
        b"----\na: b\n----\n",
        b"--\na: b\n--\n",
        b"\xef\xbb\xbf---\na: b\n---\n",
        b"---\rtype: x\r---\rneedle",
        b"---\r",
        b"---\r\r\na\n---\n",
    ],
)
def test_no_block(data: bytes) -> None:
    assert parts(data) == (None, data, 1, True)


@pytest.mark.parametrize(
    ("data", "body", "line"),
    [
        (b"---", b"", 1),
        (b"---\n", b"", 2),
        (b"---\na: b\n", b"a: b\n", 2),
        (b"---\na: b\n--- \n", b"a: b\n--- \n", 2),
        (b"---\na: b\n---\r", b"a: b\n---\r", 2),
        (b"---\r\na: b\n----\n", b"a: b\n----\n", 2),
    ],
)
def test_a_block_never_closed(data: bytes, body: bytes, line: int) -> None:
    assert parts(data) == (None, body, line, False)


@pytest.mark.parametrize(
    ("data", "block", "body", "forgiven"),
    [
        (b"---\na: b\n---\nx", b"a: b\n", b"x", ()),
        (b"\xef\xbb\xbf---\na: b\n---\nx", b"a: b\n", b"x", (("byte_order_mark", 1),)),
        (b"\xef\xbb\xbf# Kelp\n", None, b"# Kelp\n", (("byte_order_mark", 1),)),
        (b"--- \t\na: b\n---\nx", b"a: b\n", b"x", (("blank_after_fence", 1),)),
        (b"---\na: b\n--- \r\nx", b"a: b\n", b"x", (("blank_after_fence", 3),)),
        (b"--- \n---\t", b"", b"", (("blank_after_fence", 1), ("blank_after_fence", 2))),
        (b"--- Title ---\nkelp\n---\n", None, b"--- Title ---\nkelp\n---\n", ()),
        (b"\n---\na: b\n---\n", None, b"\n---\na: b\n---\n", ()),
    ],
)
def test_the_lenient_reading(data: bytes, block: bytes | None, body: bytes, forgiven: tuple[tuple[str, int], ...]) -> None:
    assert parts(data, lenient=True)[:2] == (block, body)
    assert split_layout(data, lenient=True).forgiven == forgiven
    assert split_layout(data).forgiven == ()


def test_the_lenient_reading_of_an_open_block() -> None:
    assert parts(b"\xef\xbb\xbf--- \nkelp\n", lenient=True) == (None, b"kelp\n", 2, False)
