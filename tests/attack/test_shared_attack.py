"""The conformance attack bundles, judged by their own judge against the command line.

Root is refused no file, so where root runs the tests the command gives up that privilege first.
"""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import pytest

from tests.attack.unprivileged import UNPRIVILEGED
from tests.shared import shared_path

SEARCH = ["-m", "okfsearch", "search", "{root}", "--query", "{query}", "--limit", "{limit}", "--json"]

# The script asks who runs it, to know whether a file can be made unreadable; here it can.
AS_SOMEBODY = "import os, runpy, sys; os.geteuid = lambda: 1000; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"


def run(*words: str | Path, seconds: float) -> str:
    done = subprocess.run([*UNPRIVILEGED, *words], capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def remove(folder: Path) -> None:
    """Remove cases that are shut, or deeper than a recursive removal can go."""
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=True)
    subprocess.run(["rm", "-r", folder], check=True)


@pytest.mark.timeout(300)
def test_every_small_case(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    said = run(
        Path(__file__).with_name("forked_judge.py"), shared_path("attack/attack_bundles.py"), folder, "--no-big", seconds=250
    )
    assert "0 not possible here" in said
    remove(folder)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_case_in_a_fresh_interpreter_the_large_ones_too(tmp_path: Path) -> None:
    script, folder = shared_path("attack/attack_bundles.py"), tmp_path / "cases"
    run("-c", AS_SOMEBODY, script, folder, seconds=300)
    command = shlex.join([*UNPRIVILEGED, *SEARCH])
    print(run("-c", AS_SOMEBODY, script, folder, "--judge", command, "--time-scale", "6", seconds=1000))
    remove(folder)
