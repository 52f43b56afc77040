"""Which names can be paths of a bundle, and how a name that cannot is shown.

Whether an entry is looked at in the first place is decided by visibility; how many bytes and segments a path may have, by
the survey.
"""

from __future__ import annotations

import re

# The three prefixes that mark unfinished writes of another program; a capture would see half of one.
_TRANSACTION = re.compile(r"\.okf-(?:index-txn-|document-txn-|publication-private-v2-)", re.IGNORECASE | re.ASCII)

# Bytes that are not UTF-8 arrive as lone surrogates.
_FOREIGN = re.compile("[\x00-\x1f\x7f\\\\\ud800-\udfff]")

# A byte that could not be decoded is smuggled through text as this plus the byte.
_SMUGGLED = 0xDC00
_BYTES = range(0x100)


def is_transaction(name: str) -> bool:
    """Tell whether the name of an entry marks an unfinished write.

    Example:
        >>> is_transaction(".OKF-index-TXN-7"), is_transaction(".okf")
        (True, False)
    """
    return _TRANSACTION.match(name) is not None


def is_foreign(path: str) -> bool:
    r"""Tell whether a path has a backslash, a control character or bytes that are not UTF-8.

    Example:
        >>> is_foreign("tides/höhe.md"), is_foreign("tides\\low.md"), is_foreign("\udcff.md")
        (False, True, True)
    """
    return _FOREIGN.search(path) is not None


def escape_path(path: str) -> str:
    r"""Return a path that is safe to show: what makes it foreign becomes `\x` and two digits.

    Example:
        >>> print(escape_path("a\nb\udcff.md"))
        a\x0ab\xff.md
    """
    return _FOREIGN.sub(_escape, path)


def _escape(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number - _SMUGGLED in _BYTES:
        number -= _SMUGGLED
    return f"\\x{number:02x}" if number in _BYTES else f"\\u{number:04x}"
