"""A link as its author wrote it, and what it was found to lead to.

Finding links is left to `links` and `link_scan`, following them to `link_paths`.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

__all__ = ["Link", "LinkKind", "Resolved", "Standing"]

#: How a link was written; an image is none, but is told for those who ask.
LinkKind = Literal["inline", "reference", "autolink", "image"]

#: Where a link leads: to a file of the bundle, to one that is not there, or out of the bundle.
Standing = Literal["found", "missing", "external"]


@frozen(kw_only=True)
class Link:
    """Hold one link of one document.

    Attributes:
        kind: how it was written.
        line: the physical line its first character stands on, from 1.
        text: the source of the link text, the first code points of a long one.
        destination: as written, without angle brackets.
        target: the destination with escapes and entities resolved: an address, still percent-encoded.
        path: the part of the target before query and fragment, percent-decoded once.
        fragment: the part behind the first `#`, percent-decoded once, or None.
        title: with escapes and entities resolved, or None.
    """

    kind: LinkKind
    line: int
    text: str
    destination: str
    target: str
    path: str
    fragment: str | None = None
    title: str | None = None


@frozen
class Resolved:
    """Say where a link leads.

    Attributes:
        standing: "found", "missing" or "external".
        path: the bundle-relative path found, or the one that is missing; None for an external target.
        fragment: the link's fragment.
        base: what a relative path was resolved from: "file" (the folder of the linking file) or "root"; None where nothing
            was found or nothing was relative.
    """

    standing: Standing
    path: str | None
    fragment: str | None = None
    base: Literal["file", "root"] | None = None
