"""Files and folders that may not be read: an error, never a smaller answer; under "recover" an issue."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attack.cases import GOOD, INSIDE, WORD
from tests.attack.unprivileged import UNPRIVILEGED

ASK = """
import json, sys
import okfsearch
try:
    result = okfsearch.search_bundle(sys.argv[1], sys.argv[2], on_invalid=sys.argv[3])
except okfsearch.SearchError as error:
    kinds = [kind.__name__ for kind in type(error).__mro__ if kind.__name__ in {"OSError", "BundleError"}]
    print(json.dumps({"code": error.code, "details": dict(error.details), "kinds": kinds}))
else:
    print(json.dumps({"paths": [hit.path for hit in result.hits], "issues": [[i.code, i.path] for i in result.issues]}))
"""


def ask(root: Path, on_invalid: str = "raise") -> dict[str, Any]:
    done = subprocess.run([*UNPRIVILEGED, "-c", ASK, root, WORD, on_invalid], capture_output=True, text=True, check=True)
    assert INSIDE not in done.stdout + done.stderr
    assert done.stderr == ""
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@pytest.fixture
def bundle(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "bundle" / "shut").mkdir(parents=True)
    for path in ("good.md", "locked.md", "shut/a.md"):
        (tmp_path / "bundle" / path).write_text(GOOD)
    yield tmp_path / "bundle"
    subprocess.run(["chmod", "-R", "u+rwX", tmp_path], check=True)


@pytest.mark.parametrize(("path", "mode"), [("locked.md", 0), ("shut", 0), ("shut", 0o300)])
def test_what_may_not_be_read(bundle: Path, path: str, mode: int) -> None:
    (bundle / path).chmod(mode)
    assert ask(bundle) == {
        "code": "unreadable",
        "details": {"path": path, "errno": "EACCES"},
        "kinds": ["BundleError", "OSError"],
    }
    kept = sorted({"good.md", "locked.md", "shut/a.md"} - {path, f"{path}/a.md"})
    assert ask(bundle, "recover") == {"paths": kept, "issues": [["unreadable", path]]}


def test_a_folder_that_lists_but_does_not_open(bundle: Path) -> None:
    (bundle / "shut").chmod(0o400)
    answer = ask(bundle)
    assert (answer["code"], answer["details"]["errno"]) == ("unreadable", "EACCES")


@pytest.mark.parametrize("mode", [0, 0o300])
def test_a_root_that_may_not_be_read(bundle: Path, mode: int) -> None:
    bundle.chmod(mode)
    answer = ask(bundle)
    assert (answer["code"], answer["details"]) == ("unreadable", {"errno": "EACCES"})
    assert ask(bundle, "recover")["code"] == "unreadable"


def test_an_ancestor_that_may_not_be_crossed(bundle: Path) -> None:
    bundle.parent.chmod(0)
    assert ask(bundle)["code"] == "unreadable"
