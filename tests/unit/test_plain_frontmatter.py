"""What the shortcut takes and what it leaves to a YAML parser."""

from __future__ import annotations

import pytest

from okfsearch._bundle.frontmatter import compose_frontmatter
from okfsearch._bundle.plain_frontmatter import plain_rows, plain_title
from okfsearch._bundle.plain_graph import build_plain

TAKEN = [
    "type: Note",
    "type: Note\r\ntitle: x\r\n",
    "\n\ntype: Note\n\n  \ntitle: x   \n",
    "title: http://x.y/#z\n",
    "title: 'a # b: c'\n",
    'title: "a # b: c"  \n',
    "title: höhe 潮 😀 a\xa0b\n",
    "title:\n",
    "title:   \n",
    "title: [a]\n",
    "title: {a: b}\n",
    "title: 3\ntags: []\nx: {}\n",
    "tags: [ a , 'b, c', \"d]\" , 1 ]\n",
    "generated: { by: human:x, at: '2026' }\n".replace("human:x", "x"),
    "tags:\n- a\n- b\ntype: x\n",
    "tags:\n    - a\n    - 'b'\n",
    "generated:\n  by: x\n  at: y\ntitle: t\n",
    "sources:\n  - resource: x\n    title: y\n  - resource: z\nsub:\n  title: no\n",
    "sources:\n- resource:\n  title:\n- title: z\n",
    "a:\n  b:\n    c:\n      - d\n      - e: f\n        g:\n          - h\ni: j\n",
    "a:\n  - b:\n    - c\n  - d\n",
    "a:\n  - b:\n  - c:\n",
    "a:\n\n  b: c\n",
    "a:\n  - [b, c]\n  - {d: e}\n",
    "true: x\nnull: y\n",
    "-x: y\n".replace("-x", "x-y.z"),
]

LEFT = [
    "",
    "\n",
    "# c\n",
    "type: Note # c\n",
    "type: a: b\n",
    "type: a:\n",
    "type: &x a\n",
    "type: *x\n",
    "type: !t a\n",
    "type: |\n  a\n",
    "type: >\n  a\n",
    "type: a\n  b\n",
    "type: 'a\n  b'\n",
    "type: 'a''b'\n",
    'type: "a\\n"\n',
    'type: "a"b\n',
    "type: -5\n",
    "type: ?x\n",
    "type: @x\n",
    "type: [a\n  b]\n",
    "type: [a, [b]]\n",
    "type: [a: b]\n",
    "type: [a?]\n",
    "type: [a,]\n",
    "type: {a, b}\n",
    "type: {a: b: c}\n",
    "type:\ta\n",
    "type: a\tb\n",
    "  type: a\n",
    "- a\n",
    "text\n",
    "type:a\n",
    "<<: {a: b}\n",
    "'type': a\n",
    "? type\n: a\n",
    "2024: a\n",
    "a: b\n c: d\n",
    "a:\n   b: c\n  d: e\n",
    "a:\n  - b\n c: d\n",
    "a:\n  - b\n  c: d\n",
    "a: b\n- c\n",
    "a: b\n  - c\n",
    "a:\n  -\n",
    "a:\n  - \n",
    "a:\n  - b\n  - \n",
    "a:\n  - - b\n",
    "a:\n  - b:\n      c: d\n     e: f\n",
    "a: b\rc: d\n",
    "a: b\u0085c: d\n",
    "a: b\u2028c: d\n",
    "\ufeffa: b\n",
    "a: \ufffe\n",
    "a: b\x01\n",
    "...\n",
    "--- x\n",
    "k" * 101 + ": v\n",
    "a: " + "x" * 50_000,
    "".join(f"{'  ' * depth}k:\n" for depth in range(40)),
]


@pytest.mark.parametrize("text", TAKEN)
def test_taken_and_read_like_yaml(text: str) -> None:
    assert plain_rows(text) is not None
    full = compose_frontmatter(text.encode(), text)
    assert (build_plain(text), plain_title(text)) == (full.graph, full.title)


@pytest.mark.parametrize("text", LEFT)
def test_left_to_the_parser(text: str) -> None:
    assert plain_rows(text) is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("title: a", "a"),
        ("type: x\ntitle: a\r\n", "a"),
        ("title: 'a'\n", "a"),
        ("title: ' '\n", None),
        ("title: 5\n", None),
        ("title: a\ntitle: b\n", None),
        ("subtitle: a\n", None),
        ("sub:\n  title: a\n", None),
        ("titles: a\n", None),
    ],
)
def test_the_title(text: str, title: str | None) -> None:
    assert plain_rows(text) is not None
    assert plain_title(text) == title
