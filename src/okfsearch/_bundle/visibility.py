"""Which entries of a bundle are looked at.

What is left out here is in neither revision nor caps.  How the tree is walked is the survey's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from attrs import evolve, field, frozen

from okfsearch._bundle.ignore import Patterns
from okfsearch.errors import InvalidRequest

__all__ = ["Visibility"]


def _patterns(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, (tuple, list)):
        raise InvalidRequest.of("visibility", "wrong_type", "The patterns to exclude are a sequence of texts.")
    items = cast("Sequence[object]", value)
    patterns = tuple(item for item in items if isinstance(item, str))
    if len(patterns) != len(items):
        raise InvalidRequest.of("visibility", "wrong_type", "A pattern to exclude is a text.")
    return patterns


@frozen
class Visibility:
    """Say which entries of a bundle a capture looks at.

    Attributes:
        exclude: gitignore-style patterns of what is left out, relative to the root.
        rule: "all" shows every regular file except `.okf` at the root; "auto" leaves out what a bundle's kind suggests.

    Example:
        >>> from okfsearch import Visibility
        >>> Visibility(exclude=("*.png", "drafts/")).exclude
        ('*.png', 'drafts/')
    """

    exclude: tuple[str, ...] = field(default=(), converter=_patterns)
    rule: Literal["all", "auto"] = field(default="all", kw_only=True)

    @classmethod
    def auto(cls, exclude: tuple[str, ...] = ()) -> Visibility:
        """Return the rule of context and concept search.

        A managed bundle leaves out folders named `.git`; an unmanaged one also folders that hold what tools fetched or
        made, and what the `.gitignore` files inside the root name.
        """
        return cls(exclude, rule="auto")


#: The name of a file with patterns of what its folder leaves out.
IGNORE_FILE = ".gitignore"

#: An ignore file beyond this is refused: every entry is held against every one of its lines.
IGNORE_BYTES = 32 * 1024

#: Folders that hold what tools fetched or made, left out of an unmanaged bundle at any depth.
TOOL_FOLDERS = frozenset({
    ".cache", ".generated", ".git", ".hg", ".next", ".nuxt", ".output", ".pnpm-store", ".svn", ".venv", "DerivedData",
    "Pods", "bower_components", "build", "coverage", "dist", "generated", "node_modules", "out", "target", "vendor", "venv",
})  # fmt: skip


@frozen
class Sight:
    """Hold a visibility as it applies in one folder.

    Attributes:
        at_root: names hidden in this very folder.
        folders: names of folders hidden here and below.
        excluded: the caller's patterns, relative to the root.
        ignored: patterns of ignore files, each with the length of its folder's prefix, the nearest last; None where
            ignore files mean nothing.
    """

    at_root: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    excluded: Patterns | None = None
    ignored: tuple[tuple[int, Patterns], ...] | None = None

    @classmethod
    def of(cls, visibility: Visibility, *, managed: bool) -> Sight:
        """Compile a visibility for the root of a bundle."""
        excluded = Patterns.of(visibility.exclude) if visibility.exclude else None
        if visibility.rule == "all":
            return cls(frozenset({".okf"}), excluded=excluded)
        if managed:
            return cls(folders=frozenset({".git"}), excluded=excluded)
        return cls(folders=TOOL_FOLDERS, excluded=excluded, ignored=())

    def hides(self, name: str, path: str, *, folder: bool) -> bool:
        """Tell whether an entry of this folder is left out."""
        if name in self.at_root or (folder and name in self.folders):
            return True
        if self.excluded is not None and self.excluded.hides(path, folder=folder):
            return True
        for start, patterns in reversed(self.ignored or ()):
            answer = patterns.hides(path[start:], folder=folder)
            if answer is not None:
                return answer
        return False

    def below(self) -> Sight:
        """Return the sight of a folder inside this one."""
        return evolve(self, at_root=frozenset()) if self.at_root else self

    def with_ignore_file(self, prefix: str, data: bytes) -> Sight:
        """Return the sight of this folder once its ignore file has been read."""
        return evolve(self, ignored=(*(self.ignored or ()), (len(prefix), Patterns.read(data))))
