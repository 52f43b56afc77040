"""Run any check of the project: `nox` for the default ones, `nox -s full` for all, `nox -l` for the list.

The tests run against the wheel that `build` made, never against the tree.  A slow session is a function under `@slow`:
that keeps it out of the default run and puts it into `full`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import nox

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
PROJECT = nox.project.load_toml("pyproject.toml")
SUPPORTED = ("3.11", "3.12", "3.13")


def find_interpreters(versions: Iterable[str]) -> dict[str, Path]:
    """Find a working interpreter for each version, or leave the version out.

    A name on PATH proves nothing: a shim of a version manager can stand there without a Python behind it.  So each
    candidate is asked for its version, and the interpreters that pyenv keeps outside PATH are candidates too.
    """
    kept = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    found: dict[str, Path] = {}
    for version in versions:
        name = f"python{version}"
        on_path = [Path(folder) / name for folder in os.get_exec_path()]
        for candidate in (*on_path, *sorted(kept.glob(f"*/bin/{name}"))):
            if os.access(candidate, os.X_OK) and answers_as(candidate, version):
                found[version] = candidate
                break
    return found


def answers_as(interpreter: Path, version: str) -> bool:
    """Ask an interpreter whether it runs, and as which version."""
    question = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run([interpreter, "-I", "-c", question], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and answer.stdout.strip() == version


FOUND = find_interpreters(SUPPORTED)
if not FOUND:
    message = f"No working Python among {', '.join(SUPPORTED)} was found."
    raise SystemExit(message)

#: The folders of tests that have a session of their own.
APART = ("docs", "edges", "fleets", "property", "fuzz", "growth", "mutation", "race")

#: The folders that judge the sources rather than the interpreter, or how it behaves under stress: one Python is enough.
ONCE = ("architecture", "attack", "cancel", "differential", "fault", "judges", "process", "quality")

#: The folders that put the library under stress: measuring the branches they take would only slow them down.
STRESS = ("attack", "cancel", "fault", "process")

#: A worker for each core; whoever is idle takes tests over.
PARALLEL = ("--numprocesses=auto", "--dist=worksteal")

#: The oldest Python here: what it takes, the newer ones take too.
MAIN = next(iter(FOUND))

# nox looks its interpreters up on PATH, so those that work go first.
os.environ["PATH"] = os.pathsep.join([*dict.fromkeys(str(path.parent) for path in FOUND.values()), os.environ["PATH"]])

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "virtualenv"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["build", "lint", "typing", "tests", "property", "edges", "fleets", "coverage", "docs", "readme"]

FULL: list[str] = [*nox.options.sessions]


def slow(function: Callable[[nox.Session], None]) -> object:
    """Declare a session that only `full` or its own name runs."""
    FULL.append(function.__name__)
    return nox.session(python=MAIN, default=False, requires=["build"])(function)


def install(session: nox.Session, *groups: str) -> None:
    """Install the wheel and the tools of some dependency groups."""
    tools = [requirement for group in groups for requirement in nox.project.dependency_groups(PROJECT, group)]
    (wheel,) = DIST.glob("*.whl")
    session.install(str(wheel), *tools)


def measure(session: nox.Session, name: str, *arguments: str, parallel: tuple[str, ...] = PARALLEL) -> None:
    """Run pytest and write down which branches it took."""
    measured = ("--cov", "--cov-report=", "--cov-fail-under=0", *parallel)
    session.run("pytest", *measured, *(session.posargs or arguments), env={"COVERAGE_FILE": f".coverage.{name}"})


@nox.session(python=MAIN)
def build(session: nox.Session) -> None:
    """Build the sdist, the wheel from the sdist, and check what is inside."""
    session.install(*nox.project.dependency_groups(PROJECT, "build"))
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", str(DIST))
    problems = wrong_contents()
    if problems:
        session.error("\n".join(problems))


def wrong_contents() -> list[str]:
    """Name what the wheel and the sdist lack, and what has no business in the wheel."""
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    with tarfile.open(sdist) as source:
        shipped = {name.partition("/")[2] for name in source.getnames()}
    package = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "okfsearch").rglob("*")
        if path.suffix in {".py", ".typed", ".json"}
    }
    metadata = {name for name in packed if ".dist-info/" in name}
    licence = {name for name in metadata if name.endswith("/licenses/LICENSE")} or {"*.dist-info/licenses/LICENSE"}
    schemas = {name for name in packed if name.startswith("okfsearch/schemas/")} or {"okfsearch/schemas/*"}
    inside = package | licence | schemas | {"okfsearch/py.typed"}
    around = {"CHANGELOG.md", "LICENSE", "README.md", "noxfile.py", "pyproject.toml", "tests/conftest.py"}
    return [
        *(f"missing in the wheel: {name}" for name in sorted(inside - packed)),
        *(f"foreign in the wheel: {name}" for name in sorted(packed - package - metadata)),
        *(f"missing in the sdist: {name}" for name in sorted((around | {f"src/{name}" for name in package}) - shipped)),
    ]


@nox.session(python=SUPPORTED, requires=["build"])
def tests(session: nox.Session) -> None:
    """Test the wheel on every Python found here; the oldest one runs all of it and writes down the branches taken."""
    install(session, "tests")
    arguments = ("tests", *(f"--ignore=tests/{folder}" for folder in APART))
    if session.python == MAIN:
        measure(session, "tests", *arguments, *(f"--ignore=tests/{folder}" for folder in STRESS))
        if not session.posargs:
            session.run("pytest", *PARALLEL, *(f"tests/{folder}" for folder in STRESS))
    else:
        if not session.posargs:
            # The oldest Python's environment is kept beside this one.
            main = Path(session.virtualenv.location).with_name(f"tests-{MAIN.replace('.', '-')}") / "bin" / "python"
            others = {"OKFSEARCH_PYTHONS": str(main)}
            session.run("pytest", "tests/process/test_determinism.py", "-k", "other_pythons", env=others)
        session.run("pytest", *PARALLEL, *(session.posargs or (*arguments, *(f"--ignore=tests/{folder}" for folder in ONCE))))


@nox.session(name="property", python=MAIN, requires=["build"])
def laws(session: nox.Session) -> None:
    """Test the laws on generated input, the same examples in every run."""
    install(session, "tests")
    measure(session, "property", "tests/property")


@nox.session(python=MAIN, requires=["build"])
def edges(session: nox.Session) -> None:
    """Test what meets other people's packages against the real ones, with every extra installed."""
    install(session, "tests", "edges")
    measure(session, "edges", "tests/edges", "tests/docs")


@nox.session(python=MAIN, requires=["build"])
def fleets(session: nox.Session) -> None:
    """Test what runs inside engines for distributed work; Spark needs Java 17 or newer, and is skipped without it."""
    install(session, "tests", "fleets")
    measure(session, "fleets", "tests/fleets", parallel=())


@nox.session(python=MAIN, requires=["tests", "property", "edges", "fleets"])
def coverage(session: nox.Session) -> None:
    """Add up the branches that the measured sessions took and hold them to the floor in pyproject.toml."""
    install(session, "tests")
    measured = [f".coverage.{name}" for name in ("tests", "property", "edges", "fleets")]
    session.run("coverage", "combine", "--keep", *measured)
    session.run("coverage", "report")


@nox.session(python=MAIN)
def lint(session: nox.Session) -> None:
    """Check style and form with ruff, and the layers of the package."""
    session.install(*nox.project.dependency_groups(PROJECT, "lint"), "pytest>=8.2", "pytest-timeout>=2.3")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("pytest", "--noconftest", "tests/architecture/test_layers.py")


@nox.session(python=MAIN, requires=["build"])
def typing(session: nox.Session) -> None:
    """Check the types: all code with mypy, the package and how its users see it with pyright too, both strict."""
    install(session, "tests", "typing")
    session.run("mypy", "src", "tests", "noxfile.py", "docs/conf.py")
    session.run("pyright")
    # What a type checker is told is what is there when the program runs.
    session.run(
        "stubtest",
        "okfsearch",
        "--mypy-config-file",
        "pyproject.toml",
        "--allowlist",
        "tests/typing/stubtest.txt",
        "--ignore-unused-allowlist",
    )


@nox.session(python=MAIN, requires=["build"])
def docs(session: nox.Session) -> None:
    """Build the documents with every warning an error; `edges` runs their examples."""
    install(session, "docs")
    session.run("sphinx-build", "-q", "-W", "-n", "--keep-going", "-b", "html", "docs", "docs/_build/html")


@nox.session(python=MAIN, requires=["build"])
def readme(session: nox.Session) -> None:
    """Run the README's first command, install and search, in a fresh copy of the sources."""
    commands = re.findall(
        r"^```(?:sh|bash)\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    (sdist,) = DIST.glob("*.tar.gz")
    fresh = Path(session.create_tmp()) / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.unpack_archive(sdist, fresh)
    (unpacked,) = fresh.iterdir()
    with session.chdir(unpacked):
        session.run("bash", "-euc", commands[0], external=True)


@slow
def package(session: nox.Session) -> None:
    """Check what is uploaded: its metadata, a client's types against the installed wheel, and all extras on every Python."""
    (wheel,) = DIST.glob("*.whl")
    session.install("twine>=6", "mypy>=2.0,<3", "pyright[nodejs]>=1.1.400", str(wheel))
    session.run("twine", "check", "--strict", *map(str, sorted(DIST.iterdir())))
    client = Path(session.create_tmp()) / "client"
    shutil.rmtree(client, ignore_errors=True)
    shutil.copytree(ROOT / "tests" / "client", client)
    shutil.copytree(ROOT / "docs" / "example-bundle", client / "bundle")
    with session.chdir(client):
        session.run("python", "app.py", "bundle", silent=True)
        session.run("mypy", "--strict", "app.py")
        session.run("pyright", "app.py")
    for version, interpreter in FOUND.items():
        place = Path(session.create_tmp()) / f"all-{version}"
        shutil.rmtree(place, ignore_errors=True)
        session.run(str(interpreter), "-m", "venv", str(place), external=True)
        inside = str(place / "bin" / "python")
        session.run(inside, "-m", "pip", "install", "--quiet", f"{wheel}[all]", external=True)
        session.run(inside, "-m", "pip", "check", external=True)
        session.run(inside, str(client / "app.py"), str(client / "bundle"), silent=True, external=True)


@slow
def tests_min(session: nox.Session) -> None:
    """Test the wheel with the oldest dependencies that pyproject.toml admits."""
    install(session, "tests")
    oldest = [requirement.replace(">=", "==") for requirement in PROJECT["project"]["dependencies"]]
    session.install(*oldest)
    session.run(
        "pytest", *(session.posargs or ("tests", *(f"--ignore=tests/{folder}" for folder in APART if folder != "property")))
    )


@slow
def thorough(session: nox.Session) -> None:
    """Test the laws on many more and ever new examples."""
    install(session, "tests")
    session.run("pytest", "--timeout=3000", *(session.posargs or ["tests/property"]), env={"HYPOTHESIS_PROFILE": "thorough"})


@slow
def race(session: nox.Session) -> None:
    """Swap entries of a bundle for links out of it, a million times, while it is read."""
    install(session, "tests")
    session.run("pytest", "--timeout=3000", *(session.posargs or ["tests/race"]), env={"OKFSEARCH_RACE_SWAPS": "1000000"})


@slow
def growth(session: nox.Session) -> None:
    """Judge how time and memory grow on every hostile pattern, and print the table."""
    install(session, "tests")
    session.run("pytest", "-m", "growth", "-s", "--timeout=6000", *(session.posargs or ["tests/growth"]))


@slow
def slowly(session: nox.Session) -> None:
    """Run the tests that take minutes: large hostile bundles, thousands of interrupts."""
    install(session, "tests")
    session.run("pytest", "-m", "slow", "--timeout=3000", *(session.posargs or ["tests"]))


@slow
def fuzz(session: nox.Session) -> None:
    """Search generated bundles by the hundred thousand; OKFSEARCH_FUZZ_INPUTS and OKFSEARCH_FUZZ_SEED change which."""
    install(session, "tests")
    session.run("pytest", "-m", "fuzz", "-s", "--timeout=6000", *(session.posargs or ["tests/fuzz"]))


@slow
def atheris(session: nox.Session) -> None:
    """Let a coverage-guided fuzzer loose for ten minutes, where it can be installed."""
    install(session, "tests")
    session.install("atheris", success_codes=[0, 1])
    session.run("python", "-m", "tests.fuzz.run_atheris", *(session.posargs or ["600"]))


@slow
def mutation(session: nox.Session) -> None:
    """Change one operator or number after the other and see whether a test notices; survivors are listed with reasons."""
    install(session, "tests")
    session.run("python", "-m", "tests.mutation.run", *session.posargs)


@slow
def quality(session: nox.Session) -> None:
    """Rank the judged queries, print the table for all modes, and hold context search to its golden file."""
    install(session, "tests")
    session.run("python", "-m", "tests.quality")
    session.run("pytest", *(session.posargs or ["tests/quality"]))


@slow
def bench(session: nox.Session) -> None:
    """Measure time and memory and print the tables; `-- --quick` takes about a minute."""
    install(session, "tests", "bench")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session(python=False, default=False, requires=FULL)
def full(session: nox.Session) -> None:
    """Run every session, the slow ones too."""
    session.log("Ran %s.", ", ".join(FULL))
