"""One call of a tool: what it was given, what it may use, and what it gives back.

Which tools there are is told elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled
from okfsearch._options import OnInvalid
from okfsearch._progress import Report
from okfsearch.limits import Limits
from okfsearch.mcp_doors import Doors
from okfsearch.mcp_shelf import Shelf

__all__ = ["Call", "Reply"]


@frozen
class Reply:
    """Hold what a tool gives back.

    Attributes:
        structured: the answer as plain data.
        text: the same for a reader, or as JSON.
    """

    structured: dict[str, Any]
    text: str


@frozen(kw_only=True)
class Call:
    """Hold one call.

    Attributes:
        arguments: what the agent said, of the form that the tool's schema asks for.
        doors: which bundles may be opened.
        shelf: the indexes kept between calls.
        cancelled: asked again and again.
        progress: told how far the call has come.
    """

    arguments: Mapping[str, Any]
    doors: Doors
    shelf: Shelf
    cancelled: Cancelled
    progress: Report | None

    def text(self, name: str) -> str:
        """Return a text, or an empty one where none was given."""
        return str(self.arguments.get(name, ""))

    def number(self, name: str, default: int) -> int:
        """Return a whole number; JSON has but one kind of number, so 20.0 is one too."""
        return int(self.arguments.get(name, default))

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return tuple(self.arguments.get(name, ()))

    def open_bundle(self) -> str:
        """Return the path of the bundle, if it may be opened."""
        return self.doors.open(self.text("bundle_path"))

    def capture(
        self, root: str, kept: Snapshot | None, *, limits: Limits, visibility: Visibility, on_invalid: OnInvalid
    ) -> Snapshot:
        """Capture a bundle, or capture again what is kept: files with equal digests stay the same objects."""
        if kept is not None:
            return kept.refresh(cancelled=self.cancelled)
        return capture_bundle(
            root,
            visibility=visibility,
            limits=limits,
            on_invalid=on_invalid,
            cancelled=self.cancelled,
            progress=self.progress,
        )
