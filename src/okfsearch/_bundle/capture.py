"""Reading a directory into a snapshot: the only reading of a bundle there is.

What is visible is decided by the survey, how an entry is opened by the two kinds of tree; everything after a capture works
on the captured bytes alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from attrs import field, frozen

from okfsearch._bundle.calls import FileCalls, Terms
from okfsearch._bundle.checked import CheckedTree
from okfsearch._bundle.descriptors import DescriptorTree
from okfsearch._bundle.roots import parse_root
from okfsearch._bundle.snapshot import CapturedFile, Snapshot
from okfsearch._bundle.survey import ROOT, Place, Survey, is_local, survey_tree
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, check, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report, report
from okfsearch.errors import BundleAccessError, InvalidRequest
from okfsearch.issues import Issue, sort_issues
from okfsearch.limits import Limits

__all__ = ["capture_bundle"]

DirectoryTree = DescriptorTree | CheckedTree


def capture_bundle(
    root: str | os.PathLike[str],
    *,
    visibility: Visibility = Visibility(),
    limits: Limits = Limits(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> Snapshot:
    """Read every visible file of a directory once, following no link and staying below the root.

    All names are listed and judged before the first file is read.  The answer does not depend on the order in which the
    operating system lists a folder.

    Args:
        root: the directory; a link there is refused however it is spelled, links among its ancestors are followed.
        visibility: which entries count.
        limits: the caps; a breach gives no snapshot.
        on_invalid: "raise" refuses a bundle with a bad name or an entry that cannot be read; "recover" leaves that entry out
            and notes an issue.
        cancelled: asked between files and slices.
        progress: told each file that is done.

    Raises:
        InvalidRequest: when an argument is of the wrong kind.
        BundleError: `root_not_found`, `root_not_directory`, `root_is_symlink`, `invalid_name`, `unreadable`,
            `changed_during_capture`; an `OSError` too where one caused it.
        LimitExceeded: `directory_entries`, `files`, `path_bytes`, `path_depth`, `file_bytes`, `total_bytes`.
        SearchCancelled: when `cancelled` answered true.

    Example:
        >>> import tempfile, pathlib
        >>> from okfsearch import capture_bundle
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = pathlib.Path(folder, "berths.md").write_bytes(b"# Berths")
        ...     snapshot = capture_bundle(folder)
        >>> snapshot.file("berths.md").size
        8
    """
    with exhaustion(limits):
        return DirectorySource.of(root, visibility, limits, on_invalid).capture(cancelled=cancelled, progress=progress)


def best_tree() -> type[DirectoryTree]:
    """Return the safest walk that the platform has."""
    return DescriptorTree if os.open in os.supports_dir_fd and os.scandir in os.supports_fd else CheckedTree


@frozen(kw_only=True)
class DirectorySource:
    """Hold how a directory is captured, so that the same can be done again.

    Attributes:
        root: the absolute path.
        tree: the kind of walk, chosen by what the platform can do.
        calls: the calls to make, or None for the real ones.
    """

    root: str
    visibility: Visibility
    limits: Limits
    recover: bool
    tree: type[DirectoryTree] = field(factory=best_tree)
    calls: FileCalls | None = None

    @classmethod
    def of(
        cls,
        root: str | os.PathLike[str],
        visibility: Visibility,
        limits: Limits,
        on_invalid: OnInvalid,
    ) -> DirectorySource:
        """Check the arguments of a capture."""
        if not isinstance(visibility, Visibility):
            raise InvalidRequest.of("visibility", "wrong_type", "The visibility is a Visibility.")
        check_options(limits, on_invalid)
        return cls(
            root=parse_root(root),
            visibility=visibility,
            limits=limits,
            recover=on_invalid == "recover",
        )

    def capture(
        self,
        *,
        known: Mapping[str, CapturedFile] | None = None,
        cancelled: Cancelled = never,
        progress: Report | None = None,
    ) -> Snapshot:
        """Read everything; a file with the bytes of a known one is that very object."""
        with exhaustion(self.limits):
            issues: list[Issue] = []
            files: list[CapturedFile] = []
            check(cancelled)
            report(progress, "capture", 0, None, None)
            with self._tree(cancelled) as tree:
                survey = self._survey(tree, cancelled)
                reading = self._read(tree, survey, known or {}, issues, cancelled)
                for done, (listed, file) in enumerate(zip(survey.files, reading, strict=True), 1):
                    if file is not None:
                        files.append(file)
                    report(progress, "capture", done, len(survey.files), listed.path)
            return Snapshot(
                files=tuple(files),
                root=self.root,
                visibility=self.visibility,
                skipped=survey.skipped,
                guarantees=self.tree.guarantees,
                issues=sort_issues((*survey.issues, *issues)),
                source=self,
            )

    def refresh(self, snapshot: Snapshot, cancelled: Cancelled) -> Snapshot:
        """Capture again; an equal snapshot is the old one."""
        with exhaustion(self.limits):
            now = self.capture(known={file.path: file for file in snapshot.files}, cancelled=cancelled)
            return snapshot if now == snapshot else now

    def changed(self, snapshot: Snapshot, cancelled: Cancelled) -> bool:
        """Tell whether a new capture would differ, reading no further than the first difference."""
        with exhaustion(self.limits):
            known = {file.path: file for file in snapshot.files}
            issues: list[Issue] = []
            check(cancelled)
            with self._tree(cancelled) as tree:
                survey = self._survey(tree, cancelled)
                if survey.skipped != snapshot.skipped or not known.keys() <= {listed.path for listed in survey.files}:
                    return True
                reading = self._read(tree, survey, known, issues, cancelled)
                # What could not be read is in neither; what is in one of them only differs.
                if any(file is not known.get(listed.path) for listed, file in zip(survey.files, reading, strict=True)):
                    return True
            return sort_issues((*survey.issues, *issues)) != snapshot.issues

    def _tree(self, cancelled: Cancelled) -> DirectoryTree:
        return self.tree(self.root, Terms(self.calls or FileCalls(), self.limits, cancelled))

    def _survey(self, tree: DirectoryTree, cancelled: Cancelled) -> Survey:
        return survey_tree(tree, visibility=self.visibility, limits=self.limits, recover=self.recover, cancelled=cancelled)

    def _read(
        self,
        tree: DirectoryTree,
        survey: Survey,
        known: Mapping[str, CapturedFile],
        issues: list[Issue],
        cancelled: Cancelled,
    ) -> Iterator[CapturedFile | None]:
        """Read the listed files in order; under "recover" one that cannot be read is an issue and None."""
        total = 0
        here = [ROOT]
        for path, name, place in survey.files:
            check(cancelled)
            try:
                _go(tree, here, place)
                data = survey.read[path] if path in survey.read else tree.read(name, total)
            except BundleAccessError as error:
                if not self.recover or not is_local(error):
                    raise
                issues.append(Issue.of("unreadable", path))
                yield None
                continue
            total += len(data)
            self.limits.check("total_bytes", total, path=path)
            old = known.get(path)
            yield old if old is not None and old.data == data else CapturedFile.of(path, data, cancelled=cancelled)


def _go(tree: DirectoryTree, here: list[Place], there: Place) -> None:
    """Move from one folder to another, over the nearest folder above both."""
    if here[-1] is there:
        return
    down: list[Place] = []
    while there.depth >= len(here) or here[there.depth] is not there:
        down.append(there)
        there = there.above or ROOT
    while here[-1] is not there:
        here.pop()
        tree.leave()
    for place in reversed(down):
        tree.enter(place.name)
        here.append(place)
