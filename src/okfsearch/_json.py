"""Canonical JSON: one spelling for every value, equal byte for byte to what Go's encoder writes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

import attrs

#: Attribute metadata that keeps a value out of its wire form.
OFF_THE_WIRE = {"wire": False}

# Python's encoder writes the same two-character and \u00xx escapes; these five it leaves alone.
_EXTRA = re.compile("[<>&\u2028\u2029]")
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}

# Go writes a float in fixed notation between these bounds and with an exponent outside.
_FIXED_FROM = 1e-6
_FIXED_BELOW = 1e21


#: What canonical JSON can spell.
Plain: TypeAlias = "bool | int | float | str | Mapping[str, Plain] | Sequence[Plain] | None"

_WORDS = {None: "null", True: "true", False: "false"}


def encode(value: Plain) -> str:
    r"""Return compact canonical JSON of plain data; keys keep their order.

    Example:
        >>> encode({"b": 1.0, "a": "x<y", "c": 1e-7})
        '{"b":1,"a":"x\\u003cy","c":1e-7}'
    """
    if isinstance(value, str):
        return encode_text(value)
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return encode_float(value)
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{encode_text(key)}:{encode(item)}" for key, item in value.items()) + "}"
    return "[" + ",".join(map(encode, value)) + "]"


def encode_text(text: str) -> str:
    """Return a JSON string; `<`, `>`, `&`, U+2028 and U+2029 are escaped as Go does."""
    plain = json.dumps(text, ensure_ascii=False)
    return _EXTRA.sub(lambda match: _ESCAPES[match[0]], plain)


def encode_float(number: float) -> str:
    """Return the shortest digits that read back as the same double, in Go's choice of notation."""
    if number == 0:
        return "-0" if str(number).startswith("-") else "0"
    digits, exponent = _shortest(abs(number))
    sign = "-" if number < 0 else ""
    if not _FIXED_FROM <= abs(number) < _FIXED_BELOW:
        mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
        return f"{sign}{mantissa}e{exponent:+d}" if exponent > 0 else f"{sign}{mantissa}e{exponent}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole = digits[: exponent + 1].ljust(exponent + 1, "0")
    fraction = digits[exponent + 1 :]
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def _shortest(number: float) -> tuple[str, int]:
    """Split a positive double into its shortest digits and the decimal exponent of the first one."""
    mantissa, _, exponent = repr(number).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading = len(whole) - 1 if whole != "0" else -(len(fraction) - len(fraction.lstrip("0")) + 1)
    return digits.rstrip("0"), leading + int(exponent or 0)


def plain(value: Any) -> Any:
    """Turn a frozen value into plain data: attributes in their declared order, those off the wire left out."""
    kind: Any = value.__class__
    if attrs.has(kind):
        return {
            attribute.name: plain(getattr(value, attribute.name))
            for attribute in attrs.fields(kind)
            if attribute.metadata.get("wire", True)
        }
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, (tuple, list)):
        return [plain(member) for member in cast("Sequence[Any]", value)]
    return value
