"""Status, trust, staleness and sources, as frontmatter spells them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from okfsearch._bundle.concept_fields import Root
from okfsearch._bundle.frontmatter import read_frontmatter
from okfsearch._bundle.signals import SIGNAL_KEYS, Signals, read_instant, read_signals
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spec_rules import RULES, choose_rules


def signals(text: str, version: str = "0.2") -> Signals:
    return read_signals(Root.of(read_frontmatter(text.encode()), SIGNAL_KEYS), RULES[version])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("type: x", "stable"),
        ("status:", "stable"),
        ("status: Draft", "draft"),
        ("status: deprecated", "deprecated"),
        ("status: Gone", "Gone"),
        ("status: [a]", "stable"),
    ],
)
def test_status(text: str, status: str) -> None:
    assert signals(text).status == status


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("type: x", "unverified"),
        ("verified:", "unverified"),
        ("verified: []", "unverified"),
        ("verified: yes", "unverified"),
        ("verified: [{at: 2026-01-01}]", "unverified"),
        ("verified: {by: bot/1}", "machine-confirmed"),
        ("verified: [{by: 'process:x'}, {by: 'team:y'}]", "machine-confirmed"),
        ("verified: {by: 'human:ann'}", "human-reviewed"),
        ("verified: [{by: bot/1}, {by: 'HUMAN:ann'}]", "human-reviewed"),
        ("a: &v {by: 'human:ann'}\nverified: [*v]", "human-reviewed"),
        ("base: &b {verified: {by: 'human:ann'}}\n<<: *b", "human-reviewed"),
    ],
)
def test_trust(text: str, tier: str) -> None:
    assert signals(text).trust_tier == tier


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("verified: {by: 'human:a'}", "unverified"),
        ("verified: {by: 'human:a', at: soon}", "unverified"),
        ("verified: {by: 'human:a', at: 2026-01-01}", "human-reviewed"),
        ("generated: {at: 2026-01-02}\nverified: {by: 'human:a', at: 2026-01-01}", "unverified"),
        ("generated: {at: 2026-01-02}\nverified: {by: 'human:a', at: '2026-01-02T00:00:00+00:00'}", "human-reviewed"),
        ("generated: {at: soon}\nverified: {by: 'human:a', at: 2026-01-01}", "human-reviewed"),
    ],
)
def test_only_current_confirmations_count_under_newer_rules(text: str, tier: str) -> None:
    assert signals(text, "0.3").trust_tier == tier
    assert signals(text, "0.2").trust_tier == "human-reviewed"


def test_sources_and_last_change() -> None:
    assert signals("sources: [{resource: a}, b, ~]").sources == 2
    assert signals("sources: {resource: a}").sources == 1
    assert signals("sources:").sources == 0
    assert signals("generated: {by: x, at: 2026-01-01}\ntimestamp: 2025-01-01").changed == "2026-01-01"
    assert signals("timestamp: 2025-01-01").changed == "2025-01-01"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-09-23", "2026-09-23T00:00:00+00:00"),
        ("2026-9-3", "2026-09-03T00:00:00+00:00"),
        ("2026-09-23T12:00:00+02:00", "2026-09-23T12:00:00+02:00"),
        ("2026-09-23 12:00:00.25 -0130", "2026-09-23T12:00:00.250000-01:30"),
        ("2026-09-23t12:00z", "2026-09-23T12:00:00+00:00"),
        ("2026-09-23T12:00:00", "2026-09-23T12:00:00+00:00"),
    ],
)
def test_instants(text: str, expected: str) -> None:
    instant = read_instant(text)
    assert instant is not None and instant.isoformat() == expected


@pytest.mark.parametrize(
    "text",
    ["soon", "2026", "2026-13-01", "2026-02-30", "2026-09-23T25:00Z", "0000-01-01", "2026-01-01T00:00:00+99:00", "12026-01-01"],
)
def test_what_is_no_instant(text: str) -> None:
    assert read_instant(text) is None


def test_staleness_needs_a_time_and_a_date() -> None:
    now = datetime(2026, 9, 23, tzinfo=UTC)
    dated = signals("stale_after: 2026-09-23")
    assert dated.is_stale(None, RULES["0.2"]) is None
    assert dated.is_stale(now, RULES["0.2"]) is True
    assert dated.is_stale(now - timedelta(seconds=1), RULES["0.2"]) is False
    assert signals("type: x").is_stale(now, RULES["0.2"]) is False
    assert signals("stale_after:").is_stale(now, RULES["0.3"]) is False
    for text in ("stale_after: soon", "stale_after: [2026-01-01]"):
        assert signals(text).is_stale(now, RULES["0.2"]) is None
        assert signals(text).is_stale(now, RULES["0.3"]) is True
        assert signals(text).is_stale(None, RULES["0.3"]) is None


@pytest.mark.parametrize(
    ("index", "version", "line"),
    [
        (b"# X\n", "0.2", None),
        (b"---\ntitle: x\n---\n", "0.2", None),
        (b"---\nokf_version: 0.1\n---\n", "0.1", None),
        (b"---\nokf_version: [0.3]\n---\n", "0.2", None),
        (b"---\na: 1\nokf_version: next\n---\n", "0.2", 3),
        (b"---\nokf_version: [\n---\n", "0.2", None),
    ],
)
def test_the_declared_version(index: bytes, version: str, line: int | None) -> None:
    rules, issues = choose_rules([CapturedFile.of("index.md", index)], "auto")
    assert rules.version == version
    assert [issue.line for issue in issues] == ([] if line is None else [line])
