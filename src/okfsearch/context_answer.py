"""What an answer says of a section: where it stands, why it is there, and what of it to show."""

from __future__ import annotations

from hashlib import sha256

from attrs import field, frozen

from okfsearch._bundle.pages import stem_of
from okfsearch._cancel import Cancelled, never
from okfsearch._retrieval.expansion import Expanded
from okfsearch._retrieval.fields import Field
from okfsearch._retrieval.packing import Packed, estimate_tokens
from okfsearch._retrieval.rerank import Asked
from okfsearch._retrieval.windows import Seeker
from okfsearch.context_corpus import Corpus
from okfsearch.context_policy import POLICY
from okfsearch.context_request import ContextRequest
from okfsearch.context_values import ContextSource, Match, Revision, format_context_locator

__all__ = ["Answerer", "index_revision", "route_of"]


def index_revision(corpus: Corpus) -> str:
    """Return the SHA-256 over all documents: the byte `f`, then path and content, each behind its length in eight bytes."""
    digest = sha256()
    for page in corpus.pages:
        path, data = page.path.encode(), page.document.file.data
        digest.update(b"f" + len(path).to_bytes(8, "big") + path + len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def route_of(request: ContextRequest) -> tuple[str, ...]:
    """Return the names of the stages that a request goes through."""
    filtered = ("metadata_filter",) if request.filters.pairs else ()
    linked = ("link_expansion",) if request.expand else ()
    return ("bm25", "vector", *filtered, "rerank", *linked)


@frozen(eq=False)
class Answerer:
    """Say what there is to say of the sections of one answer."""

    _corpus: Corpus = field(alias="corpus")
    _revision: Revision = field(alias="revision")
    _asked: Asked = field(alias="asked")
    _seeker: Seeker = field(alias="seeker")
    #: Where any term of the question stands: a field, a term, and whether the field is that of a document.
    _columns: tuple[tuple[Field, str, bool], ...] = field(alias="columns")
    missing_terms: tuple[str, ...]

    @classmethod
    def of(cls, corpus: Corpus, revision: Revision, asked: Asked, request: ContextRequest) -> Answerer:
        """Prepare for one answer."""
        terms = dict.fromkeys(
            term for evidence in asked.evidences for groups in evidence.groups for group in groups for term, _ in group.variants
        )
        units = corpus.units
        columns = [
            (part, term, shared)
            for shared, parts in ((False, (units.body, *units.section_fields)), (True, units.document_fields))
            for part in parts
            for term in terms
            if part.postings.document_frequency(term)
        ]
        own = {word.text for word in request.phrasings[0]}
        missing = [word.text for word, found in zip(asked.words, asked.found, strict=True) if not found and word.text in own]
        return cls(corpus, revision, asked, Seeker.of(asked.evidences), tuple(columns), tuple(missing))

    def match(self, one: Expanded, cancelled: Cancelled) -> Match:
        """Put together what a match says."""
        corpus = self._corpus
        section, page = corpus.sections[one.ordinal], corpus.page_of(one.ordinal)
        text = corpus.reader_text(one.ordinal)
        digest = sha256(text.encode()).hexdigest()
        snippet = self._snippet(one.ordinal, cancelled)
        scored = one.scored
        return Match(
            path=section.path,
            id=f"{stem_of(section.path)}#{section.anchor}",
            locator=format_context_locator(self._revision.index_sha256, section.path, digest),
            content_sha256=digest,
            file_sha256=section.file.sha256,
            kind=page.kind,
            type=page.type,
            title=page.title,
            description=page.description,
            heading=section.heading,
            heading_path=section.heading_path,
            line_start=section.line_start,
            line_end=section.line_end,
            estimated_tokens=estimate_tokens(text),
            snippet=snippet,
            highlight_text="" if scored is None else self._highlight((snippet, section.heading, page.title, page.description)),
            score=one.score,
            lexical_score=(scored and scored.lexical) or None,
            vector_score=(scored and scored.vector) or None,
            rerank_score=None if scored is None else scored.score,
            matches=self._fields(one),
            matched_terms=self._matched(one),
            relation=one.relation,
            neighbor=scored is None,
        )

    def source(self, one: Expanded, packed: Packed) -> ContextSource:
        """Put together what a source says."""
        corpus = self._corpus
        section, page = corpus.sections[one.ordinal], corpus.page_of(one.ordinal)
        digest = sha256(corpus.reader_text(one.ordinal).encode()).hexdigest()
        end = section.line_end
        if packed.lines is not None:
            end = min(end, section.line_start + corpus.blank_lead(one.ordinal) + packed.lines - 1)
        return ContextSource(
            id=f"{stem_of(section.path)}#{section.anchor}",
            locator=format_context_locator(self._revision.index_sha256, section.path, digest),
            content_sha256=digest,
            file_sha256=section.file.sha256,
            path=section.path,
            kind=page.kind,
            type=page.type,
            title=page.title,
            heading=section.heading,
            heading_path=section.heading_path,
            heading_level=section.level,
            line_start=section.line_start,
            line_end=end,
            score=one.score,
            estimated_tokens=packed.tokens,
            relation=one.relation,
            markdown=packed.text,
            truncated=packed.lines is not None,
            matched_terms=self._matched(one),
        )

    def _matched(self, one: Expanded) -> tuple[str, ...]:
        """Return the words of the query that a section holds."""
        held = 0 if one.scored is None else one.scored.matched
        return tuple([word.text for place, word in enumerate(self._asked.words) if held >> place & 1])

    def _fields(self, one: Expanded) -> tuple[str, ...]:
        """Return the names of the fields that matched, sorted."""
        names: set[str] = {"graph"} if one.linked else set()
        if one.scored is not None:
            page = self._corpus.units.document_of[one.ordinal]
            names |= {
                part.name for part, term, shared in self._columns if part.postings.holds(term, page if shared else one.ordinal)
            }
            if not one.scored.lexical:
                names.add("vector")
        return tuple(sorted(names))

    def _snippet(self, ordinal: int, cancelled: Cancelled) -> str:
        """Cut the part of a section to show, its heading left out unless there is nothing else."""
        section = self._corpus.sections[ordinal]
        source = section.file.data[section.start : section.end].decode()
        heading, _, rest = source.partition("\n")
        content = rest if section.level and rest.strip() else source
        return self._seeker.window(content, POLICY.window, cancelled=cancelled) or heading.strip()

    def _highlight(self, texts: tuple[str | None, ...]) -> str:
        """Return what answers the query in the first text that does."""
        found = (self._seeker.highlight(text, cancelled=never) for text in texts if text)
        return next((text for text in found if text), "")
