"""Every link of the README and of the example bundle leads to something that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "docs" / "example-bundle"
PAGES = [ROOT / "README.md", *sorted(BUNDLE.rglob("*.md"))]
TARGET = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in TARGET.findall(page.read_text(encoding="utf-8")):
        # In a bundle, a leading slash means its root.
        folder = BUNDLE if target.startswith("/") else page.parent
        assert (folder / target.lstrip("/")).is_file(), target


def test_the_example_bundle_is_plain_text_with_unix_line_ends() -> None:
    for page in BUNDLE.rglob("*"):
        if page.is_file():
            data = page.read_bytes()
            assert b"\r" not in data, page
            assert data.endswith(b"\n"), page
            assert data.decode("utf-8"), page
