"""What decides about an index of concepts, checked before anything is read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from attrs import frozen

from okfsearch._bundle.signals import parse_now
from okfsearch._bundle.spec_rules import parse_spec
from okfsearch.errors import InvalidRequest

__all__ = ["ConceptOptions"]


@frozen(kw_only=True)
class ConceptOptions:
    """Hold what decides about an index, checked.

    Attributes:
        include_untyped: whether documents without frontmatter are concepts too.
        include_hidden: names that begin with a dot and are looked into all the same.
        two_pass_threshold: the most documents that are read in full.
        spec: "auto", or the version whose rules hold whatever the bundle declares.
        now: the instant at which staleness is judged, or None.
    """

    include_untyped: bool
    include_hidden: frozenset[str]
    two_pass_threshold: int
    spec: str
    now: datetime | None

    @classmethod
    def of(
        cls,
        *,
        include_untyped: bool,
        include_hidden: Sequence[str],
        two_pass_threshold: int,
        spec: str,
        now: datetime | str | None,
    ) -> ConceptOptions:
        """Check the options."""
        if isinstance(include_hidden, str) or not all(isinstance(name, str) for name in include_hidden):
            raise InvalidRequest.of("include_hidden", "wrong_type", "The hidden names are a sequence of texts.")
        if isinstance(two_pass_threshold, bool) or not isinstance(two_pass_threshold, int) or two_pass_threshold < 0:
            raise InvalidRequest.of("two_pass_threshold", "out_of_range", "The threshold is a whole number.", minimum=0)
        return cls(
            include_untyped=bool(include_untyped),
            include_hidden=frozenset(include_hidden),
            two_pass_threshold=two_pass_threshold,
            spec=parse_spec(spec),
            now=parse_now(now),
        )
