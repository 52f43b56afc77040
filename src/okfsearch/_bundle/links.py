"""Every link of a document, by CommonMark and never from code.

`blocks` says where inline Markdown stands, `link_scan` finds the links in it, `link_paths` follows them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from okfsearch._bundle.block_values import Blocks
from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.documents import Document
from okfsearch._bundle.inline import normalize_label
from okfsearch._bundle.link_paths import KnownPaths, resolve_link
from okfsearch._bundle.link_scan import Found, Reference, scan_links
from okfsearch._bundle.link_targets import decode_percent, resolve_escapes
from okfsearch._bundle.link_values import Link, LinkKind, Resolved
from okfsearch._bundle.spans import Span
from okfsearch._cancel import Cancelled, never
from okfsearch.limits import Limits

__all__ = ["KnownPaths", "Link", "LinkKind", "Resolved", "read_links", "resolve_link"]


def read_links(
    document: Document, *, limits: Limits, blocks: Blocks | None = None, cancelled: Cancelled = never
) -> tuple[Link, ...]:
    r"""Read the links and images of a document's body, in the order of their lines.

    Args:
        document: a readable concept.
        limits: the caps of the block scanner: `container_depth` and `sections`.
        blocks: what `scan_blocks(..., paragraphs=True)` found in the body, when the caller has it already.
        cancelled: asked as in the block scanner, and while links are read.

    Raises:
        LimitExceeded: when a cap of the block scanner is passed.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> from okfsearch._bundle.documents import read_documents
        >>> from okfsearch._bundle.links import read_links
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> from okfsearch.limits import Limits
        >>> file = CapturedFile.of("a.md", b"See [b](b.md#x 'B') and [c][].\n\n`[no](d.md)`\n\n[c]: /c%20d.md\n")
        >>> document = read_documents([file], limits=Limits()).documents[0]
        >>> [(link.kind, link.line, link.path, link.fragment) for link in read_links(document, limits=Limits())]
        [('inline', 1, 'b.md', 'x'), ('reference', 1, '/c d.md', None)]
    """
    data, body = document.file.data, document.layout.body
    # Every link but an autolink has a bracket, and an autolink an angle.
    if data.find(b"[", body.start) < 0 and data.find(b"<", body.start) < 0:
        return ()
    if blocks is None:
        blocks = scan_blocks(data, body, limits=limits, cancelled=cancelled, path=document.file.path, paragraphs=True)
    references: dict[str, Reference] = {}
    for definition in blocks.definitions:
        title = None if definition.title is None else definition.title.decode()
        label = normalize_label(definition.label.decode())
        # The first of several definitions holds.
        references.setdefault(label, Reference(definition.destination.decode(), title))
    links: list[Link] = []
    at, line = body.start, document.layout.body_line
    for segments in _stretches(blocks):
        text = b"\n".join([segment.slice(data) for segment in segments])
        if b"[" not in text and b"<" not in text:
            continue
        found = scan_links(text.decode(), references, cancelled=cancelled)
        if found:
            line += data.count(b"\n", at, segments[0].start)
            at = segments[0].start
            links += _placed(found, data, segments, line)
    return tuple(links)


def _stretches(blocks: Blocks) -> Iterator[tuple[Span, ...]]:
    """Yield the source of every heading and paragraph, in document order."""
    stretches = [block.segments for block in blocks.headings]
    stretches += [block.segments for block in blocks.paragraphs]
    stretches.sort(key=lambda segments: segments[0].start)
    yield from stretches


def _placed(found: list[Found], data: bytes, segments: Sequence[Span], line: int) -> Iterator[Link]:
    """Give links their lines; the first segment stands on `line`."""
    starts = [0]
    for segment in segments[:-1]:
        # Offsets count code points, and the LF that joins the lines.
        starts.append(starts[-1] + len(segment.slice(data).decode()) + 1)
    for link in sorted(found, key=lambda link: link.start):
        target = resolve_escapes(link.destination)
        address, mark, fragment = target.partition("#")
        yield Link(
            kind=link.kind,
            line=line + bisect_right(starts, link.start) - 1,
            text=link.text,
            destination=link.destination,
            target=target,
            path=decode_percent(address.partition("?")[0]),
            fragment=decode_percent(fragment) if mark else None,
            title=None if link.title is None else resolve_escapes(link.title),
        )
