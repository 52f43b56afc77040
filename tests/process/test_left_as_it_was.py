"""After any call, however it ends, the process is as it was: globals, limits, handlers, descriptors, threads, disk, memory."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

import okfsearch
from okfsearch import SearchError, Snapshot
from tests.attack.cases import CASES, Case
from tests.cancel.bundles import SMALL, ways
from tests.process.state import state
from tests.wrapped_calls import descriptors, write_tree

FILES = {f"{name}/{path}": data for name, files in SMALL.items() for path, data in files.items()}

# From each group of hostile bundles some that end well and some that end in an error; all but those of a second or more.
HOSTILE = [case for place, case in enumerate(CASES) if place % 5 == 0 and "storm" not in case.name and not case.deep]


def warm_up(root: str) -> None:
    for call in ways(FILES, root).values():
        call()


def test_state_after_every_way(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    root = write_tree(tmp_path, FILES)
    warm_up(root)
    before, open_before, threads = state(), descriptors(), os.listdir("/proc/self/task")
    for call in ways(FILES, root).values():
        call()
    assert state() == before
    assert descriptors() == open_before
    assert os.listdir("/proc/self/task") == threads
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case.name.encode("ascii", "backslashreplace").decode())
def test_state_after_a_hostile_bundle(case: Case, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    root = case.write(tmp_path)
    okfsearch.index_sections(Snapshot.of(SMALL["front"])).search("x")
    before, open_before = state(), descriptors()
    for on_invalid in ("raise", "recover"):
        with suppress(SearchError):
            okfsearch.search_bundle(root, case.query, limits=case.limits, on_invalid=on_invalid)
        assert state() == before
        assert descriptors() == open_before
    assert capfd.readouterr() == ("", "")


def test_memory_does_not_add_up(tmp_path: Path) -> None:
    files = {**FILES, "bad.md": b"---\n[\n---\n", "words.md": b"some words\n" * 50}
    root = write_tree(tmp_path, files)

    def calls(times: int) -> None:
        for _ in range(times):
            with suppress(SearchError):
                okfsearch.search_bundle(root, "heron reed")
            okfsearch.search_bundle(root, "heron reed", on_invalid="recover")
            okfsearch.index_sections(Snapshot.of(FILES)).search("heron")

    calls(5)
    tracemalloc.start()
    try:
        calls(20)
        gc.collect()
        first = tracemalloc.get_traced_memory()[0]
        times = 60
        calls(times)
        gc.collect()
        growth = tracemalloc.get_traced_memory()[0] - first
    finally:
        tracemalloc.stop()
    assert growth < times * 1024


NOTHING_UNASKED = """
import os, sys, tempfile
root = sys.argv[1]
import okfsearch, okfsearch.wire
from tests.cancel.bundles import ways
from tests.process.test_left_as_it_was import FILES
calls = ways(FILES, root)
for call in calls.values():
    call()
seen = []
FORBIDDEN = ("exec", "compile", "import", "marshal.loads", "pickle.find_class", "socket.", "subprocess.", "os.system", "os.exec",
             "os.posix_spawn", "os.fork", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate",
             "os.chmod", "os.chown", "os.utime", "os.setxattr", "os.putenv", "os.unsetenv", "os.chdir", "ctypes.", "mmap.", "tempfile.",
             "shutil.", "urllib.", "http.", "ftplib.", "signal.", "sys.settrace", "sys.setprofile", "sys._getframe", "sys.unraisablehook",
             "code.__new__", "function.__new__", "object.__setattr__", "winreg.", "webbrowser.", "glob.", "os.getxattr", "os.listxattr")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
def watch(event, arguments):
    if armed and (event.startswith(FORBIDDEN) or (event == "open" and arguments[2] & WRITING)):
        seen.append((event, repr(arguments)[:200]))
armed = False
sys.addaudithook(watch)
armed = True
for name, call in calls.items():
    call()
    for on_invalid in ("raise", "recover"):
        try:
            okfsearch.search_bundle(root, "heron", on_invalid=on_invalid)
        except okfsearch.SearchError:
            pass
armed = False
opened = []
print(seen)
armed = True
eval("1")
armed = False
assert seen, "the hook sees nothing"
"""


def test_nothing_is_run_imported_fetched_or_written(tmp_path: Path) -> None:
    hostile = {
        **FILES,
        "run.md": b"---\nx: !!python/object/apply:os.system ['touch sprung']\ny: !!python/name:os.system ''\nz: !!python/module:this ''\n---\nheron\n",
        "fetch.md": b"![x](http://127.0.0.1/x) <http://127.0.0.1> [i]: http://127.0.0.1\n# [heron](http://127.0.0.1)\n<script src='http://127.0.0.1'></script>\n",
        "code.md": b"```python exec\nimport os; os.system('touch sprung')\n```\n{{ heron }} {% include '/etc/passwd' %} ${heron}\n",
    }
    root = write_tree(tmp_path / "bundle", hostile)
    before = sorted(os.walk(tmp_path))
    path = os.pathsep.join([os.getcwd(), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", NOTHING_UNASKED, root],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)
    assert sorted(os.walk(tmp_path)) == before


def test_the_bundle_is_not_touched(tmp_path: Path) -> None:
    root = write_tree(tmp_path, FILES)
    read_only = [tmp_path, *tmp_path.rglob("*")]
    for path in read_only:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: (path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in read_only}
    warm_up(root)
    assert {path: (path.stat().st_mtime_ns, path.stat().st_ctime_ns) for path in read_only} == before
    for path in read_only:
        path.chmod(0o755 if path.is_dir() else 0o644)
