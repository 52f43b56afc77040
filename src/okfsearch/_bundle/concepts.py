"""Which files are concepts, and under which ID."""

from __future__ import annotations

MARKDOWN_SUFFIX = ".md"

#: Base names that are listings and logs at every level, never concepts.
RESERVED_NAMES = frozenset({"index.md", "log.md"})


def is_concept_path(path: str) -> bool:
    """Tell whether a bundle-relative path names a concept: extension exactly `.md`, base name not reserved.

    A file named just `.md` counts, so that it can be reported; it has no valid ID.

    Example:
        >>> from okfsearch._bundle.concepts import is_concept_path
        >>> [is_concept_path(path) for path in ("a.md", "b/index.md", "B.MD", "b/Index.md")]
        [True, False, False, True]
    """
    return path.endswith(MARKDOWN_SUFFIX) and path.rpartition("/")[2] not in RESERVED_NAMES


def concept_id_of(path: str) -> str:
    """Return the path without one trailing `.md`.

    Example:
        >>> from okfsearch._bundle.concepts import concept_id_of
        >>> concept_id_of("guides/a.md.md")
        'guides/a.md'
    """
    return path.removesuffix(MARKDOWN_SUFFIX)


def is_concept_id(concept_id: str) -> bool:
    """Tell whether an ID can stand: its last segment must not be empty.

    The other rules for paths are kept by capture, for every visible file.

    Example:
        >>> from okfsearch._bundle.concepts import is_concept_id
        >>> is_concept_id("guides/a"), is_concept_id("guides/"), is_concept_id("")
        (True, False, False)
    """
    return bool(concept_id.rpartition("/")[2])
