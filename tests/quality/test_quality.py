"""The ranking is as good as the golden file says, nowhere worse than plain OR, and finds nothing in noise."""

from __future__ import annotations

import json
from random import Random

import pytest

import okfsearch
from tests.quality.__main__ import GOLDEN, measure
from tests.quality.judged import QUERIES, snapshot_of, table
from tests.quality.rankings import worths_of

pytestmark = pytest.mark.skipif(not QUERIES, reason="the judged queries are not here")

TARGETS = {"ndcg10": 0.85, "success5": 0.90, "mrr10": 0.88}
BY_KIND = {"question": 0.80, "typo": 0.85, "identifier": 0.89}


def test_figures_are_those_of_the_golden_file() -> None:
    assert measure() == json.loads(GOLDEN.read_text(encoding="utf-8")), "review, then: python -m tests.quality --write"


def test_targets_are_met() -> None:
    reached = table(worths_of("context matches"))
    assert all(reached["all"][name] >= target for name, target in TARGETS.items()), reached["all"]
    assert all(reached[f"kind {kind}"]["ndcg10"] >= target for kind, target in BY_KIND.items())


def test_no_kind_and_no_bundle_is_worse_than_plain_or() -> None:
    ours, plain = table(worths_of("context matches")), table(worths_of("plain OR"))
    worse = {
        name: (ours[name]["ndcg10"], plain[name]["ndcg10"]) for name in ours if ours[name]["ndcg10"] < plain[name]["ndcg10"]
    }
    assert not worse


def test_packets_hold_the_best() -> None:
    figures = measure()
    assert figures["packet 600"]["inside"] >= 0.80
    assert figures["packet 2400"]["inside"] >= 0.90


#: The corpora whose language is English: two by default, all in the slow session.
ENGLISH = (
    "countries-api", "crossplane-catalog", "databricks-okf-part", "duckdb-book-part", "ethereum-eips", "gcp-acme-retail",
    "gcp-crypto-bitcoin", "gcp-ga4", "gcp-stackoverflow", "guifelix-fixtures", "kwcantrell-oks", "m3e-knowledge", "oddities",
    "okf-gem-gems-okf-kb", "okf-gem-kb", "okf-gem-tests", "okf-profiles-fixtures", "okf-rust-docs", "okf-studio-fixtures",
    "openknowledge-examples", "openknowledge-wiki", "sb-blockchain", "sb-hello-okf", "sb-okf", "sb-react", "sb-ticket-writing",
    "scaccogatto-kb",
)  # fmt: skip
SAMPLE = ("kwcantrell-oks", "sb-blockchain")


@pytest.mark.parametrize("bundle", [pytest.param(name, marks=[] if name in SAMPLE else [pytest.mark.slow]) for name in ENGLISH])
def test_noise_finds_nothing(bundle: str) -> None:
    rng = Random(f"noise {bundle}")
    index = okfsearch.index_context(snapshot_of(bundle))
    found = 0
    for _ in range(200):
        words = ["".join(rng.choices("bcdfghjklmnpqrstvwxz", k=rng.randint(4, 9))) for _ in range(rng.randint(1, 2))]
        found += len(index.matches(" ".join(words), limit=1)) > 0
    assert found <= 4
