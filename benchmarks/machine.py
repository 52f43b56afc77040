"""The machine and the versions behind a figure, without anything that names the machine."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version

PACKAGES = (
    "attrs", "regex", "PyYAML", "python-frontmatter", "mistletoe", "cmarkgfm", "numpy", "bm25s", "rank-bm25", "tantivy",
)  # fmt: skip


def describe() -> dict[str, str]:
    """Return what a reader needs to judge the figures."""
    facts = {
        "processor": f"{_processor()}, {os.cpu_count()} cores",
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "SQLite": _sqlite(),
        "libyaml": _libyaml(),
        "load before": "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg()),
    }
    for name in PACKAGES:
        try:
            facts[name] = version(name)
        except PackageNotFoundError:
            facts[name] = "not installed"
    return facts


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
    except OSError:
        return platform.processor() or sys.platform


def _sqlite() -> str:
    import sqlite3

    return sqlite3.sqlite_version


def _libyaml() -> str:
    import yaml

    return "yes" if yaml.__with_libyaml__ else "no"
