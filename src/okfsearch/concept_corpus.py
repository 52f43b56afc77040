"""The concepts of one snapshot with everything that answering needs: read once, never changed.

Which documents are concepts is `concept_entries`' business, what is asked of them `concept_answer`'s.
"""

from __future__ import annotations

from attrs import field, frozen

from okfsearch._bundle.documents import Document, read_documents
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.snapshot_caps import check_snapshot
from okfsearch._bundle.spec_rules import SpecRules, choose_rules
from okfsearch._cancel import Cancelled
from okfsearch._options import OnInvalid
from okfsearch._progress import Report, report
from okfsearch.concept_entries import Entry, is_candidate, read_entries
from okfsearch.concept_options import ConceptOptions
from okfsearch.concept_result import Mode
from okfsearch.concept_texts import Texts
from okfsearch.concept_values import Values
from okfsearch.errors import BundleError
from okfsearch.issues import Issue, shorten_issues
from okfsearch.limits import Limits

__all__ = ["Corpus", "read_corpus"]


@frozen(kw_only=True, repr=False, eq=False)
class Corpus:
    """Hold the concepts of one snapshot.

    Attributes:
        snapshot: the captured bytes.
        limits: the caps that requests have to keep.
        options: what decided about it.
        rules: those of the bundle's version.
        scanned: how many documents were looked at, unreadable ones included.
        mode: how bodies are read: "full" keeps their searchable form, "two-pass" reads one at a time.
        entries: the concepts, ordered by ID.
        issues: what was noticed.
        texts: the texts of the concepts, in the order of the entries.
    """

    snapshot: Snapshot
    limits: Limits
    options: ConceptOptions
    rules: SpecRules
    scanned: int
    mode: Mode
    entries: tuple[Entry, ...]
    issues: tuple[Issue, ...]
    texts: Texts
    # Counted when first asked for: most requests need none of it.
    _values: list[Values] = field(init=False, factory=list[Values])

    @property
    def values(self) -> Values:
        """All types and tags."""
        if not self._values:
            self._values.append(Values.of(self.entries))
        return self._values[0]


def read_corpus(
    snapshot: Snapshot,
    options: ConceptOptions,
    *,
    limits: Limits,
    on_invalid: OnInvalid,
    cancelled: Cancelled,
    progress: Report | None,
) -> Corpus:
    """Read the concepts of a snapshot.

    Raises:
        BundleError: `not_a_bundle`, when no document has frontmatter and the root index declares no version.
        DocumentErrors: when documents cannot be read and `on_invalid` is "raise".
        LimitExceeded: when a quantity passes its cap.
        SearchCancelled: when the caller cancelled.
    """
    check_snapshot(snapshot, limits)
    candidates = [file for file in snapshot.files if is_candidate(file, include_hidden=options.include_hidden)]
    documents = read_documents(candidates, limits=limits, on_invalid=on_invalid, cancelled=cancelled, progress=progress)
    rules, version_issues = choose_rules(snapshot.files, options.spec, cancelled=cancelled)
    if not snapshot.managed and not any(map(_has_fence, documents.documents)):
        raise BundleError("not_a_bundle", "No document has frontmatter, and no index at the root declares a version.")
    report(progress, "concepts", 0, len(documents.documents), None)
    entries, issues = read_entries(
        documents.documents,
        rules,
        now=options.now,
        include_untyped=options.include_untyped,
        broken={issue.path for issue in documents.issues if issue.severity == "error"},
        limits=limits,
        cancelled=cancelled,
    )
    report(progress, "concepts", len(documents.documents), len(documents.documents), None)
    full = len(candidates) <= options.two_pass_threshold
    return Corpus(
        snapshot=snapshot,
        limits=limits,
        options=options,
        rules=rules,
        scanned=len(candidates),
        mode="full" if full else "two-pass",
        entries=entries,
        issues=shorten_issues(snapshot.issues + documents.issues + version_issues + issues),
        texts=Texts(entries, keep_bodies=full),
    )


def _has_fence(document: Document) -> bool:
    return document.layout.frontmatter is not None or not document.layout.closed
