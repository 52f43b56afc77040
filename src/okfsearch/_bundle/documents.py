"""Every concept of a bundle with its text and layout, or the fault that keeps it from being one.

Here faults meet paths: the rooms before say what is wrong with some bytes, this one says in which file and whether to go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from okfsearch._bundle.concepts import concept_id_of, is_concept_id, is_concept_path
from okfsearch._bundle.frontmatter import Frontmatter, FrontmatterFault, read_frontmatter
from okfsearch._bundle.layout import Layout, split_layout
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never
from okfsearch._options import OnInvalid
from okfsearch._progress import Report, report
from okfsearch.errors import DocumentErrors, LimitExceeded
from okfsearch.issues import Issue, sort_issues
from okfsearch.limits import Limits

#: The bytes that continue a character in UTF-8.
_CONTINUATIONS = range(0x80, 0xC0)

_SENTENCE = "Some documents cannot be read as concepts."

# A fence on the first line that is not blank, followed by something like a key.
_SECOND_BLOCK = re.compile(rb"(?:[ \t]*\r?\n)*+---\r?\n[A-Za-z_][A-Za-z0-9_-]*+:")
_CLOSING_FENCE = re.compile(rb"\n---\r?(?:\n|\Z)")
_COMMENT = re.compile(r"[ \t]#")


@frozen
class Document:
    """Hold one concept's file with what its frontmatter says.

    Attributes:
        file: the captured bytes.
        concept_id: the path without `.md`.
        layout: where frontmatter and body lie in the bytes.
        frontmatter: the values, or None for a file without a block.
        title: the section-search title: a string scalar that is not blank, unmodified.
    """

    file: CapturedFile
    concept_id: str
    layout: Layout
    frontmatter: Frontmatter | None
    title: str | None


@frozen
class Documents:
    """Hold the readable concepts in the order of the files, and what was noticed on the way (only under "recover")."""

    documents: tuple[Document, ...]
    issues: tuple[Issue, ...]


def read_documents(
    files: Sequence[CapturedFile],
    *,
    limits: Limits,
    on_invalid: OnInvalid = "raise",
    accept: Callable[[str], bool] = is_concept_path,
    cancelled: Cancelled = never,
    progress: Report | None = None,
) -> Documents:
    r"""Read every concept among the captured files; reserved files and assets are passed over, or what `accept` refuses.

    Under "raise" all files are read and then one `DocumentErrors` lists every bad one.  Under "recover" a bad file is left out
    or its body kept, and an issue says so; a byte order mark and blanks after a fence are forgiven.
    Raises `DocumentErrors`, `LimitExceeded` (of `frontmatter_bytes`, when no document is bad) and `SearchCancelled`.

    Example:
        >>> from okfsearch._bundle.documents import read_documents
        >>> from okfsearch._bundle.snapshot import CapturedFile
        >>> from okfsearch.limits import Limits
        >>> files = [CapturedFile.of("a.md", b"---\ntitle: Tides\n---\nbody\n"), CapturedFile.of("b.png", b"\xff")]
        >>> [(document.concept_id, document.title) for document in read_documents(files, limits=Limits()).documents]
        [('a', 'Tides')]
    """
    concepts = [file for file in files if accept(file.path)]
    reader = _Reader(limits, recover=on_invalid == "recover", cancelled=cancelled)
    report(progress, "documents", 0, len(concepts), None)
    for done, file in enumerate(concepts, 1):
        check(cancelled)
        reader.read(file)
        report(progress, "documents", done, len(concepts), file.path)
    if reader.faults:
        raise DocumentErrors(str(reader.faults[0]["code"]), _SENTENCE, {"documents": tuple(reader.faults)})
    if reader.exceeded is not None:
        raise reader.exceeded
    return Documents(tuple(reader.documents), sort_issues(reader.issues))


@define
class _Reader:
    limits: Limits
    recover: bool = field(kw_only=True)
    cancelled: Cancelled = field(kw_only=True)
    documents: list[Document] = field(factory=list[Document])
    issues: list[Issue] = field(factory=list[Issue])
    faults: list[dict[str, str | int | None]] = field(factory=list[dict[str, str | int | None]])
    exceeded: LimitExceeded | None = None

    def read(self, file: CapturedFile) -> None:
        concept_id = concept_id_of(file.path)
        if not is_concept_id(concept_id):
            self.refuse(file, "invalid_concept_id", None)
            return
        invalid = first_invalid_byte(file.data, cancelled=self.cancelled)
        if invalid is not None:
            line = 1 + file.data.count(b"\n", 0, invalid)
            self.refuse(file, "invalid_encoding", line, note=f"The first bad byte is at offset {invalid}.")
            return
        layout = split_layout(file.data, lenient=self.recover)
        if not layout.closed:
            self.refuse(file, "unterminated_frontmatter", 1)
        self.issues += [Issue.of(code, file.path, line) for code, line in layout.forgiven]
        frontmatter = None if layout.frontmatter is None else self.read_block(file, layout.frontmatter.slice(file.data))
        if self.recover:
            self.issues += _notices(file, layout, frontmatter)
        title = None if frontmatter is None else frontmatter.title
        self.documents.append(Document(file, concept_id, layout, frontmatter, title))

    def read_block(self, file: CapturedFile, block: bytes) -> Frontmatter | None:
        try:
            self.limits.check("frontmatter_bytes", len(block), path=file.path)
            return read_frontmatter(block, cancelled=self.cancelled)
        except LimitExceeded as error:
            # Bad documents come before limits, so the search for them goes on.
            self.exceeded = self.exceeded or error
            return None
        except (MemoryError, RecursionError) as error:
            raise LimitExceeded.of("frontmatter_bytes", self.limits.frontmatter_bytes, path=file.path) from error
        except FrontmatterFault as fault:
            # The block begins on the second line of its file.
            self.refuse(file, fault.code, None if fault.line is None else fault.line + 1)
            if not self.recover:
                return None
            from okfsearch._bundle.recovery import recover_frontmatter  # late: few blocks need it, and it needs YAML's rooms

            return recover_frontmatter(block)

    def refuse(self, file: CapturedFile, code: str, line: int | None, *, note: str = "") -> None:
        if self.recover:
            self.issues.append(Issue.of(code, file.path, line, note=note))
        else:
            self.faults.append({"path": file.path, "line": line, "code": code})


def first_invalid_byte(data: bytes, *, cancelled: Cancelled = never) -> int | None:
    r"""Return the offset of the first byte that is not valid UTF-8, or None.

    Large data is decoded in slices, between which a cancellation is seen.

    Example:
        >>> from okfsearch._bundle.documents import first_invalid_byte
        >>> first_invalid_byte("é".encode()), first_invalid_byte(b"ab\xff")
        (None, 2)
    """
    if data.isascii():
        return None
    start = 0
    while start < len(data):
        check(cancelled)
        end = min(start + SLICE_BYTES, len(data))
        # A slice ends between characters: at most three bytes of one can continue it.
        while end < len(data) and end > start + SLICE_BYTES - 4 and data[end] in _CONTINUATIONS:
            end -= 1
        try:
            data[start:end].decode("utf-8")
        except UnicodeDecodeError as error:
            return start + error.start
        start = end
    return None


def _notices(file: CapturedFile, layout: Layout, frontmatter: Frontmatter | None) -> list[Issue]:
    """Collect what a searcher needs to know about a readable block: line numbers are those of the file."""
    if frontmatter is None or layout.frontmatter is None:
        return []
    notices = [Issue.of("duplicate_key", file.path, line + 1) for _, line in frontmatter.duplicates]
    title = frontmatter.value("title")
    if title is not None and title.kind in {"list", "mapping"}:
        notices.append(Issue.of("title_not_text", file.path, title.line + 1))
    if b"#" in frontmatter.source:
        notices += [Issue.of("comment_after_value", file.path, line + 1) for line in _cut_lines(frontmatter)]
    second = _SECOND_BLOCK.match(file.data, layout.body.start)
    if second is not None and _CLOSING_FENCE.search(file.data, second.end()):
        line = file.data.count(b"\n", layout.body.start, second.end()) - 1 + layout.body_line
        notices.append(Issue.of("second_frontmatter", file.path, line))
    return notices


def _cut_lines(frontmatter: Frontmatter) -> list[int]:
    """Find the lines `key: text # comment` whose key has that text for a value, and their 1-based numbers.

    The key must be one of the block's own, not merged in from elsewhere.
    """
    lines: list[int] = []
    # All values in one pass: to look each key up by itself takes the square of their number.
    values = dict(frontmatter.fields)
    for number, line in enumerate(frontmatter.source.decode("utf-8").split("\n"), 1):
        key, _, rest = line.partition(":")
        comment = _COMMENT.search(rest)
        if comment is None or not rest[: comment.start()].strip():
            continue
        value = values.get(key.rstrip(" \t"))
        # The line may also stand inside a quoted text or a block scalar; then it is no value of its own.
        if value is not None and value.line == number and value.text == rest[: comment.start()].strip():
            lines.append(number)
    return lines
