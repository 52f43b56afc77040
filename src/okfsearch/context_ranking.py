"""The order of a question: the sections that match and pass its filters, and what links add to them.

What is ranked stands in `context_corpus`, what an answer says of it in `context_answer`.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._cancel import Cancelled, check
from okfsearch._retrieval.expansion import Expansion, expand_ranking
from okfsearch._retrieval.rerank import rank_sections
from okfsearch._retrieval.vectors import Hasher
from okfsearch.context_corpus import Corpus
from okfsearch.context_links import Links, follow_links
from okfsearch.context_policy import POLICY
from okfsearch.context_request import ContextRequest
from okfsearch.limits import Limits

__all__ = ["ContextRanker"]


@frozen(kw_only=True, eq=False)
class ContextRanker:
    """Rank the sections of one corpus for many questions.

    Attributes:
        corpus: what is ranked.
    """

    corpus: Corpus
    _snapshot: Snapshot = field(alias="snapshot", repr=False)
    _from_root: bool = field(alias="from_root", repr=False)
    _limits: Limits = field(alias="limits", repr=False)
    #: Filled when links are first followed; whoever comes first, they are the same.
    _links: list[Links] = field(factory=list[Links], init=False, repr=False)
    _hasher: Hasher = field(factory=lambda: Hasher(POLICY.rank.vectors), init=False, repr=False)

    def links(self, cancelled: Cancelled) -> Links:
        """Return the links between the sections, read when first asked for."""
        if not self._links:
            self._links.append(
                follow_links(self.corpus, self._snapshot, from_root=self._from_root, limits=self._limits, cancelled=cancelled)
            )
        return self._links[0]

    def rank(self, request: ContextRequest, cancelled: Cancelled) -> Expansion:
        """Rank the sections that pass the filters, and find their neighbours."""
        check(cancelled)
        corpus, filters = self.corpus, request.filters
        document_of = corpus.units.document_of
        asked = rank_sections(
            request.phrasings,
            corpus.units,
            texts=corpus.reader_text,
            hasher=self._hasher,
            reserved=corpus.reserved,
            policy=POLICY.rank,
            cancelled=cancelled,
        )
        order: Sequence[int] = asked.order
        passing = [filters.passes(page.type, page.tags) for page in corpus.pages] if filters.pairs else []
        if passing:
            order = [ordinal for ordinal in order if passing[document_of[ordinal]]]

        def passes(ordinal: int) -> bool:
            return not passing or passing[document_of[ordinal]]

        if not request.expand:
            return Expansion(asked, order, passes)
        links = self.links(cancelled)
        return expand_ranking(
            asked,
            order,
            request.limit,
            outgoing=links.outgoing,
            backlinks=links.backlinks,
            passes=passes,
            policy=POLICY.expansion,
        )
