"""An index for context search: counted once, asked often, for ranked matches or for packets within a budget.

The retrieval wing counts what a section's score is made of; `context_answer` puts together what an answer says of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from okfsearch._bundle.pages import read_pages
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.snapshot_caps import check_snapshot
from okfsearch._bundle.spec_rules import Spec, SpecRules, choose_rules, parse_spec
from okfsearch._cancel import Cancelled, check, never
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.expansion import Expansion, expand_ranking
from okfsearch._retrieval.packing import CountTokens, estimate_tokens
from okfsearch._retrieval.rerank import rank_sections
from okfsearch._retrieval.selection import fill, select
from okfsearch._retrieval.vectors import Hasher
from okfsearch.context_answer import Answerer, index_revision, route_of
from okfsearch.context_corpus import Corpus, count_pages
from okfsearch.context_links import Links, follow_links
from okfsearch.context_policy import POLICY
from okfsearch.context_request import ContextRequest, parse_budget, parse_context, parse_counter
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_values import Revision
from okfsearch.issues import Issue, shorten_issues
from okfsearch.limits import Limits

__all__ = ["ContextIndex", "index_context"]

LARGE = Limits.large()


def index_context(
    snapshot: Snapshot,
    *,
    spec: Spec = "auto",
    limits: Limits = LARGE,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> ContextIndex:
    """Build an index over a snapshot, to be asked many times for matches or packets.

    Args:
        snapshot: the captured bytes.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        limits: the caps.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked again and again.
        progress: told how far the call has come.

    Returns:
        An immutable index that can be shared between threads and pickled.

    Raises:
        InvalidRequest: for a bad argument.
        LimitExceeded: when a quantity passes its cap.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> snapshot = okfsearch.Snapshot.of({"a.md": b"# Ebb\\n\\nThe water falls.\\n\\n## Slack\\n\\nIt stands still.\\n"})
        >>> index = okfsearch.index_context(snapshot)
        >>> [match.id for match in index.matches("falling water")], [source.id for source in index.search("ebb")]
        (['a#ebb'], ['a#ebb', 'a#slack'])
    """
    check_options(limits, on_invalid)
    rules, declared = choose_rules(snapshot.files, parse_spec(spec), cancelled=cancelled)
    check_snapshot(snapshot, limits)
    with exhaustion(limits):
        read = read_pages(snapshot, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
        corpus = count_pages(read.pages, POLICY, limits=limits, cancelled=cancelled)
        # Only a managed bundle is told of links that lead nowhere; for any other the links are read when first followed.
        links = (
            (follow_links(corpus, snapshot, from_root=rules.links_from_root, limits=limits, cancelled=cancelled),)
            if snapshot.managed
            else ()
        )
    untyped = [
        Issue.of("type_missing", page.path)
        for page in read.pages
        if snapshot.managed and page.kind == "concept" and page.type is None
    ]
    return ContextIndex(
        snapshot=snapshot,
        limits=limits,
        spec=spec,
        on_invalid=on_invalid,
        corpus=corpus,
        rules=rules,
        links=list(links),
        revision=Revision(rules.version, index_revision(corpus)),
        issues=shorten_issues(
            (*snapshot.issues, *declared, *read.issues, *(issue for known in links for issue in known.issues), *untyped)
        ),
    )


@frozen(kw_only=True, repr=False, eq=False)
class ContextIndex:
    """Answer many questions over one snapshot; immutable, picklable, shareable between threads.

    Attributes:
        snapshot: the captured bytes that every answer is about.
        limits: the caps that questions have to keep.
        revision: the fingerprint of the documents, as locators name it.
        issues: what was noticed while the bundle was read.
    """

    snapshot: Snapshot
    limits: Limits
    _corpus: Corpus = field(alias="corpus")
    _rules: SpecRules = field(alias="rules")
    #: Filled when links are first followed; whoever comes first, they are the same.
    _links: list[Links] = field(alias="links")
    revision: Revision
    issues: tuple[Issue, ...]
    _spec: Spec = field(alias="spec")
    _on_invalid: OnInvalid = field(alias="on_invalid")
    _hasher: Hasher = field(init=False, factory=lambda: Hasher(POLICY.rank.vectors))

    def __len__(self) -> int:
        """Return how many sections can be found."""
        return len(self._corpus.sections)

    def __repr__(self) -> str:
        return f"<ContextIndex: {len(self)} sections, revision {self.revision.index_sha256[:12]}>"

    def matches(
        self,
        query: str,
        *,
        limit: int = POLICY.limit,
        expand: bool = True,
        filters: Sequence[tuple[str, str]] = (),
        also: Sequence[str] = (),
        cancelled: Cancelled = never,
    ) -> MatchResult:
        """Rank the sections that answer a query, as `search_matches` does.

        Raises:
            InvalidRequest: for a bad argument.
            LimitExceeded: when the query passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_context(
            ...     okfsearch.Snapshot.of({"a.md": b"Neap tide.\\n", "b.md": b"Neaps. [x](a.md)\\n"})
            ... )
            >>> [(match.path, match.relation) for match in index.matches("tide")]
            [('a.md', 'direct'), ('b.md', 'backlink')]
        """
        request = parse_context(
            query, limit=limit, expand=expand, filters=filters, also=also, limits=self.limits, cancelled=cancelled
        )
        with exhaustion(self.limits):
            expansion = self._rank(request, cancelled)
            answerer = Answerer.of(self._corpus, self.revision, expansion.asked, request)
            return MatchResult(
                status="managed" if self.snapshot.managed else "unmanaged",
                root=self.snapshot.root or "",
                revision=self.revision,
                query=request.query,
                limit=request.limit,
                route=route_of(request),
                matches=tuple([answerer.match(one, cancelled) for one in expansion.merged(request.limit)]),
                issues=self.issues,
                missing_terms=answerer.missing_terms,
            )

    def search(
        self,
        query: str,
        *,
        budget: int = POLICY.budget,
        limit: int = POLICY.limit,
        expand: bool = True,
        filters: Sequence[tuple[str, str]] = (),
        also: Sequence[str] = (),
        count_tokens: CountTokens | None = None,
        cancelled: Cancelled = never,
    ) -> ContextPacket:
        """Gather the best evidence for a question within a budget, as `search_context` does.

        Raises:
            InvalidRequest: for a bad argument.
            LimitExceeded: when the query passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_context(okfsearch.Snapshot.of({"a.md": b"# Neap tide\\n\\nTwice a month.\\n"}))
            >>> packet = index.search("neap", budget=3)
            >>> packet.estimated_tokens, packet[0].markdown, packet[0].truncated
            (3, '# Neap tide', True)
        """
        budget = parse_budget(budget)
        count = parse_counter(count_tokens) or estimate_tokens
        request = parse_context(
            query, limit=limit, expand=expand, filters=filters, also=also, limits=self.limits, cancelled=cancelled
        )
        corpus = self._corpus
        with exhaustion(self.limits):
            expansion = self._rank(request, cancelled)
            chosen = select(
                expansion,
                limit=request.limit,
                document_of=corpus.units.document_of,
                around=corpus.around if request.expand else None,
                policy=POLICY.selection,
            )
            filled = fill(
                chosen,
                texts=corpus.reader_text,
                budget=budget,
                limit=request.limit,
                count=count,
                cancelled=cancelled,
            )
            answerer = Answerer.of(corpus, self.revision, expansion.asked, request)
            return ContextPacket(
                status="managed" if self.snapshot.managed else "unmanaged",
                root=self.snapshot.root or "",
                revision=self.revision,
                query=request.query,
                budget=budget,
                limit=request.limit,
                route=route_of(request),
                sources=tuple([answerer.source(section, one) for section, one in filled]),
                issues=self.issues,
                missing_terms=answerer.missing_terms,
            )

    def _rank(self, request: ContextRequest, cancelled: Cancelled) -> Expansion:
        """Rank the sections that pass the filters, and find their neighbours."""
        check(cancelled)
        corpus, filters = self._corpus, request.filters
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
        if not self._links:
            self._links.append(self._follow(cancelled))
        return expand_ranking(
            asked,
            order,
            request.limit,
            outgoing=self._links[0].outgoing,
            backlinks=self._links[0].backlinks,
            passes=passes,
            policy=POLICY.expansion,
        )

    def _follow(self, cancelled: Cancelled) -> Links:
        return follow_links(
            self._corpus, self.snapshot, from_root=self._rules.links_from_root, limits=self.limits, cancelled=cancelled
        )

    def refresh(
        self, snapshot: Snapshot | None = None, *, cancelled: Cancelled = never, progress: Report | None = None
    ) -> ContextIndex:
        """Return an index over a newer snapshot, by default over the directory captured again.

        Returns:
            This very index when nothing changed.

        Raises:
            SearchError: whatever capturing or indexing afresh would raise.
        """
        newer = self.snapshot.refresh(cancelled=cancelled) if snapshot is None else snapshot
        if newer == self.snapshot:
            return self
        return index_context(
            newer, spec=self._spec, limits=self.limits, on_invalid=self._on_invalid, cancelled=cancelled, progress=progress
        )
