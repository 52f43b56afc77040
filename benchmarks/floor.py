"""Floor R: what no exact search in one Python process does without, and nothing else.

Read, SHA-256, decode, casefold, NFC and tokenize the searchable files, each token found and thrown away.  No frontmatter, no
headings, no counting.
"""

from __future__ import annotations

from hashlib import sha256
from unicodedata import normalize

import regex

from benchmarks.corpora import Corpus

#: The contract's token class, as it stands there.
TOKEN = regex.compile(r"[\p{L}\p{N}\p{M}]+")


def run_floor(corpus: Corpus) -> int:
    """Do the work of the floor and return how many tokens there are."""
    tokens = 0
    for path in corpus.searchable:
        with open(path, "rb") as file:
            data = file.read()
        sha256(data).hexdigest()
        tokens += len(TOKEN.findall(normalize("NFC", data.decode().casefold())))
    return tokens
