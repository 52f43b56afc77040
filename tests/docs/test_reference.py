"""The reference pages name what there is: no more, no less, and in the same order."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import okfsearch
from okfsearch import ConceptHit, ConceptResult, Hit, Limits, SearchResult, errors
from okfsearch.cli import main
from okfsearch.issues import ISSUE_CODES
from okfsearch.mcp_envelope import CODES
from okfsearch.mcp_tools import TOOLS
from okfsearch.wire import read_schema

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
UNITS = {"KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}


def page(name: str) -> str:
    """Return the text of one page."""
    return (REFERENCE / f"{name}.md").read_text(encoding="utf-8")


def rows(text: str) -> list[list[str]]:
    """Return the cells of all table rows whose first cell is code."""
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("| `")]


def quantity(cell: str) -> int | None:
    """Read a cell such as `16 MiB`, `10,000` or `none`."""
    if cell == "none":
        return None
    number, _, unit = cell.replace(",", "").partition(" ")
    return int(number) * UNITS.get(unit, 1)


def test_limits_page_has_every_cap_with_its_numbers() -> None:
    told = {
        name.strip("`"): (quantity(default), quantity(large))
        for names, _, default, large in rows(page("limits"))
        for name in names.split(", ")
    }
    small, large = Limits(), Limits.large()
    names = [attribute.name for attribute in attrs.fields(Limits)]
    assert told == {name: (getattr(small, name), getattr(large, name)) for name in names}
    assert list(told) == names


def test_issues_page_has_only_codes_that_exist_with_their_severity() -> None:
    told = {code.strip("`"): severity for code, severity, *_ in rows(page("issues").partition("## Codes")[2])}
    assert told
    assert told == {code: ISSUE_CODES[code][0] for code in told}
    errors_of_documents = {code for code, (severity, _) in ISSUE_CODES.items() if severity == "error"}
    assert errors_of_documents <= told.keys()


def test_errors_page_has_every_class_and_every_code_of_a_document() -> None:
    text = page("errors")
    told = {code.strip("`"): name.strip("`") for code, name, *_ in rows(text.partition("## Codes")[2]) if name.startswith("`")}
    assert set(told.values()) < set(errors.__all__)
    assert all(name in text for name in errors.__all__)
    assert {code for code, (severity, _) in ISSUE_CODES.items() if severity == "error"} <= told.keys()


def test_json_page_has_every_key_in_order() -> None:
    keys = [key.strip("`") for cells in rows(page("json").partition("## Spelling")[0]) for key in cells[0].split(", ")]
    schema = read_schema()
    assert keys == schema["required"] + schema["$defs"]["hit"]["required"]
    on_the_wire = [
        attribute.name
        for kind in (SearchResult, Hit)
        for attribute in attrs.fields(kind)
        if attribute.metadata.get("wire", True)
    ]
    assert keys == on_the_wire


def test_json_page_has_every_key_of_a_concept_result_in_order() -> None:
    told = page("json").partition("## Concept result")[2].partition("\n## ")[0]
    keys = [key.strip("`") for cells in rows(told) for key in cells[0].split(", ")]
    schema = read_schema("concept-result")
    assert keys == schema["required"] + schema["$defs"]["hit"]["required"]
    assert keys == [attribute.name for kind in (ConceptResult, ConceptHit) for attribute in attrs.fields(kind)]


@pytest.mark.parametrize("command", ["search", "context", "concepts", "mcp"])
def test_command_line_page_has_every_option(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = set(re.findall(r"--[a-z][a-z-]*[a-z]", capsys.readouterr().out)) - {"--help"}
    # The first command has the page, each of the others a heading of its own.
    pieces = page("command-line").split("\n## ")
    text = next((piece for piece in pieces if piece.casefold().startswith(command)), pieces[0])
    told = {option for name, *_ in rows(text) for option in re.findall(r"--[a-z][a-z-]*[a-z]", name)}
    assert told == options


def test_mcp_page_has_every_tool_with_its_arguments_and_every_code() -> None:
    tools, _, rest = page("mcp").partition("## Errors")
    told = {name.strip("`"): set(re.findall(r"`(\w+)`", arguments)) for name, arguments, _ in rows(tools)}
    assert told == {tool.name: set(tool.takes["properties"]) - {"bundle_path"} for tool in TOOLS}
    codes = rows(rest.partition("| code | when |")[2])
    assert [code.strip("`") for code, _ in codes] == list(CODES)


@pytest.mark.parametrize("name", okfsearch.__all__)
def test_every_public_name_has_its_place(name: str) -> None:
    described = re.search(rf"^\.\. auto\w+:: okfsearch\.{name}(\(\))?$", page("api"), re.MULTILINE)
    assert described or f"`{name}`" in page("errors")
