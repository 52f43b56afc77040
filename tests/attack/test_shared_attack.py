"""The conformance attack bundles, judged by their own judge against the command line.

Root is refused no file, so where root runs the tests the command gives up that privilege first.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.attack.unprivileged import UNPRIVILEGED
from tests.shared import shared_path

SEARCH = ["-m", "okfsearch", "search", "{root}", "--query", "{query}", "--limit", "{limit}", "--json"]

# The script asks who runs it, to know whether a file can be made unreadable; here it can.
AS_SOMEBODY = "import os, runpy, sys; os.geteuid = lambda: 1000; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"


def write_and_judge(folder: Path, *choice: str, command: list[str], seconds: float) -> None:
    script = shared_path("attack/attack_bundles.py")
    only = [] if choice[:1] == ("--no-big",) else choice
    template = shlex.join(command)
    for words in (choice, (*only, "--judge", template, "--time-scale", "6")):
        done = subprocess.run(
            [sys.executable, "-c", AS_SOMEBODY, script, folder, *words], capture_output=True, text=True, timeout=seconds, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    # The deepest case is deeper than a recursive removal can go.
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=True)
    subprocess.run(["rm", "-r", folder], check=True)


@pytest.mark.timeout(600)
def test_every_small_case(tmp_path: Path) -> None:
    write_and_judge(tmp_path / "cases", "--no-big", command=[*UNPRIVILEGED, *SEARCH], seconds=500)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_case_the_large_ones_too(tmp_path: Path) -> None:
    write_and_judge(tmp_path / "cases", command=[sys.executable, *SEARCH], seconds=800)
