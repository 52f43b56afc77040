"""Reports: rows with a ratio, its target and a verdict, as Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from attrs import asdict, frozen

from benchmarks.timing import Ratio


@frozen(kw_only=True)
class Row:
    """Hold one line of a table.

    Attributes:
        name: what was measured.
        corpus: on what.
        figure: the measured ratio, or None when it could not be measured.
        unit: what the figure counts.
        target: what it has to keep, or None for a line without one.
        stretch: what would be better still.
        higher: whether more is better.
        detail: absolute figures.
        note: why there is no figure, or what to know about it.
    """

    name: str
    corpus: str
    figure: Ratio | None = None
    unit: str = "x"
    target: float | None = None
    stretch: float | None = None
    higher: bool = False
    detail: str = ""
    note: str = ""

    @property
    def verdict(self) -> str:
        """Say what the figure is worth against its targets."""
        if self.figure is None or self.target is None:
            return ""
        if self.stretch is not None and self._meets(self.stretch):
            return "stretch met"
        return "met" if self._meets(self.target) else "NOT met"

    def _meets(self, bound: float) -> bool:
        middle = 0.0 if self.figure is None else self.figure.middle
        return middle >= bound if self.higher else middle <= bound

    @property
    def wanted(self) -> str:
        """Say what is wanted."""
        if self.target is None:
            return ""
        sign = ">=" if self.higher else "<="
        return f"{sign} {self.target:g}" + ("" if self.stretch is None else f" (stretch {self.stretch:g})")


@frozen
class Table:
    """Hold rows that belong together."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""


def render_markdown(tables: Sequence[Table], machine: Mapping[str, str], settings: str) -> str:
    """Render tables for a reader."""
    parts = ["# Benchmarks", "", settings, ""]
    for table in tables:
        parts += [f"## {table.title}", ""]
        if table.note:
            parts += [table.note, ""]
        parts += ["| what | corpus | figure, median (range) | wanted | verdict | in figures |", "|---|---|---|---|---|---|"]
        parts += ["| " + " | ".join(_cells(row)) + " |" for row in table.rows]
        parts.append("")
    parts += ["## Machine and versions", "", "| | |", "|---|---|"]
    parts += [f"| {name} | {fact} |" for name, fact in machine.items()]
    return "\n".join(parts) + "\n"


def _cells(row: Row) -> list[str]:
    figure = "" if row.figure is None else f"{row.figure} {row.unit}"
    said = "; ".join(part for part in (row.detail, row.note) if part)
    return [row.name, row.corpus, figure, row.wanted, row.verdict, said]


def render_json(tables: Sequence[Table], machine: Mapping[str, str], settings: str) -> str:
    """Render tables for a program."""
    value = {
        "settings": settings,
        "machine": dict(machine),
        "tables": [
            {"title": table.title, "note": table.note, "rows": [{**asdict(row), "verdict": row.verdict} for row in table.rows]}
            for table in tables
        ],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
