"""Seeing a cancellation: the question, and how much work may lie between two questions."""

from __future__ import annotations

from collections.abc import Callable

from okfsearch._exhaustion import EXHAUSTION, mark_callers_own
from okfsearch.errors import SearchCancelled

Cancelled = Callable[[], bool]

#: One call of C code sees at most about this much text, so that a cancellation is seen soon.
SLICE_BYTES = 128 * 1024

#: At most this many tokens are handled between two questions.
SLICE_TOKENS = 4_096


def never() -> bool:
    """Answer that nobody cancelled."""
    return False


def check(cancelled: Cancelled) -> None:
    """Raise `SearchCancelled` when the caller's question is answered with true."""
    try:
        answer = cancelled()
    except EXHAUSTION as error:
        mark_callers_own(error)
        raise
    if answer:
        raise SearchCancelled.seen()
