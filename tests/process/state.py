"""Everything about the process that a search could change and must not."""

from __future__ import annotations

import html
import html.entities
import locale
import os
import signal
import sys
import threading
import warnings
from types import ModuleType
from typing import Any


def globals_of(module: ModuleType) -> dict[str, Any]:
    """Return the plain values a module and its classes hold, so that a change in one shows."""
    plain = (bool, int, float, str, bytes, tuple, list, dict, set, frozenset, type(None))
    kept: dict[str, Any] = {}
    for name, value in vars(module).items():
        if name.startswith("__"):
            continue
        if isinstance(value, plain):
            kept[name] = (
                repr(value)
                if not isinstance(value, (dict, list, set))
                else (type(value), len(value), hash(repr(value)[:100_000]))
            )
        elif isinstance(value, type):
            for inner, held in vars(value).items():
                if isinstance(held, plain) and not inner.startswith("__"):
                    kept[f"{name}.{inner}"] = (type(held), repr(held)[:10_000])
        else:
            kept[name] = id(value)
    return kept


def foreign_globals() -> dict[str, Any]:
    """Return the globals of the libraries we stand on, as far as they are loaded."""
    names = [name for name in sys.modules if name.split(".")[0] in {"mistletoe", "yaml", "frontmatter"}]
    loaded = {name: globals_of(sys.modules[name]) for name in sorted(names)}
    return {**loaded, "html": globals_of(html), "html.entities": globals_of(html.entities)}


def state() -> dict[str, Any]:
    """Return what can be compared before and after a call."""
    return {
        "recursion limit": sys.getrecursionlimit(),
        "switch interval": sys.getswitchinterval(),
        "digits": sys.get_int_max_str_digits(),
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "handlers": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "hooks": (sys.excepthook, sys.unraisablehook, threading.excepthook, sys.displayhook),
        "streams": (sys.stdin, sys.stdout, sys.stderr),
        "folder": os.getcwd(),
        "mask": _mask(),
        "environment": dict(os.environ),
        "locale": locale.setlocale(locale.LC_ALL),
        "path": list(sys.path),
        "filters": list(warnings.filters),
        "foreign": foreign_globals(),
    }


def _mask() -> int:
    mask = os.umask(0o77)
    os.umask(mask)
    return mask
