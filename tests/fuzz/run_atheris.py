"""Run the coverage-led fuzzer for a bounded time, where it is installed: `python -m tests.fuzz.run_atheris [SECONDS]`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 600


def main() -> int:
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed: it has wheels for some Pythons only; nothing was fuzzed")
        return 0
    seconds = sys.argv[1] if len(sys.argv) > 1 else str(SECONDS)
    harness = Path(__file__).with_name("atheris_harness.py")
    with tempfile.TemporaryDirectory() as corpus:
        options = [f"-max_total_time={seconds}", "-seed=1", "-max_len=4096", "-rss_limit_mb=2048"]
        return subprocess.run([sys.executable, harness, corpus, *options], cwd=corpus, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
