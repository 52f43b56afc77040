"""Which bundles there are: a small JSON file that names them.

The form is that of the reference: `connections` keyed by absolute path, each with a `key`.  Whatever else stands in the file
stays there.  How the file is read and written is left to `registry_file`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from typing import Any, Self, cast

from attrs import field, frozen

from okfsearch.errors import BundleAccessError, InvalidRequest, RegistryError
from okfsearch.registry_file import LARGEST, alone_at, parse_path, read_file, registry_path, unreadable, write_file

__all__ = ["Registry", "RegistryEntry", "edit_registry", "registry_path"]

#: More objects and arrays inside each other are no registry.
DEEPEST = 32

_VERSION = "1"
_CONTROL_OR_SURROGATE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{\]}]', re.DOTALL)


@frozen
class RegistryEntry:
    """Name one bundle.

    Attributes:
        key: its name.
        root: its directory, absolute.
    """

    key: str
    root: str


@frozen
class Registry:
    """Hold the bundles of a registry, as they were when it was loaded.

    Attributes:
        entries: the bundles, by name.
    """

    entries: tuple[RegistryEntry, ...]
    #: The whole document, so that unknown fields survive.
    _text: str = field(alias="text", repr=False)

    @classmethod
    def of(cls, roots: Mapping[str, str | os.PathLike[str]]) -> Self:
        """Build a registry in memory from names and roots.

        Raises:
            InvalidRequest: when a name or a root cannot stand in a registry, or two roots are the same directory.

        Example:
            >>> from okfsearch.registry import Registry
            >>> [entry.key for entry in Registry.of({"tides": "/srv/tides", "berths": "/srv/berths"}).entries]
            ['berths', 'tides']
        """
        if not isinstance(roots, Mapping):
            raise InvalidRequest.of("roots", "wrong_type", "Roots are given by name.")
        connections: dict[str, Any] = {}
        for key, root in roots.items():
            absolute = _parse_root(root)
            if absolute in connections:
                raise InvalidRequest.of("root", "duplicate", "That bundle is there already.")
            connections[absolute] = {"key": _parse_key(key)}
        return cls._of({"schemaVersion": _VERSION, "connections": connections})

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """Read the registry.

        Args:
            path: its file; when None, the one that the environment variable `OPENKNOWLEDGE_REGISTRY_FILE` names, or
                `registry.json` in the user's configuration directory.  Where that does not exist, the registry is empty.

        Raises:
            InvalidRequest: when the path is none.
            RegistryError: when the file given cannot be read (`registry_unreadable`), or any is no registry
                (`registry_invalid`).

        Example:
            >>> from okfsearch.registry import Registry
            >>> Registry.of({"tides": "/srv/tides"}).write("registry.json")
            >>> Registry.load("registry.json").entries
            (RegistryEntry(key='tides', root='/srv/tides'),)
        """
        data = read_file(parse_path(path))
        if data is not None:
            return cls.parse(data)
        if path is not None:
            raise unreadable()
        return cls.of({})

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read a registry from the bytes of its file.

        Raises:
            RegistryError: when they are none.
        """
        if len(data) > LARGEST:
            raise _invalid()
        try:
            text = data.decode("utf-8")
            if _depth_of(text) > DEEPEST:
                raise _invalid()
            document = json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
            return cls._of(document)
        except ValueError as error:
            raise _invalid() from error

    @classmethod
    def _of(cls, document: Any) -> Self:
        return cls(_entries(document), json.dumps(document, ensure_ascii=True, allow_nan=False))

    def add(self, key: str, root: str | os.PathLike[str]) -> Self:
        """Return a registry that names one bundle more.

        Raises:
            InvalidRequest: when the name or the root is there already, or cannot stand in a registry.
        """
        absolute, key = _parse_root(root), _parse_key(key)
        if any(entry.key == key for entry in self.entries):
            raise InvalidRequest.of("key", "duplicate", "A bundle of that name is there already.")
        document = self._document()
        if absolute in document["connections"]:
            raise InvalidRequest.of("root", "duplicate", "That bundle is there already.")
        document["connections"][absolute] = {"key": key}
        return self._of(document)

    def remove(self, key: str) -> Self:
        """Return a registry without the bundle of that name.

        Raises:
            InvalidRequest: when there is none.
        """
        root = self.find(key)
        if root is None:
            raise InvalidRequest.of("key", "unknown", "There is no bundle of that name.")
        document = self._document()
        del document["connections"][root]
        return self._of(document)

    def find(self, key: str) -> str | None:
        """Return the root of the bundle of that name, or None."""
        return next((entry.root for entry in self.entries if entry.key == key), None)

    def write(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the registry to its file, or where `load` would look for it, in one step: whole or not at all.

        Raises:
            InvalidRequest: when the path is none.
            RegistryError: when it cannot be written (`registry_unwritable`).
        """
        text = json.dumps(self._document(), ensure_ascii=False, indent=2)
        # A lone surrogate in somebody else's field becomes its JSON escape again.
        write_file(parse_path(path), f"{text}\n".encode("utf-8", "backslashreplace"))

    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._text)
        return document

    def __len__(self) -> int:
        """Return how many bundles it names."""
        return len(self.entries)


def edit_registry(change: Callable[[Registry], Registry], path: str | os.PathLike[str] | None = None) -> Registry:
    """Read the registry, change it and write it back, while nobody else edits it; a file that is not there yet is begun.

    Args:
        change: returns the new registry for the old one.
        path: its file, as for `Registry.load`.

    Raises:
        InvalidRequest: when the path is none, or whatever `change` raises.
        RegistryError: as `Registry.load` and `Registry.write` do.

    Example:
        >>> from okfsearch.registry import edit_registry
        >>> len(edit_registry(lambda registry: registry.add("ebb", "/srv/ebb"), "edited.json"))
        1
    """
    file = parse_path(path)
    with alone_at(file):
        data = read_file(file)
        changed = change(Registry.of({}) if data is None else Registry.parse(data))
        changed.write(file)
    return changed


def _parse_root(root: str | os.PathLike[str]) -> str:
    spelled: object = os.fspath(root) if isinstance(root, os.PathLike) else root
    if not isinstance(spelled, str) or not _is_plain(spelled):
        raise InvalidRequest.of("root", "invalid", "A root is text without control characters.")
    try:
        # The way is noted, not where its links lead today.
        return os.path.abspath(spelled)  # noqa: PTH100
    except OSError as error:
        raise BundleAccessError("root_not_found", "The working directory is gone.") from error


def _parse_key(key: str) -> str:
    if not isinstance(key, str) or not _is_plain(key):
        raise InvalidRequest.of("key", "invalid", "A name is text without control characters, and not empty.")
    return key


def _entries(document: Any) -> tuple[RegistryEntry, ...]:
    """Return the bundles that a document names, by name."""
    if not isinstance(document, dict):
        raise _invalid()
    fields = cast("dict[str, Any]", document)
    connections = fields.get("connections")
    if fields.get("schemaVersion") != _VERSION or not isinstance(connections, dict):
        raise _invalid()
    entries = [_entry(root, connection) for root, connection in cast("dict[str, Any]", connections).items()]
    if len({entry.key for entry in entries}) < len(entries):
        raise _invalid()
    return tuple(sorted(entries, key=lambda entry: entry.key))


def _entry(root: str, connection: Any) -> RegistryEntry:
    key: Any = cast("dict[str, Any]", connection).get("key") if isinstance(connection, dict) else None
    if not isinstance(key, str) or not _is_plain(key) or not _is_plain(root) or not os.path.isabs(root):  # noqa: PTH117 - no file is meant
        raise _invalid()
    return RegistryEntry(key, root)


def _is_plain(text: str) -> bool:
    """Return whether a text says something, on one line, and can be written as UTF-8."""
    return bool(text.strip()) and _CONTROL_OR_SURROGATE.search(text) is None


def _depth_of(text: str) -> int:
    """Return how many objects and arrays stand inside each other at most, without reading them."""
    depth = deepest = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        depth += (found[0] in "[{") - (found[0] in "]}")
        deepest = max(deepest, depth)
    return deepest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing one that says two things under one name."""
    built = dict(pairs)
    if len(built) < len(pairs):
        raise ValueError
    return built


def _refuse(_: str) -> None:
    raise ValueError


def _invalid() -> RegistryError:
    return RegistryError("registry_invalid", "The file is no registry of bundles.")
