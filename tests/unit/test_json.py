"""Canonical JSON, spelling by spelling."""

from __future__ import annotations

import pytest

from okfsearch._json import encode, encode_float


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (0.1, "0.1"),
        (100.0, "100"),
        (123456.789, "123456.789"),
        (1e-6, "0.000001"),
        (1.5e-5, "0.000015"),
        (9.99e-7, "9.99e-7"),
        (1e-7, "1e-7"),
        (1e20, "100000000000000000000"),
        (1.25e20, "125000000000000000000"),
        (1e21, "1e+21"),
        (1.5e300, "1.5e+300"),
        (5e-324, "5e-324"),
        (0.2876820724517809, "0.2876820724517809"),
    ],
)
def test_a_number_is_spelled_as_go_spells_it(number: float, text: str) -> None:
    assert encode_float(number) == text


def test_a_string_is_escaped_as_go_escapes_it() -> None:
    assert encode('"\\\n\r\t\b\f\x00\x1f\x7f<>&\u2028\u2029é🚢') == (
        '"\\"\\\\\\n\\r\\t\\b\\f\\u0000\\u001f\x7f\\u003c\\u003e\\u0026\\u2028\\u2029é🚢"'
    )


def test_plain_data_is_compact_and_keeps_its_order() -> None:
    assert encode({"b": [1, None, True, False], "a": {"&": 0.5}, "c": ()}) == (
        '{"b":[1,null,true,false],"a":{"\\u0026":0.5},"c":[]}'
    )
