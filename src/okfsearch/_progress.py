"""Telling a caller how far a stage has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import frozen

from okfsearch._exhaustion import EXHAUSTION, mark_callers_own

Phase = Literal["capture", "documents", "sections", "context", "concepts"]


@frozen
class Progress:
    """Say how far one phase has come.

    Attributes:
        phase: the stage at work.
        done: files finished in this phase; never falls within a phase.
        total: files of this phase, or None while nobody knows (the walk has not ended).
        path: the bundle-relative path just finished, or None at the start of a phase.
    """

    phase: Phase
    done: int
    total: int | None
    path: str | None


Report = Callable[[Progress], None]


def report(progress: Report | None, phase: Phase, done: int, total: int | None, path: str | None) -> None:
    """Tell the caller, if there is one who listens."""
    if progress is None:
        return
    try:
        progress(Progress(phase, done, total, path))
    except EXHAUSTION as error:
        mark_callers_own(error)
        raise
