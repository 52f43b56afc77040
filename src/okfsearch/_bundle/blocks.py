"""Where the headings, definitions and paragraphs of a Markdown body are: block structure only, exact to the line.

One forward pass without recursion or global state, linear in the bytes on any input.  Lines outside of containers that
cannot matter are passed in bulk (`leaps`); every other line goes through the line machine (`line_machine`).  The text that a
heading has once its markup is read is left to `inline`, cutting the body out of a file to `layout`.

The rules are CommonMark's; where the reference parser of section search departs from them, its reading is followed: a line
is blank, and a heading empty, by ASCII blanks alone; a lone tag does not interrupt a lazily continued paragraph; an
underline below nothing but definitions is a closed paragraph of its own.
"""

from __future__ import annotations

import re

from okfsearch._bundle.block_values import Blocks, Definition, HeadingBlock, Paragraph
from okfsearch._bundle.leaps import after_fence, after_html, last_fresh_start, next_candidate, next_yielding, opens_container
from okfsearch._bundle.leaves import atx_text
from okfsearch._bundle.line_machine import LineMachine
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never
from okfsearch.limits import Limits

#: A whole heading line outside of containers: its hashes, and what follows them on the line.
HEADING_LINE = re.compile(rb" {0,3}+(#{1,6}+)([ \t][^\n]*+|)\r*+\n")

#: A whole line that opens a code fence outside of containers.
FENCE_LINE = re.compile(rb" {0,3}+(`{3,}+(?=[^`\n]*+\n)|~{3,}+)[^\n]*+\n")

__all__ = ["Blocks", "Definition", "HeadingBlock", "Paragraph", "scan_blocks"]


def scan_blocks(
    data: bytes,
    body: Span,
    *,
    limits: Limits,
    cancelled: Cancelled = never,
    path: str | None = None,
    paragraphs: bool = False,
) -> Blocks:
    r"""Find the block structure of a Markdown body.

    Args:
        data: the bytes of one captured file, UTF-8.
        body: the part of it that is Markdown; it starts at the start of a line.
        limits: `container_depth` caps the quotes and list items open at one line, `sections` the headings plus one.
        cancelled: asked at least once for every 128 KiB, and for every 4,096 lines that are read one by one.
        path: the bundle-relative path for error details.
        paragraphs: whether to return paragraphs too, which is slower because no line is passed over.

    Returns:
        Headings without those that are empty, definitions, and the paragraphs asked for, each in document order.

    Raises:
        LimitExceeded: a cap was passed; nothing is left out silently.
        SearchCancelled: `cancelled` answered true.

    Example:
        >>> from okfsearch._bundle.blocks import scan_blocks
        >>> from okfsearch._bundle.spans import Span
        >>> from okfsearch.limits import Limits
        >>> data = b"# One\n\n> Two\n> words\n> ---\n"
        >>> found = scan_blocks(data, Span(0, len(data)), limits=Limits())
        >>> [(block.start, block.level, [part.slice(data) for part in block.segments]) for block in found.headings]
        [(0, 1, [b'One']), (7, 2, [b'Two', b'words'])]
    """
    check(cancelled)
    machine = LineMachine(data, body, limits=limits, cancelled=cancelled, path=path, paragraphs=paragraphs)
    leaves = machine.leaves
    at, end = body.start, body.end
    while at < end:
        at, stop = (at, end) if paragraphs else _leap(machine, data, at, end, cancelled)
        while at < stop:
            at = machine.read_line(at)
            if not leaves.open_paragraph:
                leaves.floor = at
    machine.finish()
    return Blocks(tuple(leaves.headings), tuple(leaves.definitions), tuple(leaves.paragraphs))


def _leap(machine: LineMachine, data: bytes, at: int, end: int, cancelled: Cancelled) -> tuple[int, int]:
    """Pass over lines that cannot matter; the machine must read those that start in the range returned."""
    leaves = machine.leaves
    if machine.stack:
        if leaves.fence is not None or leaves.html is not None or (leaves.open_paragraph and leaves.may_define):
            return at, at + 1
        return _leap_containers(machine, data, at, end, cancelled)
    if leaves.fence is not None:
        at = leaves.forget(after_fence(data, at, end, fence=leaves.fence, cancelled=cancelled))
    elif leaves.html is not None:
        at = leaves.forget(after_html(data, at, end, html=leaves.html, cancelled=cancelled))
    elif leaves.lines is not None:
        return at, at + 1
    while True:
        before = at
        at = next_candidate(data, at, end, cancelled=cancelled)
        machine.spend(at - before)
        stop = min(at + SLICE_BYTES, end)
        heading = HEADING_LINE.match(data, at, stop)
        if heading is None:
            fence = FENCE_LINE.match(data, at, stop)
            if fence is None:
                break
            mark = (data[fence.start(1)], fence.end(1) - fence.start(1))
            at = leaves.forget(after_fence(data, fence.end(), end, fence=mark, cancelled=cancelled))
            continue
        text = atx_text(data, heading.end(1), heading.end(2))
        if text is not None:
            leaves.add_heading(HeadingBlock(at, heading.end(1) - heading.start(1), (text,)))
        at = leaves.forget(heading.end())
    if at == end:
        return end, end
    leaves.find_paragraph(at)
    if opens_container(data, at):
        return _leap_containers(machine, data, at, end, cancelled)
    return at, at + 1


def _leap_containers(machine: LineMachine, data: bytes, at: int, end: int, cancelled: Cancelled) -> tuple[int, int]:
    """Look ahead for the next line that may yield something, and start afresh as late before it as possible."""
    check(cancelled)
    last = next_yielding(data, at, end)
    if last == end:
        return machine.restart(end), end
    fresh = last_fresh_start(data, at, last, cancelled=cancelled)
    return (at if fresh == at else machine.restart(fresh)), last + 1
