"""The README's two commands: the first is run by the session `readme`, the second is the one that .ci/run runs."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = re.compile(r"^```(?:sh|bash|shell)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """Return the README's shell blocks."""
    return [block.strip() for block in COMMANDS.findall((ROOT / "README.md").read_text(encoding="utf-8"))]


def test_there_are_two_commands() -> None:
    search, test = commands()
    assert "okfsearch search docs/example-bundle --query" in search
    assert "nox" in test


def test_ci_runs_the_second_command() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert commands()[1] in script
