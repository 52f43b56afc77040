"""An index for context search: counted once, asked often, for ranked matches or for packets within a budget.

The retrieval wing counts what a section's score is made of; `context_answer` puts together what an answer says of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from okfsearch._bundle.pages import read_pages
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.snapshot_caps import check_snapshot
from okfsearch._bundle.spec_rules import Spec, choose_rules, parse_spec
from okfsearch._cancel import Cancelled, never
from okfsearch._display import Displayed
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, Store, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.packing import CountTokens, estimate_tokens
from okfsearch._retrieval.selection import fill, select
from okfsearch.context_answer import Answerer, index_revision, route_of
from okfsearch.context_corpus import choose_arithmetic, count_pages
from okfsearch.context_policy import POLICY
from okfsearch.context_ranking import ContextRanker
from okfsearch.context_request import parse_budget, parse_context, parse_counter
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_values import Revision
from okfsearch.context_wire import capped
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
    store: Store = "plain",
) -> ContextIndex:
    """Build an index over a snapshot, to be asked many times for matches or packets.

    Args:
        snapshot: the captured bytes.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        limits: the caps.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked again and again.
        progress: told how far the call has come.
        store: "numpy" answers faster where many sections match, with the same bits; it needs the extra `fast`.

    Returns:
        An immutable index that can be shared between threads and pickled.

    Raises:
        InvalidRequest: for a bad argument, or a store that does not exist or is not installed.
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
    with exhaustion(limits):
        arithmetic = choose_arithmetic(store)
        rules, declared = choose_rules(snapshot.files, parse_spec(spec), cancelled=cancelled)
        check_snapshot(snapshot, limits)
        read = read_pages(snapshot, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
        corpus = count_pages(read.pages, POLICY, arithmetic=arithmetic, limits=limits, cancelled=cancelled)
        ranker = ContextRanker(corpus=corpus, snapshot=snapshot, from_root=rules.links_from_root, limits=limits)
        # Only a managed bundle is told of links that lead nowhere; for any other the links are read when first followed.
        broken = ranker.links(cancelled).issues if snapshot.managed else ()
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
            store=store,
            ranker=ranker,
            revision=Revision(rules.version, index_revision(corpus)),
            issues=shorten_issues((*snapshot.issues, *declared, *read.issues, *broken, *untyped)),
        )


@frozen(kw_only=True, repr=False, eq=False)
class ContextIndex(Displayed):
    """Answer many questions over one snapshot; immutable, picklable, shareable between threads.

    Attributes:
        snapshot: the captured bytes that every answer is about.
        limits: the caps that questions have to keep.
        store: what does the arithmetic.
        revision: the fingerprint of the documents, as locators name it.
        issues: what was noticed while the bundle was read.
    """

    snapshot: Snapshot
    limits: Limits
    store: Store
    _ranker: ContextRanker = field(alias="ranker")
    revision: Revision
    issues: tuple[Issue, ...]
    _spec: Spec = field(alias="spec")
    _on_invalid: OnInvalid = field(alias="on_invalid")

    def __len__(self) -> int:
        """Return how many sections can be found."""
        return len(self._ranker.corpus.sections)

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
            LimitExceeded: when the query, or the answer, passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_context(
            ...     okfsearch.Snapshot.of({"a.md": b"Neap tide.\\n", "b.md": b"Neaps. [x](a.md)\\n"})
            ... )
            >>> [(match.path, match.relation) for match in index.matches("tide")]
            [('a.md', 'direct'), ('b.md', 'backlink')]
        """
        with exhaustion(self.limits):
            request = parse_context(
                query, limit=limit, expand=expand, filters=filters, also=also, limits=self.limits, cancelled=cancelled
            )
            expansion = self._ranker.rank(request, cancelled)
            answerer = Answerer.of(self._ranker.corpus, self.revision, expansion.asked, request)
            result = MatchResult(
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
            return capped(result, self.limits)

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
            LimitExceeded: when the query, or the answer, passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_context(okfsearch.Snapshot.of({"a.md": b"# Neap tide\\n\\nTwice a month.\\n"}))
            >>> packet = index.search("neap", budget=3)
            >>> packet.estimated_tokens, packet[0].markdown, packet[0].truncated
            (3, '# Neap tide', True)
        """
        with exhaustion(self.limits):
            budget = parse_budget(budget)
            count = parse_counter(count_tokens) or estimate_tokens
            request = parse_context(
                query, limit=limit, expand=expand, filters=filters, also=also, limits=self.limits, cancelled=cancelled
            )
            corpus = self._ranker.corpus
            expansion = self._ranker.rank(request, cancelled)
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
            packet = ContextPacket(
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
            return capped(packet, self.limits)

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
            newer,
            spec=self._spec,
            limits=self.limits,
            on_invalid=self._on_invalid,
            cancelled=cancelled,
            progress=progress,
            store=self.store,
        )
