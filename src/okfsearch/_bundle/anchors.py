"""Anchors: the names under which the headings of one document can be linked to.

Which section a heading belongs to is left to `outline`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from okfsearch._bundle.link_targets import decode_percent
from okfsearch._fold import fold

__all__ = ["PREAMBLE_ANCHOR", "number_anchors", "read_fragment", "to_anchor"]

#: The anchor of what stands before the first heading.
PREAMBLE_ANCHOR = "top"

#: What a heading without a letter, a number or a hyphen is called.
_NAMELESS = "section"

_DROPPED = regex.compile(r"[^\p{L}\p{M}\p{N}\p{Pc}\- ]+")
_NAMED = regex.compile(r"[ \t]*\{#([^\s{}#]+)\}[ \t]*\Z")


def to_anchor(heading: str) -> str:
    """Return the anchor of a heading, GitHub style: lower case, blanks to hyphens, punctuation dropped.

    Letters and marks of every script stay, and so do `-` and `_`.

    Example:
        >>> to_anchor("Set `fee_mode`: how?"), to_anchor("Über die Höhe {#h}"), to_anchor("???")
        ('set-fee_mode-how', 'über-die-höhe', 'section')
    """
    text = _NAMED.sub("", heading).strip().lower()
    return _DROPPED.sub("", text).replace(" ", "-") or _NAMELESS


def own_name(heading: str) -> str | None:
    """Return the name that a heading gives itself with `{#name}` at its end, or None."""
    found = _NAMED.search(heading)
    return None if found is None else str(found[1])


def number_anchors(headings: Iterable[str], taken: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield two anchors for each heading: with `-1` for the second of a name, and as some tools count, with `-2`.

    Example:
        >>> list(number_anchors(["Fees", "Fees", "Fees 1"]))
        [('fees', 'fees'), ('fees-1', 'fees-2'), ('fees-1-1', 'fees-1')]
    """
    # For each anchor in use the number that its next namesake gets.
    following = dict.fromkeys(taken, 1)
    told: dict[str, int] = {}
    for heading in headings:
        base = anchor = to_anchor(heading)
        while anchor in following:
            anchor = f"{base}-{following[base]}"
            following[base] += 1
        following[anchor] = 1
        told[base] = told.get(base, 0) + 1
        yield anchor, base if told[base] == 1 else f"{base}-{told[base]}"


def read_fragment(fragment: str) -> str:
    """Return a fragment as anchors are compared: percent-decoded and case folded.

    Example:
        >>> read_fragment("H%C3%B6he"), read_fragment("Fees-1")
        ('höhe', 'fees-1')
    """
    return fold(decode_percent(fragment))
