"""Telling a managed bundle: one that declares its OKF version at its root.

Only two files at the root decide, and of the first only one line of its frontmatter; what else the frontmatter says is
read elsewhere.
"""

from __future__ import annotations

import re

#: The files at the root that decide.
INDEX = "index.md"
SETTINGS = ".openknowledge.toml"

# A byte order mark and blanks after a fence are forgiven, as they are under "recover".
_OPEN = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_CLOSE = re.compile(rb"^---[ \t]*\r?$", re.MULTILINE)
_KEY = re.compile(rb"""^(?:okf_version|"okf_version"|'okf_version')[ \t]*:(?=[ \t\r\n]|\Z)(?P<value>[^\r\n]*)""", re.MULTILINE)

# The value of the key, when it is on the next line with words in it, further in.
_NEXT_LINE = re.compile(rb"(?:[ \t]*(?:#[^\n]*)?\r?\n)++[ \t]+[^ \t\r\n#]")
_NOTHING = re.compile(rb"[ \t]*(?:[ \t]#.*)?")
_BLANK = re.compile(rb"""[ \t]*(?:~|null|Null|NULL|"[ \t]*"|'[ \t]*')[ \t]*(?:[ \t]#.*)?""")


def declares_version(index: bytes) -> bool:
    r"""Tell whether the frontmatter of an index has a non-blank `okf_version`.

    A key counts where it begins a line, so that a block with broken YAML elsewhere still declares its version.

    Example:
        >>> declares_version(b'---\nokf_version: "0.2"\n---\n# Tides\n'), declares_version(b"okf_version: 0.2\n")
        (True, False)
    """
    opening = _OPEN.match(index)
    closing = _CLOSE.search(index, opening.end()) if opening else None
    if opening is None or closing is None:
        return False
    key = _KEY.search(index, opening.end(), closing.start())
    if key is None:
        return False
    if _NOTHING.fullmatch(key["value"]):
        return _NEXT_LINE.match(index, key.end(), closing.start()) is not None
    return _BLANK.fullmatch(key["value"]) is None
