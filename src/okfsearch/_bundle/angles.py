"""What an angle bracket opens inside a line of text: an autolink, or raw HTML.

Only the extent is found here; what becomes of it is the scanner's business in `inline`.
"""

from __future__ import annotations

import re
from typing import Final

_NAME = r"[A-Za-z][A-Za-z0-9-]*+"
_VALUE = r"""(?:[^"'=<>`\x00-\x20]++|'[^']*+'|"[^"]*+")"""
_ATTRIBUTE = rf"(?:[ \t\r\n]++[A-Za-z_:][A-Za-z0-9:._-]*+(?:[ \t\r\n]*+=[ \t\r\n]*+{_VALUE})?+)"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"

# Possessive loops: a tag that fails is given up at once, so that one bracket costs one pass over what follows it.
_TAG = re.compile(rf"<{_NAME}{_ATTRIBUTE}*+[ \t\r\n]*+/?>|</{_NAME}[ \t\r\n]*+>")
_EMAIL = re.compile(rf"<([A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]++@{_LABEL}(?:\.{_LABEL})*)>")
_URL = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,32}+:[^\x00-\x20<>]*+)>")
_DECLARATION = re.compile(r"<![A-Z]")

#: Raw HTML that runs to a fixed end: its opening, where the search for the end begins, and the end.
_ENCLOSED: Final = (("<!--", 4, "-->"), ("<?", 1, "?>"), ("<![CDATA[", 1, "]]>"))


class Angles:
    """Find what opens at an angle bracket of one text.

    Ends that were sought in vain are remembered, so that a storm of openings costs one search for each kind of end.
    """

    __slots__ = ("_absent", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._absent: set[str] = set()

    def read_autolink(self, start: int) -> int:
        """Return the end of the autolink at `start`, or -1."""
        match = _EMAIL.match(self._text, start) or _URL.match(self._text, start)
        return match.end() if match else -1

    def read_html(self, start: int) -> int:
        """Return the end of the raw HTML at `start`, or -1."""
        text = self._text
        match = _TAG.match(text, start)
        if match:
            return match.end()
        if text.startswith(("<!-->", "<!--->"), start):
            return text.index(">", start) + 1
        for opening, skip, end in _ENCLOSED:
            if text.startswith(opening, start):
                return self._find(end, start + skip)
        return self._find(">", start) if _DECLARATION.match(text, start) else -1

    def _find(self, end: str, start: int) -> int:
        """Return where the first `end` at or after `start` is over, or -1."""
        if end in self._absent:
            return -1
        found = self._text.find(end, start)
        if found < 0:
            self._absent.add(end)
            return -1
        return found + len(end)
