"""The caps of a capture, held against a snapshot that was captured under others."""

from __future__ import annotations

from okfsearch._bundle.snapshot import Snapshot
from okfsearch.limits import Limits

__all__ = ["check_snapshot"]


def check_snapshot(snapshot: Snapshot, limits: Limits) -> None:
    """Raise `LimitExceeded` when a snapshot is over these caps, in the order in which a capture would see it."""
    limits.check("files", len(snapshot.files))
    for file in snapshot.files:
        limits.check("path_bytes", len(file.path.encode()), path=file.path)
        limits.check("path_depth", file.path.count("/") + 1, path=file.path)
    for file in snapshot.files:
        limits.check("file_bytes", file.size, path=file.path)
    limits.check("total_bytes", sum(file.size for file in snapshot.files))
