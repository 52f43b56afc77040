"""What a concept says in full, and what it is related to by links.

Links are read once for a whole index, when the first relation is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from okfsearch._bundle.concept_fields import plain_values
from okfsearch._bundle.documents import Document
from okfsearch._bundle.links import KnownPaths, Link, read_links, resolve_link
from okfsearch._bundle.snapshot import Snapshot
from okfsearch._bundle.spec_rules import SpecRules
from okfsearch._cancel import Cancelled, check
from okfsearch._json import OFF_THE_WIRE
from okfsearch.concept_entries import Entry
from okfsearch.limits import Limits

if TYPE_CHECKING:
    from frontmatter import Post

__all__ = ["OpenConcept", "Related", "RelatedLink", "relate"]


@frozen(kw_only=True)
class OpenConcept:
    """Hold one concept in full.

    Attributes:
        concept_id: the path without `.md`.
        path: the bundle-relative path.
        content_sha256: digest of the whole captured file, lower-case hex.
        frontmatter_text: the source of the block, or None where there is none.
        body: the source of the body.
    """

    concept_id: str
    path: str
    content_sha256: str
    frontmatter_text: str | None = field(repr=False)
    body: str = field(repr=False)
    _document: Document = field(alias="document", repr=False, eq=False, metadata=OFF_THE_WIRE)

    @classmethod
    def of(cls, document: Document) -> OpenConcept:
        """Open a document."""
        file, layout = document.file, document.layout
        block = None if layout.frontmatter is None else layout.frontmatter.slice(file.data).decode()
        return cls(
            concept_id=document.concept_id,
            path=file.path,
            content_sha256=file.sha256,
            frontmatter_text=block,
            body=layout.body.slice(file.data).decode(),
            document=document,
        )

    @property
    def frontmatter(self) -> dict[str, Any]:
        """The values of the block in source order, all keys: texts as the author spelled them, None, lists, dictionaries.

        Of a block that is no YAML mapping those that could be read line by line.
        """
        frontmatter = self._document.frontmatter
        return {} if frontmatter is None else plain_values(frontmatter)

    def to_post(self) -> Post:
        """Return the concept as python-frontmatter loads it: values as YAML makes them, the body stripped.

        Raises:
            DocumentErrors: when the block cannot be read.
            LimitExceeded: when it is larger than the larger cap of `frontmatter_bytes`.

        Example:
            >>> import okfsearch
            >>> snapshot = okfsearch.Snapshot.of({"a.md": b"---\\ntype: Note\\nrank: 3\\n---\\nEbb.\\n"})
            >>> opened = okfsearch.index_concepts(snapshot).open("a")
            >>> opened.frontmatter, opened.to_post()["rank"], opened.to_post().content
            ({'type': 'Note', 'rank': '3'}, 3, 'Ebb.')
        """
        from frontmatter import Post  # comes with PyYAML, and few ask for it

        from okfsearch._bundle.handler import OKFHandler

        handler = OKFHandler()
        values = {} if self.frontmatter_text is None else handler.load(self.frontmatter_text)
        return Post(self.body.strip(), handler, **values)


@frozen(kw_only=True)
class RelatedLink:
    """Hold one link between a concept and something else.

    Attributes:
        concept_id: the concept at the other end, or None where it is none.
        path: the file at the other end, or the one that is missing; None where the link leaves the bundle.
        line: the physical line of the link, in the file that holds it.
        text: the source of the link text.
        target: the address as written, escapes resolved.
        fragment: the part behind `#`, decoded, or None.
    """

    concept_id: str | None
    path: str | None
    line: int
    text: str
    target: str
    fragment: str | None


@frozen(kw_only=True)
class Related:
    """Hold everything that one concept is linked with.

    Attributes:
        concept_id: the concept.
        outgoing: its links to other concepts, ordered by concept ID, then line.
        backlinks: links of other concepts to it, ordered by the other's ID, then line.
        files: its links to files that are no concepts, such as listings and pictures, ordered by path.
        unresolved: its links to what is not there, ordered by path.
        external: its links out of the bundle, ordered by address.
    """

    concept_id: str
    outgoing: tuple[RelatedLink, ...]
    backlinks: tuple[RelatedLink, ...]
    files: tuple[RelatedLink, ...]
    unresolved: tuple[RelatedLink, ...]
    external: tuple[RelatedLink, ...]


#: For each concept of an index what it is linked with.
Relations = Mapping[str, Related]


def relate(
    entries: Sequence[Entry], snapshot: Snapshot, rules: SpecRules, *, limits: Limits, cancelled: Cancelled
) -> Relations:
    """Read and follow the links of all concepts.  Images are no links; a link to the concept itself relates nothing."""
    ids = {entry.concept.path: entry.concept.concept_id for entry in entries}
    known = KnownPaths.of((file.path for file in snapshot.files), documents=ids)
    found: dict[str, dict[str, list[RelatedLink]]] = {
        concept_id: {name: [] for name in ("outgoing", "backlinks", "files", "unresolved", "external")}
        for concept_id in ids.values()
    }
    for entry in entries:
        check(cancelled)
        concept = entry.concept
        own = found[concept.concept_id]
        for link in read_links(entry.document, limits=limits, cancelled=cancelled):
            if link.kind == "image":
                continue
            resolved = resolve_link(concept.path, link, known, from_root=rules.links_from_root)
            if resolved.path == concept.path:
                continue
            other = None if resolved.standing == "missing" else ids.get(resolved.path or "")
            if other is not None:
                own["outgoing"].append(_edge(link, other, resolved.path))
                found[other]["backlinks"].append(_edge(link, concept.concept_id, concept.path))
            else:
                kind = {"found": "files", "missing": "unresolved", "external": "external"}[resolved.standing]
                own[kind].append(_edge(link, None, resolved.path))
    return {
        concept_id: Related(concept_id=concept_id, **{name: tuple(sorted(links, key=_order)) for name, links in kinds.items()})
        for concept_id, kinds in found.items()
    }


def _edge(link: Link, concept_id: str | None, path: str | None) -> RelatedLink:
    return RelatedLink(
        concept_id=concept_id, path=path, line=link.line, text=link.text, target=link.target, fragment=link.fragment
    )


def _order(link: RelatedLink) -> tuple[str, str, int, str]:
    return link.concept_id or link.path or "", "" if link.path else link.target, link.line, link.target
