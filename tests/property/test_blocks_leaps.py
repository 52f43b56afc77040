"""Law: passing over lines changes nothing; a scan that reads every line finds the same headings and definitions."""

from __future__ import annotations

from hypothesis import example, given

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits
from tests.property.block_soup import soup


@given(soup)
@example("`c`\n\n    * \n1. 01. \n  ````\n-    # c\n</div>\n1. \n")
@example('"t" junk\n  \n> >  beta gamma(t)\n````\n    \n## b ##\n<div>  \n\n\n')
def test_leaps_change_nothing(text: str) -> None:
    data = text.encode()
    leaping = scan_blocks(data, Span(0, len(data)), limits=Limits())
    reading = scan_blocks(data, Span(0, len(data)), limits=Limits(), paragraphs=True)
    assert leaping.headings == reading.headings
    assert leaping.definitions == reading.definitions
