"""Which room may import which: read from the sources, nothing is imported."""

from __future__ import annotations

import ast
import graphlib
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "src"

#: From the ground up.  A room imports from its own layer or from below.  A trailing dot means a whole wing, a trailing
#: underscore the rooms of one mode, which all begin with its name.
LAYERS = (
    {"errors"},
    {
        "limits",
        "issues",
        "locators",
        "_cancel",
        "_display",
        "_exhaustion",
        "_extras",
        "_fold",
        "_json",
        "_normal",
        "_options",
        "_progress",
    }
    | {"_html", "explanations", "_render_pages"}
    | {"_render", "_render_concepts", "_render_context", "_render_federated", "_render_relations", "_shown"},
    {"_bundle.", "_retrieval."},
    {"section_", "context_", "concept_"},
    {
        "federation",
        "federation_forms",
        "federation_found",
        "federation_result",
        "federation_search",
        "federation_wire",
        "fleet",
        "fleet_rows",
        "wire",
    },
    {"invocation", "registry", "registry_file", "testing", "notebook", "fleet_arrow", "frames", "retrieval", "spark", "dask"},
    {"cli", "cli_arguments", "cli_concepts", "cli_context", "cli_mcp", "cli_registry", "cli_search", "langchain", "llama_index"}
    | {"mcp_call", "mcp_concepts", "mcp_context", "mcp_desk", "mcp_doors", "mcp_envelope", "mcp_fit", "mcp_meter"}
    | {"mcp_remarks", "mcp_schemas", "mcp_sections", "mcp_server", "mcp_shelf", "mcp_stdio", "mcp_tools"},
    {"__main__", "__init__"},
)
EDGES = set().union(*LAYERS[5:])
#: The layers whose parts never import each other: the wings, and the modes.
APART = LAYERS[2:4]

#: The modules through which a program reaches the machine, what in them is only a type, and the rooms that may.
TYPES_OF_THE_MACHINE = {"os.PathLike"}
MACHINE = {"io", "os", "pathlib", "random", "shutil", "socket", "subprocess", "tempfile", "time"}
#: Capture, the only one of them that others know, and the rooms it is made of.
CAPTURE = "_bundle.capture"
KIN_OF_CAPTURE = {f"_bundle.{room}" for room in ("archive", "calls", "checked", "descriptors", "reading", "roots")}
MAY_REACH_THE_MACHINE = {CAPTURE, *KIN_OF_CAPTURE, *EDGES}

LONGEST_ROOM = 300


def room_of(path: Path) -> str:
    """Name a module the way the tables above do: without the package, a wing's `__init__` by the wing."""
    parts = path.relative_to(SOURCES / "okfsearch").with_suffix("").parts
    return ".".join(parts)


ROOMS = {room_of(path): path for path in sorted((SOURCES / "okfsearch").rglob("*.py"))}
TREES = {room: ast.parse(path.read_text(encoding="utf-8")) for room, path in ROOMS.items()}


def imports(tree: ast.AST, *, typing: bool = True) -> Iterator[str]:
    """Yield every imported module, the late ones too; without `typing`, leave out those that only type checkers see."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING" and not typing:
            yield from (name for branch in node.orelse for name in imports(branch))
        else:
            yield from imports(node, typing=typing)


def inner_imports(room: str) -> set[str]:
    """Return the rooms of the package that a room imports."""
    found = set()
    for name in imports(TREES[room]):
        inner = name.removeprefix("okfsearch.")
        if name == "okfsearch" or (name.startswith("okfsearch.") and f"{inner}.__init__" in ROOMS):
            found.add("__init__" if name == "okfsearch" else f"{inner}.__init__")
        elif name.startswith("okfsearch.") and inner in ROOMS:
            found.add(inner)
    # `from okfsearch._bundle import spans` names the wing and the room; the wing's own module holds nothing.
    return {inner for inner in found - {room} if inner == "__init__" or not inner.endswith(".__init__")}


def part_of(room: str) -> str:
    """Return the name under which the tables know a room: its wing's, its mode's, or its own."""
    groups = [part for layer in APART for part in layer if room.startswith(part)]
    return groups[0] if groups else room


def layer_of(room: str) -> int:
    """Return the height of a room."""
    return next(height for height, layer in enumerate(LAYERS) if part_of(room) in layer)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_a_layer(room: str) -> None:
    assert any(part_of(room) in layer for layer in LAYERS), "give the new room its place in LAYERS"


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_downwards(room: str) -> None:
    upwards = {other for other in inner_imports(room) if layer_of(other) > layer_of(room)}
    assert not upwards


@pytest.mark.parametrize("room", ROOMS)
def test_nobody_inside_imports_by_the_front_door(room: str) -> None:
    assert "__init__" not in inner_imports(room) - (EDGES if room in EDGES else set())


@pytest.mark.parametrize("room", ROOMS)
def test_wings_and_modes_do_not_know_each_other(room: str) -> None:
    for family in APART:
        if part_of(room) in family:
            strangers = {other for other in inner_imports(room) if part_of(other) in family - {part_of(room)}}
            assert not strangers


def test_no_import_goes_round_in_a_circle() -> None:
    # Raises CycleError, which names the circle.
    tuple(graphlib.TopologicalSorter({room: inner_imports(room) for room in ROOMS}).static_order())


def reaches(tree: ast.AST) -> set[str]:
    """Return what a room takes from the modules of the machine, apart from mere types."""
    imported = {name for name in imports(tree, typing=False) if name.partition(".")[0] in MACHINE}
    types = [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node) in TYPES_OF_THE_MACHINE
    ]
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in imported and node not in types]
    renamed = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names if name.asname]
    return (
        {node.id for node in uses} | (imported & {*renamed}) | {name for name in imported if "." in name} - TYPES_OF_THE_MACHINE
    )


@pytest.mark.parametrize("room", ROOMS)
def test_only_capture_and_the_edges_reach_the_machine(room: str) -> None:
    if room not in MAY_REACH_THE_MACHINE:
        assert not reaches(TREES[room])


@pytest.mark.parametrize("room", [room for room in ROOMS if room not in {CAPTURE, *KIN_OF_CAPTURE}])
def test_reading_the_disk_has_one_door(room: str) -> None:
    assert not inner_imports(room) & (KIN_OF_CAPTURE - {"_bundle.archive"})


@pytest.mark.parametrize(
    ("code", "reached"),
    [
        ("import os\ndef f(a: os.PathLike[str]): ...", set()),
        ("import os\ndef f(a: os.PathLike[str]): return os.open(a)", {"os"}),
        ("import os as quiet\nquiet.open", {"os"}),
        ("from os import PathLike", set()),
        ("def f():\n    from os import path", {"os.path"}),
        ("if TYPE_CHECKING:\n    from pathlib import Path", set()),
        ("import os\nf(os)", {"os"}),
    ],
)
def test_a_reach_is_seen_in_every_spelling(code: str, reached: set[str]) -> None:
    assert reaches(ast.parse(code)) == reached


@pytest.mark.parametrize("room", ROOMS)
def test_imports_are_absolute_and_named(room: str) -> None:
    nodes = [node for node in ast.walk(TREES[room]) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 and node.names[0].name != "*" for node in nodes)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_fits_on_a_few_pages(room: str) -> None:
    length = len(ROOMS[room].read_text(encoding="utf-8").splitlines())
    assert length <= LONGEST_ROOM


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_holds(room: str) -> None:
    if room.endswith(".__init__") and not TREES[room].body:
        return
    docstring = ast.get_docstring(TREES[room]) or ""
    assert docstring.partition("\n\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("room", ROOMS)
def test_only_edges_print(room: str) -> None:
    if room in EDGES:
        return
    calls = [node.func for node in ast.walk(TREES[room]) if isinstance(node, ast.Call)]
    assert not any(isinstance(called, ast.Name) and called.id in {"print", "input", "breakpoint"} for called in calls)


def is_public(room: str) -> bool:
    """Tell whether a room is one that people import by name, and not a part of a wing, a mode or an edge."""
    return "_" not in room


@pytest.mark.parametrize("room", [room for room in ROOMS if is_public(room)])
def test_a_public_room_declares_its_names(room: str) -> None:
    targets = {
        target.id
        for node in TREES[room].body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert "__all__" in targets
