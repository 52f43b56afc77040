"""The front door: what it offers, that it is written down, and that nothing about it changes unseen."""

from __future__ import annotations

import ast
import inspect
import pickle
from pathlib import Path

import pytest

import okfsearch
from tests.architecture.public_api import describe

WRITTEN = Path(__file__).with_name("public_api.txt")
HERE = "python -m tests.architecture.public_api > tests/architecture/public_api.txt"


def test_signatures_are_those_written_down() -> None:
    assert describe() == WRITTEN.read_text(encoding="utf-8").splitlines(), f"review the change, then: {HERE}"


def test_the_names_are_sorted_and_listed() -> None:
    assert okfsearch.__all__ == sorted(okfsearch.__all__)
    assert dir(okfsearch) == okfsearch.__all__


def test_type_checkers_see_the_same_names_from_the_same_rooms() -> None:
    tree = ast.parse(inspect.getsource(okfsearch))
    seen = {
        name.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert seen == okfsearch._HOME_OF
    assert sorted(seen) == okfsearch.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="search_everything"):
        okfsearch.search_everything  # noqa: B018


@pytest.mark.parametrize("name", okfsearch.__all__)
def test_a_public_name_is_documented(name: str) -> None:
    docstring = inspect.getdoc(getattr(okfsearch, name)) or ""
    assert docstring.partition("\n")[0].endswith(".")


@pytest.mark.parametrize("name", okfsearch.__all__)
def test_a_public_name_can_be_pickled_by_reference(name: str) -> None:
    value = getattr(okfsearch, name)
    assert pickle.loads(pickle.dumps(value)) is value
