"""What the frontmatter says about the state of a concept: status, trust, staleness, sources.

Derived for display and for filters, never for ranking.  No clock is read: whoever asks says what time it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Literal

from attrs import frozen

from okfsearch._bundle.concept_fields import Root
from okfsearch._bundle.spec_rules import SpecRules
from okfsearch._bundle.yaml_lookup import Value
from okfsearch._normal import normalize
from okfsearch.errors import InvalidRequest

__all__ = ["SIGNAL_KEYS", "STATUSES", "TRUST_TIERS", "Signals", "TrustTier", "parse_now", "read_instant", "read_signals"]

#: The states the format knows; a concept that names none is stable.
STATUSES = ("draft", "stable", "deprecated")

TrustTier = Literal["unverified", "machine-confirmed", "human-reviewed"]
#: Derived from who confirmed a concept, the least trusted first.
TRUST_TIERS: tuple[TrustTier, ...] = ("unverified", "machine-confirmed", "human-reviewed")

_HUMAN = "human:"
_INSTANT = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})"
    r"(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ \t]*(?:([Zz])|([+-])(\d{1,2})(?::?(\d{2}))?)?)?",
    re.ASCII,
)
#: The keys that say something about the state of a concept.
SIGNAL_KEYS = frozenset({"status", "verified", "generated", "timestamp", "stale_after", "sources"})


@frozen(kw_only=True)
class Signals:
    """Hold what one frontmatter says about the state of its concept.

    Attributes:
        status: "draft", "stable" or "deprecated"; any other text as it is written.
        trust_tier: one of `TRUST_TIERS`.
        stale_after: the instant from which the concept is stale, or None.
        stale_unreadable: whether there is a staleness date that cannot be read.
        sources: how many sources the concept names.
        changed: the time of the last content change as it is written, or None.
    """

    status: str = "stable"
    trust_tier: TrustTier = "unverified"
    stale_after: datetime | None = None
    stale_unreadable: bool = False
    sources: int = 0
    changed: str | None = None

    def is_stale(self, now: datetime | None, rules: SpecRules) -> bool | None:
        """Tell whether the concept is stale at an instant; None when nobody says what time it is, or the date is unreadable."""
        if now is None:
            return None
        if self.stale_unreadable:
            return True if rules.stale_when_unreadable else None
        return self.stale_after is not None and now >= self.stale_after


NO_SIGNALS = Signals()


def read_signals(root: Root, rules: SpecRules) -> Signals:
    """Read the state of a concept from the values of `SIGNAL_KEYS` in its frontmatter.

    Example:
        >>> from okfsearch._bundle.concept_fields import Root
        >>> from okfsearch._bundle.frontmatter import read_frontmatter
        >>> from okfsearch._bundle.signals import SIGNAL_KEYS, read_signals
        >>> from okfsearch._bundle.spec_rules import RULES
        >>> block = read_frontmatter(b"status: draft\\nverified: {by: human:ann}\\nsources: [{resource: /a.md}]\\n")
        >>> signals = read_signals(Root.of(block, SIGNAL_KEYS), RULES["0.2"])
        >>> signals.status, signals.trust_tier, signals.sources
        ('draft', 'human-reviewed', 1)
    """
    if not root.holds_any(SIGNAL_KEYS):
        return NO_SIGNALS
    status = root.text("status")
    known = None if status is None else normalize(status)
    generated_at = _text_of(root.value("generated"), "at")
    stale = root.value("stale_after")
    stale_after = None if stale is None or stale.text is None else read_instant(stale.text)
    sources = root.value("sources")
    return Signals(
        status="stable" if status is None else known if known in STATUSES else status,
        trust_tier=_trust_tier(root.value("verified"), generated_at, rules),
        stale_after=stale_after,
        stale_unreadable=stale is not None and stale.kind != "null" and stale_after is None,
        sources=0 if sources is None else sum(item.text is not None or item.kind == "mapping" for item in sources.items),
        changed=generated_at or root.text("timestamp"),
    )


def _text_of(value: Value | None, key: str) -> str | None:
    inner = None if value is None else value.get(key)
    return None if inner is None else inner.text


def _trust_tier(verified: Value | None, generated_at: str | None, rules: SpecRules) -> TrustTier:
    """Return the tier that the confirmations give; a bare mapping counts as one of them."""
    actors = () if verified is None else tuple(_actors(verified, generated_at, rules))
    if any(actor.startswith(_HUMAN) for actor in actors):
        return "human-reviewed"
    return "machine-confirmed" if actors else "unverified"


def _actors(verified: Value, generated_at: str | None, rules: SpecRules) -> Iterator[str]:
    since = None if generated_at is None else read_instant(generated_at)
    for item in verified.items:
        actor = _text_of(item, "by")
        if actor is None:
            continue
        if rules.current_confirmations:
            at = _text_of(item, "at")
            instant = None if at is None else read_instant(at)
            if instant is None or (since is not None and instant < since):
                continue
        yield actor.casefold()


def read_instant(text: str) -> datetime | None:
    """Read a date or a date and time; a bare date is the start of that day in UTC, and so is a time without an offset UTC.

    Example:
        >>> read_instant("2026-09-23").isoformat(), read_instant("2026-09-23T12:00:00+02:00").isoformat()
        ('2026-09-23T00:00:00+00:00', '2026-09-23T12:00:00+02:00')
        >>> read_instant("soon") is None
        True
    """
    match = _INSTANT.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    fraction, _, sign, offset_hours, offset_minutes = match.groups()[6:]
    shift = timedelta(hours=int(offset_hours or 0), minutes=int(offset_minutes or 0))
    try:
        zone = timezone(-shift if sign == "-" else shift) if shift else UTC
        return datetime(year, month, day, hour, minute, second, int((fraction or "").ljust(6, "0")[:6]), zone)
    except ValueError:
        return None


def parse_now(now: datetime | str | None) -> datetime | None:
    """Return the instant a caller names, or None when he names none.

    Raises:
        InvalidRequest: when it is no aware datetime and no RFC 3339 text.
    """
    if now is None:
        return None
    if isinstance(now, str):
        instant = read_instant(now) if re.search(r"[Tt ].*(?:[Zz]|[+-]\d{2}:?\d{2})$", now) else None
        if instant is None:
            raise InvalidRequest.of("now", "malformed", "The time is an RFC 3339 text with an offset.")
        return instant
    if not isinstance(now, datetime):
        raise InvalidRequest.of("now", "wrong_type", "The time is an aware datetime or an RFC 3339 text.")
    if now.utcoffset() is None:
        raise InvalidRequest.of("now", "naive", "The time needs an offset.")
    return now
