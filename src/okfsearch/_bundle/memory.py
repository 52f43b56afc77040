"""A tree of folders made from a mapping of paths to bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from okfsearch._bundle.survey import Entry
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

#: A folder: names to folders and to the bytes of files.
Folder = dict[str, "Folder | bytes"]

_NO_NAMES = frozenset({"", ".", ".."})


class MemoryTree:
    """Walk a mapping as if it were a directory."""

    def __init__(self, top: Folder, limits: Limits) -> None:
        self._folders = [top]
        self._limits = limits

    @classmethod
    def of(cls, files: Mapping[str, bytes], limits: Limits) -> Self:
        """Sort files into folders.

        Raises:
            InvalidRequest: when a path is none of a file below a root, or a value is not bytes.
        """
        top: Folder = {}
        for path, data in files.items():
            if not isinstance(path, str) or not isinstance(data, bytes):
                raise InvalidRequest.of("files", "wrong_type", "The files are a mapping of paths to bytes.")
            *folders, name = path.split("/")
            folder = top
            for part in folders:
                inner = folder.setdefault(part, {})
                if part in _NO_NAMES or isinstance(inner, bytes):
                    raise _malformed()
                folder = inner
            if name in _NO_NAMES or name in folder:
                raise _malformed()
            folder[name] = data
        return cls(top, limits)

    def scan(self) -> list[Entry]:
        """List the folder."""
        folder = self._folders[-1]
        self._limits.check("directory_entries", len(folder))
        return [(name, "file" if isinstance(value, bytes) else "folder") for name, value in folder.items()]

    def enter(self, name: str) -> None:
        """Go into a folder of this folder."""
        inner = self._folders[-1][name]
        if not isinstance(inner, bytes):
            self._folders.append(inner)

    def leave(self) -> None:
        """Go back to the folder above."""
        self._folders.pop()

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        data = self._folders[-1][name]
        if not isinstance(data, bytes):
            raise _malformed()
        self._limits.check("file_bytes", len(data))
        return data


def _malformed() -> InvalidRequest:
    return InvalidRequest.of("files", "malformed", "A path leads from the root down to a file, with one `/` between names.")
