"""Law: what is found lies in the source in order, one line to a span, without overlap, and never blank."""

from __future__ import annotations

import itertools

from hypothesis import given

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits
from tests.property.block_soup import soup


@given(soup, soup)
def test_spans_lie_in_the_source(front: str, text: str) -> None:
    front = front if front.endswith("\n") or not front else front + "\n"
    data = (front + text).encode()
    body = Span(len(front.encode()), len(data))
    found = scan_blocks(data, body, limits=Limits(), paragraphs=True)
    segments = [block.segments for block in found.headings] + [block.segments for block in found.paragraphs]
    spans = [part for parts in segments for part in parts]
    spans.sort(key=lambda span: span.start)
    assert all(body.start <= span.start < span.end <= body.end for span in spans)
    assert all(above.end <= below.start for above, below in itertools.pairwise(spans))
    assert all(b"\n" not in span.slice(data) for span in spans)
    assert all(span.slice(data).strip(b" \t\r") for span in spans)
    for block in found.headings:
        assert block.start == data.rfind(b"\n", 0, block.segments[0].start) + 1
        assert 1 <= block.level <= 6
    starts = [block.segments[0].start for block in found.headings]
    assert starts == sorted(set(starts))


@given(soup)
def test_a_body_is_read_as_a_file_of_its_own(text: str) -> None:
    data = text.encode()
    alone = scan_blocks(data, Span(0, len(data)), limits=Limits())
    behind = scan_blocks(b"x\n" + data + b"# y\n", Span(2, 2 + len(data)), limits=Limits())
    assert [block.start + 2 for block in alone.headings] == [block.start for block in behind.headings]
    assert alone.definitions == behind.definitions
