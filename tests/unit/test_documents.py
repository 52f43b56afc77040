"""Reading all concepts: which are read, which are bad, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from okfsearch._bundle import documents as room
from okfsearch._bundle.documents import Documents, first_invalid_byte, read_documents
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._cancel import SLICE_BYTES
from okfsearch._progress import Progress
from okfsearch.errors import DocumentErrors, LimitExceeded, SearchCancelled
from okfsearch.limits import Limits

BAD = {
    "a/.md": (b"x", "invalid_concept_id", None),
    "b.md": (b"ok\nno \xff\n", "invalid_encoding", 2),
    "c.md": (b"---\na: b\n", "unterminated_frontmatter", 1),
    "d.md": (b"---\na: b\nc: d: e\n---\nbody\n", "invalid_frontmatter", 3),
    "e.md": (b"---\na: &x 1\nb: &x 2\n---\nbody\n", "invalid_yaml_graph", 3),
    "f.md": (b"---\n# c\n---\nbody\n", "invalid_frontmatter", None),
}


def read(files: dict[str, bytes], *, recover: bool = False, limits: Limits | None = None) -> Documents:
    captured = [CapturedFile.of(path, data) for path, data in files.items()]
    return read_documents(captured, limits=limits or Limits(), on_invalid="recover" if recover else "raise")


def issues(files: dict[str, bytes]) -> list[tuple[str, int | None, str, str]]:
    return [(issue.path, issue.line, issue.code, issue.severity) for issue in read(files, recover=True).issues]


def test_only_concepts_are_read() -> None:
    files = {"a.md": b"---\ntitle: T\n---\nx", "b.png": b"\xff", "index.md": b"---\n[", "s/log.md": b"\xff", "s/z.md": b"y"}
    found = read(files)
    assert [(one.file.path, one.concept_id, one.title) for one in found.documents] == [
        ("a.md", "a", "T"),
        ("s/z.md", "s/z", None),
    ]
    assert found.documents[0].frontmatter is not None
    assert found.documents[1].frontmatter is None
    assert found.documents[0].layout.body_line == 4
    assert found.issues == ()


def test_every_bad_document_is_listed() -> None:
    with pytest.raises(DocumentErrors) as caught:
        read({"0.md": b"good", **{path: data for path, (data, _, _) in BAD.items()}})
    assert caught.value.code == "invalid_concept_id"
    assert caught.value.details["documents"] == tuple(
        {"path": path, "line": line, "code": code} for path, (_, code, line) in BAD.items()
    )
    assert "md" not in str(caught.value)


@pytest.mark.parametrize("path", BAD)
def test_the_code_is_that_of_the_first(path: str) -> None:
    data, code, line = BAD[path]
    with pytest.raises(DocumentErrors) as caught:
        read({path: data, "z/.md": b""})
    assert caught.value.code == code
    assert caught.value.details["documents"][0] == {"path": path, "line": line, "code": code}


def test_recovering_leaves_out_or_keeps_the_body() -> None:
    found = read({path: data for path, (data, _, _) in BAD.items()}, recover=True)
    bodies = {one.file.path: one.layout.body.slice(one.file.data) for one in found.documents}
    assert bodies == {"c.md": b"a: b\n", "d.md": b"body\n", "e.md": b"body\n", "f.md": b"body\n"}
    assert [(issue.path, issue.code, issue.line, issue.severity) for issue in found.issues] == [
        (path, code, line, "error") for path, (_, code, line) in BAD.items()
    ]
    assert "offset 6" in found.issues[1].message


def test_a_broken_block_is_read_line_by_line() -> None:
    (one,) = read({"a.md": b"---\ntitle: ADR-1: Files\ntags: [a, b]\n---\nx"}, recover=True).documents
    assert one.frontmatter is not None
    assert (one.title, one.frontmatter.texts("tags")) == ("ADR-1: Files", ("a", "b"))


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"\xef\xbb\xbf---\ntitle: x\n---\n", [(1, "byte_order_mark", "info")]),
        (b"--- \ntitle: x\n---\t\n", [(1, "blank_after_fence", "info"), (3, "blank_after_fence", "info")]),
        (b"---\ntitle: a\ntype: x\ntitle: b\n---\n", [(4, "duplicate_key", "warning")]),
        (b"---\ntitle: [a]\n---\n", [(2, "title_not_text", "warning")]),
        (b"---\ntitle:\n  a: b\n---\n", [(3, "title_not_text", "warning")]),
        (b"---\ntitle: 2024\n---\n", []),
        (b"---\ntype: x\ntitle: Update #2 of\n---\n", [(3, "comment_after_value", "info")]),
        (b"---\ntitle: 'Update #2'\ntype: a#b\n# c: d # e\nx: # y\nz: 'a' # b\n---\n", []),
        (b"---\ntitle: |\n  title: a # b\n---\n", []),
        (b"---\ntitle: x\n---\n---\ntype: y\n---\n", [(4, "second_frontmatter", "warning")]),
        (b"---\ntitle: x\n---\n\n \n---\ntype: y\n---", [(6, "second_frontmatter", "warning")]),
        (b"---\ntitle: x\n---\n---\ntype: y\n", []),
        (b"---\ntitle: x\n---\n---\n\ntype: y\n---\n", []),
        (b"---\ntitle: x\n---\ntext\n---\ntype: y\n---\n", []),
        (b"no block # at: all\n", []),
    ],
)
def test_what_is_noticed(data: bytes, expected: list[tuple[int, str, str]]) -> None:
    assert issues({"a.md": data}) == [("a.md", *row) for row in expected]


def test_nothing_is_noticed_or_forgiven_when_faults_raise() -> None:
    found = read({"a.md": b"\xef\xbb\xbf---\ntitle: x\n---\n", "b.md": b"---\na: 1\na: 2 # c\n---\n"})
    assert found.issues == ()
    assert found.documents[0].frontmatter is None


def test_issues_are_sorted_by_severity_first() -> None:
    found = issues({"a.md": b"---\na: b # c\n---\n", "b.md": b"---\na: 1\na: 2\n---\n", "c.md": b"---\n[\n---\n"})
    assert [code for _, _, code, _ in found] == ["invalid_frontmatter", "duplicate_key", "comment_after_value"]


def test_the_block_has_a_cap() -> None:
    block = b"title: x\n"
    files = {
        "a.md": b"---\n" + block + b"---\n",
        "b.md": b"---\n" + block + b"#\n---\n",
        "c.md": b"---\n" + block + b"##\n---\n",
    }
    limits = Limits().replace(frontmatter_bytes=len(block))
    assert read({"a.md": files["a.md"]}, limits=limits).documents[0].title == "x"
    for recover in (False, True):
        with pytest.raises(LimitExceeded) as caught:
            read(files, limits=limits, recover=recover)
        assert caught.value.details == {"limit": "frontmatter_bytes", "maximum": len(block), "path": "b.md"}


def test_a_bad_document_comes_before_the_cap() -> None:
    with pytest.raises(DocumentErrors):
        read({"a.md": b"---\ntitle: x\n---\n", "b.md": b"---\n"}, limits=Limits().replace(frontmatter_bytes=1))


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_exhaustion_is_a_limit(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(room, "read_frontmatter", fail)
    with pytest.raises(LimitExceeded) as caught:
        read({"a.md": b"---\n---\n"})
    assert caught.value.details["path"] == "a.md"


def test_progress_counts_concepts() -> None:
    seen: list[Progress] = []
    captured = [CapturedFile.of(path, b"x") for path in ("a.md", "b.png", "c.md")]
    read_documents(captured, limits=Limits(), progress=seen.append)
    assert [(one.phase, one.done, one.total, one.path) for one in seen] == [
        ("documents", 0, 2, None),
        ("documents", 1, 2, "a.md"),
        ("documents", 2, 2, "c.md"),
    ]


def after(count: int) -> Callable[[], bool]:
    asked = iter(range(count + 1))
    return lambda: next(asked) == count


@pytest.mark.parametrize(
    "data", [b"x", b"---\na: [b, *c\n---\n", ("é" * SLICE_BYTES).encode(), b"---\n" + b"k: |\n  v\n" * 3_000 + b"---\n"]
)
def test_cancellation_is_seen_at_every_checkpoint(data: bytes) -> None:
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    files = [CapturedFile.of("a.md", data), CapturedFile.of("b.md", data)]
    read_documents(files, limits=Limits(), on_invalid="recover", cancelled=count)
    assert asked >= 2
    for checkpoint in range(asked):
        with pytest.raises(SearchCancelled):
            read_documents(files, limits=Limits(), on_invalid="recover", cancelled=after(checkpoint))


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\x80" * 9, b"\xf4\x90\x80\x80"])
@pytest.mark.parametrize("place", [0, 5, SLICE_BYTES - 3, SLICE_BYTES - 1, SLICE_BYTES, 2 * SLICE_BYTES + 1])
def test_the_first_invalid_byte_is_found_across_slices(bad: bytes, place: int) -> None:
    data = b"x" * place + bad
    for whole in (data, data + b"yy", data + "é".encode() * SLICE_BYTES):
        with pytest.raises(UnicodeDecodeError) as caught:
            whole.decode()
        assert first_invalid_byte(whole) == caught.value.start == place


@pytest.mark.parametrize("character", ["é", "潮", "😀"])
@pytest.mark.parametrize("shift", range(5))
def test_characters_may_lie_across_slices(character: str, shift: int) -> None:
    assert first_invalid_byte(b"x" * shift + character.encode() * SLICE_BYTES) is None
