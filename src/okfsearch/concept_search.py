"""Concept search: find the page, filter, and understand an empty answer.

    search_concepts(root, query)
      read_question   -> Question         nothing is read yet, so a bad request costs nothing
      capture_bundle  -> Snapshot         the only input and output in the library
      read_documents  -> Documents        frontmatter of every candidate
      read_entries    -> Entries          which of them are concepts, what they are called, in which state they are
      apply_filters   -> Verdict          type, tags, status, trust, staleness
      rank_concepts   -> Ranking          title, description, tags, type, then bodies; whole-number points
      make_hits       -> ConceptResult    the best with their excerpts, or what to try instead

It knows no meaning: a word is found where it stands, where a longer one begins with it, or where the caller names a synonym.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import datetime

from okfsearch._bundle.capture import capture_bundle
from okfsearch._bundle.spec_rules import Spec
from okfsearch._bundle.visibility import Visibility
from okfsearch._cancel import Cancelled, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch.concept_answer import answer
from okfsearch.concept_corpus import read_corpus
from okfsearch.concept_index import LARGE, ConceptIndex, index_concepts
from okfsearch.concept_options import ConceptOptions
from okfsearch.concept_question import read_question
from okfsearch.concept_result import ConceptHit, ConceptResult, Scope
from okfsearch.concept_scoring import POLICY
from okfsearch.limits import Limits

__all__ = ["ConceptHit", "ConceptIndex", "ConceptResult", "index_concepts", "search_concepts"]

#: Which entries of a bundle are looked at when nobody says.
VISIBLE = Visibility.auto()


def search_concepts(  # noqa: PLR0913 - each is a filter or a switch of its own, all keywords
    root: str | os.PathLike[str],
    query: str = "",
    *,
    type: str | None = None,  # noqa: A002 - the name that the frontmatter key and the request form have
    tags: Sequence[str] = (),
    scope: Scope = "all",
    limit: int | None = None,
    status: Sequence[str] = (),
    trust: Sequence[str] = (),
    stale: bool | None = None,
    now: datetime | str | None = None,
    prefix: bool = True,
    synonyms: Mapping[str, Sequence[str]] | None = None,
    include_untyped: bool = False,
    include_hidden: Sequence[str] = (),
    two_pass_threshold: int = POLICY.two_pass_threshold,
    spec: Spec = "auto",
    limits: Limits = LARGE,
    visibility: Visibility = VISIBLE,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> ConceptResult:
    """Find the concepts of a bundle by title, description, tags, type and body, or list those that pass filters.

    Args:
        root: the bundle's directory; not a symbolic link.
        query: words parted by white space; without any, whatever passes the filters is listed.
        type: part of the type, in any case.
        tags: tags that must all be there, each as a whole, in any case.
        scope: which fields may give evidence: "title", "description", "body" or "all".
        limit: the most hits to return, from 1 to `limits.results`, or None for all.
        status: states of which one must hold: "draft", "stable" (also where nothing is said), "deprecated".
        trust: trust tiers of which one must hold: "unverified", "machine-confirmed", "human-reviewed".
        stale: whether the staleness date must have come or not; needs `now`.
        now: the instant at which staleness is judged: an aware datetime or an RFC 3339 text.
        prefix: whether a word of three letters or more also matches, for less, longer words that begin with it.
        synonyms: for terms of the query other words or phrases that count for less.
        include_untyped: whether documents without frontmatter are searched too.
        include_hidden: names that begin with a dot and are looked into all the same.
        two_pass_threshold: with more documents than this bodies are read one at a time; answers are the same.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        limits: the caps of this call.
        visibility: which files belong to the bundle.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked again and again; a true answer ends the call.
        progress: told how far the call has come.

    Returns:
        All or nothing: the concepts in order, or with none of them suggestions.

    Raises:
        InvalidRequest: for a bad argument, before anything is read.
        BundleError: when the bundle cannot be captured, or is none (`not_a_bundle`).
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        LimitExceeded: when a quantity passes its cap.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> result = okfsearch.search_concepts("docs/example-bundle", "stilling well", limit=2)
        >>> [(hit.rank, hit.title, hit.score) for hit in result]
        [(1, 'Stilling well', 1021.5), (2, 'Cleaning the stilling well', 122.083334)]
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        options = ConceptOptions.of(
            include_untyped=include_untyped,
            include_hidden=include_hidden,
            two_pass_threshold=two_pass_threshold,
            spec=spec,
            now=now,
        )
        question = read_question(
            query,
            type=type,
            tags=tags,
            status=status,
            trust=trust,
            stale=stale,
            scope=scope,
            limit=limit,
            now=now,
            prefix=prefix,
            synonyms=synonyms,
            limits=limits,
        )
        snapshot = capture_bundle(
            root, visibility=visibility, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress
        )
        corpus = read_corpus(snapshot, options, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
        return answer(corpus, question, cancelled=cancelled)
