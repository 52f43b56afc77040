"""Law: on real documents the shortcut, libyaml and the parser without it read the same."""

from __future__ import annotations

from collections.abc import Iterator

from okfsearch._bundle.frontmatter import Frontmatter, FrontmatterFault, compose_frontmatter, read_frontmatter
from okfsearch._bundle.layout import split_layout
from tests.shared import shared_path


def blocks() -> Iterator[bytes]:
    for path in sorted(shared_path("corpora").rglob("*.md")):
        data = path.read_bytes()
        layout = split_layout(data)
        if layout.frontmatter is not None:
            yield layout.frontmatter.slice(data)


def read(block: bytes) -> Frontmatter | str:
    try:
        return read_frontmatter(block)
    except FrontmatterFault as fault:
        return fault.code


def compose(block: bytes, *, pure: bool) -> Frontmatter | str:
    try:
        return compose_frontmatter(block, block.decode(), pure=pure)
    except FrontmatterFault as fault:
        return fault.code


def test_real_frontmatter() -> None:
    count = 0
    for number, block in enumerate(blocks()):
        full = compose(block, pure=False)
        short = read(block)
        assert short == full
        if isinstance(short, Frontmatter) and isinstance(full, Frontmatter):
            assert short.graph == full.graph
            count += 1
        # The parser without libyaml is slow, and the documents of one bundle are much alike.
        if number % 50 == 0:
            assert compose(block, pure=True) == full
    assert count
