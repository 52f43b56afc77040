"""What a plain YAML scalar is, by the core rules the reference follows.

They are nearer to YAML 1.2 than PyYAML's own: `yes` and `12:30:45` are text.  Only the kind is told; nobody builds a value.
"""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["text", "null", "bool", "int", "float", "timestamp", "merge", "other"]

_WORDS: dict[str, Kind] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), "null"),
    **dict.fromkeys(("true", "True", "TRUE", "false", "False", "FALSE"), "bool"),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), "float"),
    **dict.fromkeys((sign + word for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")), "float"),
    "<<": "merge",
}

_TAG_PREFIX = "tag:yaml.org,2002:"
_TAGS: dict[str, Kind] = {
    "str": "text",
    "null": "null",
    "bool": "bool",
    "int": "int",
    "float": "float",
    "timestamp": "timestamp",
    "merge": "merge",
}

_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_FRACTION = re.compile(r"\.[0-9]+(?:[eE][-+]?[0-9]+)?")
_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))")
# The reference also reads a sign behind these two prefixes.
_SIGNED_INSIDE = re.compile(r"0(?:b[-+][01]{1,63}|o[-+][0-7]{1,21})")
_DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_TIME = re.compile(
    r"(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+]([0-9]{2}):([0-9]{2}))"
    r"| +([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?)"
)

#: So many digits fit into 64 bits whatever they are.
_SURELY_INTEGER = 18

#: More digits than this are no 64-bit number in any base, so nobody need convert them.
_MOST_DIGITS = 80
_LARGEST = 2**64 - 1
_LARGEST_SIGNED = 2**63 - 1

#: White space as the reference sees it: the ASCII and Unicode characters that make a text blank.
SPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"

_MONTHS = range(1, 13)
_HOURS = range(24)
_ZONE_HOURS = range(25)
_SIXTY = range(60)


def is_blank(text: str) -> bool:
    """Tell whether a text is nothing but white space."""
    return not text.strip(SPACE)


def plain_kind(text: str) -> Kind:
    """Return the kind of an untagged plain scalar.

    Example:
        >>> from okfsearch._bundle.yaml_scalars import plain_kind
        >>> [plain_kind(text) for text in ("yes", "12:30:45", "1_000", "2024-05-01", "0o17x", "~")]
        ['text', 'text', 'int', 'timestamp', 'text', 'null']
    """
    word = _WORDS.get(text)
    if word is not None:
        return word
    first = text[0]
    if first == ".":
        return "float" if _FRACTION.fullmatch(text) and _is_finite(text) else "text"
    if first not in "0123456789+-":
        return "text"
    if first != "0" and len(text) <= _SURELY_INTEGER and text.isascii() and text.isdigit():
        return "int"
    if _is_timestamp(text):
        return "timestamp"
    return _number_kind(text.replace("_", ""))


def tagged_kind(tag: str) -> Kind:
    """Return the kind that a written tag gives: one of the core tags by its name, any other is "other"."""
    return _TAGS.get(tag.removeprefix(_TAG_PREFIX), "other") if tag.startswith(_TAG_PREFIX) else "other"


def _number_kind(digits: str) -> Kind:
    whole = _INTEGER.fullmatch(digits)
    if whole is not None and len(digits) <= _MOST_DIGITS:
        sign, hexadecimal, binary, octal, decimal = whole.groups()
        base = 16 if hexadecimal else 2 if binary else 8 if octal else 10
        number = int(hexadecimal or binary or octal or decimal, base)
        most = {"": _LARGEST, "+": _LARGEST_SIGNED, "-": _LARGEST_SIGNED + 1}[sign]
        if number <= most:
            return "int"
    if _SIGNED_INSIDE.fullmatch(digits):
        return "int"
    return "float" if _FLOAT.fullmatch(digits) and _is_finite(digits) else "text"


def _is_finite(digits: str) -> bool:
    """Tell whether a decimal fraction is within the doubles; one beyond them is text."""
    return float(digits) not in (float("inf"), float("-inf"))


def _is_timestamp(text: str) -> bool:
    date = _DATE.match(text)
    if date is None:
        return False
    year, month, day = map(int, date.groups())
    from calendar import monthrange  # late: few bundles make it tell anything

    # The rules of the calendar hold for year 0 too, which is a leap year; the standard library starts at 1.
    if month not in _MONTHS or not 1 <= day <= monthrange(year or 4, month)[1]:
        return False
    if date.end() == len(text):
        return True
    time = _TIME.fullmatch(text, date.end())
    if time is None:
        return False
    clock = time.groups()
    hour, minute, second = (int(part) for part in (clock[:3] if clock[0] is not None else clock[5:]))
    zone_hour, zone_minute = int(clock[3] or 0), int(clock[4] or 0)
    return hour in _HOURS and minute in _SIXTY and second in _SIXTY and zone_hour in _ZONE_HOURS and zone_minute in _SIXTY
