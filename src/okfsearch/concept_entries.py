"""The concepts of an index: which documents are concepts, and what their frontmatter tells of them.

Their texts in the forms that are searched are `concept_texts`' business.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime

from attrs import evolve, frozen

from okfsearch._bundle.concept_fields import FIELD_KEYS, Root, read_fields
from okfsearch._bundle.concepts import is_concept_path
from okfsearch._bundle.documents import Document
from okfsearch._bundle.signals import SIGNAL_KEYS, Signals, read_signals
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spec_rules import SpecRules
from okfsearch._cancel import Cancelled, check
from okfsearch.concept_result import Concept, Field
from okfsearch.issues import Issue
from okfsearch.limits import Limits

__all__ = ["Entry", "is_candidate", "read_entries"]

#: Files at the root that describe the bundle itself.
ROOT_PAGES = frozenset({"README.md", "SPEC.md"})

_UTF8_BYTES = 4
_KEYS = FIELD_KEYS | SIGNAL_KEYS


@frozen
class Entry:
    """Hold one concept of an index with its document.

    Attributes:
        concept: what is told of it.
        document: its bytes and frontmatter.
        signals: what its frontmatter says about its state.
    """

    concept: Concept
    document: Document
    signals: Signals

    def at(self, now: datetime | None, rules: SpecRules) -> Concept:
        """Return the concept with its staleness judged at an instant."""
        stale = self.signals.is_stale(now, rules)
        return self.concept if stale is self.concept.stale else evolve(self.concept, stale=stale)

    def line(self, field: Field) -> int | None:
        """Return the physical line at which the value of a frontmatter field begins."""
        frontmatter = self.document.frontmatter
        line = None if frontmatter is None else frontmatter.line(field)
        # The block begins on the second line of its file.
        return None if line is None else line + 1

    def body(self) -> str:
        """Return the text of the body."""
        return self.document.layout.body.slice(self.document.file.data).decode()


def is_candidate(file: CapturedFile, *, include_hidden: Collection[str] = ()) -> bool:
    """Tell whether a file is looked at: a concept's path without a hidden segment, and no page about the bundle itself.

    Example:
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> paths = ("a.md", ".b/c.md", "README.md", "sub/README.md", "index.md", ".d.md")
        >>> [is_candidate(CapturedFile.of(path, b"")) for path in paths]
        [True, False, False, True, False, False]
    """
    path = file.path
    if path in ROOT_PAGES or not is_concept_path(path):
        return False
    # A hidden folder begins with a dot, at the root or behind a slash.
    if not path.startswith(".") and "/." not in path:
        return True
    return all(not segment.startswith(".") or segment in include_hidden for segment in path.split("/"))


def read_entries(
    documents: Iterable[Document],
    rules: SpecRules,
    *,
    now: datetime | None,
    include_untyped: bool,
    broken: Collection[str],
    limits: Limits,
    cancelled: Cancelled,
) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """Read the concepts among documents.

    Args:
        documents: the readable candidates.
        rules: those of the bundle's version.
        now: the instant at which staleness is judged, or None.
        include_untyped: whether documents count that the rules do not take for concepts.
        broken: paths about which an error has been told already.
        limits: the caps; `title_bytes` is judged here.
        cancelled: asked once for every document.

    Returns:
        The concepts in the order of their IDs, and what was noticed.
    """
    entries: list[Entry] = []
    issues: list[Issue] = []
    for document in documents:
        check(cancelled)
        path = document.file.path
        root = Root.of(document.frontmatter, _KEYS)
        fields = read_fields(document, root)
        if len(fields.title) * _UTF8_BYTES > limits.title_bytes:
            limits.check("title_bytes", len(fields.title.encode()), path=path)
        if fields.type is None and path not in broken:
            issues.append(Issue.of("type_missing", path))
        signals = read_signals(root, rules)
        if signals.stale_unreadable:
            value = root.value("stale_after")
            issues.append(Issue.of("stale_after_unreadable", path, None if value is None else value.line + 1))
        if not (include_untyped or _is_concept(document, fields.type, rules)):
            continue
        concept = Concept(
            concept_id=document.concept_id,
            path=path,
            title=fields.title,
            title_derived=fields.title_derived,
            type=fields.type,
            tags=fields.tags,
            description=fields.description,
            status=signals.status,
            trust_tier=signals.trust_tier,
            stale=signals.is_stale(now, rules),
            sources=signals.sources,
            changed=signals.changed,
            content_sha256=document.file.sha256,
        )
        entries.append(Entry(concept, document, signals))
    entries.sort(key=lambda entry: entry.concept.concept_id)
    return tuple(entries), tuple(issues)


def _is_concept(document: Document, type_: str | None, rules: SpecRules) -> bool:
    """Tell whether a document counts as a concept: by its frontmatter, and under some rules by its type."""
    if rules.typed_only:
        return type_ is not None
    # A block that says nothing, or of which nothing could be read, is as good as none.
    return document.frontmatter is not None and bool(document.frontmatter.graph.root.pairs)
