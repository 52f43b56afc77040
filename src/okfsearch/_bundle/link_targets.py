"""The destination and title of a link, strictly by CommonMark, and what they mean once decoded.

`link_tails` finds the extent that the reference parser of section search sees, which is more lenient; here an edge of the
bundle hangs on the answer, so the letter of CommonMark counts.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

__all__ = ["PARENTHESES", "Target", "decode_percent", "read_target", "resolve_escapes"]

#: Parentheses nest at most this deep in a bare destination; it also bounds how often one byte can be read in vain.
PARENTHESES = 32

_ESCAPE = r"\\[!-/:-@\[-`{-~]?+"
_BLANKS = re.compile(r"[ \t\n\r]*+")
_ANGLED = re.compile(rf"<((?:[^<>\n\\]++|{_ESCAPE})*+)>")
_BARE = re.compile(rf"(?:[^\x00-\x20\x7f()\\]++|{_ESCAPE})*+")
_TITLES = {
    '"': re.compile(rf'"((?:[^"\\]++|{_ESCAPE})*+)"'),
    "'": re.compile(rf"'((?:[^'\\]++|{_ESCAPE})*+)'"),
    "(": re.compile(rf"\(((?:[^()\\]++|{_ESCAPE})*+)\)"),
}
_ENCODED = re.compile(r"\\([!-/:-@\[-`{-~])|&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]*+);")
_REPLACEMENT = "\ufffd"
_SURROGATES = range(0xD800, 0xE000)
_BEYOND = 0x110000


class Target(NamedTuple):
    """Hold what stands in the parentheses of an inline link, as written, and where it is over."""

    destination: str
    title: str | None
    end: int


def read_target(text: str, start: int) -> Target | None:
    r"""Return the target whose parenthesis opens at `start`, or None where CommonMark sees none.

    Example:
        >>> from okfsearch._bundle.link_targets import read_target
        >>> read_target('[a](b(c).md "see")', 3)
        Target(destination='b(c).md', title='see', end=18)
        >>> read_target("[a](b c)", 3) is None
        True
    """
    at = _skip(text, start + 1)
    if text.startswith(")", at):
        return Target("", None, at + 1)
    read = _read_destination(text, at)
    if read is None:
        return None
    destination, end = read
    at = _skip(text, end)
    title = None
    pattern = _TITLES.get(text[at : at + 1])
    if at > end and pattern is not None:
        match = pattern.match(text, at)
        if match is None:
            return None
        title, at = match[1], _skip(text, match.end())
    return Target(destination, title, at + 1) if text.startswith(")", at) else None


def _skip(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    return match.end() if match else at


def _read_destination(text: str, start: int) -> tuple[str, int] | None:
    if text.startswith("<", start):
        angled = _ANGLED.match(text, start)
        return None if angled is None else (angled[1], angled.end())
    depth = 0
    at = start
    while True:
        bare = _BARE.match(text, at)
        at = bare.end() if bare else at
        if text.startswith("(", at):
            depth += 1
            if depth > PARENTHESES:
                return None
        elif text.startswith(")", at) and depth:
            depth -= 1
        else:
            break
        at += 1
    return None if depth or at == start else (text[start:at], at)


def resolve_escapes(text: str) -> str:
    r"""Return a destination or title with its backslash escapes and entities resolved.

    Example:
        >>> resolve_escapes("a\\_b&amp;c&#33; &nothing; \\q")
        'a_b&c! &nothing; \\q'
    """
    if "\\" not in text and "&" not in text:
        return text
    return _ENCODED.sub(_decoded, text)


def _decoded(match: re.Match[str]) -> str:
    if match[1]:
        return match[1]
    name = match[2]
    if not name.startswith("#"):
        from html.entities import html5  # a large table, and few links hold an entity

        return html5.get(f"{name};", match[0])
    number = int(name.lstrip("#xX"), 16 if name[1] in "xX" else 10)
    return _REPLACEMENT if number == 0 or number in _SURROGATES or number >= _BEYOND else chr(number)


def decode_percent(text: str) -> str:
    """Return text with its percent escapes decoded once, or as it stands when they are no UTF-8.

    Example:
        >>> decode_percent("Join%20Key.md"), decode_percent("100%25"), decode_percent("%ff")
        ('Join Key.md', '100%', '%ff')
    """
    if "%" not in text:
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
