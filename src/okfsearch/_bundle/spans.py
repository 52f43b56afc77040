"""Two ways to say where: half-open bytes, and inclusive 1-based physical lines."""

from __future__ import annotations

from attrs import frozen


@frozen
class Span:
    """Hold a half-open range of bytes of one captured file: `start <= end`."""

    start: int
    end: int

    def slice(self, data: bytes) -> bytes:
        """Return the bytes of this span."""
        return data[self.start : self.end]


@frozen
class LineRange:
    """Hold an inclusive range of physical lines, counted from 1 and ended by LF only: `1 <= start <= end`."""

    start: int
    end: int


def span_of_lines(data: bytes, lines: LineRange) -> Span | None:
    """Return the bytes of a range of lines, the last line end left out, or None when the file has fewer lines."""
    start = _start_of_line(data, lines.start)
    if start is None:
        return None
    last = _start_of_line(data, lines.end)
    if last is None:
        return None
    end = data.find(b"\n", last)
    return Span(start, len(data) if end < 0 else end)


def _start_of_line(data: bytes, line: int) -> int | None:
    start = 0
    for _ in range(line - 1):
        start = data.find(b"\n", start) + 1
        if start == 0:
            return None
    return start
