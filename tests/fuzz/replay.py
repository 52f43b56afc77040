"""Show and judge the bundle of one seed: `python -m tests.fuzz.replay SEED`."""

from __future__ import annotations

import random
import sys
from collections import Counter

from tests.fuzz.grammar import QUERIES, bundle, choose
from tests.fuzz.judge import judge


def main() -> None:
    source = random.Random(int(sys.argv[1]))
    query = choose(source, QUERIES)
    files = bundle(source)
    print(repr(query), files, sep="\n")
    tally: Counter[str] = Counter()
    judge(files, query, tally)
    print(dict(tally))


if __name__ == "__main__":
    main()
