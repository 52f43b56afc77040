"""The family: what each member is, says and carries."""

from __future__ import annotations

import errno
import pickle
from typing import Any

import pytest

from okfsearch import errors
from okfsearch.errors import (
    BundleAccessError,
    BundleError,
    DocumentErrors,
    InvalidRequest,
    LimitExceeded,
    SearchCancelled,
    SearchError,
)
from okfsearch.limits import LIMIT_NAMES, Limits

MEMBERS: list[tuple[SearchError, tuple[type, ...]]] = [
    (SearchError("some_code", "Words.", {"a": 1}), ()),
    (InvalidRequest.of("query", "empty_query", "Words.", allowed=["x"]), (ValueError,)),
    (LimitExceeded.of("files", 3, path="a.md"), ()),
    (BundleError("root_not_found", "Words."), ()),
    (BundleAccessError("unreadable", "Words.", {"path": "a.md"}), (BundleError, OSError)),
    (DocumentErrors("invalid_encoding", "Words.", {"documents": ()}), (BundleError, ValueError)),
    (SearchCancelled.seen(), ()),
]


@pytest.mark.parametrize(("error", "bases"), MEMBERS, ids=lambda value: type(value).__name__)
def test_every_member_carries_code_message_and_details(error: SearchError, bases: tuple[type, ...]) -> None:
    assert isinstance(error, SearchError)
    assert all(isinstance(error, base) for base in bases)
    assert str(error) == error.message
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.message, again.details) == (type(error), error.code, error.message, error.details)
    with pytest.raises(TypeError):
        error.details["new"] = 1  # type: ignore[index]


def test_only_a_bundle_access_error_is_an_os_error() -> None:
    assert [name for name in errors.__all__ if issubclass(getattr(errors, name), OSError)] == ["BundleAccessError"]


def test_a_bundle_access_error_has_the_number_of_its_cause() -> None:
    error = BundleAccessError("unreadable", "Words.", {"path": "a.md", "errno": "EACCES"})
    assert (error.errno, error.strerror, error.filename, str(error)) == (errno.EACCES, None, None, "Words.")
    assert pickle.loads(pickle.dumps(error)).errno == errno.EACCES
    assert BundleAccessError("unreadable", "Words.").errno is None


def test_only_a_cancellation_is_worth_a_retry() -> None:
    assert [type(error) for error, _ in MEMBERS if error.retryable] == [SearchCancelled]


def test_a_limit_error_names_the_limit() -> None:
    assert dict(LimitExceeded.of("files", 3).details) == {"limit": "files", "maximum": 3}
    assert dict(LimitExceeded.of("files", 3, path="a").details) == {"limit": "files", "maximum": 3, "path": "a"}
    assert LimitExceeded.of("files", 3).code == "resource_limit"


@pytest.mark.parametrize("name", LIMIT_NAMES)
def test_a_quantity_at_its_cap_passes_and_one_above_does_not(name: str) -> None:
    limits = Limits().replace(**{name: 7})
    limits.check(name, 7)
    with pytest.raises(LimitExceeded) as caught:
        limits.check(name, 8, path="x.md")
    assert dict(caught.value.details) == {"limit": name, "maximum": 7, "path": "x.md"}


def test_no_cap_on_the_response_lets_everything_pass() -> None:
    Limits.large().check("response_bytes", 2**60)


@pytest.mark.parametrize("value", [-1, 1.5, "7", True])
@pytest.mark.parametrize("name", ["files", "response_bytes"])
def test_a_cap_is_a_whole_number_not_below_zero(name: str, value: Any) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Limits(**{name: value})
    assert dict(caught.value.details) == {"field": "limits", "reason": "out_of_range"}


def test_large_limits_are_nowhere_smaller() -> None:
    small, large = Limits(), Limits.large()
    for name in LIMIT_NAMES:
        ours, theirs = getattr(small, name), getattr(large, name)
        assert theirs is None or theirs >= ours
