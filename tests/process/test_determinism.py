"""Same bytes, same answer, byte for byte: whatever the seed, thread, locale, stack, order of listing, place and Python."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.wire import to_json
from tests.cancel.bundles import SMALL
from tests.process.answers import NOW, answers
from tests.wrapped_calls import Wrapped, source, write_tree

GOOD = {
    f"{folder}{name}/{path}": data
    for folder in ("", "B-", "b/", "b-/", "\u00e9/", "e\u0301/", "\u6f6e/")
    for name, files in SMALL.items()
    for path, data in files.items()
}
GOOD |= {
    "equal/\u00e4.md": b"heron\n", "equal/z.md": b"heron\n", "equal.md": b"heron\n", "equal-.md": b"heron\n", "equal/a/b.md": b"heron\n",
    "fold.md": "STRASSE stra\u00dfe \u0130 I \u0131 i\u0307 \u03a3\u03c2 \u212a \u1e9e \u13a0\uab70 \u6f6e\u6c50 HE\u0301RON\n".encode(),
    "nul\u0085.md": b"heron \0 reed\n", "\U0001f6a2.md": b"x\n",
    "typed/a.md": b"---\ntype: Note\ntitle: Heron\ntags: [reed, Reed, marsh]\nstale_after: 2025-01-01\n---\n# Heron\n\n[reed](b.md) [x](../equal/z.md)\n",
    "typed/b.md": b"---\ntype: note\ntitle: Reed\ndescription: heron\ntags: reed\n---\nherons and the reeds [back](a.md#heron)\n",
}  # fmt: skip
BAD = {
    "bad/a.md": b"---\n[\n---\nheron\n",
    "bad/b.md": b"\xff heron\n",
    "bad/c.md": b"---\nheron: x\n",
    "bad/.md": b"heron",
    "bad/\u00e9.md": b"---\na: *x\n---\nheron",
}


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("answers")
    return [str(write_tree(folder / "good", GOOD)), str(write_tree(folder / "bad", GOOD | BAD))]


@pytest.fixture(scope="module")
def wanted(bundles: list[str]) -> list[bytes]:
    said = ["\n".join(answers(root)).encode() for root in bundles]
    # Each of the modes has found something: sections, concepts, matches and a packet.
    for found in (b'"hits":[{', b'"concept_id":"typed/a"', b'"matches":[{', b'"sources":[{'):
        assert all(found in text for text in said), found
    assert len(said[0]) > 20_000
    return said


def ask(
    root: str,
    *,
    python: str = sys.executable,
    options: tuple[str, ...] = (),
    path: str | None = None,
    cwd: str | None = None,
    **environment: str,
) -> bytes:
    package = str(Path(okfsearch.__file__).parents[1])
    script = Path(__file__).with_name("answers.py")
    # Nothing of this process's own environment, so that what is not named is not there.
    settings = {"PATH": os.environ["PATH"], "PYTHONPATH": package if path is None else path, **environment}
    done = subprocess.run([python, *options, script, root], capture_output=True, check=False, env=settings, cwd=cwd)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert done.stderr == b""
    return done.stdout


#: Locales that most machines have not: the source, the character set and the name.
FAR = (
    ("ja_JP", "EUC-JP", "ja_JP.eucJP"),
    ("ja_JP", "UTF-8", "ja_JP.UTF-8"),
    ("tr_TR", "ISO-8859-9", "tr_TR.ISO-8859-9"),
)


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Build the locales for the tests alone; without the system's compiler or its sources, the installed ones are used."""
    folder = tmp_path_factory.mktemp("locales")
    compiler = shutil.which("localedef")
    for source_name, charset, name in FAR:
        if compiler is None:
            break
        subprocess.run([compiler, "-i", source_name, "-f", charset, folder / name], capture_output=True, check=False)
    return str(folder) if any(folder.iterdir()) else ""


# A name of no installed locale falls back to C, which is a way of its own.
@pytest.mark.parametrize("name", [name for *_, name in FAR])
def test_locales(name: str, far: str, bundles: list[str], wanted: list[bytes]) -> None:
    """File names are not UTF-8 to the process, letters fold otherwise, and nothing of it shows."""
    environment = {"LC_ALL": name, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **({"LOCPATH": far} if far else {})}
    assert [ask(root, **environment) for root in bundles] == wanted


ENVIRONMENTS: list[dict[str, str]] = [
    *({"PYTHONHASHSEED": seed} for seed in ("0", "1", "77")),
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    {"LC_ALL": "C", "PYTHONUTF8": "1", "TZ": "Asia/Tokyo", "HOME": "/nowhere", "TMPDIR": "/nowhere", "COLUMNS": "10"},
    {"PYTHONOPTIMIZE": "2"},
    {"PYTHONDEVMODE": "1"},
    {"PYTHONMALLOC": "debug"},
    {"PYTHONINTMAXSTRDIGITS": "640"},
]


@pytest.mark.parametrize(
    "environment", ENVIRONMENTS, ids=lambda environment: " ".join(f"{key}={value}" for key, value in environment.items())
)
def test_environments(environment: dict[str, str], bundles: list[str], wanted: list[bytes]) -> None:
    assert [ask(root, **environment) for root in bundles] == wanted


@pytest.mark.parametrize("options", [("-I", "-X", "utf8=0"), ("-O",), ("-b",), ("-X", "frozen_modules=off")])
def test_options(options: tuple[str, ...], bundles: list[str], wanted: list[bytes]) -> None:
    if "-I" in options and not any("site-packages" in okfsearch.__path__[0] for _ in (1,)):
        options = tuple(option for option in options if option != "-I")  # a package that is not installed needs its path
    assert ask(bundles[1], options=options) == wanted[1]


def test_working_directory_and_spelling_of_the_root(bundles: list[str], wanted: list[bytes], tmp_path: Path) -> None:
    root = bundles[1]
    for spelling, folder in (
        (root, "/"),
        (os.path.basename(root), os.path.dirname(root)),
        (".", root),
        (f"{root}/./", str(tmp_path)),
        (f"//{root}", "/"),
    ):
        assert ask(spelling, cwd=folder) == wanted[1]


def test_place_of_the_root(bundles: list[str], wanted: list[bytes], tmp_path: Path) -> None:
    elsewhere = tmp_path / "an \u00e9lsewhere #%&" / "bundle"
    shutil.copytree(bundles[1], elsewhere)
    assert "\n".join(answers(str(elsewhere))).encode() == wanted[1]


def test_umask(bundles: list[str], wanted: list[bytes]) -> None:
    before = os.umask(0o777)
    try:
        assert "\n".join(answers(bundles[0])).encode() == wanted[0]
    finally:
        os.umask(before)


def test_eight_threads_at_once(bundles: list[str], wanted: list[bytes]) -> None:
    barrier = threading.Barrier(8)
    said: list[tuple[int, bytes]] = []

    def run(place: int) -> None:
        barrier.wait()
        for turn in range(2):
            which = (place + turn) % 2
            said.append((which, "\n".join(answers(bundles[which])).encode()))

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=run, args=(place,)) for place in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert len(said) == 16
    assert all(text == wanted[which] for which, text in said)


MODES: dict[str, Callable[[okfsearch.Snapshot], Callable[[str], Any]]] = {
    "section": lambda snapshot: okfsearch.index_sections(snapshot, on_invalid="recover").search,
    "concept": lambda snapshot: partial(okfsearch.index_concepts(snapshot, include_untyped=True, now=NOW).search, limit=50),
    "matches": lambda snapshot: okfsearch.index_context(snapshot).matches,
    "context": lambda snapshot: okfsearch.index_context(snapshot).search,
}


@pytest.mark.parametrize("mode", MODES)
def test_eight_threads_ask_one_index(mode: str, bundles: list[str]) -> None:
    """Whoever comes first fills in what is read late, and all get the same."""
    snapshot = okfsearch.capture_bundle(bundles[0])
    wanted = to_json(MODES[mode](snapshot)("heron"))
    search = MODES[mode](snapshot)
    barrier = threading.Barrier(8)
    said: list[str] = []

    def run() -> None:
        barrier.wait()
        said.extend(to_json(search("heron")) for _ in range(3))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [wanted] * 24


def test_eight_threads_ask_for_relations(bundles: list[str]) -> None:
    snapshot = okfsearch.capture_bundle(bundles[0])
    wanted = okfsearch.index_concepts(snapshot, now=NOW).related("typed/a")
    assert wanted.outgoing
    index = okfsearch.index_concepts(snapshot, now=NOW)
    said: list[Any] = []
    threads = [threading.Thread(target=lambda: said.append(index.related("typed/a"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == [wanted] * 8


@pytest.mark.parametrize("seed", range(4))
def test_order_of_listings(seed: int, bundles: list[str]) -> None:
    shuffler = random.Random(seed)
    wrapped = Wrapped(order=lambda entries: shuffler.sample(entries, len(entries)))
    for root, on_invalid in zip(bundles, ("raise", "recover"), strict=True):
        plain = okfsearch.capture_bundle(root, on_invalid=on_invalid)
        shuffled = source(root, on_invalid=on_invalid, calls=wrapped.calls()).capture()
        assert shuffled == plain
        assert shuffled.files == plain.files
        assert (shuffled.revision, shuffled.issues) == (plain.revision, plain.issues)
        for search in MODES.values():
            assert to_json(search(shuffled)("heron")) == to_json(search(plain)("heron"))


@pytest.mark.parametrize("mode", MODES)
def test_order_of_a_mapping(mode: str) -> None:
    shuffler = random.Random(5)
    paths = list(GOOD)
    first = to_json(MODES[mode](okfsearch.Snapshot.of(GOOD))("heron"))
    for _ in range(3):
        shuffler.shuffle(paths)
        assert to_json(MODES[mode](okfsearch.Snapshot.of({path: GOOD[path] for path in paths}))("heron")) == first


def test_deep_in_the_stack(bundles: list[str], wanted: list[bytes]) -> None:
    """With sixty frames left the answer is the same, or an error that says what ran out; never another answer."""
    root = bundles[0]
    outcomes = []

    def dig(left: int) -> None:
        if left:
            dig(left - 1)
            return
        try:
            outcomes.append("\n".join(answers(root)).encode() == wanted[0])
        except okfsearch.LimitExceeded as error:
            outcomes.append(error.code)

    def run(left: int) -> None:
        depth = len(_frames())
        dig(sys.getrecursionlimit() - depth - left)

    for left in (60, 80, 100, 150, 300):
        run(left)
    assert set(outcomes) <= {True, "resource_limit"}
    assert outcomes[-1] is True
    assert "\n".join(answers(root)).encode() == wanted[0]


@pytest.mark.parametrize("mode", MODES)
def test_every_depth_of_stack(mode: str) -> None:
    """At no depth whatever does anything but the answer or an error of the family come out."""
    snapshot = okfsearch.Snapshot.of(SMALL["front"])
    wanted = to_json(MODES[mode](snapshot)("heron"))
    outcomes: list[Any] = []

    def dig(left: int) -> None:
        if left > 0:
            dig(left - 1)
        else:
            try:
                outcomes.append(to_json(MODES[mode](snapshot)("heron")) == wanted)
            except okfsearch.SearchError as error:
                outcomes.append(error.code)

    depth = len(_frames())
    room = sys.getrecursionlimit() - depth
    for left in range(30, 130):
        try:
            dig(room - left)
        except RecursionError:
            # Before the first line of the package runs there is no one to say it better.
            outcomes.append("no room")
    assert False not in outcomes
    assert True in outcomes
    assert "no room" not in outcomes[40:], "with seventy frames left the family's own error is due"


def _frames() -> list[Any]:
    frame = sys._getframe()
    frames = []
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back  # type: ignore[assignment]
    return frames


PROBE = "import okfsearch, sys; print(f'{sys.version_info.major}.{sys.version_info.minor}', end='')"


def other_pythons() -> list[str]:
    """Find the other interpreters that have the package: those named in OKFSEARCH_PYTHONS must, those on PATH may."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    found: dict[str, str] = {}
    named = list(filter(None, os.environ.get("OKFSEARCH_PYTHONS", "").split(os.pathsep)))
    on_path = filter(None, (shutil.which(f"python3.{minor}") for minor in range(11, 20)))
    for python in (*named, *on_path):
        # What this interpreter has installed was built for it alone, so each of the others stands on its own.
        probe = subprocess.run([python, "-I", "-c", PROBE], capture_output=True, text=True, check=False)
        assert probe.returncode == 0 or python not in named, f"{python} cannot import the package: {probe.stderr}"
        if probe.returncode == 0 and probe.stdout != here:
            found.setdefault(probe.stdout, python)
    return list(found.values())


def test_other_pythons(bundles: list[str], wanted: list[bytes]) -> None:
    for python in other_pythons():
        assert [ask(root, python=python, path="") for root in bundles] == wanted, python
