"""Which bundles there are: a small JSON file that names them, read with care and written in one step.

The form is that of the reference: `connections` keyed by absolute path, each with a `key`.  Whatever else stands in the file
stays there.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self, cast

from attrs import field, frozen

from okfsearch.errors import InvalidRequest, RegistryError

__all__ = ["Registry", "RegistryEntry", "registry_path"]

#: The variable that names the file.
VARIABLE = "OPENKNOWLEDGE_REGISTRY_FILE"

#: A file over this many bytes is no registry.
LARGEST = 1 << 20

_VERSION = "1"
_CONTROL_OR_SURROGATE = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")


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
            InvalidRequest: when a name or a root cannot stand in a registry.
        """
        registry = cls((), _dump({"schemaVersion": _VERSION, "connections": {}}))
        for key, root in roots.items():
            registry = registry.add(key, root)
        return registry

    @classmethod
    def load(cls, path: str | os.PathLike[str] | None = None) -> Self:
        """Read the registry.

        Args:
            path: its file; when None, the one that the environment variable `OPENKNOWLEDGE_REGISTRY_FILE` names, or
                `registry.json` in the user's configuration directory.  Where that does not exist, the registry is empty.

        Raises:
            RegistryError: when the file given cannot be read (`registry_unreadable`), or any is no registry
                (`registry_invalid`).

        Example:
            >>> from okfsearch.registry import Registry
            >>> Registry.of({"tides": "/srv/tides"}).write("registry.json")
            >>> Registry.load("registry.json").entries
            (RegistryEntry(key='tides', root='/srv/tides'),)
        """
        try:
            data = _read(registry_path() if path is None else path)
        except FileNotFoundError as error:
            if path is None:
                return cls.of({})
            raise _unreadable() from error
        except (OSError, ValueError) as error:
            raise _unreadable() from error
        return cls.parse(data)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """Read a registry from the bytes of its file.

        Raises:
            RegistryError: when they are none.
        """
        if len(data) > LARGEST:
            raise _invalid()
        try:
            document = json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse)
            text = _dump(document)
        except (ValueError, RecursionError) as error:
            raise _invalid() from error
        return cls(_entries(document), text)

    def add(self, key: str, root: str | os.PathLike[str]) -> Self:
        """Return a registry that names one bundle more.

        Raises:
            InvalidRequest: when the name or the root is there already, or cannot stand in a registry.
        """
        spelled: object = os.fspath(root) if isinstance(root, os.PathLike) else root
        if not isinstance(spelled, str) or not _is_plain(spelled):
            raise InvalidRequest.of("root", "invalid", "A root is text without control characters.")
        if not isinstance(key, str) or not _is_plain(key):
            raise InvalidRequest.of("key", "invalid", "A name is text without control characters, and not empty.")
        absolute = os.path.abspath(spelled)  # noqa: PTH100 - the way is noted, not where its links lead today
        if any(entry.key == key for entry in self.entries):
            raise InvalidRequest.of("key", "duplicate", "A bundle of that name is there already.")
        if any(entry.root == absolute for entry in self.entries):
            raise InvalidRequest.of("root", "duplicate", "That bundle is there already.")
        document = self._document()
        document["connections"][absolute] = {"key": key}
        return type(self)(_entries(document), _dump(document))

    def remove(self, key: str) -> Self:
        """Return a registry without the bundle of that name.

        Raises:
            InvalidRequest: when there is none.
        """
        document = self._document()
        roots = [entry.root for entry in self.entries if entry.key == key]
        if not roots:
            raise InvalidRequest.of("key", "unknown", "There is no bundle of that name.")
        for root in roots:
            del document["connections"][root]
        return type(self)(_entries(document), _dump(document))

    def write(self, path: str | os.PathLike[str] | None = None) -> None:
        """Write the registry to its file, or where `load` would look for it, in one step: whole or not at all.

        Raises:
            RegistryError: when it cannot be written (`registry_unwritable`).
        """
        target = Path(registry_path() if path is None else path)
        data = f"{json.dumps(self._document(), ensure_ascii=False, indent=2)}\n".encode()
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            _replace(target, data)
        except (OSError, ValueError) as error:
            raise RegistryError("registry_unwritable", "The registry cannot be written.") from error

    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self._text)
        return document

    def __len__(self) -> int:
        """Return how many bundles it names."""
        return len(self.entries)


def registry_path() -> str:
    """Return where the registry is looked for when no file is given."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    from platformdirs import user_config_path  # asked for only by those who name no file

    return str(user_config_path("okfsearch", appauthor=False) / "registry.json")


def _read(path: str | os.PathLike[str]) -> bytes:
    """Read a regular file, and one byte more than a registry may have at most."""
    # Whoever put a pipe there must not make us wait.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError
        return file.read(LARGEST + 1)


def _replace(target: Path, data: bytes) -> None:
    """Write a new file beside the old one and put it in its place."""
    descriptor, fresh = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        Path(fresh).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(fresh).unlink()
        raise


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
    if not isinstance(key, str) or not _is_plain(key) or not _is_plain(root) or not Path(root).is_absolute():
        raise _invalid()
    return RegistryEntry(key, root)


def _is_plain(text: str) -> bool:
    """Return whether a text says something, on one line, and can be written as UTF-8."""
    return bool(text.strip()) and _CONTROL_OR_SURROGATE.search(text) is None


def _dump(document: Any) -> str:
    return json.dumps(document, ensure_ascii=True, allow_nan=False)


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


def _unreadable() -> RegistryError:
    return RegistryError("registry_unreadable", "The registry cannot be read.")
