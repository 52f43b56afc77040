"""Every example in a docstring does what it says."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import okfsearch

MODULES = ["okfsearch", *(module.name for module in pkgutil.walk_packages(okfsearch.__path__, "okfsearch."))]


def docstrings(name: str, value: Any, home: str) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module or class and of what is defined in it, with their full names."""
    yield name, inspect.getdoc(value) or ""
    for inner_name, inner in vars(value).items():
        # attrs notes on a class whose types were resolved, when a value was read back, that very class.
        if inner is value:
            continue
        bare = inner.fget if isinstance(inner, property) else inspect.unwrap(getattr(inner, "__func__", inner))
        if getattr(bare, "__module__", None) != home:
            continue
        if inspect.isclass(bare):
            yield from docstrings(f"{name}.{inner_name}", bare, home)
        elif inspect.isfunction(bare):
            yield f"{name}.{inner_name}", inspect.getdoc(bare) or ""


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.usefixtures("checkout")
def test_docstrings_do_what_they_say(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except okfsearch.InvalidRequest as error:
        pytest.skip(str(error))
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    for full_name, docstring in docstrings(name, module, name):
        examples = doctest.DocTestParser().get_doctest(docstring, dict(vars(module)), full_name, module.__file__, None)
        runner.run(examples, out=said.append)
    assert not said, "".join(said)
