"""What a fresh interpreter loads: naming the library costs next to nothing, and heavy helpers wait until they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"cattrs", "frontmatter", "markdown_it", "mistletoe", "numpy", "okfsearch.cli", "pandas", "pathspec", "yaml"}


def loaded_by(code: str) -> set[str]:
    """Run some code in a fresh interpreter and return the modules it has loaded by then."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import okfsearch",
        "import okfsearch; okfsearch.search_bundle",
        "from okfsearch import capture_bundle, index_sections, Snapshot, Visibility, Limits",
        "from okfsearch import *",
    ],
)
def test_naming_the_library_loads_nothing_heavy(code: str) -> None:
    # OKFHandler is a subclass of python-frontmatter's handler, so to touch it is to load that.
    heavy = HEAVY - {"frontmatter", "yaml"} if "*" in code else HEAVY
    assert not loaded_by(code) & heavy


def test_the_front_door_alone_loads_no_room() -> None:
    rooms = {name for name in loaded_by("import okfsearch") if name.startswith("okfsearch")}
    assert rooms == {"okfsearch"}
