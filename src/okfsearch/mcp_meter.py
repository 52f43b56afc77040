"""How far a call has come, between the thread that works and the loop that tells: only the latest news is kept."""

from __future__ import annotations

from attrs import frozen

from okfsearch._progress import Progress

__all__ = ["Meter", "News"]


@frozen
class News:
    """Say how far a call has come, as the protocol says it.

    Attributes:
        progress: files finished, those of earlier phases included; grows from one to the next.
        message: the phase, and how far it has come.
    """

    progress: int
    message: str


class Meter:
    """Take in what the library reports, and give out the latest of it.

    The sum of all phases is not known beforehand, so no total is told.  One thread reports, another one takes; what is
    replaced is one reference, so that neither waits for the other.

    Example:
        >>> from okfsearch import Progress
        >>> meter = Meter()
        >>> meter.report(Progress("documents", 3, 8, "ebb.md"))
        >>> meter.take(), meter.take()
        (News(progress=3, message='documents: 3 of 8'), None)
    """

    def __init__(self) -> None:
        self._phase: str | None = None
        self._done = self._before = self._told = 0
        self._news: News | None = None

    def report(self, progress: Progress) -> None:
        """Take in how far one phase has come."""
        if progress.phase != self._phase:
            self._phase, self._before = progress.phase, self._before + self._done
        self._done = progress.done
        whole = "" if progress.total is None else f" of {progress.total}"
        self._news = News(self._before + self._done, f"{progress.phase}: {progress.done}{whole}")

    def take(self) -> News | None:
        """Return the latest news, or None when there is none since last time."""
        news = self._news
        if news is None or news.progress <= self._told:
            return None
        self._told = news.progress
        return news
