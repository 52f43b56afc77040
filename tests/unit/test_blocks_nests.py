"""Nests, runs of items and whole fences that are read at once: they give what line by line gives, and keep the cap on depth."""

from __future__ import annotations

import pytest

from okfsearch import LimitExceeded
from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.leaps import last_item_start
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits

DEPTH = 12

#: Sources with the levels of their headings.
SOURCES: dict[str, tuple[str, list[int]]] = {
    "quotes": ("> > > > > > # a\n" * 2, [1, 1]),
    "quotes without blanks": (">>>>>> # a\n" * 2, [1, 1]),
    "more quotes": ("> > > > > a\n> > > > > > > # b\n", [1]),
    "fewer quotes": ("> > > > > > a\n> > > # b\n", [1]),
    "quotes in an item": ("- > > > > > a\n  > > > > > ===\n", [1]),
    "lazy quotes keep no underline": ("> > > > > > a\n> > ===\n", []),
    "items": ("- - - - - # a\n", [1]),
    "items of all kinds": ("* 1. + 22) - > - # a\n", [1]),
    "items that end in a break": ("+ + + + - - -\n# a\n", [1]),
    "items that end in a break mark": ("- + - + - + *\n# a\n", [1]),
    "a break of many marks": ("+ - - - - - -\n# a\n", [1]),
    "code in items": ("- - - -      # a\n", []),
    "an underline in items": ("- - - - - a\n          ===\n", [1]),
    "fences": ("x\n\n```\n# a\n```\n~~~~\n```\n# a\n~~~~\n# b\n", [1]),
    "fences closed by more": ("x\n\n```\n````\n```a\n# a\n```\n# b\n", [1]),
    "a fence that nothing closes": ("x\n\n```\n```\n```\n# a\n", []),
    "rules and empty headings": ("x\n\n***\n#\n- - -\n ##\n===\n===\n", [1]),
    "fences in items": ("x\n\n- ```\n  # a\n\n  ```\n- ~~~\n  ~~~\n\n# b\n", [1]),
    "a fence in an item that goes on": ("x\n\n- ```\n  ```\n\n  # a\n", [1]),
    "a fence that leaves its item": ("x\n\n- ```\n# a\n  ```\n", [1]),
    "big numbers": ("> x\n" + "99. a\n" * 9 + "b\n---\n", []),
    "big numbers and text": ("99. a\nb\n" * 9 + "    ---\n# c\n", [2, 1]),
    "numbers in a paragraph": ("x\n2. a\n3. b\n===\n", [1]),
}


@pytest.mark.parametrize("name", SOURCES)
def test_what_is_read_at_once_gives_what_every_line_gives(name: str) -> None:
    text, levels = SOURCES[name]
    data = text.encode()
    leaping = scan_blocks(data, Span(0, len(data)), limits=Limits(container_depth=DEPTH))
    reading = scan_blocks(data, Span(0, len(data)), limits=Limits(container_depth=DEPTH), paragraphs=True)
    assert leaping.headings == reading.headings
    assert [heading.level for heading in leaping.headings] == levels


@pytest.mark.parametrize("marker", ["> ", "- ", "+ ", "1. "])
def test_a_nest_passes_the_cap_only_beyond_it(marker: str) -> None:
    at_cap = (marker * DEPTH + "a\n").encode()
    assert scan_blocks(at_cap, Span(0, len(at_cap)), limits=Limits(container_depth=DEPTH)).headings == ()
    beyond = marker.encode() + at_cap
    with pytest.raises(LimitExceeded) as error:
        scan_blocks(beyond, Span(0, len(beyond)), limits=Limits(container_depth=DEPTH))
    assert error.value.details["limit"] == "container_depth"


@pytest.mark.parametrize(
    ("text", "last", "start"),
    [("2. a\n3. b\nc\n4. d\n", 12, 12), ("2. a\n3. b\nc\n4. d\n", 10, 5), ("2. a\nb\n", 7, 0), ("a\n2. b\n", 2, 0)],
)
def test_the_last_item_of_a_run(text: str, last: int, start: int) -> None:
    assert last_item_start(text.encode(), 0, last, len(text)) == start
