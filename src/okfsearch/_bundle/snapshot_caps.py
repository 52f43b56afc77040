"""The caps of a capture, held against a snapshot that was captured under others."""

from __future__ import annotations

from okfsearch._bundle.snapshot import Snapshot
from okfsearch.limits import Limits

__all__ = ["check_snapshot"]


def check_snapshot(snapshot: Snapshot, limits: Limits) -> None:
    """Raise `LimitExceeded` when a snapshot is over these caps, in the order in which a capture would see it."""
    limits.check("files", len(snapshot.files))
    paths = [file.path for file in snapshot.files]
    # No character of a path takes more than four bytes, so few bundles need the closer look.
    longest = 4 * max(map(len, paths), default=0)
    deepest = 1 + max([path.count("/") for path in paths], default=0)
    if longest > limits.path_bytes or deepest > limits.path_depth:
        for path in paths:
            limits.check("path_bytes", len(path.encode()), path=path)
            limits.check("path_depth", path.count("/") + 1, path=path)
    sizes = [file.size for file in snapshot.files]
    if max(sizes, default=0) > limits.file_bytes:
        for path, size in zip(paths, sizes, strict=True):
            limits.check("file_bytes", size, path=path)
    limits.check("total_bytes", sum(sizes))
