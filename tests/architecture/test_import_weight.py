"""What a fresh interpreter loads: naming the library costs next to nothing, and heavy helpers wait until they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_a_search_in_plain_blocks_loads_no_room_of_yaml_and_no_other_mode() -> None:
    late = {"plain_graph", "recovery", "yaml_events", "yaml_graph", "yaml_lookup"}
    spared = HEAVY | {f"okfsearch._bundle.{room}" for room in late} | {"calendar", "okfsearch.wire", "urllib.parse"}
    bundle = Path(__file__).parents[2] / "docs" / "example-bundle"
    search = f"okfsearch.search_bundle({str(bundle)!r}, 'tide gauge')"
    assert not loaded_by(f"import okfsearch; assert {search}.hits") & spared


def test_the_front_door_alone_loads_no_room() -> None:
    rooms = {name for name in loaded_by("import okfsearch") if name.startswith("okfsearch")}
    assert rooms == {"okfsearch"}
