"""Fuzzing led by coverage: `python tests/fuzz/atheris_harness.py [CORPUS] -max_total_time=600 -seed=1`.

The fuzzer's bytes stand in for the source of randomness of the grammar, or are a document as they are.  It needs the package
`atheris`, which has wheels for some Pythons only.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import atheris  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["okfsearch"]):
    pass

from tests.fuzz.grammar import QUERIES, bundle
from tests.fuzz.judge import judge


class Bytes:
    """Draw from the fuzzer's bytes; when they are spent, the first choice each time, and never again a chance."""

    def __init__(self, data: bytes) -> None:
        self.provider = atheris.FuzzedDataProvider(data)

    def random(self) -> float:
        return self.provider.ConsumeIntInRange(0, 255) / 256 if self.provider.remaining_bytes() else 1.0

    def randrange(self, stop: int) -> int:
        return self.provider.ConsumeIntInRange(0, stop - 1) if stop > 1 else 0

    def randbytes(self, n: int) -> bytes:
        drawn: bytes = self.provider.ConsumeBytes(n)
        return drawn


def test_one_input(data: bytes) -> None:
    query = QUERIES[data[0] % len(QUERIES)] if data else QUERIES[0]
    kind = data[1] % 3 if len(data) > 1 else 0
    rest = data[2:]
    if kind == 0:
        files = {"a.md": rest}
    elif kind == 1:
        files = {"a.md": b"---\n" + rest.replace(b"\n---", b"\n--") + b"\n---\n# heron\n"}
    else:
        files = bundle(Bytes(rest))
    judge(files, query, Counter())


def main() -> None:
    atheris.Setup(sys.argv, test_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
