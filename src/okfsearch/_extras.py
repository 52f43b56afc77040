"""Say in one sentence which extra is missing: the optional packages are imported where they are used, and only there."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from okfsearch.errors import InvalidRequest

__all__ = ["import_extra"]


def import_extra(module: str, extra: str, *, field: str) -> Any:
    """Import a module of an optional package.

    Args:
        module: the module's full name.
        extra: the extra of this package that brings it.
        field: the argument, or the name of the edge, that asked for it.

    Raises:
        InvalidRequest: the package is not installed; `details` name the `extra`.

    Example:
        >>> from okfsearch.errors import InvalidRequest
        >>> try:
        ...     import_extra("no_such_package", "charts", field="library")
        ... except InvalidRequest as error:
        ...     print(error)
        The extra `charts` is not installed: pip install "okfsearch[charts]".
    """
    try:
        return import_module(module)
    except ImportError as error:
        message = f'The extra `{extra}` is not installed: pip install "okfsearch[{extra}]".'
        raise InvalidRequest.of(field, "not_installed", message, extra=extra) from error
