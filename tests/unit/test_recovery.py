"""What is still told of a broken block."""

from __future__ import annotations

import pytest

from okfsearch._bundle.recovery import recover_frontmatter


@pytest.mark.parametrize(
    ("block", "key", "texts"),
    [
        (b"title: ADR-1: Files first\n", "title", ("ADR-1: Files first",)),
        (b"title :\tx \r\n", "title", ("x",)),
        (b"title: 'x: y'\n", "title", ("x: y",)),
        (b"title: '\n", "title", ("'",)),
        (b"title: \"x'\n", "title", ("\"x'",)),
        (b"title: a\ntitle: b\n", "title", ("b",)),
        (b" title: x\n", "title", ()),
        (b"subtitle: x\n", "title", ()),
        (b"title:x\n", "title", ()),
        (b"title:\n", "title", ()),
        (b"title: null\n", "title", ()),
        (b"title: \xff\n", "title", ("\ufffd",)),
        (b"tags: [a, 'b', , 3]\n", "tags", ("a", "b", "3")),
        (b"tags: []\n", "tags", ()),
        (b"tags: [a\n", "tags", ("[a",)),
        (b"tags:\n- a\n  - b\nx: [\n- c\n", "tags", ("a", "b")),
        (b"tags: a\n- b\n", "tags", ("a",)),
        (b"- a\ntags:\n", "tags", ()),
        (b"type: T\n", "type", ("T",)),
        (b"description: 1.10\n", "description", ("1.10",)),
        (b"status: x\n", "status", ()),
    ],
)
def test_values(block: bytes, key: str, texts: tuple[str, ...]) -> None:
    assert recover_frontmatter(block).texts(key) == texts


def test_title_and_lines() -> None:
    values = recover_frontmatter(b"x: [\ntitle: a: b\ntags:\n- c\n")
    assert (values.title, values.line("title"), values.keys, values.duplicates) == ("a: b", 2, ("title", "tags"), ())
    assert recover_frontmatter(b"title: 2024\n").title is None
    tags = values.value("tags")
    assert tags is not None
    assert [tag.line for tag in tags.items] == [4]


def test_nothing_to_find() -> None:
    assert recover_frontmatter(b"").keys == ()
