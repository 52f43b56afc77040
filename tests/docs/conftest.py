"""A place to run examples in: it looks like the top of a checkout, and nothing done there touches the real one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the example bundle to where the examples expect it, and go there."""
    shutil.copytree(ROOT / "docs" / "example-bundle", tmp_path / "docs" / "example-bundle")
    monkeypatch.chdir(tmp_path)
    return tmp_path
