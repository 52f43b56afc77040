"""The conformance judge, with every command in a fork of this process instead of a new interpreter.

    python forked_judge.py SCRIPT OUTDIR [the script's own options]

What is measured is the same: the exit status, both outputs, the time and the peak memory of a process of its own that runs
the command line.  Only starting Python and importing the package is paid once instead of ninety times.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil
import runpy
import sys
import tempfile
import time
from typing import Any

import okfsearch
from okfsearch import cli

Measured = tuple[int | None, bytes, bytes, float, float]


def import_everything() -> None:
    for module in pkgutil.walk_packages(okfsearch.__path__, "okfsearch."):
        # An edge whose extra is not installed says so.
        with contextlib.suppress(okfsearch.InvalidRequest):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"---\na: &a [b]\nc: *a\n---\n# *a*\n\xc3\xa9\n"})).search("a")


def become_the_command(arguments: list[str], folder: str, out: int, err: int) -> None:
    """Run the command line in this process and end it."""
    status = 70
    try:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        status = cli.main(arguments)
    except SystemExit as exit_:
        status = exit_.code if isinstance(exit_.code, int) else 1
    except BaseException:  # noqa: BLE001 - whatever it is, the fork must end here and say it
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def measured(words: list[str], folder: str, limit: float) -> Measured:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = os.fork()
        if child == 0:
            become_the_command(words[1:], folder, out.fileno(), err.fileno())
        code: int | None = None
        peak = 0.0
        while code is None and time.monotonic() - start <= limit:
            pid, status, usage = os.wait4(child, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                peak = usage.ru_maxrss / 1024
            else:
                time.sleep(0.001)
        if code is None:
            os.kill(child, 9)
            os.waitpid(child, 0)
        took = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read(), took, peak


def main() -> None:
    script, outdir, *options = sys.argv[1:]
    judge: dict[str, Any] = runpy.run_path(script)
    # The script's functions look their names up in the globals they were made with, and those are not the copy.
    names = judge["main"].__globals__
    names["measured"] = measured
    # Who may be refused a file asks for the cases about that; root has given up the right, see `unprivileged`.
    os.geteuid = lambda: 1000
    import_everything()
    made = judge["main"]([outdir, *options])
    words = [] if "--no-big" in options else options
    sys.exit(
        made
        or judge["main"](
            [outdir, *words, "--judge", "okfsearch search {root} --query {query} --limit {limit} --json", "--time-scale", "6"]
        )
    )


if __name__ == "__main__":
    main()
