"""Kinds of plain scalars, as the reference sees them."""

from __future__ import annotations

import pytest

from okfsearch._bundle.yaml_scalars import plain_kind, tagged_kind

KINDS = {
    "text": (
        "yes no on off Yes y n tRUE nULL 12:30:45 1:30 0o8 0o17x 0x 0b2 0xG +-1 1e400 -1e999 .1e999 . .. .e5 - + _1 =1 a1 "
        "2020-13-01 2020-00-10 2021-02-29 2020-01-32 20-01-01 2020-01 2020-01-01T24:00:00Z 2020-01-01T10:60:00Z "
        "2020-01-01T10:00:60Z 2020-01-01T10:00:00 2020-01-01T10:00:00+25:00 2020-01-01T10:00:00+01:60 2020-01-01T10:00:00+1:00 "
        "0x10000000000000000 -0x8000000000000001 ++.inf 1.2.3 ١٢ ²"
    ).split(),
    "null": ["", "~", "null", "Null", "NULL"],
    "bool": ["true", "True", "TRUE", "false", "False", "FALSE"],
    "int": (
        "0 7 2024 -5 +5 1_000 1__0 0x1F -0x1f 0b101 0B1 0o17 0O17 0777 0b-1 0o+7 18446744073709551615 -9223372036854775808 "
        "123456789012345678 1234567890123456789"
    ).split(),
    "float": "1.0 1. .5 -.5 +1e3 1.5E-3 08 0_9 18446744073709551616 -9223372036854775809 .inf -.Inf +.INF .nan .NaN 1_0.5".split(),
    "timestamp": (
        "2024-05-01 2020-1-2 2020-02-29 0000-02-29 2020-01-01T10:00:00Z 2020-01-01t1:2:3.5Z 2020-01-01T10:00:00,5+01:00 "
        "2020-01-01T10:00:00-24:59"
    ).split(),
    "merge": ["<<"],
}


@pytest.mark.parametrize(("text", "kind"), [(text, kind) for kind, texts in KINDS.items() for text in texts])
def test_plain(text: str, kind: str) -> None:
    assert plain_kind(text) == kind


def test_a_timestamp_may_have_blanks_but_then_no_zone() -> None:
    assert plain_kind("2020-01-01   10:00:00.25") == "timestamp"
    assert plain_kind("2020-01-01 10:00:00Z") == "text"


def test_a_number_of_any_length_is_judged() -> None:
    assert plain_kind("9" * 300) == "float"
    assert plain_kind("9" * 300_000) == "text"


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("tag:yaml.org,2002:str", "text"),
        ("tag:yaml.org,2002:int", "int"),
        ("tag:yaml.org,2002:binary", "other"),
        ("!str", "other"),
    ],
)
def test_written_tags(tag: str, kind: str) -> None:
    assert tagged_kind(tag) == kind
