"""The caps: their numbers, what a cap may be, and what is told when one is passed."""

from __future__ import annotations

import inspect
import re
from typing import Any

import attrs
import pytest

from okfsearch import InvalidRequest, LimitExceeded, Limits
from okfsearch.limits import GIB, KIB, LIMIT_NAMES, MIB

#: Each cap with its default, and with its number for bundles beyond the contract.
NUMBERS: dict[str, tuple[int, int | None]] = {
    "query_code_points": (512, 4_096),
    "query_terms": (32, 128),
    "term_code_points": (4_096, 4_096),
    "results": (100, 1_000),
    "files": (10_000, 200_000),
    "path_bytes": (4_096, 4_096),
    "path_depth": (64, 64),
    "file_bytes": (16_777_216, 67_108_864),
    "total_bytes": (67_108_864, 1_073_741_824),
    "heading_bytes": (1_024, 4_096),
    "title_bytes": (1_024, 4_096),
    "sections": (100_000, 1_000_000),
    "tokens": (1_000_000, 50_000_000),
    "response_bytes": (1_048_576, None),
    "frontmatter_bytes": (262_144, 1_048_576),
    "container_depth": (200, 200),
    "directory_entries": (200_000, 1_000_000),
    "heading_delimiters": (256, 256),
    "bundle_delimiters": (1_000_000, 10_000_000),
}
DOCUMENTED = inspect.getdoc(Limits) or ""


def test_defaults() -> None:
    assert attrs.asdict(Limits()) == {name: small for name, (small, _) in NUMBERS.items()}


def test_numbers_for_large_bundles() -> None:
    assert attrs.asdict(Limits.large()) == {name: large for name, (_, large) in NUMBERS.items()}


def test_the_order_of_the_names() -> None:
    assert tuple(NUMBERS) == LIMIT_NAMES


def test_units() -> None:
    assert (KIB, MIB, GIB) == (2**10, 2**20, 2**30)


def test_each_attribute_is_documented_once_and_in_order() -> None:
    attributes = DOCUMENTED.partition("Attributes:")[2].partition("Example:")[0]
    assert tuple(re.findall(r"^ {4}(\w+): \S", attributes, re.MULTILINE)) == LIMIT_NAMES


@pytest.mark.parametrize("name", LIMIT_NAMES)
def test_a_cap_may_be_any_whole_number_from_zero(name: str) -> None:
    assert getattr(Limits(**{name: 0}), name) == 0
    assert getattr(Limits(**{name: 10**30}), name) == 10**30


@pytest.mark.parametrize("name", LIMIT_NAMES)
@pytest.mark.parametrize("value", [-1, True, False, 1.0, "1", b"1", float("inf")])
def test_a_cap_is_nothing_else(name: str, value: Any) -> None:
    for make in (Limits, Limits().replace):
        with pytest.raises(InvalidRequest) as raised:
            make(**{name: value})
        assert (raised.value.code, raised.value.details) == ("schema_validation", {"field": "limits", "reason": "out_of_range"})


@pytest.mark.parametrize("name", LIMIT_NAMES)
def test_only_the_answer_may_be_without_a_cap(name: str) -> None:
    if name == "response_bytes":
        assert Limits(response_bytes=None).response_bytes is None
    else:
        with pytest.raises(InvalidRequest):
            Limits(**{name: None})  # type: ignore[arg-type]


def test_caps_go_by_their_names() -> None:
    with pytest.raises(TypeError):
        Limits(1)  # type: ignore[misc]
    with pytest.raises(TypeError):
        Limits().replace(pages=1)


def test_caps_stay_as_they_are() -> None:
    limits = Limits()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        limits.files = 1  # type: ignore[misc]
    assert limits == Limits()
    assert hash(limits) == hash(Limits())


def test_replace_changes_only_what_is_named() -> None:
    limits = Limits.large().replace(files=7, response_bytes=9)
    assert attrs.asdict(limits) == {**attrs.asdict(Limits.large()), "files": 7, "response_bytes": 9}
    assert Limits.large().files == 200_000


@pytest.mark.parametrize("name", LIMIT_NAMES)
def test_a_quantity_at_its_cap_passes_and_one_more_does_not(name: str) -> None:
    limits = Limits(**{name: 3})
    limits.check(name, 0)
    limits.check(name, 3)
    with pytest.raises(LimitExceeded) as raised:
        limits.check(name, 4, path="a.md")
    assert raised.value.details == {"limit": name, "maximum": 3, "path": "a.md"}
    with pytest.raises(LimitExceeded) as raised:
        limits.check(name, 4)
    assert raised.value.details == {"limit": name, "maximum": 3}


def test_nothing_passes_where_there_is_no_cap() -> None:
    Limits.large().check("response_bytes", 10**30)
    with pytest.raises(LimitExceeded):
        Limits(response_bytes=0).check("response_bytes", 1)
