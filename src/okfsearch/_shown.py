"""Text of a bundle made fit for a terminal: what has no shape there is escaped, so that nothing steers it."""

from __future__ import annotations

from unicodedata import category

__all__ = ["graphic", "shown", "shown_lines"]

# Letters, marks, numbers, punctuation and symbols show; so do blanks.
_SHAPES = "LMNPS"
_LATIN, _BASIC = 0x100, 0x10000


def shown(text: str) -> str:
    """Return text on one line, with single blanks, and escaped where it shows no shape.

    Example:
        >>> shown("a\\n  b\\x1b[31m\\u202e")
        'a b\\\\x1b[31m\\\\u202e'
    """
    line = " ".join(text.split())
    return line if line.isascii() and line.isprintable() else "".join(map(graphic, line))


def shown_lines(text: str) -> str:
    """Return lines as they stand, without what might steer a terminal."""
    lines = text.rstrip().replace("\r\n", "\n").split("\n")
    return "\n".join("".join(character if character == "\t" else graphic(character) for character in line) for line in lines)


def graphic(character: str) -> str:
    """Return a character, or its escape where it has no shape."""
    kind = category(character)
    if kind[0] in _SHAPES or kind == "Zs":
        return character
    code_point = ord(character)
    if code_point < _LATIN:
        return f"\\x{code_point:02x}"
    return f"\\u{code_point:04x}" if code_point < _BASIC else f"\\U{code_point:08x}"
