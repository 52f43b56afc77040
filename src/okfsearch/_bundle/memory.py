"""A tree of folders made from a mapping of paths to bytes.

Which of the files are visible, and whether their names will do, is judged by the survey.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Self

from okfsearch._bundle.survey import Entry
from okfsearch.errors import InvalidRequest
from okfsearch.limits import Limits

_NO_NAMES = frozenset({"", ".", ".."})


class Folder(NamedTuple):
    """Hold the folders and the files of one folder, by their names."""

    folders: dict[str, Folder]
    files: dict[str, bytes]


class MemoryTree:
    """Walk a mapping as if it were a directory."""

    def __init__(self, top: Folder, limits: Limits) -> None:
        self._trail = [top]
        self._prefixes = [""]
        self._limits = limits

    @classmethod
    def of(cls, files: Mapping[str, bytes], limits: Limits) -> Self:
        """Sort files into folders.

        Raises:
            InvalidRequest: when a path is none of a file below a root, or a value is not bytes.
        """
        top = Folder({}, {})
        for path, data in files.items():
            if not isinstance(path, str) or not isinstance(data, bytes):
                raise InvalidRequest.of("files", "wrong_type", "The files are a mapping of paths to bytes.")
            *names, last = path.split("/")
            folder = top
            for name in names:
                _check(name, folder.files)
                folder = folder.folders.get(name) or folder.folders.setdefault(name, Folder({}, {}))
            _check(last, folder.folders)
            folder.files[last] = data
        return cls(top, limits)

    def scan(self) -> list[Entry]:
        """List the folder."""
        here = self._trail[-1]
        self._limits.check("directory_entries", len(here.folders) + len(here.files), path=self._prefixes[-1][:-1] or None)
        return [*((name, "folder") for name in here.folders), *((name, "file") for name in here.files)]

    def enter(self, name: str) -> None:
        """Go into a folder of this folder."""
        self._trail.append(self._trail[-1].folders[name])
        self._prefixes.append(f"{self._prefixes[-1]}{name}/")

    def leave(self) -> None:
        """Go back to the folder above."""
        self._trail.pop()
        self._prefixes.pop()

    def read(self, name: str, spent: int = 0) -> bytes:
        """Return the bytes of a file."""
        data = self._trail[-1].files[name]
        path = self._prefixes[-1] + name
        self._limits.check("file_bytes", len(data), path=path)
        self._limits.check("total_bytes", spent + len(data), path=path)
        return data


def _check(name: str, others: Mapping[str, object]) -> None:
    if name in _NO_NAMES or name in others:
        message = "A path leads from the root down to a file, with one `/` between names."
        raise InvalidRequest.of("files", "malformed", message)
