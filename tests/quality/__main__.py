"""Print how good the rankings are: `python -m tests.quality`; with `--write`, keep the figures of context search."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.quality.judged import QUERIES, table
from tests.quality.rankings import RANKINGS, packed, worths_of

GOLDEN = Path(__file__).with_name("golden.json")
BUDGETS = (600, 2_400)


def measure() -> dict[str, dict[str, float]]:
    """Measure context search as the golden file keeps it."""
    return table(worths_of("context matches")) | {f"packet {budget}": {"inside": packed(budget)} for budget in BUDGETS}


def main(arguments: list[str]) -> int:
    if not QUERIES:
        print("The judged queries are not here.")
        return 0
    tables = {name: table(worths_of(name)) for name in RANKINGS}
    width = max(map(len, tables["plain OR"]))
    print(f"{'':{width}}  {'queries':>7}", *(f"{name:>22}" for name in tables))
    print(f"{'':{width}}  {'':>7}", *(f"{'nDCG@10  s@5 MRR@10':>22}" for _ in tables))
    for row, cells in tables["plain OR"].items():
        figures = [tables[name][row] for name in tables]
        print(
            f"{row:{width}}  {cells['queries']:>7}",
            *(f"{cell['ndcg10']:>10.3f} {cell['success5']:.3f} {cell['mrr10']:.3f}" for cell in figures),
        )
    for budget in BUDGETS:
        print(f"A target of the best grade is inside a packet of {budget}: {packed(budget):.3f}")
    if "--write" in arguments:
        GOLDEN.write_text(json.dumps(measure(), indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
