"""One name against one glob, in time proportional to name and glob.

How names make a path, and what a line of an ignore file is, is read elsewhere.
"""

from __future__ import annotations

import re

# What a glob can hold besides literal code points.
_SPECIAL = re.compile(r"[*?\[\\]")

_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t-\\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}

# Any run of code points; no other token is empty.
_STAR = ""


def split_pattern(pattern: str) -> list[str]:
    r"""Cut a pattern at its slashes, those inside brackets excepted.

    Raises:
        ValueError: when the pattern can match nothing.

    Example:
        >>> split_pattern("a/[b/c]/d")
        ['a', '[b/c]', 'd']
    """
    pieces: list[str] = []
    start = place = 0
    while place < len(pattern):
        separator = next((mark for mark in ("/", "\\/") if pattern.startswith(mark, place)), "")
        if separator:
            pieces.append(pattern[start:place])
            start = place = place + len(separator)
            continue
        _, place = _token(pattern, place)
    return [*pieces, pattern[start:]]


def compile_name(glob: str) -> str | re.Pattern[str]:
    """Return the one name that a glob matches, or a pattern for the whole of a name.

    Raises:
        ValueError: when the glob can match nothing: a bracket is not closed, a backslash is the last, a class is unknown.

    Example:
        >>> compile_name("tides.md"), bool(compile_name("*.m[dk]").fullmatch("tides.md"))
        ('tides.md', True)
    """
    if _SPECIAL.search(glob) is None:
        return glob
    chunks = [""]
    place = 0
    while place < len(glob):
        text, place = _token(glob, place)
        if text == _STAR:
            chunks.append("")
        else:
            chunks[-1] += text
    first, *rest = chunks
    if not rest:
        return re.compile(first, re.DOTALL)
    # The earliest place for what follows a star is as good as any later one, so there is never a reason to come back.
    middle = "".join(f"(?>.*?{chunk})" for chunk in rest[:-1] if chunk)
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.DOTALL)


def _token(glob: str, place: int) -> tuple[str, int]:
    """Return the pattern for what stands at a place, and the place behind it."""
    mark = glob[place]
    if mark == "*":
        return _STAR, place + 1
    if mark == "?":
        return ".", place + 1
    if mark == "[":
        return _bracket(glob, place + 1)
    if mark == "\\":
        if place + 1 == len(glob):
            raise ValueError
        return re.escape(glob[place + 1]), place + 2
    return re.escape(mark), place + 1


def _bracket(glob: str, place: int) -> tuple[str, int]:
    """Read a set of code points from behind its opening bracket."""
    negated = glob[place : place + 1] in {"!", "^"}
    place += negated
    first, items = place, ""
    while place < len(glob) and (glob[place] != "]" or place == first):
        end = glob.find(":]", place + 2) if glob.startswith("[:", place) else -1
        if end >= 0:
            if glob[place + 2 : end] not in _CLASSES:
                raise ValueError
            items += _CLASSES[glob[place + 2 : end]]
            place = end + 2
            continue
        low, place = _member(glob, place)
        high = low
        if glob[place : place + 1] == "-" and glob[place + 1 : place + 2] not in {"]", ""}:
            high, place = _member(glob, place + 1)
        if low <= high:
            items += f"{re.escape(low)}-{re.escape(high)}"
    if place >= len(glob):
        raise ValueError
    if not items:
        return ("." if negated else "(?!)"), place + 1
    return f"[{'^' if negated else ''}{items}]", place + 1


def _member(glob: str, place: int) -> tuple[str, int]:
    place += glob[place] == "\\"
    return glob[place : place + 1], place + 1
