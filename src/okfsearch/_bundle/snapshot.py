"""The captured bytes of a bundle, and the fingerprint of exactly these bytes.

A snapshot is made by capture or from bytes in memory; which entries are visible and how files are read is decided
elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType
from typing import Protocol

from attrs import Factory, field, frozen

from okfsearch._bundle.managed import INDEX, SETTINGS, declares_version
from okfsearch._bundle.memory import MemoryTree
from okfsearch._bundle.names import is_foreign
from okfsearch._bundle.overview import Overview
from okfsearch._bundle.survey import survey_tree
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._display import Displayed
from okfsearch._exhaustion import exhaustion
from okfsearch._json import encode_text
from okfsearch.errors import InvalidRequest
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = ["CapturedFile", "Snapshot"]

LARGE = Limits.large()

#: At most this much is digested between two questions for a cancellation.
_DIGEST_BYTES = 1024 * 1024


@frozen
class CapturedFile:
    """Hold the bytes of one file, as they were read once.

    Attributes:
        path: the bundle-relative path, parts joined by `/`; never normalised.
        size: the number of bytes.
        sha256: the SHA-256 of the bytes, in lower-case hex.
        data: the bytes.  Two files with the same digest are equal.
    """

    path: str
    size: int
    sha256: str
    data: bytes = field(repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.size != len(self.data):
            raise InvalidRequest.of("size", "inconsistent", "The size of a captured file is the number of its bytes.")

    @classmethod
    def of(cls, path: str, data: bytes, *, cancelled: Cancelled = never) -> CapturedFile:
        """Build the record of one file from its bytes."""
        return cls(path, len(data), _digest(data, cancelled), data)


def _digest(data: bytes, cancelled: Cancelled) -> str:
    if len(data) <= _DIGEST_BYTES:
        return sha256(data).hexdigest()
    digest = sha256()
    view = memoryview(data)
    for start in range(0, len(data), _DIGEST_BYTES):
        check(cancelled)
        digest.update(view[start : start + _DIGEST_BYTES])
    return digest.hexdigest()


class Source(Protocol):
    """Know where a snapshot came from, so that it can be compared with what is there now."""

    def changed(self, snapshot: Snapshot, cancelled: Cancelled) -> bool:
        """Tell whether a new capture would differ."""
        ...

    def refresh(self, snapshot: Snapshot, cancelled: Cancelled) -> Snapshot:
        """Capture again, keeping what stayed the same."""
        ...


def _path(file: CapturedFile) -> str:
    return file.path


def _pairs(skipped: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted((kind, tuple(sorted(paths))) for kind, paths in skipped.items()))


def _check_files(_: object, __: object, files: tuple[CapturedFile, ...]) -> None:
    # Code points and UTF-8 bytes sort alike.
    if not all(former.path < latter.path for former, latter in pairwise(files)):
        raise InvalidRequest.of("files", "unordered", "The files of a snapshot are ordered by path, each path once.")
    if is_foreign("".join(map(_path, files))):
        raise InvalidRequest.of("files", "malformed", "The paths of a snapshot are paths of a bundle.")


def _find(files: tuple[CapturedFile, ...], path: str) -> CapturedFile | None:
    place = bisect_left(files, path, key=_path)
    return files[place] if place < len(files) and files[place].path == path else None


def _is_managed(snapshot: Snapshot) -> bool:
    index = _find(snapshot.files, INDEX)
    return _find(snapshot.files, SETTINGS) is not None or (index is not None and declares_version(index.data))


def _fingerprint(snapshot: Snapshot) -> str:
    # No path holds LF or a backslash, so that one call escapes them all.
    paths = encode_text("\n".join(map(_path, snapshot.files)))[1:-1].split("\\n")
    records = (
        f'{{"path":"{path}","size":{file.size},"sha256":"{file.sha256}"}}'
        for path, file in zip(paths, snapshot.files, strict=False)
    )
    return sha256(f"[{','.join(records)}]".encode()).hexdigest()


@frozen(kw_only=True, repr=False, hash=False)
class Snapshot(Displayed):
    """Hold every visible file of a bundle, read once; equal when the files and what was noticed are equal.

    The length is the number of files; iterating gives them in order.  It never changes, pickles, and may be shared
    between threads.

    Attributes:
        files: the files, ordered by the bytes of their paths, each path once.
        revision: the SHA-256 of the canonical JSON of path, size and digest of all files.
        root: the absolute path of the captured directory, or what `of` was given.
        visibility: the rule that decided which entries are files of the bundle.
        managed: whether the bundle declares an OKF version at its root.
        skipped: what is no regular file: "symlink", "fifo", "socket" or "device" to the sorted paths, escaped.
        guarantees: how the bytes were read: "descriptor-relative" (each name opened in its open folder), "no-follow"
            (the system refused links), "stat-checked" (each file had the same size, times and identity before and after),
            "path-checked" (links refused by looking before and after: safe against a bundle that holds still), or
            "in-memory".
        issues: what was noticed and left out under "recover".

    Example:
        >>> from okfsearch import Snapshot
        >>> snapshot = Snapshot.of({"b.md": b"two", "a.md": b"one"})
        >>> [file.path for file in snapshot], snapshot.file("b.md").data
        (['a.md', 'b.md'], b'two')
        >>> Snapshot.of({}).revision[:12]
        '4f53cda18c2b'
    """

    files: tuple[CapturedFile, ...] = field(validator=_check_files)
    root: str | None = field(default=None, eq=False)
    visibility: Visibility = field(factory=Visibility, eq=False)
    managed: bool = field(init=False, default=Factory(_is_managed, takes_self=True))
    _skipped: tuple[tuple[str, tuple[str, ...]], ...] = field(alias="skipped", converter=_pairs)
    guarantees: frozenset[str] = field(default=frozenset(), eq=False)
    issues: tuple[Issue, ...] = ()
    _source: Source | None = field(default=None, eq=False, alias="source")
    revision: str = field(init=False, eq=False, default=Factory(_fingerprint, takes_self=True))

    @classmethod
    def of(
        cls,
        files: Mapping[str, bytes],
        root: str | None = None,
        *,
        visibility: Visibility = Visibility(),
        limits: Limits = Limits(),
    ) -> Snapshot:
        """Build a snapshot from bytes in memory, by the rules and caps of a capture.

        Args:
            files: bundle-relative paths to bytes.
            root: what the snapshot says its root is; nothing is read there.
            visibility: which of the files count.
            limits: the caps.

        Raises:
            InvalidRequest: when a path is none of a file below a root, or the value is not bytes.
            BundleError: `invalid_name`.
            LimitExceeded: when a cap is passed.
        """
        with exhaustion(limits):
            tree = MemoryTree.of(files, limits)
            survey = survey_tree(tree, visibility=visibility, limits=limits)
            total = 0
            captured: list[CapturedFile] = []
            for listed in survey.files:
                data = files[listed.path]
                limits.check("file_bytes", len(data), path=listed.path)
                total += len(data)
                limits.check("total_bytes", total, path=listed.path)
                captured.append(CapturedFile.of(listed.path, data))
            return cls(files=tuple(captured), root=root, visibility=visibility, skipped={}, guarantees=frozenset({"in-memory"}))

    @property
    def skipped(self) -> Mapping[str, tuple[str, ...]]:
        """Map each kind of entry that is no regular file to the paths of those that were passed over."""
        return MappingProxyType(dict(self._skipped))

    def file(self, path: str) -> CapturedFile:
        """Return the file of that path.

        Raises:
            InvalidRequest: when no such file was captured.
        """
        place = bisect_left(self.files, path, key=lambda file: file.path)
        if place == len(self.files) or self.files[place].path != path:
            raise InvalidRequest.of("path", "not_captured", "The snapshot has no file of that path.")
        return self.files[place]

    def describe(self, *, limits: Limits = LARGE, cancelled: Cancelled = never) -> Overview:
        """Count what the bundle holds: files, concepts, sections, types, tags and what is wrong with any of it.

        Raises:
            LimitExceeded: when a quantity passes its cap.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> from okfsearch import Snapshot
            >>> overview = Snapshot.of({"a.md": b"---\\ntype: Note\\n---\\n# Ebb\\n", "b.png": b""}).describe()
            >>> overview.files, overview.concepts, overview.sections, [(one.value, one.count) for one in overview.types]
            (2, 1, 1, [('Note', 1)])
        """
        # Documents are read by rooms that know snapshots, so this one may know them only by name.
        read: Overview = import_module("okfsearch._bundle.overviews").read_overview(self, limits=limits, cancelled=cancelled)
        return read

    def changed(self, *, cancelled: Cancelled = never) -> bool:
        """Tell whether the directory now holds something else; a snapshot of bytes in memory never changes.

        Raises:
            SearchError: whatever a new capture would raise.
        """
        return self._source is not None and self._source.changed(self, cancelled)

    def refresh(self, *, cancelled: Cancelled = never) -> Snapshot:
        """Read the directory again; files with equal bytes are the same objects, and so is an equal snapshot.

        Raises:
            SearchError: whatever a new capture would raise.
        """
        return self if self._source is None else self._source.refresh(self, cancelled)

    def __len__(self) -> int:
        return len(self.files)

    def __iter__(self) -> Iterator[CapturedFile]:
        return iter(self.files)

    def __getitem__(self, place: int | str) -> CapturedFile:
        return self.file(place) if isinstance(place, str) else self.files[place]

    def _ipython_key_completions_(self) -> list[str]:
        return [file.path for file in self.files]

    def __hash__(self) -> int:
        return hash(self.revision)

    def __repr__(self) -> str:
        size = sum(file.size for file in self.files)
        return f"<Snapshot {self.revision[:12]} files={len(self.files)} bytes={size} managed={self.managed}>"
