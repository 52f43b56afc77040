"""Registries whose bundles lie on disk for the time of one example."""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from hypothesis import strategies as st

from okfsearch.registry import Registry
from tests.context_strategies import linked_files

NAMES = ("delta", "Élan", "a b", "zz")

#: What each bundle holds; None is one that is not there.
collections = st.dictionaries(st.sampled_from(NAMES), linked_files | st.none(), max_size=4)


@contextmanager
def registry_of(collection: Mapping[str, Mapping[str, bytes] | None]) -> Generator[Registry]:
    """Write bundles, and name them."""
    with tempfile.TemporaryDirectory() as folder:
        roots: dict[str, Path] = {}
        for number, (name, files) in enumerate(collection.items()):
            roots[name] = Path(folder, f"bundle-{number}")
            for path, data in ({} if files is None else files).items():
                file = roots[name] / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        yield Registry.of(roots)
