"""Where a link leads inside a bundle: paths against paths, nothing is opened.

A path that leaves the bundle is external, whatever may be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal, Self

from attrs import field, frozen

from okfsearch._bundle.concepts import MARKDOWN_SUFFIX
from okfsearch._bundle.link_values import Link, Resolved
from okfsearch._fold import compose

__all__ = ["KnownPaths", "resolve_link"]

_EXTERNAL = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*+:|//")
_LISTING = "index.md"


@frozen
class KnownPaths:
    """Hold the files of a bundle and which of them are documents, ready to be looked up; build it once with `of`.

    A path is compared in normalization form C, so that a link finds a file whose name the system spells in another form.
    """

    _files: Mapping[str, str] = field(repr=False)
    _documents: frozenset[str] = field(repr=False)
    _lone: Mapping[str, str | None] = field(repr=False)

    @classmethod
    def of(cls, files: Iterable[str], *, documents: Iterable[str] | None = None) -> Self:
        """Build the look-up.

        Args:
            files: the bundle-relative paths of all files.
            documents: those that a path without `.md` or a folder may stand for; by default all that end in `.md`.
        """
        known = {compose(path): path for path in files}
        paths = known.values() if documents is None else documents
        kept = frozenset(path for path in paths if path.endswith(MARKDOWN_SUFFIX))
        lone: dict[str, str | None] = {}
        for path in kept:
            folder = compose(path.rpartition("/")[0])
            lone[folder] = None if folder in lone else path
        return cls(known, kept, lone)

    def find(self, path: str) -> str | None:
        """Return the file that a path without dot segments stands for, or None.

        The file of that very path comes first; then the document that it lacks only `.md` for, or the listing of the folder
        it names, if exactly one of them is there and a document; then the only document that stands right in that folder;
        then its listing, which may be no document.
        """
        sought = compose(path)
        if sought in self._files:
            return self._files[sought]
        folder = sought.rstrip("/")
        names = (folder + MARKDOWN_SUFFIX, f"{folder}/{_LISTING}" if folder else _LISTING)
        fitting = [self._files[name] for name in names if self._files.get(name) in self._documents]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
        return self._lone.get(folder) or self._files.get(names[1])


def resolve_link(from_path: str, link: Link, known_paths: KnownPaths, *, from_root: bool = True) -> Resolved:
    """Find out where a link of a file leads.

    A path that begins with `/` starts at the root of the bundle, any other one at the folder of its file, and if nothing is
    there and `from_root` allows it, at the root.

    Example:
        >>> from okfsearch._bundle.link_paths import KnownPaths, resolve_link
        >>> from okfsearch._bundle.link_values import Link
        >>> known = KnownPaths.of(["t/a.md", "t/b.md"])
        >>> def follow(path):
        ...     return resolve_link(
        ...         "t/a.md", Link(kind="inline", line=1, text="", destination=path, target=path, path=path), known
        ...     )
        >>> follow("./b.md").path, follow("/t/b").path, follow("t/b.md").base, follow("../../x.md").standing
        ('t/b.md', 't/b.md', 'root', 'external')
        >>> follow("gone.md")
        Resolved(standing='missing', path='t/gone.md', fragment=None, base=None)
    """
    if _EXTERNAL.match(link.target):
        return Resolved("external", None, link.fragment)
    if not link.path:
        return Resolved("found", from_path, link.fragment)
    if link.path.startswith("/"):
        path = _normal("", link.path)
        found = None if path is None else known_paths.find(path)
        return _resolved(link, path, found, None)
    path = _normal(from_path.rpartition("/")[0], link.path)
    found = None if path is None else known_paths.find(path)
    if found is None and from_root:
        other = _normal("", link.path)
        found = None if other is None else known_paths.find(other)
        if found is not None:
            return _resolved(link, other, found, "root")
    return _resolved(link, path, found, "file")


def _resolved(link: Link, path: str | None, found: str | None, base: Literal["file", "root"] | None) -> Resolved:
    if found is not None:
        return Resolved("found", found, link.fragment, base)
    if path is None:
        return Resolved("external", None, link.fragment)
    return Resolved("missing", path, link.fragment)


def _normal(folder: str, path: str) -> str | None:
    """Join a path to a folder and resolve its dot segments; None where it leaves the bundle."""
    segments = folder.split("/") if folder else []
    for segment in path.split("/"):
        if segment == "..":
            if not segments:
                return None
            segments.pop()
        elif segment not in {"", "."}:
            segments.append(segment)
    # A slash at the end says that a folder is meant, which is never a file.
    return "/".join(segments) + ("/" if segments and path.endswith("/") else "")
