"""Fitting a reply into so many bytes: what comes last is left out first, and counted.

How large a reply may be is the tools' business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from attrs import frozen

from okfsearch._json import encode

__all__ = ["REPLY_BYTES", "Fitted", "fit"]

#: The cap of a reply's canonical JSON: about as much as an agent reads at once.
REPLY_BYTES = 64 * 1024


@frozen
class Fitted:
    """Say how much of each list fits.

    Attributes:
        kept: for each place how many of its first items are kept.
        left_out: for each place how many are not; places that are whole are not named.
    """

    kept: Mapping[str, int]
    left_out: Mapping[str, int]


def fit(form: Mapping[str, Any], places: Sequence[str], *, maximum: int = REPLY_BYTES) -> Fitted:
    """Count how many items of some lists fit into so many bytes of canonical JSON, together with all the rest of a form.

    Args:
        form: plain data.
        places: the keys of the lists, a dot between two levels, the dearest first; one that is not there is empty.
        maximum: the most bytes.  What is in no list is never cut, whatever its size.

    Returns:
        The counts.  Once an item does not fit, it and all behind it, in its list and in the later ones, are left out, so that
        nothing is shown in the place of something better.

    Example:
        >>> fitted = fit({"query": "tide", "hits": ["ebb", "flood"]}, ["hits"], maximum=35)
        >>> dict(fitted.kept), dict(fitted.left_out)
        ({'hits': 1}, {'hits': 1})
    """
    lists = {place: _list_at(form, place) for place in places}
    sizes = {place: [len(encode(item).encode()) + 1 for item in items] for place, items in lists.items()}
    room = maximum - len(encode(form).encode()) + sum(sum(some) - bool(some) for some in sizes.values())
    kept: dict[str, int] = {}
    for place, some in sizes.items():
        kept[place] = 0
        for size in some:
            # The first item of a list has no comma before it.
            room -= size - (kept[place] == 0)
            if room < 0:
                # It stays so: nothing of the later lists fits either.
                break
            kept[place] += 1
    return Fitted(kept, {place: len(items) - kept[place] for place, items in lists.items() if len(items) > kept[place]})


def _list_at(form: Mapping[str, Any], place: str) -> Sequence[Any]:
    value: Any = form
    for key in place.split("."):
        value = cast("Mapping[str, Any]", value).get(key) if isinstance(value, Mapping) else None
    items: Sequence[Any] = () if value is None else value
    return items
