"""The answer: the best sections cut into hits, and every number of this mode in one place."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from okfsearch._bundle.sections import Section
from okfsearch._cancel import Cancelled, check
from okfsearch._json import encode, plain
from okfsearch._options import OnInvalid
from okfsearch._retrieval.bm25 import Bm25
from okfsearch._retrieval.passages import SNIPPET, PassagePolicy, cut_passage
from okfsearch._retrieval.postings import FieldWeights
from okfsearch._retrieval.query import Query
from okfsearch._retrieval.rankers import Ranking
from okfsearch.issues import Issue
from okfsearch.limits import Limits
from okfsearch.locators import format_locator
from okfsearch.section_explanation import SectionGrounds
from okfsearch.section_result import Hit, SearchResult


@frozen
class SectionPolicy:
    """Hold every number of this mode.

    Attributes:
        weights: what an occurrence counts in each field.
        bm25: the parameters of the formula.
        snippet: the shape of a snippet.
        limit: how many hits an answer holds when nobody says.
    """

    weights: FieldWeights = FieldWeights()
    bm25: Bm25 = Bm25()
    snippet: PassagePolicy = SNIPPET
    limit: int = 20


POLICY = SectionPolicy()

# No character takes more bytes in JSON than an escape of this many.
_MOST_BYTES = 6
# Keys, digits, digests and punctuation of one hit, and of the result around them.
_HIT_BYTES = 1_024


def answer(
    revision: str,
    query: Query,
    sections: Sequence[Section],
    ranking: Ranking,
    *,
    limits: Limits,
    on_invalid: OnInvalid,
    issues: tuple[Issue, ...],
    cancelled: Cancelled,
) -> SearchResult:
    """Cut the hits of the best sections.

    Args:
        revision: the fingerprint of the snapshot.
        query: what was asked.
        sections: what the ordinals of the ranking number.
        ranking: what was found.
        limits: the caps of the answer.
        on_invalid: how the documents were read.
        issues: what was noticed on the way.
        cancelled: asked before every hit.

    Raises:
        LimitExceeded: when the encoded answer is larger than `response_bytes`.
        SearchCancelled: when the caller cancelled.
    """
    check(cancelled)
    missing = zip(query.terms, ranking.statistics.document_frequencies, strict=True)
    result = SearchResult(
        query=query.text,
        terms=query.terms,
        snapshot_revision=revision,
        total=ranking.total,
        truncated=ranking.total > len(ranking.best),
        hits=tuple(_hit(sections[ranked.ordinal], ranked.score, query.terms, cancelled) for ranked in ranking.best),
        missing_terms=tuple(term for term, frequency in missing if frequency == 0),
        issues=issues,
        grounds=SectionGrounds(
            sections=tuple([sections[ranked.ordinal] for ranked in ranking.best]),
            terms=query.terms,
            statistics=ranking.statistics,
            weights=POLICY.weights,
            bm25=POLICY.bm25,
            limits=limits,
            on_invalid=on_invalid,
        ),
    )
    check(cancelled)
    _check_size(result, limits)
    return result


def _hit(section: Section, points: float, terms: tuple[str, ...], cancelled: Cancelled) -> Hit:
    """Cut the hit of one section from the captured bytes."""
    file = section.file
    return Hit(
        concept_id=section.concept_id,
        path=file.path,
        heading=section.heading,
        locator=format_locator(file.path, section.line_start, section.line_end),
        line_start=section.line_start,
        line_end=section.line_end,
        content_sha256=file.sha256,
        snippet=cut_passage(file.data[section.start : section.end].decode(), terms, policy=POLICY.snippet, cancelled=cancelled),
        score=points,
        matched_terms=terms,
    )


def _check_size(result: SearchResult, limits: Limits) -> None:
    """Raise when the encoded answer is too large; it is encoded only where it might be."""
    if limits.response_bytes is None:
        return
    terms = sum(map(len, result.terms))
    texts = (
        len(result.query)
        + terms
        + sum(
            len(hit.concept_id) + len(hit.path) + len(hit.heading) + len(hit.locator) + len(hit.snippet) + terms
            for hit in result.hits
        )
    )
    if _MOST_BYTES * texts + _HIT_BYTES * (len(result.hits) + 1) > limits.response_bytes:
        limits.check("response_bytes", len(encode(plain(result)).encode()))
