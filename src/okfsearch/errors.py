"""The one family of errors, and nothing else.

Every public call either answers in full or raises one of these.  `code` is stable and meant for programs, `details` holds
plain data, `message` is for people and never repeats what the caller or the bundle said, nor any path of the machine.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Self

__all__ = [
    "BundleAccessError",
    "BundleError",
    "DocumentErrors",
    "InvalidRequest",
    "LimitExceeded",
    "RegistryError",
    "SearchCancelled",
    "SearchError",
]


class SearchError(Exception):
    """Say that a search gave no answer, and why.

    Attributes:
        code: the stable name of what went wrong.
        message: one sentence for a person.
        details: plain data for a program; the keys depend on the class.
        retryable: whether the same call may succeed later, unchanged.

    Example:
        >>> from okfsearch.errors import SearchError
        >>> error = SearchError("resource_limit", "There are too many files.", {"limit": "files", "maximum": 10})
        >>> error.code, error.details["limit"], error.retryable
        ('resource_limit', 'files', False)
    """

    retryable: ClassVar[bool] = False

    code: str
    message: str
    details: Mapping[str, Any]

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = MappingProxyType(dict(details or {}))

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, dict[str, Any]]]:
        return type(self), (self.code, self.message, dict(self.details))


class InvalidRequest(SearchError, ValueError):
    """Refuse a request that could not be answered by any bundle.

    `details` names the `field` and the `reason`.
    """

    @classmethod
    def of(cls, field: str, reason: str, message: str, **details: Any) -> Self:
        """Build the error for one argument."""
        return cls("schema_validation", message, {"field": field, "reason": reason, **details})


class LimitExceeded(SearchError):
    """Stop because a quantity passed its cap.

    `details` names the `limit` (a field of `Limits`), its `maximum`, and the `path` when one is known.
    """

    @classmethod
    def of(cls, limit: str, maximum: int, *, path: str | None = None) -> Self:
        """Build the error for one field of `Limits`."""
        where = {} if path is None else {"path": path}
        return cls(
            "resource_limit", f"The limit {limit} of {maximum} was exceeded.", {"limit": limit, "maximum": maximum, **where}
        )


class BundleError(SearchError):
    """Say that the bundle as a whole could not be captured.

    `details` may hold the bundle-relative `path` of the entry at fault.
    """


class BundleAccessError(BundleError, OSError):
    """Say that the operating system refused the bundle or one of its files.

    A `BundleError` that is an `OSError` too, because one caused it: `errno` is its number, `details["errno"]` its name.  There
    is no `filename`, since no message carries a path of the machine.
    """

    def __init__(self, code: str, message: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(code, message, details)
        self.errno = getattr(errno, self.details.get("errno", ""), None)

    def __str__(self) -> str:
        return self.message


class DocumentErrors(BundleError, ValueError):
    """List every document that could not be read as a concept.

    `code` is that of the first bad document by path.  `details["documents"]` has one mapping for each, with `path`, `line`
    (1-based, or None) and `code`, in the order of the paths.
    """


class RegistryError(SearchError):
    """Say that the file that names bundles cannot be used.

    The code is `registry_unreadable`, `registry_invalid` or `registry_unwritable`; on the command line also
    `all_bundles_failed`, with the names and codes of the `bundles` in `details`.
    """


class SearchCancelled(SearchError):
    """Say that the caller's `cancelled` answered true."""

    retryable: ClassVar[bool] = True

    @classmethod
    def seen(cls) -> Self:
        """Build the error."""
        return cls("operation_cancelled", "The operation was cancelled.")
