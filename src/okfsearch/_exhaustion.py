"""The machine's own limits, told in the family's words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits

# Set on an error that a caller's own function raised: it is the caller's, and passes unharmed.
_CALLERS = "_okfsearch_callers_own"

#: What running out of memory or stack raises.
EXHAUSTION = (MemoryError, RecursionError)

# What the `regex` package says of a compiled pattern when it finds no memory to begin a search.
_NO_MEMORY_TO_SEARCH = ("invalid RE code",)


def mark_callers_own(error: BaseException) -> None:
    """Remember that an error came out of a function that the caller handed over."""
    setattr(error, _CALLERS, True)


@contextmanager
def exhaustion(limits: Limits) -> Generator[None]:
    """Turn running out of memory or stack into `LimitExceeded`; whatever was begun is dropped.

    The limit it names is `total_bytes`, the one to lower on such a machine.
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if getattr(error, _CALLERS, False) or not _is_exhaustion(error):
            raise
        # The frames hold what filled the memory; without letting them go there is no room to say so.
        error.__traceback__ = None
        details = {"limit": "total_bytes", "maximum": limits.total_bytes}
        raise LimitExceeded("resource_limit", "The memory did not suffice for the bundle.", details) from error


def _is_exhaustion(error: MemoryError | RuntimeError) -> bool:
    return isinstance(error, EXHAUSTION) or error.args == _NO_MEMORY_TO_SEARCH
