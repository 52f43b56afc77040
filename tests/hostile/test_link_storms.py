"""Storms of brackets, parentheses and openings: each is read to its end, and says what CommonMark says."""

from __future__ import annotations

import pytest

from okfsearch import Limits, Snapshot, index_concepts
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.links import read_links
from okfsearch._bundle.snapshot import CapturedFile

SIZE = 60_000


def count(text: str) -> int:
    file = CapturedFile.of("a.md", f"{text}\n\n[r]: /x\n".encode())
    return len(read_links(read_documents([file], limits=Limits()).documents[0], limits=Limits()))


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[" * SIZE, 0),
        ("]" * SIZE, 0),
        ("![" * SIZE, 0),
        ("x <" * SIZE, 0),
        ("[a](b" * SIZE, 0),
        ("[a](<b" * SIZE, 0),
        ('[a](b "' * SIZE, 0),
        ("[a](" + " " * SIZE + "[a](", 0),
        ("[a](" + "(" * SIZE, 0),
        ("[r][" * SIZE, SIZE),
        ("![r][" * SIZE, SIZE),
        ("[r]" * SIZE, SIZE // 2),
        ("[" * SIZE + "r" + "](x)" * SIZE, 1),
        ("![" * SIZE + "r" + "](x)" * SIZE, 1),
        ("[" * SIZE + "r" + "]" * SIZE, 1),
        ("x <!-- <? <![CDATA[ <!a " * (SIZE // 8), 0),
        ("`a``b```c" * (SIZE // 8) + "[r]", 1),
        ("\\[" * SIZE, 0),
        ("![" * SIZE + "r" + "]" * SIZE, 1),
    ],
    ids=range(19),
)
def test_a_storm_passes(text: str, links: int) -> None:
    assert count(text) == links


def test_aliases_are_not_expanded_when_a_concept_is_opened() -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 2)}]\n" for n in range(1, 14))
    text = f"---\ntype: x\na0: &a0 [1, 2]\n{levels}---\nx\n"
    opened = index_concepts(Snapshot.of({"a.md": text.encode()})).open("a")
    deepest = opened.frontmatter["a13"]
    for _ in range(13):
        assert deepest[0] is deepest[1]
        deepest = deepest[0]
    assert deepest == ["1", "2"]
