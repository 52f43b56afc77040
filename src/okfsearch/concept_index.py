"""An index of concepts: read once, asked often, and opened or followed from there.

How an answer is made is `concept_answer`'s business, what links lead to `concept_relations`'.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from attrs import field, frozen

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.spec_rules import Spec
from okfsearch._cancel import Cancelled, never
from okfsearch._display import Displayed
from okfsearch._exhaustion import exhaustion
from okfsearch._options import OnInvalid, check_options
from okfsearch._progress import Report
from okfsearch.concept_answer import answer
from okfsearch.concept_corpus import Corpus, read_corpus
from okfsearch.concept_entries import Entry
from okfsearch.concept_options import ConceptOptions
from okfsearch.concept_question import read_question
from okfsearch.concept_relations import OpenConcept, Related, Relations, relate
from okfsearch.concept_result import Concept, ConceptResult, Mode, Scope
from okfsearch.concept_scoring import POLICY
from okfsearch.errors import InvalidRequest
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = ["ConceptIndex", "index_concepts"]

LARGE = Limits.large()


def index_concepts(  # noqa: PLR0913 - each decides about a thing of its own, all keywords
    snapshot: Snapshot,
    *,
    include_untyped: bool = False,
    include_hidden: Sequence[str] = (),
    two_pass_threshold: int = POLICY.two_pass_threshold,
    spec: Spec = "auto",
    now: datetime | str | None = None,
    limits: Limits = LARGE,
    on_invalid: OnInvalid = "recover",
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> ConceptIndex:
    """Build an index of a snapshot's concepts, to be asked many times.

    Args:
        snapshot: the captured bytes.
        include_untyped: whether documents without frontmatter are concepts too.
        include_hidden: names that begin with a dot and are looked into all the same.
        two_pass_threshold: with more documents than this no body is kept beyond the snapshot's bytes; answers are the same.
        spec: the version of the format whose rules hold; "auto" follows what the bundle declares, else 0.2.
        now: the instant at which staleness is judged, an aware datetime or an RFC 3339 text; `search` may name another.
        limits: the caps.
        on_invalid: "recover" goes on without what cannot be read and says so in `issues`, "raise" fails.
        cancelled: asked once for every document, and while one is read.
        progress: told how far the call has come.

    Returns:
        An immutable index that can be shared between threads and pickled.

    Raises:
        InvalidRequest: for a bad argument.
        BundleError: `not_a_bundle`, when no document has frontmatter and the root index declares no version.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        LimitExceeded: when a quantity passes its cap.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> import okfsearch
        >>> snapshot = okfsearch.Snapshot.of({"ebb.md": b"---\\ntype: Note\\ntitle: Ebb tide\\n---\\nThe water falls.\\n"})
        >>> [hit.title for hit in okfsearch.index_concepts(snapshot).search("ebb")]
        ['Ebb tide']
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
        corpus = read_corpus(snapshot, options, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
        return ConceptIndex(corpus=corpus)


@frozen(kw_only=True, repr=False, eq=False)
class ConceptIndex(Displayed):
    """Answer many requests over one snapshot; immutable, picklable, shareable between threads.

    A container of concept IDs: iterating yields them in order, and `index[concept_id]` opens one, with tab completion in a
    notebook.
    """

    _corpus: Corpus = field(alias="corpus")
    # Links are read when they are first asked for; whoever comes first, they are the same.
    _relations: list[Relations] = field(init=False, factory=list[Relations])

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """All concepts, ordered by ID."""
        return tuple(entry.concept for entry in self._corpus.entries)

    @property
    def snapshot(self) -> Snapshot:
        """The captured bytes that every answer is about."""
        return self._corpus.snapshot

    @property
    def snapshot_revision(self) -> str:
        """The fingerprint of these bytes."""
        return self._corpus.snapshot.revision

    @property
    def scanned(self) -> int:
        """How many documents were looked at, unreadable ones included."""
        return self._corpus.scanned

    @property
    def mode(self) -> Mode:
        """How bodies are read: "full" keeps their searchable form, "two-pass" reads one at a time."""
        return self._corpus.mode

    @property
    def issues(self) -> tuple[Issue, ...]:
        """What was noticed."""
        return self._corpus.issues

    def __len__(self) -> int:
        """Return how many concepts there are."""
        return len(self._corpus.entries)

    def __iter__(self) -> Iterator[str]:
        """Yield the concept IDs in order."""
        return map(_id_of, self._corpus.entries)

    def __contains__(self, concept_id: object) -> bool:
        """Tell whether the index has a concept of that ID."""
        return any(entry.concept.concept_id == concept_id for entry in self._corpus.entries)

    def __getitem__(self, concept_id: str) -> OpenConcept:
        """Return a concept in full, as `open` does."""
        return self.open(concept_id)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<ConceptIndex: {len(self._corpus.entries)} concepts, revision {self.snapshot_revision[:12]}>"

    def search(  # noqa: PLR0913 - each is a filter or a switch of its own, all keywords
        self,
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
        cancelled: Cancelled = never,
    ) -> ConceptResult:
        """Find concepts, as `search_concepts` does.

        The arguments are those of `search_concepts`; the instant `now` is by default that of the index.

        Raises:
            InvalidRequest: for a bad argument.
            LimitExceeded: when the query passes a cap of the index.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_concepts(okfsearch.capture_bundle("docs/example-bundle"))
            >>> [hit.concept_id for hit in index.search(type="instr", tags=["reserve"])]
            ['station/float-gauge']
        """
        with exhaustion(self._corpus.limits):
            question = read_question(
                query,
                type=type,
                tags=tags,
                status=status,
                trust=trust,
                stale=stale,
                scope=scope,
                limit=limit,
                now=self._corpus.options.now if now is None else now,
                prefix=prefix,
                synonyms=synonyms,
                limits=self._corpus.limits,
            )
            return answer(self._corpus, question, cancelled=cancelled)

    def open(self, concept_id: str) -> OpenConcept:
        """Return a concept in full.

        Raises:
            InvalidRequest: when the index has no concept of that ID.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_concepts(okfsearch.capture_bundle("docs/example-bundle"))
            >>> index.open("station/barometer").frontmatter["type"]
            'Instrument'
        """
        with exhaustion(self._corpus.limits):
            return OpenConcept.of(self._entry(concept_id).document)

    def related(self, concept_id: str, *, cancelled: Cancelled = never) -> Related:
        """Return what a concept is linked with; links are those of CommonMark, never from code.

        Raises:
            InvalidRequest: when the index has no concept of that ID.
            LimitExceeded: when Markdown is nested deeper than `container_depth`.
            SearchCancelled: when the caller cancelled.

        Example:
            >>> import okfsearch
            >>> index = okfsearch.index_concepts(okfsearch.capture_bundle("docs/example-bundle"))
            >>> [link.concept_id for link in index.related("station/barometer").outgoing]
            ['data/surge-residual']
        """
        self._entry(concept_id)
        if not self._relations:
            corpus = self._corpus
            with exhaustion(corpus.limits):
                self._relations.append(
                    relate(corpus.entries, corpus.snapshot, corpus.rules, limits=corpus.limits, cancelled=cancelled)
                )
        return self._relations[0][concept_id]

    def _entry(self, concept_id: str) -> Entry:
        entries = self._corpus.entries
        place = bisect_left(entries, concept_id, key=_id_of)
        if place == len(entries) or _id_of(entries[place]) != concept_id:
            raise InvalidRequest.of("concept_id", "unknown_concept", "The index has no concept of that ID.")
        return entries[place]


def _id_of(entry: Entry) -> str:
    return entry.concept.concept_id
