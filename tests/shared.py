"""Where the conformance material lies when it is there: beside the checkout, or where OKFSEARCH_SHARED says.

It is not part of the project and a user's machine does not have it, so every test that reads it skips cleanly without it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("OKFSEARCH_SHARED", ROOT.parent / "shared"))


def shared_path(relative: str) -> Path:
    """Return a path of the conformance material, or skip the test that asks."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip("the conformance material is not here")
    return path


def shared_rows(relative: str) -> list[dict[str, Any]]:
    """Read one JSON-lines file of the conformance material; without it there are no rows."""
    path = SHARED / relative
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
