"""What is said below a reply's text of that which did not fit into it."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["remark"]


def remark(left_out: Mapping[str, int]) -> str:
    """Return a paragraph of one line to put below a text, or nothing when everything fitted.

    Example:
        >>> remark({"hits": 3, "issues": 12}).strip()
        'Left out, because the reply would be too long: 3 of hits, 12 of issues.'
    """
    if not left_out:
        return ""
    counts = ", ".join(f"{count} of {place}" for place, count in left_out.items())
    return f"\n\nLeft out, because the reply would be too long: {counts}."
