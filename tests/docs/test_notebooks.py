"""The notebook in the docs shows what executing it shows."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs").rglob("*.ipynb"))


def shown(notebook: Any) -> list[list[dict[str, Any]]]:
    """Return what each cell of code shows, without counters."""
    return [
        [{key: value for key, value in output.items() if key != "execution_count"} for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.name for path in NOTEBOOKS])
def test_outputs_are_those_of_execution(path: Path, checkout: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    kept, run = (nbformat.read(path, as_version=4) for _ in range(2))
    nbformat.validate(kept)
    for cell in run.cells:
        cell.pop("outputs", None)
        if cell.cell_type == "code":
            cell.outputs = []
    # The packages of the notebook world warn of each other; what is judged here are the outputs.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nbclient.NotebookClient(run, timeout=100, resources={"metadata": {"path": str(checkout)}}).execute()
    assert any(outputs for outputs in shown(run))
    assert shown(run) == shown(kept)


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS
