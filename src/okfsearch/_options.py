"""The options that every way to search shares, checked before anything else is done."""

from __future__ import annotations

from typing import Literal

from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

#: What is done with what cannot be read: fail, or go on and say so.
OnInvalid = Literal["raise", "recover"]

#: What does the arithmetic of an index: the interpreter alone, or arrays of numpy.
Store = Literal["plain", "numpy"]


def check_options(limits: Limits, on_invalid: OnInvalid = "raise") -> None:
    """Refuse options of another kind, which a caller without a type checker can hand over.

    Raises:
        InvalidRequest: naming the field.
    """
    if not isinstance(limits, Limits):
        raise InvalidRequest.of("limits", "wrong_type", "The limits are a Limits.")
    if on_invalid not in {"raise", "recover"}:
        raise InvalidRequest.of(
            "on_invalid", "out_of_range", 'The choices are "raise" and "recover".', allowed=["raise", "recover"]
        )
