"""How a value shows itself in a notebook: as a page, or in a few lines where there are no pages.

What those say is made by `_render_pages`, which is loaded when a notebook first asks.
"""

from __future__ import annotations

from typing import Any

__all__ = ["Displayed"]


class Displayed:
    """Give a value the two methods that notebooks ask for."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from okfsearch._render_pages import render_page  # only notebooks ask

        return render_page(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: FBT001 - IPython calls it so
        from okfsearch._render_pages import render_brief  # only notebooks ask

        printer.text(repr(self) if cycle else render_brief(self))
