"""What differs between versions of the format, as one table, and which version a bundle follows.

The rules of 0.3 are those that adopters report; they hold only where a bundle declares that version or a caller asks for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from attrs import frozen

from okfsearch._bundle.frontmatter import FrontmatterFault, read_frontmatter
from okfsearch._bundle.layout import split_layout
from okfsearch._bundle.managed import INDEX
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._cancel import Cancelled, never
from okfsearch.errors import InvalidRequest
from okfsearch.issues import Issue

__all__ = ["RULES", "Spec", "SpecRules", "choose_rules", "parse_spec"]

#: What a caller may ask for; "auto" follows the bundle's declaration.
Spec = Literal["auto", "0.1", "0.2", "0.3"]

#: What a bundle follows that declares nothing, or nothing we know.
ASSUMED = "0.2"


@frozen(kw_only=True)
class SpecRules:
    """Hold the rules of one version, as far as a searcher sees them.

    Attributes:
        version: the version.
        typed_only: only a document with a type is a concept.
        current_confirmations: a confirmation counts only if it is dated, and not before the content was generated.
        stale_when_unreadable: a staleness date that cannot be read counts as passed.
        links_from_root: a relative path that leads nowhere from its file is tried from the root.
    """

    version: str
    typed_only: bool = False
    current_confirmations: bool = False
    stale_when_unreadable: bool = False
    links_from_root: bool = True


RULES = {
    "0.1": SpecRules(version="0.1"),
    "0.2": SpecRules(version="0.2"),
    "0.3": SpecRules(
        version="0.3", typed_only=True, current_confirmations=True, stale_when_unreadable=True, links_from_root=False
    ),
}


# Only what looks like a version is told of; any other text of a bundle stays out of messages.
_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,2}")


def parse_spec(spec: str) -> str:
    """Check the version a caller asks for.

    Raises:
        InvalidRequest: when it is none of those known.
    """
    allowed = ("auto", *RULES)
    if spec not in allowed:
        raise InvalidRequest.of("spec", "unknown", "That version of the format is not known.", allowed=list(allowed))
    return spec


def choose_rules(
    files: Sequence[CapturedFile], spec: str, *, cancelled: Cancelled = never
) -> tuple[SpecRules, tuple[Issue, ...]]:
    r"""Return the rules that hold for a bundle, with an issue when it declares a version that is not known.

    Example:
        >>> from okfsearch._bundle.spec_rules import choose_rules
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> index = CapturedFile.of("index.md", b"---\nokf_version: 0.3\n---\n")
        >>> (
        ...     choose_rules([index], "auto")[0].version,
        ...     choose_rules([index], "0.1")[0].version,
        ...     choose_rules([], "auto")[0].version,
        ... )
        ('0.3', '0.1', '0.2')
    """
    if spec != "auto":
        return RULES[spec], ()
    index = next((file for file in files if file.path == INDEX), None)
    declared, line = (None, None) if index is None else _declared(index.data, cancelled)
    if declared is None or declared in RULES:
        return RULES[declared or ASSUMED], ()
    note = f"It declares {declared}." if _VERSION.fullmatch(declared) else ""
    return RULES[ASSUMED], (Issue.of("unknown_okf_version", INDEX, line, note=note),)


def _declared(data: bytes, cancelled: Cancelled) -> tuple[str | None, int | None]:
    """Read `okf_version` of a root index, and its line in the file."""
    layout = split_layout(data, lenient=True)
    if layout.frontmatter is None:
        return None, None
    try:
        value = read_frontmatter(layout.frontmatter.slice(data), cancelled=cancelled).value("okf_version")
    except (FrontmatterFault, MemoryError, RecursionError):
        # A broken index declares nothing; capture has already told whether the bundle is managed.
        return None, None
    return (None, None) if value is None else (value.text, value.line + 1)
