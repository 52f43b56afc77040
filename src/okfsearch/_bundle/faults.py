"""The fault of one frontmatter block, before anyone knows which file it stands in."""

from __future__ import annotations


class FrontmatterFault(Exception):
    """Say why a block cannot be read.

    Attributes:
        code: `invalid_frontmatter`, `invalid_yaml_graph` or `invalid_encoding`.
        line: the 1-based physical line inside the block, or None when the whole block is meant.
        excess: whether a cap of the graph was passed, rather than a rule broken.
    """

    code: str
    line: int | None
    excess: bool

    def __init__(self, code: str, line: int | None = None, *, excess: bool = False) -> None:
        super().__init__(code, line)
        self.code = code
        self.line = line
        self.excess = excess
