"""An index of sections: counted once, asked often, and renewed file by file.

What a section's score is made of is counted elsewhere; here it is kept, asked, and carried over to the next snapshot.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain

from attrs import field, frozen

from okfsearch._bundle.concepts import is_concept_path
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.sections import Section
from okfsearch._bundle.snapshot import CapturedFile, Snapshot
from okfsearch._bundle.snapshot_caps import check_snapshot
from okfsearch._cancel import Cancelled, check, never
from okfsearch._display import Displayed
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, Store, check_options
from okfsearch._progress import Report
from okfsearch._retrieval.bm25 import Bm25
from okfsearch._retrieval.postings import Segment, SegmentedPostings, TermColumns
from okfsearch._retrieval.query import parse_limit, parse_query
from okfsearch._retrieval.rankers import PlainRanker, Ranker
from okfsearch.errors import InvalidRequest
from okfsearch.issues import Issue, shorten_issues
from okfsearch.limits import Limits
from okfsearch.section_answer import POLICY, answer
from okfsearch.section_counting import CountedConcept, count_everything
from okfsearch.section_result import SearchResult

__all__ = ["SectionIndex", "index_sections"]

#: What does the arithmetic of a query.

#: An index renewed this often is counted afresh, so that a query never merges more lists of one term.
MOST_SEGMENTS = 8


def index_sections(
    snapshot: Snapshot,
    *,
    limits: Limits = Limits(),
    on_invalid: OnInvalid = "raise",
    cancelled: Cancelled = never,
    progress: Report | None = None,
    store: Store = "plain",
) -> SectionIndex:
    """Build an index over a snapshot, to be asked many times.

    Everything is read and checked here.  The list of a term is made when the term is first asked for, and all lists at once
    when two dozen terms have been, so one of the early queries takes longer than the others.

    Args:
        snapshot: the captured bytes.
        limits: the caps of building and of asking.
        on_invalid: "raise" fails on a document that cannot be read, "recover" indexes the rest and says so in `issues`.
        cancelled: asked again and again; a true answer ends the call.
        progress: told how far the call has come.
        store: "numpy" answers faster where many sections match, with the same bits; it needs the extra `fast`.

    Returns:
        An immutable index that can be shared between threads and pickled.

    Raises:
        InvalidRequest: for a store that does not exist or is not installed.
        LimitExceeded: when a quantity passes its cap.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> snapshot = okfsearch.Snapshot.of({"a.md": b"# Ebb\\n\\nThe water falls.\\n"})
        >>> okfsearch.index_sections(snapshot).search("water falls").hits[0].locator
        'a.md#L1-L3'
    """
    check_options(limits, on_invalid)
    with exhaustion(limits):
        ranker = _ranker_of(store)
        check_snapshot(snapshot, limits)
        documents = read_documents(snapshot.files, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
        concepts, postings = count_everything(
            documents.documents, weights=POLICY.weights, limits=limits, cancelled=cancelled, progress=progress
        )
        return SectionIndex(
            snapshot=snapshot,
            store=store,
            concepts=concepts,
            ranker=ranker(postings, POLICY.bm25),
            document_issues=documents.issues,
            limits=limits,
            on_invalid=on_invalid,
        )


@frozen(kw_only=True, repr=False, eq=False)
class SectionIndex(Displayed):
    """Answer many queries over one snapshot; immutable, picklable, shareable between threads.

    Attributes:
        snapshot: the captured bytes that every answer is about.
        limits: the caps that queries have to keep.
        on_invalid: what was done with documents that cannot be read.
        store: what does the arithmetic.
        sections: all sections, ordered by concept ID and line.
        issues: what was noticed under `on_invalid="recover"`.
    """

    snapshot: Snapshot
    limits: Limits
    on_invalid: OnInvalid
    store: Store
    _concepts: tuple[CountedConcept, ...] = field(alias="concepts")
    _ranker: Ranker = field(alias="ranker")
    _document_issues: tuple[Issue, ...] = field(alias="document_issues")
    sections: tuple[Section, ...] = field(init=False)
    issues: tuple[Issue, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        set_once = object.__setattr__
        set_once(self, "sections", tuple(chain.from_iterable(concept.sections for concept in self._concepts)))
        set_once(self, "issues", shorten_issues(self.snapshot.issues + self._document_issues))

    @property
    def snapshot_revision(self) -> str:
        """The fingerprint of the bytes behind this index."""
        return self.snapshot.revision

    def __len__(self) -> int:
        """Return how many sections there are."""
        return len(self.sections)

    def __repr__(self) -> str:
        return f"<SectionIndex: {len(self.sections)} sections, revision {self.snapshot_revision[:12]}>"

    def search(self, query: str, *, limit: int = POLICY.limit, cancelled: Cancelled = never) -> SearchResult:
        """Find the sections that hold every term of a query, as `search_bundle` does.

        Raises:
            InvalidRequest: for a bad query or limit.
            LimitExceeded: when the query, or the answer, passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"Neap tide, spring tide.\\n"}))
            >>> index.search("neap").total, index.search("neap flood").missing_terms
            (1, ('flood',))
        """
        with exhaustion(self.limits):
            wanted = parse_query(query, self.limits)
            limit = parse_limit(limit, self.limits)
            check(cancelled)
            self._ranker.postings.prepare(wanted.terms, cancelled=cancelled)
            return answer(
                self.snapshot.revision,
                wanted,
                self.sections,
                self._ranker.rank(wanted.terms, limit=limit),
                limits=self.limits,
                on_invalid=self.on_invalid,
                issues=self.issues,
                cancelled=cancelled,
            )

    def refresh(
        self, snapshot: Snapshot | None = None, *, cancelled: Cancelled = never, progress: Report | None = None
    ) -> SectionIndex:
        """Return an index over a newer snapshot, counting only the files whose bytes changed.

        Args:
            snapshot: the newer snapshot; by default the directory is captured again.
            cancelled: asked as in `index_sections`.
            progress: told of the changed files only.

        Returns:
            An index that answers as a fresh one does, to the last bit; this very index when nothing changed.

        Raises:
            SearchError: whatever capturing or indexing afresh would raise.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_sections(okfsearch.Snapshot.of({"a.md": b"ebb", "b.md": b"flood"}))
            >>> newer = index.refresh(okfsearch.Snapshot.of({"a.md": b"ebb", "b.md": b"slack"}))
            >>> index.search("flood").total, newer.search("flood").total, newer.search("slack").total
            (1, 0, 1)
        """
        with exhaustion(self.limits):
            newer = self.snapshot.refresh(cancelled=cancelled) if snapshot is None else snapshot
            return self if newer == self.snapshot else self._renewed(newer, cancelled, progress)

    def _renewed(self, newer: Snapshot, cancelled: Cancelled, progress: Report | None) -> SectionIndex:
        """Count what is new in a snapshot and carry the rest over."""
        check_snapshot(newer, self.limits)
        counted = {concept.file.path: concept for concept in self._concepts}
        kept: list[CountedConcept] = []
        changed: list[CapturedFile] = []
        for file in newer.files:
            concept = counted.get(file.path)
            if concept is not None and concept.file.sha256 == file.sha256:
                kept.append(concept)
            elif is_concept_path(file.path):
                changed.append(file)
        documents = read_documents(
            changed, limits=self.limits, on_invalid=self.on_invalid, cancelled=cancelled, progress=progress
        )
        added, postings = count_everything(
            documents.documents,
            weights=POLICY.weights,
            limits=self.limits,
            cancelled=cancelled,
            progress=progress,
            others=kept,
        )
        concepts = tuple(sorted((*kept, *added), key=lambda concept: concept.concept_id))
        kept_paths = {concept.file.path for concept in kept}
        renewed = SegmentedPostings.merge(
            [
                *_segments(self._ranker.postings, self._concepts, concepts, kept_paths),
                *_segments(postings, added, concepts, {concept.file.path for concept in added}),
            ]
        )
        if len(renewed.segments) > MOST_SEGMENTS:
            return index_sections(newer, limits=self.limits, on_invalid=self.on_invalid, cancelled=cancelled, store=self.store)
        return SectionIndex(
            snapshot=newer,
            store=self.store,
            concepts=concepts,
            ranker=_ranker_of(self.store)(renewed, POLICY.bm25),
            document_issues=documents.issues + tuple(issue for issue in self._document_issues if issue.path in kept_paths),
            limits=self.limits,
            on_invalid=self.on_invalid,
        )


def _ranker_of(store: Store) -> Callable[[TermColumns, Bm25], Ranker]:
    """Return what ranks over a store."""
    if store == "plain":
        return PlainRanker
    if store != "numpy":
        raise InvalidRequest.of("store", "unknown", "There is no such store.", allowed=["plain", "numpy"])
    try:
        from okfsearch._retrieval.numpy_ranker import NumpyRanker  # an extra, and slow to load
    except ImportError as error:
        raise InvalidRequest.of("store", "not_installed", "The extra `fast` is not installed.", extra="fast") from error
    return NumpyRanker


def _segments(
    postings: TermColumns, old: Sequence[CountedConcept], new: Sequence[CountedConcept], kept: set[str]
) -> list[Segment]:
    """Return postings under the ordinals that their sections have among the new concepts."""
    starts: dict[str, int] = {}
    done = 0
    for concept in new:
        starts[concept.file.path] = done
        done += len(concept.sections)
    ordinals = array("i")
    for concept in old:
        count = len(concept.sections)
        start = starts[concept.file.path] if concept.file.path in kept else -1
        ordinals.extend([-1] * count if start < 0 else range(start, start + count))
    return postings.renumbered(ordinals)
