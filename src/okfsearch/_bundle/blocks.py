"""Where the headings, definitions and paragraphs of a Markdown body are: block structure only, exact to the line.

One forward pass without recursion or global state, linear in the bytes on any input.  Lines outside of containers that
cannot matter are passed in bulk (`outside`, `leaps`); every other line goes through the line machine (`line_machine`).  The text that a
heading has once its markup is read is left to `inline`, cutting the body out of a file to `layout`.

The rules are CommonMark's; where the reference parser of section search departs from them, its reading is followed: a line
is blank, and a heading empty, by ASCII blanks alone; a lone tag does not interrupt a lazily continued paragraph; an
underline below nothing but definitions is a closed paragraph of its own.
"""

from __future__ import annotations

from okfsearch._bundle.block_values import Blocks, Definition, HeadingBlock, Paragraph
from okfsearch._bundle.leaps import after_fence, after_html, in_item_fence, last_fresh_start, last_item_start, next_yielding
from okfsearch._bundle.line_machine import LineMachine
from okfsearch._bundle.outside import Outside, opens_container
from okfsearch._bundle.spans import Span
from okfsearch._cancel import Cancelled, check, never
from okfsearch.limits import Limits

__all__ = ["Blocks", "Definition", "HeadingBlock", "Paragraph", "scan_blocks"]

#: So many bytes are read line by line after a leap in containers led nowhere: at first, and at last.
LEAST_PATIENCE, MOST_PATIENCE = 1, 1_024

# What may start a line that continues containers although no paragraph is open.
_LF = 0x0A
_MAY_STAY = b" \t>\r\n"


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
    if 0 < body.start < body.end and data[body.start - 1] != _LF:
        # The body begins behind a byte order mark that was forgiven; the leaps look for a line end before every line.
        data = data[: body.start - 1] + b"\n" + data[body.start :]
    machine = LineMachine(data, body, limits=limits, cancelled=cancelled, path=path, paragraphs=paragraphs)
    leaves = machine.leaves
    at, end = body.start, body.end
    if paragraphs or not limits.container_depth:
        machine.read_lines(at, end)
    else:
        outside = Outside(data, end, leaves, cancelled=cancelled)
        while at < end:
            at, stop = _leap(machine, outside, at, end, cancelled)
            at = machine.read_lines(at, stop)
    machine.finish()
    return Blocks(tuple(leaves.headings), tuple(leaves.definitions), tuple(leaves.paragraphs))


def _leap(machine: LineMachine, outside: Outside, at: int, end: int, cancelled: Cancelled) -> tuple[int, int]:
    """Pass over lines that cannot matter; the machine must read those that start in the range returned."""
    data, leaves = machine.data, machine.leaves
    if machine.stack:
        at, stop = _leap_inside(machine, at, end, cancelled)
        if machine.stack:
            return at, stop
    elif leaves.fence is not None:
        at = leaves.forget(after_fence(data, at, end, fence=leaves.fence, cancelled=cancelled))
    elif leaves.html is not None:
        at = leaves.forget(after_html(data, at, end, html=leaves.html, cancelled=cancelled))
    elif leaves.lines is not None:
        return at, at + 1
    while True:
        at = outside.read(at)
        if at == end:
            return end, end
        leaves.find_paragraph(at)
        if not opens_container(data, at):
            return at, at + 1
        fresh, stop = _leap_containers(machine, at, end, cancelled)
        if fresh == at:
            return at, stop
        at = fresh


def _leap_inside(machine: LineMachine, at: int, end: int, cancelled: Cancelled) -> tuple[int, int]:
    """Leap from a line with open containers; where it leaves none open, the range returned is not to be read."""
    data, leaves = machine.data, machine.leaves
    if not leaves.open_paragraph:
        if data[at] not in _MAY_STAY:
            # A line at column 0 continues a quote by its marker, an item never, and no paragraph is open.
            return machine.restart(at), at
        if len(machine.quotes) == len(machine.stack) and leaves.fence is None and leaves.html is None:
            # Quotes with nothing open in them might as well start here.
            return machine.restart(at), at
    if leaves.fence is not None and not machine.quotes:
        at = in_item_fence(data, at, end, width=sum(machine.stack), mark=leaves.fence[0])
        check(cancelled)
        return at, min(at + 1, end)
    if leaves.fence is not None or leaves.html is not None or (leaves.open_paragraph and leaves.may_define):
        return at, at + 1
    return _leap_containers(machine, at, end, cancelled)


def _leap_containers(machine: LineMachine, at: int, end: int, cancelled: Cancelled) -> tuple[int, int]:
    """Look ahead for the next line that may yield something, and start afresh as late before it as possible."""
    check(cancelled)
    last = next_yielding(machine.data, at, end, deep=machine.deep, impatient=machine.patience > LEAST_PATIENCE)
    if last == end:
        return machine.restart(end), end
    fresh = last_fresh_start(machine.data, at, last, end)
    if fresh == at and (machine.stack or not machine.leaves.open_paragraph):
        fresh = last_item_start(machine.data, at, last, end)
    if fresh > at:
        machine.patience = LEAST_PATIENCE
        return machine.restart(fresh), last + 1
    # Where leaps lead nowhere, ever more lines are read before the next one.
    machine.patience = min(2 * machine.patience, MOST_PATIENCE)
    return at, min(last + machine.patience, end)
