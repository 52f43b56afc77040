"""What follows the closing bracket of a link text: a destination with or without a title, or a label.

Only extents are found here; decoding a destination is not needed for the text of a heading.  The reference is more lenient
than CommonMark in three places, and so is this room: a bare destination may hold control characters, may leave parentheses
open when white space ends it, and an angled one may hold `<` and be followed by its title at once.
"""

from __future__ import annotations

import re
from typing import Final

BLANKS: Final = " \t\n\r"
"""What Markdown calls blanks; no other white space counts where the grammar asks for one."""

_ESCAPE = r"\\[!-/:-@\[-`{-~]?+"
_EACH_BLANK: Final = tuple(BLANKS)
_BLANKS = re.compile(r"[ \t\n\r]*+")
_ANGLED = re.compile(rf"<(?:[^\\>\n]++|{_ESCAPE})*+")
_BARE_MARK = re.compile(rf"{_ESCAPE}|\(++|\)++|[ \t\n\r]")
_LABEL = re.compile(rf"\[((?:[^\[\]\\]++|{_ESCAPE})*+)\]")
_TITLES: Final = {
    '"': re.compile(rf'"(?:[^"\\]++|{_ESCAPE})*+"'),
    "'": re.compile(rf"'(?:[^'\\]++|{_ESCAPE})*+'"),
    "(": re.compile(rf"\((?:[^()\\]++|{_ESCAPE})*+\)"),
}


def read_label(text: str, start: int) -> tuple[int, str] | None:
    """Return the end and the raw label of the bracketed label at `start`, or None where none is closed."""
    match = _LABEL.match(text, start)
    return (match.end(), match[1]) if match else None


class Tails:
    """Find where inline link tails of one text end.

    What one search has seen is kept, so that a storm of openings costs one pass over the text and not one each.
    """

    __slots__ = ("_angled", "_bare", "_blank", "_closings", "_text", "_title")

    def __init__(self, text: str) -> None:
        self._text = text
        self._angled = (0, 0)
        self._bare = (0, 0)
        self._blank = (0, 0)
        self._closings: dict[int, int] = {}
        self._title = (-1, -1)

    def read_inline(self, start: int) -> int:
        """Return the end of the tail whose parenthesis opens at `start`, or -1."""
        text = self._text
        position = self._skip(start + 1)
        if not text.startswith(")", position):
            end = self._read_destination(position)
            if end < 0:
                return -1
            position = self._skip(end)
            if not text.startswith(")", position):
                end = self._read_title(position)
                if end < 0:
                    return -1
                position = self._skip(end)
        return position + 1 if text.startswith(")", position) else -1

    def _skip(self, position: int) -> int:
        """Return where the blanks at `position` end."""
        if not self._text.startswith(_EACH_BLANK, position):
            return position
        seen_from, seen_to = self._blank
        if not seen_from <= position < seen_to:
            match = _BLANKS.match(self._text, position)
            seen_to = match.end() if match else position
            self._blank = position, seen_to
        return seen_to

    def _read_destination(self, start: int) -> int:
        if self._text.startswith("<", start):
            return self._read_angled(start)
        end = self._read_bare(start)
        return end if end > start else -1

    def _read_angled(self, start: int) -> int:
        """Return the end of the angled destination at `start`: after the next unescaped `>` of the line, or -1."""
        text = self._text
        seen_from, seen_to = self._angled
        if not seen_from <= start < seen_to:
            match = _ANGLED.match(text, start)
            seen_to = match.end() if match else start
            self._angled = start, seen_to
        return seen_to + 1 if text.startswith(">", seen_to) else -1

    def _read_bare(self, start: int) -> int:
        """Return the end of the bare destination at `start`: a blank, a parenthesis it did not open, or the end of the text.

        Inside a stretch that was read before, a destination that follows its parenthesis at once ends where that one closes;
        so the parentheses that may begin a tail are kept with the depth outside of them.
        """
        seen_from, seen_to = self._bare
        if seen_from <= start < seen_to:
            return self._closings.get(start - 1, seen_to)
        depth = 0
        waiting: list[tuple[int, int]] = []
        self._closings = {}
        end = len(self._text)
        for match in _BARE_MARK.finditer(self._text, start):
            at, mark = match.start(), match[0][0]
            if mark == "(":
                if self._text.startswith("]", at - 1):
                    waiting.append((depth, at))
                depth += match.end() - at
            elif mark == ")":
                left = depth - (match.end() - at)
                while waiting and waiting[-1][0] >= left:
                    outside, opened = waiting.pop()
                    self._closings[opened] = at + depth - outside - 1
                if left < 0:
                    end = at + depth
                    break
                depth = left
            elif mark != "\\":
                end = at
                break
        self._bare = start, end
        return end

    def _read_title(self, start: int) -> int:
        """Return the end of the title at `start`, or -1; nested tails come to the same title again and again."""
        seen, end = self._title
        if seen != start:
            pattern = _TITLES.get(self._text[start : start + 1])
            match = pattern.match(self._text, start) if pattern else None
            end = match.end() if match else -1
            self._title = start, end
        return end
