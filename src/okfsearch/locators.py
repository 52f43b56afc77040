"""A locator: the percent-encoded path of a file and a range of its physical lines."""

from __future__ import annotations

import re
from typing import Self

from attrs import frozen

from okfsearch.errors import InvalidRequest

__all__ = ["Locator"]

# The characters that Go's URL path escaping leaves alone, beside letters, digits and "-_.~".
_KEPT = "$&+,/:;=@"
_PLAIN = re.compile(r"[A-Za-z0-9\-_.~$&+,/:;=@]*", re.ASCII)
_FORM = re.compile(r"(?P<path>[^#]+)#L(?P<start>[1-9][0-9]{0,15})-L(?P<end>[1-9][0-9]{0,15})", re.ASCII)


@frozen
class Locator:
    """Name a range of lines of one captured file: `path#L<start>-L<end>`.

    A locator names a range; only together with the file's digest does it name bytes.

    Attributes:
        path: the bundle-relative path, unescaped.
        line_start: first physical line, from 1.
        line_end: last physical line, inclusive.

    Example:
        >>> from okfsearch.locators import Locator
        >>> str(Locator("tides/höhe.md", 3, 9))
        'tides/h%C3%B6he.md#L3-L9'
        >>> Locator.parse("tides/h%C3%B6he.md#L3-L9").path
        'tides/höhe.md'
    """

    path: str
    line_start: int
    line_end: int

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.line_start <= self.line_end:
            raise InvalidRequest.of("locator", "out_of_range", "Lines are counted from 1, and a range does not run backwards.")

    def __str__(self) -> str:
        return format_locator(self.path, self.line_start, self.line_end)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a locator back from its text.

        Raises:
            InvalidRequest: when the text is no locator.
        """
        from urllib.parse import unquote_to_bytes  # late: few search results are read back

        match = _FORM.fullmatch(text)
        if match is None:
            raise InvalidRequest.of("locator", "malformed", "A locator reads path#L<start>-L<end>.")
        try:
            path = unquote_to_bytes(match["path"]).decode()
        except UnicodeDecodeError as error:
            raise InvalidRequest.of("locator", "malformed", "A locator's path is percent-encoded UTF-8.") from error
        return cls(path, int(match["start"]), int(match["end"]))


def format_locator(path: str, line_start: int, line_end: int) -> str:
    """Return the text of a locator whose lines are known to be right."""
    if _PLAIN.fullmatch(path) is None:
        from urllib.parse import quote  # late: most paths are plain

        path = quote(path, safe=_KEPT)
    return f"{path}#L{line_start}-L{line_end}"
