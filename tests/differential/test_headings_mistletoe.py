"""Heading lines and levels against the mended block pass of mistletoe, on our own examples and on adversarial documents."""

from __future__ import annotations

import pytest
from hypothesis import given

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits
from tests.differential.known_differences import MISTLETOE, Disagreement, explain
from tests.judges.block_pass import Headings, headings_of_mistletoe
from tests.property.block_soup import seeded_soup, soup
from tests.unit.test_blocks import CASES


def ours(text: str) -> tuple[Headings, bool]:
    """Return line and level of our headings, and whether there was a definition."""
    data = text.encode()
    found = scan_blocks(data, Span(0, len(data)), limits=Limits())
    return [(data.count(b"\n", 0, block.start) + 1, block.level) for block in found.headings], bool(found.definitions)


def unexplained(text: str) -> str | None:
    """Return what both say where they differ and no known difference holds."""
    (mine, defines), theirs = ours(text), headings_of_mistletoe(text)
    if mine == theirs or explain(Disagreement(text, defines), MISTLETOE):
        return None
    return f"{text!r}: {mine} against {theirs}"


def tamed(text: str) -> str:
    """Put letters for quote markers, brackets and tags: of what is left more than a third is explained by nothing."""
    return text.translate(str.maketrans(">[<", "xxx"))


@pytest.mark.parametrize("text", [text for text, _ in CASES.values()], ids=CASES.keys())
def test_examples(text: str) -> None:
    assert unexplained(text) is None


def test_seeded_documents() -> None:
    assert [told for told in map(unexplained, map(seeded_soup, range(400))) if told] == []


def test_seeded_documents_tamed() -> None:
    texts = [tamed(seeded_soup(seed)) for seed in range(300)]
    assert [told for told in map(unexplained, texts) if told] == []
    assert sum(not explain(Disagreement(text, has_definition=False), MISTLETOE) for text in texts) > 100


@given(soup)
def test_soup(text: str) -> None:
    assert unexplained(text) is None


WITNESSES = {
    "definition-is-an-open-paragraph": "[r]: /u\n<b>\n# a\n",
    "underline-in-a-quote": "> a\n> ===\n",
    "lines-of-a-quote-are-gathered-first": "> a\n    > # b\n",
    "tab-behind-a-quote-marker": ">\t\t# b\n> \t# c\n",
    "lines-of-an-item-are-gathered-first": "- a\n  ===\n- b\n===\n",
    "item-without-text": "-\n  # a\n",
    "item-number-with-zeros": "a\n01. # b\n",
    "html-by-other-rules": "<!doctype\n# a\n>\n# b\n",
}


def test_every_known_difference_is_needed() -> None:
    assert set(WITNESSES) == {known.name for known in MISTLETOE}
    for name, text in WITNESSES.items():
        mine, defines = ours(text)
        assert mine != headings_of_mistletoe(text), name
        assert name in explain(Disagreement(text, defines), MISTLETOE)
