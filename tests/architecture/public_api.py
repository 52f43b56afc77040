"""Write down the public names with their signatures, one a line.

`python -m tests.architecture.public_api` prints the list; a change to `public_api.txt` is a change to review.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from typing import Any

import attrs

import okfsearch

#: The public modules beside the package itself.
MODULES = (
    "okfsearch.concept_relations",
    "okfsearch.concept_result",
    "okfsearch.dask",
    "okfsearch.errors",
    "okfsearch.explanations",
    "okfsearch.federation",
    "okfsearch.federation_result",
    "okfsearch.fleet",
    "okfsearch.frames",
    "okfsearch.invocation",
    "okfsearch.issues",
    "okfsearch.limits",
    "okfsearch.locators",
    "okfsearch.registry",
    "okfsearch.retrieval",
    "okfsearch.wire",
)


def describe() -> list[str]:
    """Return the lines for every public name."""
    lines = list(names_of(okfsearch))
    for name in MODULES:
        lines += names_of(importlib.import_module(name))
    return lines


def names_of(module: Any) -> Iterator[str]:
    """Yield the lines for one module, without those that the front door has."""
    for name in sorted(module.__all__):
        value = getattr(module, name)
        if module is not okfsearch and name in okfsearch.__all__:
            continue
        full = f"{module.__name__}.{name}"
        if inspect.isclass(value):
            yield from members(full, value)
        elif callable(value):
            yield f"{full}{signature(value)}"
        else:
            yield f"{full}: {type(value).__name__}"


def members(full: str, kind: type) -> Iterator[str]:
    """Yield the lines for one class: its bases, fields, properties and methods, the inherited ones of ours too."""
    bases = ", ".join(base.__qualname__ for base in kind.__bases__ if base is not object)
    yield f"class {full}({bases})"
    if attrs.has(kind):
        for field in attrs.fields(kind):
            if not field.name.startswith("_"):
                default = "" if field.default is attrs.NOTHING else " = ..."
                # As it was written: cattrs resolves the field's own record of it once a value has been read back.
                yield f"    {field.name}: {spelled(kind.__annotations__.get(field.name, field.type))}{default}"
    for name, value in sorted(own_attributes(kind).items()):
        if isinstance(value, property) and value.fget is not None:
            yield f"    {name}: {spelled(inspect.signature(value.fget).return_annotation)}"
        elif isinstance(value, (classmethod, staticmethod)):
            yield f"    @{type(value).__name__} {name}{signature(value.__func__)}"
        elif inspect.isfunction(value):
            yield f"    {name}{signature(value)}"


def own_attributes(kind: type) -> dict[str, Any]:
    """Return the public attributes that our own classes define, the nearest definition first."""
    own: dict[str, Any] = {}
    for base in kind.__mro__:
        if base.__module__.startswith("okfsearch"):
            for name, value in vars(base).items():
                if not name.startswith("_"):
                    own.setdefault(name, value)
    return own


def signature(function: Any) -> str:
    """Spell a signature the same way on every Python."""
    described = inspect.signature(function)
    parts = []
    starred = False
    for parameter in described.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts.append("*")
        starred = starred or parameter.kind in {parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL}
        stars = "*" * (1 if parameter.kind is parameter.VAR_POSITIONAL else 2 if parameter.kind is parameter.VAR_KEYWORD else 0)
        kind = "" if parameter.annotation is parameter.empty else f": {spelled(parameter.annotation)}"
        default = "" if parameter.default is parameter.empty else f" = {value_of(parameter.default)}"
        parts.append(f"{stars}{parameter.name}{kind}{default}")
    returned = "" if described.return_annotation is described.empty else f" -> {spelled(described.return_annotation)}"
    return f"({', '.join(parts)}){returned}"


def value_of(default: Any) -> str:
    """Spell a default: plain data as they are, a function by its name, one of our values by its class."""
    if callable(default):
        return str(default.__name__)
    return f"{type(default).__name__}(...)" if type(default).__module__.startswith("okfsearch") else repr(default)


def spelled(annotation: Any) -> str:
    """Spell an annotation as it was written."""
    if isinstance(annotation, str):
        return annotation
    return annotation.__qualname__ if isinstance(annotation, type) else str(annotation)


if __name__ == "__main__":
    print(*describe(), sep="\n")
