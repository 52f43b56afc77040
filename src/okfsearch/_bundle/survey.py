"""Listing the visible files of a tree, by names alone: nothing is read but what decides about visibility.

The same walk judges a directory and a mapping of bytes, so that both obey the same rules.  How a folder is opened and
listed is the tree's business; reading the files is the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, Protocol

from attrs import frozen

from okfsearch._bundle.managed import INDEX, SETTINGS, declares_version
from okfsearch._bundle.names import escape_path, is_foreign, is_transaction
from okfsearch._bundle.visibility import IGNORE_BYTES, IGNORE_FILE, Sight, Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch.errors import BundleAccessError, BundleError, LimitExceeded
from okfsearch.issues import Issue, sort_issues
from okfsearch.limits import Limits

Kind = Literal["file", "folder", "symlink", "fifo", "socket", "device"]
Entry = tuple[str, Kind]


class Tree(Protocol):
    """Stand in one folder of a tree, at first in its root; names that are not UTF-8 hold lone surrogates."""

    def scan(self) -> list[Entry]:
        """List the folder, or raise `LimitExceeded` when it has too many entries."""
        ...

    def enter(self, name: str) -> None:
        """Go into a folder of this folder."""
        ...

    def leave(self) -> None:
        """Go back to the folder above."""
        ...

    def read(self, name: str, spent: int = 0) -> bytes:
        """Read a file of this folder, when it does not pass a cap with what was spent before."""
        ...


class Place(NamedTuple):
    """Say where a folder stands: its path with a closing `/` (the root's is empty) and its number of segments."""

    above: Place | None
    name: str
    prefix: str
    depth: int


class Listed(NamedTuple):
    """Name one file that was listed, and the folder it is in."""

    path: str
    name: str
    place: Place


@frozen(kw_only=True)
class Survey:
    """Hold what a walk found.

    Attributes:
        files: the visible files with sound names, ordered by the bytes of their paths.
        skipped: kind to the escaped paths of entries that are no regular files.
        issues: what was left out under "recover".
        read: the bytes of files that had to be read to know what is visible.
    """

    files: tuple[Listed, ...]
    skipped: Mapping[str, tuple[str, ...]]
    issues: tuple[Issue, ...]
    read: Mapping[str, bytes]


ROOT = Place(None, "", "", 0)


def survey_tree(
    tree: Tree,
    *,
    visibility: Visibility,
    limits: Limits,
    recover: bool = False,
    cancelled: Cancelled = never,
) -> Survey:
    """List the visible files of a tree in the order of their paths.

    A bad name is reported before a passed cap wherever both are found, and of several the first by path.  A refusal of the
    operating system ends the walk where it happens, and so does a file too large that decides about visibility.

    Raises:
        BundleError: `invalid_name`, or what the tree raises; under `recover` a file or folder is left out instead.
        LimitExceeded: `files`, `path_bytes`, `path_depth`, in this order.
    """
    findings = _Findings(limits, recover=recover)
    frames = [_enter_root(tree, visibility, findings)]
    while frames:
        place, entries, sight = frames[-1]
        for name, kind in entries:
            check(cancelled)
            path = place.prefix + name
            if sight.hides(name, path, folder=kind == "folder"):
                continue
            if name[0] == "." and is_transaction(name):
                findings.refuse(path)
            elif kind == "file":
                findings.list(path, name, place)
            elif kind != "folder":
                findings.skip(kind, path)
            elif place.depth < limits.path_depth:
                inner = _enter(tree, Place(place, name, path + "/", place.depth + 1), sight, findings)
                if inner is not None:
                    frames.append(inner)
                    break
            else:
                findings.breach("path_depth", path)
        else:
            frames.pop()
            if frames:
                tree.leave()
    return findings.judge()


class _Frame(NamedTuple):
    place: Place
    entries: Iterator[Entry]
    sight: Sight


class _Findings:
    """Gather what a walk finds, within bounds, and judge it at the end."""

    def __init__(self, limits: Limits, *, recover: bool) -> None:
        self.limits = limits
        self.recover = recover
        self.files: list[Listed] = []
        self.read: dict[str, bytes] = {}
        self.spent = 0
        self._skipped: dict[str, list[str]] = {}
        self._issues: list[Issue] = []
        self._counted = 0
        self._entries = 0
        self._bad_name: str | None = None
        self._breaches: dict[str, str | None] = {}

    def list(self, path: str, name: str, place: Place) -> None:
        if is_foreign(path):
            self.refuse(path)
            return
        self._count()
        # A code point has at most four bytes, so most paths need not be encoded to be measured.
        if len(path) * 4 > self.limits.path_bytes < len(path.encode()):
            self.breach("path_bytes", path)
        if place.depth >= self.limits.path_depth:
            self.breach("path_depth", path)
        if not self._breaches:
            self.files.append(Listed(path, name, place))

    def skip(self, kind: str, path: str) -> None:
        self._skipped.setdefault(kind, []).append(escape_path(path))
        if self.recover and kind == "symlink":
            self._issues.append(Issue.of("symlink_skipped", escape_path(path)))

    def refuse(self, path: str) -> None:
        if self._bad_name is None:
            self._bad_name = path
        if self.recover:
            self._count()
            self._issues.append(Issue.of("invalid_name", escape_path(path)))

    def leave_out(self, error: BundleAccessError, path: str) -> None:
        if not self.recover or not is_local(error):
            raise error
        self._issues.append(Issue.of("unreadable", escape_path(path)))

    def breach(self, limit: str, path: str | None) -> None:
        self._breaches.setdefault(limit, path)

    def seen(self, entries: int) -> None:
        """Count entries: after a breach only names are looked for, and no longer than through one full folder."""
        self._entries += entries
        if self._breaches and self._entries > self.limits.directory_entries:
            self.judge()

    def judge(self) -> Survey:
        if self._bad_name is not None and not self.recover:
            message = "A name cannot be a bundle path."
            raise BundleError("invalid_name", message, {"path": escape_path(self._bad_name)})
        for limit in ("files", "path_bytes", "path_depth"):
            if limit in self._breaches:
                raise LimitExceeded.of(limit, getattr(self.limits, limit), path=self._breaches[limit])
        return Survey(
            files=tuple(self.files),
            skipped={kind: tuple(paths) for kind, paths in self._skipped.items()},
            issues=sort_issues(self._issues),
            read=self.read,
        )

    def _count(self) -> None:
        self._counted += 1
        if self._counted > self.limits.files:
            self.breach("files", None)


def is_local(error: BundleAccessError) -> bool:
    """Tell whether an error is the fault of one entry, and not of a process that ran out of something."""
    return error.code == "unreadable" and error.details.get("errno") not in {"EMFILE", "ENFILE", "ENOMEM"}


def _enter(tree: Tree, place: Place, sight: Sight, findings: _Findings) -> _Frame | None:
    """Open and list a folder; None when it is left out."""
    path = place.prefix[:-1]
    try:
        tree.enter(place.name)
    except BundleAccessError as error:
        findings.leave_out(error, path)
        return None
    try:
        entries = _scan(tree, findings)
    except BundleAccessError as error:
        tree.leave()
        findings.leave_out(error, path)
        return None
    return _Frame(place, iter(entries), _with_ignore_file(tree, entries, place, sight.below(), findings))


def _enter_root(tree: Tree, visibility: Visibility, findings: _Findings) -> _Frame:
    entries = _scan(tree, findings)
    sight = Sight.of(visibility, managed=visibility.rule == "auto" and _is_managed(tree, entries, visibility, findings))
    return _Frame(ROOT, iter(entries), _with_ignore_file(tree, entries, ROOT, sight, findings))


def _scan(tree: Tree, findings: _Findings) -> list[Entry]:
    """List a folder in the order in which the paths of its files stand in the whole bundle."""
    entries = tree.scan()
    findings.seen(len(entries))
    entries.sort(key=_in_path_order)
    return entries


def _in_path_order(entry: Entry) -> str:
    # The files of a folder `a` are at `a/...`, which comes after `a-b.md`.  Code points and UTF-8 bytes sort alike.
    name, kind = entry
    return name + "/" if kind == "folder" else name


def _is_managed(tree: Tree, entries: list[Entry], visibility: Visibility, findings: _Findings) -> bool:
    sight = Sight.of(Visibility(visibility.exclude), managed=False)
    names = {name for name, kind in entries if kind == "file" and not sight.hides(name, name, folder=False)}
    if SETTINGS in names:
        return True
    return INDEX in names and declares_version(_read(tree, INDEX, ROOT, findings))


def _with_ignore_file(tree: Tree, entries: list[Entry], place: Place, sight: Sight, findings: _Findings) -> Sight:
    if sight.ignored is None or (IGNORE_FILE, "file") not in entries:
        return sight
    data = _read(tree, IGNORE_FILE, place, findings)
    if len(data) > IGNORE_BYTES:
        raise LimitExceeded.of("file_bytes", IGNORE_BYTES, path=place.prefix + IGNORE_FILE)
    return sight.with_ignore_file(place.prefix, data)


def _read(tree: Tree, name: str, place: Place, findings: _Findings) -> bytes:
    """Read a file that decides about visibility; one that is left out decides nothing."""
    path = place.prefix + name
    try:
        data = tree.read(name, findings.spent)
    except BundleAccessError as error:
        if not findings.recover or not is_local(error):
            raise
        # The issue is written when the file's turn comes.
        return b""
    findings.read[path] = data
    findings.spent += len(data)
    return data
