"""Heading lines of real documents, as the reference of the section search contract finds them."""

from __future__ import annotations

import re

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch.limits import Limits
from tests.shared import shared_path, shared_rows

_FRONTMATTER = re.compile(rb"---\r?\n(?:.*\n)*?---\r?(?:\n|\Z)")
_DELIMITER = re.compile(r"[*_\[\]<>`!\\]")


def test_lines_and_raw_texts_of_real_documents() -> None:
    shared_path("cases/headings.jsonl")
    wrong: list[str] = []
    texts = 0
    for row in shared_rows("cases/headings.jsonl"):
        path = f"{row['bundle']}/{row['path']}"
        data = shared_path("corpora").joinpath(path).read_bytes()
        front = _FRONTMATTER.match(data)
        body = Span(0 if front is None else front.end(), len(data))
        for paragraphs in (False, True):
            found = scan_blocks(data, body, limits=Limits(), paragraphs=paragraphs).headings
            if [data.count(b"\n", 0, block.start) + 1 for block in found] != [line for line, _ in row["headings"]]:
                wrong.append(path)
                continue
            for block, (line, text) in zip(found, row["headings"], strict=True):
                raw = b"\n".join(part.slice(data) for part in block.segments).decode()
                # A hard break joins its lines, the blanks before a soft one vanish.
                plain = re.sub(r"[ \t]*\n", "\n", re.sub(r"  +\n", "", raw))
                if not _DELIMITER.search(raw):
                    texts += 1
                    if plain != text:
                        wrong.append(f"{path}:{line}")
    assert wrong == []
    assert texts > 0
