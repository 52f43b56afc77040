"""Heading lines and levels against markdown-it-py, on our own examples and on adversarial documents."""

from __future__ import annotations

import pytest
from hypothesis import given

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits
from tests.differential.heading_judges import headings_of_markdown_it
from tests.differential.known_differences import MARKDOWN_IT, Disagreement, explain
from tests.property.block_soup import seeded_soup, soup
from tests.unit.test_blocks import CASES


def unexplained(text: str) -> str | None:
    """Return what both say where they differ and no known difference holds."""
    data = text.encode()
    found = scan_blocks(data, Span(0, len(data)), limits=Limits())
    ours = [(data.count(b"\n", 0, block.start) + 1, block.level) for block in found.headings]
    try:
        theirs, defines = headings_of_markdown_it(text)
    except IndexError:
        # It reads behind the end of some documents that end in an HTML block within containers.
        return None
    if ours == theirs or explain(Disagreement(text, bool(found.definitions) or defines), MARKDOWN_IT):
        return None
    return f"{text!r}: {ours} against {theirs}"


@pytest.mark.parametrize("text", [text for text, _ in CASES.values()], ids=CASES.keys())
def test_examples(text: str) -> None:
    assert unexplained(text) is None


def test_seeded_documents() -> None:
    assert [told for told in map(unexplained, map(seeded_soup, range(2_000))) if told] == []


@given(soup)
def test_soup(text: str) -> None:
    assert unexplained(text) is None


def test_every_known_difference_is_needed() -> None:
    witnesses = {
        "definition-is-an-open-paragraph": "[r]: /u\n<b>\n# a\n",
        "destination-that-could-be-an-underline": "[r]:\n--\n",
        "tab-behind-a-lone-tag": "<b>\t\n# a\n",
        "closing-tag-of-raw-text": "</pre>\n# a\n",
        "indented-line-below-a-quote": "> a\n    ># b\n",
        "tab-behind-a-quote-marker": "> >\t01. \t# t\n",
        "blank-beyond-ascii": "# \u00a0\n",
    }
    assert set(witnesses) == {known.name for known in MARKDOWN_IT}
    for name, text in witnesses.items():
        data = text.encode()
        ours = [
            (data.count(b"\n", 0, block.start) + 1, block.level)
            for block in scan_blocks(data, Span(0, len(data)), limits=Limits()).headings
        ]
        theirs, defines = headings_of_markdown_it(text)
        assert ours != theirs, name
        assert name in explain(Disagreement(text, defines), MARKDOWN_IT)
