"""A locator: the percent-encoded path of a file and a range of its physical lines."""

from __future__ import annotations

import re
from typing import Self
from urllib.parse import quote, unquote_to_bytes

from attrs import field, frozen

from okfsearch.errors import InvalidRequest

__all__ = ["Locator"]

# The characters that Go's URL path escaping leaves alone, beside letters, digits and "-_.~".
_KEPT = "$&+,/:;=@"
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
    line_start: int = field()
    line_end: int = field()

    @line_start.validator
    def _start_is_a_line(self, _: object, value: int) -> None:
        if value < 1:
            raise InvalidRequest.of("locator", "out_of_range", "A line number is at least 1.")

    @line_end.validator
    def _end_follows_start(self, _: object, value: int) -> None:
        if value < self.line_start:
            raise InvalidRequest.of("locator", "out_of_range", "A line range does not run backwards.")

    def __str__(self) -> str:
        return f"{quote(self.path, safe=_KEPT)}#L{self.line_start}-L{self.line_end}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a locator back from its text.

        Raises:
            InvalidRequest: when the text is no locator.
        """
        match = _FORM.fullmatch(text)
        if match is None:
            raise InvalidRequest.of("locator", "malformed", "A locator reads path#L<start>-L<end>.")
        try:
            path = unquote_to_bytes(match["path"]).decode()
        except UnicodeDecodeError as error:
            raise InvalidRequest.of("locator", "malformed", "A locator's path is percent-encoded UTF-8.") from error
        return cls(path, int(match["start"]), int(match["end"]))
