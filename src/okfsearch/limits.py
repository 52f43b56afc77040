"""Every cap of the library, with its name, unit and default.

The rooms check a cap where its quantity first becomes known; this room holds only the numbers.
"""

from __future__ import annotations

from typing import Any, Self

from attrs import evolve, field, fields, frozen

from okfsearch.errors import InvalidRequest, LimitExceeded

__all__ = ["Limits"]

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB


def _whole(value: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidRequest.of("limits", "out_of_range", "A cap is a whole number, at least 0.")
    return value


def _whole_or_none(value: int | None) -> int | None:
    return None if value is None else _whole(value)


def _cap(default: int) -> int:
    cap: int = field(default=default, converter=_whole)
    return cap


@frozen(kw_only=True)
class Limits:
    """Hold the caps of one call; a quantity exactly at its cap passes.

    A cap that is no whole number is an `InvalidRequest`.  The defaults are those of the section-search contract; `Limits.large()` suits bundles beyond it.

    Attributes:
        query_code_points: code points of the raw query.
        query_terms: distinct terms of a query.
        term_code_points: code points of one normalized query term.
        results: the largest `limit` a caller may ask for.
        files: visible files.
        path_bytes: UTF-8 bytes of a bundle-relative path.
        path_depth: segments of a path, the file included.
        file_bytes: bytes of one file.
        total_bytes: bytes of all visible files together.
        heading_bytes: UTF-8 bytes of a heading's text.
        title_bytes: UTF-8 bytes of a title.
        sections: sections in all, and heading marks in one file.
        tokens: indexed tokens, those of headings and titles counted once for each section.
        response_bytes: UTF-8 bytes of the encoded answer, or None for no cap.
        frontmatter_bytes: bytes of one frontmatter block.
        container_depth: nested Markdown containers (quotes and list items) at one line.
        directory_entries: entries of one directory.
        heading_delimiters: inline delimiters of one heading.
        bundle_delimiters: inline delimiters of all headings together.

    Example:
        >>> from okfsearch import Limits
        >>> Limits().results, Limits.large().results, Limits(files=5).files
        (100, 1000, 5)
    """

    query_code_points: int = _cap(512)
    query_terms: int = _cap(32)
    term_code_points: int = _cap(4_096)
    results: int = _cap(100)
    files: int = _cap(10_000)
    path_bytes: int = _cap(4_096)
    path_depth: int = _cap(64)
    file_bytes: int = _cap(16 * MIB)
    total_bytes: int = _cap(64 * MIB)
    heading_bytes: int = _cap(1_024)
    title_bytes: int = _cap(1_024)
    sections: int = _cap(100_000)
    tokens: int = _cap(1_000_000)
    response_bytes: int | None = field(default=MIB, converter=_whole_or_none)
    frontmatter_bytes: int = _cap(256 * KIB)
    container_depth: int = _cap(200)
    directory_entries: int = _cap(200_000)
    heading_delimiters: int = _cap(256)
    bundle_delimiters: int = _cap(1_000_000)

    @classmethod
    def large(cls) -> Self:
        """Return the caps for bundles beyond the contract: context and concept search use them by default."""
        return cls(
            query_code_points=4_096,
            query_terms=128,
            results=1_000,
            files=200_000,
            file_bytes=64 * MIB,
            total_bytes=GIB,
            heading_bytes=4_096,
            title_bytes=4_096,
            sections=1_000_000,
            tokens=50_000_000,
            response_bytes=None,
            frontmatter_bytes=MIB,
            directory_entries=1_000_000,
            bundle_delimiters=10_000_000,
        )

    def replace(self, **changes: int | None) -> Self:
        """Return the same caps with some of them changed."""
        values: dict[str, Any] = changes
        return evolve(self, **values)

    def check(self, name: str, quantity: int, *, path: str | None = None) -> None:
        """Raise `LimitExceeded` when a quantity is above the cap of that name."""
        maximum: int | None = getattr(self, name)
        if maximum is not None and quantity > maximum:
            raise LimitExceeded.of(name, maximum, path=path)


LIMIT_NAMES: tuple[str, ...] = tuple(attribute.name for attribute in fields(Limits))
