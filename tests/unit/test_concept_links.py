"""Where links stand, where they lead, and what an index tells of them."""

from __future__ import annotations

import pytest

from okfsearch import InvalidRequest, LimitExceeded, Limits, Snapshot, index_concepts
from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.documents import Document, read_documents
from okfsearch._bundle.link_targets import decode_percent, resolve_escapes
from okfsearch._bundle.links import KnownPaths, Link, Resolved, read_links, resolve_link
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch.errors import SearchCancelled


def document(text: str) -> Document:
    return read_documents([CapturedFile.of("a.md", text.encode())], limits=Limits()).documents[0]


def links(text: str) -> tuple[Link, ...]:
    return read_links(document(text), limits=Limits())


def link(path: str, target: str | None = None) -> Link:
    return Link(kind="inline", line=1, text="", destination=path, target=path if target is None else target, path=path)


def test_lines_are_those_of_the_file() -> None:
    text = "---\ntype: Note\n---\n[a](1.md)\n\n> é [b](2.md)\n> c\n> 漢 [d\n> e](3.md) [f](4.md)\n\n# [g](5.md)\n\n| [h](6.md) |\n|---|\n"
    assert [(found.line, found.path) for found in links(text)] == [
        (4, "1.md"), (6, "2.md"), (8, "3.md"), (9, "4.md"), (11, "5.md"), (13, "6.md"),
    ]  # fmt: skip


def test_a_link_tells_what_was_written_and_what_it_means() -> None:
    (found,) = links('[the *text*](<a%20b\\_c&amp;.md?x=1#t%20u> "say &quot;hi&quot;")')
    assert found == Link(
        kind="inline",
        line=1,
        text="the *text*",
        destination="a%20b\\_c&amp;.md?x=1#t%20u",
        target="a%20b_c&.md?x=1#t%20u",
        path="a b_c&.md",
        fragment="t u",
        title='say "hi"',
    )


def test_kinds_are_told_and_the_text_of_an_image_holds_no_link() -> None:
    text = "![i](p.png) [r] <http://e.test> <m@e.test> ![a [b](c.md)](d.png) [![i](p.png)](t.md)\n\n[r]: x.md\n"
    assert [(found.kind, found.target) for found in links(text)] == [
        ("image", "p.png"), ("reference", "x.md"), ("autolink", "http://e.test"), ("autolink", "mailto:m@e.test"),
        ("image", "d.png"), ("inline", "t.md"), ("image", "p.png"),
    ]  # fmt: skip


def test_a_long_link_text_is_cut() -> None:
    assert len(links(f"[{'x' * 500}](a.md)")[0].text) == 200


def test_blocks_at_hand_are_used() -> None:
    read = document("[a](b.md)\n")
    blocks = scan_blocks(read.file.data, read.layout.body, limits=Limits(), paragraphs=True)
    assert read_links(read, limits=Limits(), blocks=blocks) == read_links(read, limits=Limits())


def test_plain_text_has_no_links_and_a_long_slice_is_crossed() -> None:
    assert links("no link in here\n") == ()
    far = "x" * (128 * 1024 - 1) + "![i](p.png) " + "y" * 200_000 + " [a](b.md)"
    assert [found.path for found in links(far)] == ["p.png", "b.md"]


def test_a_cancellation_is_seen_inside_one_paragraph() -> None:
    for text in ("[a](b.md) " * 5_000, "[ " + "x" * 300_000):
        read = document(text)
        blocks = scan_blocks(read.file.data, read.layout.body, limits=Limits(), paragraphs=True)
        with pytest.raises(SearchCancelled):
            read_links(read, limits=Limits(), blocks=blocks, cancelled=lambda: True)


def test_caps_of_the_block_scanner_hold() -> None:
    with pytest.raises(LimitExceeded):
        read_links(document("> " * 5 + "[a](b.md)"), limits=Limits(container_depth=4))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("&#0;", "\ufffd"),
        ("&#xD800;", "\ufffd"),
        ("&#x110000;", "\ufffd"),
        ("&#x41;&#66;", "AB"),
        ("&copy;&nope;&amp", "©&nope;&amp"),
        ("\\\\&", "\\&"),
    ],
)
def test_escapes_and_entities(text: str, expected: str) -> None:
    assert resolve_escapes(text) == expected


def test_percent_escapes_are_decoded_once_or_left() -> None:
    assert [decode_percent(text) for text in ("a%2520b", "%zz", "%ff", "%C3%A9")] == ["a%20b", "%zz", "%ff", "é"]


KNOWN = KnownPaths.of(
    ["t/a.md", "t/b.md", "d.md", "t/index.md", "one/only.md", "two/x.md", "two/y.md", "both.md", "both/index.md", "p.png",
     "e\u0301.md", "LICENSE", "listed/index.md", "listed/x.md", "listed/y.md"],
    documents=["t/a.md", "t/b.md", "d.md", "one/only.md", "two/x.md", "two/y.md", "both.md", "both/index.md", "e\u0301.md",
               "listed/x.md", "listed/y.md", "LICENSE"],
)  # fmt: skip


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("b.md", Resolved("found", "t/b.md", None, "file")),
        ("./b.md", Resolved("found", "t/b.md", None, "file")),
        ("../d.md", Resolved("found", "d.md", None, "file")),
        ("/d.md", Resolved("found", "d.md")),
        ("/t//./b.md", Resolved("found", "t/b.md")),
        ("d.md", Resolved("found", "d.md", None, "root")),
        ("b", Resolved("found", "t/b.md", None, "file")),
        ("/one/", Resolved("found", "one/only.md")),
        ("/one", Resolved("found", "one/only.md")),
        ("/two/", Resolved("missing", "two/")),
        ("/both/", Resolved("missing", "both/")),
        ("/listed/", Resolved("found", "listed/index.md")),
        ("/p.png", Resolved("found", "p.png")),
        ("/LICENSE", Resolved("found", "LICENSE")),
        ("/\u00e9.md", Resolved("found", "e\u0301.md")),
        ("/gone.md", Resolved("missing", "gone.md")),
        ("gone/", Resolved("missing", "t/gone/")),
        ("../../x.md", Resolved("external", None)),
        ("/../x.md", Resolved("external", None)),
        ("../../d.md", Resolved("external", None)),
        ("http://e.test/a.md", Resolved("external", None)),
        ("//e.test/a.md", Resolved("external", None)),
        ("mailto:a@b.test", Resolved("external", None)),
        ("", Resolved("found", "t/a.md")),
        ("/", Resolved("missing", "")),
    ],
)
def test_where_a_link_leads(target: str, expected: Resolved) -> None:
    assert resolve_link("t/a.md", link(target), KNOWN) == expected


def test_the_root_is_tried_only_where_that_is_allowed() -> None:
    assert resolve_link("t/a.md", link("d.md"), KNOWN, from_root=False) == Resolved("missing", "t/d.md")
    assert KnownPaths.of(["a.md", "b.png"]).find("a") == "a.md"


def test_relations_are_told_apart_and_ordered() -> None:
    files = {
        "a.md": "---\ntype: Note\n---\n[z](z.md) [b2](b.md#two) [b1](/b.md) [no](gone.md) [web](https://e.test) [top](#here)\n"
        "[list](sub/) ![pic](p.png) [pic](p.png) [self](a.md) [out](../x.md)\n\n`[code](b.md)`\n",
        "b.md": "---\ntype: Note\n---\n[a](a.md)\n",
        "z.md": "---\ntype: Note\n---\n[a](a)\n\n[a](a.md)\n",
        "sub/index.md": "[a](../a.md)\n",
        "p.png": "",
    }
    index = index_concepts(Snapshot.of({path: text.encode() for path, text in files.items()}))
    related = index.related("a")
    assert [(found.concept_id, found.line, found.text, found.fragment) for found in related.outgoing] == [
        ("b", 4, "b1", None), ("b", 4, "b2", "two"), ("z", 4, "z", None),
    ]  # fmt: skip
    assert [(found.concept_id, found.path, found.line) for found in related.backlinks] == [
        ("b", "b.md", 4), ("z", "z.md", 4), ("z", "z.md", 6),
    ]  # fmt: skip
    assert [found.path for found in related.files] == ["p.png", "sub/index.md"]
    assert [(found.target, found.path) for found in related.unresolved] == [("gone.md", "gone.md")]
    assert [found.target for found in related.external] == ["../x.md", "https://e.test"]
    assert index.related("a") is related


def test_a_concept_opens_in_full() -> None:
    text = (
        b"\xef\xbb\xbf---\ntype: Note\nbase: &b {x: 1, y: ~}\nmore: {<<: *b, x: 2}\nmost: {<<: [*b, {z: 3}, 4]}\n"
        b"list: [a, [b]]\n? [k]\n: v\n---\n  Body \n"
    )
    index = index_concepts(
        Snapshot.of({"a.md": text, "b.md": b"no block\n", "c.md": b"---\ntype: [\n---\nx\n"}), include_untyped=True
    )
    opened = index.open("a")
    assert opened.frontmatter == {
        "type": "Note", "base": {"x": "1", "y": None}, "more": {"x": "2", "y": None}, "most": {"x": "1", "y": None, "z": "3"},
        "list": ["a", ["b"]], "['k']": "v",
    }  # fmt: skip
    assert list(opened.frontmatter)[:2] == ["type", "base"]
    assert opened.body == "  Body \n"
    assert opened.content_sha256 == index.snapshot.file("a.md").sha256
    plain = index.open("b")
    assert (plain.frontmatter, plain.frontmatter_text, plain.to_post().metadata, plain.to_post().content) == (
        {},
        None,
        {},
        "no block",
    )
    assert index.open("c").frontmatter == {"type": "["}
    with pytest.raises(ValueError):
        index.open("c").to_post()


def test_a_post_is_that_of_python_frontmatter() -> None:
    import frontmatter

    from okfsearch import OKFHandler

    text = "---\ntype: Note\ndate: 2026-01-01\n---\n\nBody.\n"
    post = index_concepts(Snapshot.of({"a.md": text.encode()})).open("a").to_post()
    theirs = frontmatter.loads(text, handler=OKFHandler())
    assert (post.metadata, post.content) == (theirs.metadata, theirs.content)
    assert frontmatter.dumps(post) == frontmatter.dumps(theirs)


def test_an_unknown_concept_is_refused() -> None:
    index = index_concepts(Snapshot.of({"a.md": b"---\ntype: x\n---\n"}))
    for ask in (index.open, index.related):
        with pytest.raises(InvalidRequest) as caught:
            ask("nope")
        assert caught.value.details["reason"] == "unknown_concept"


def test_a_concept_without_frontmatter_is_rendered_without_a_block() -> None:
    from okfsearch._render_relations import render_open

    index = index_concepts(Snapshot.of({"b--c.md": b"text\r\n", "a.md": b"---\ntype: x\n---\n"}), include_untyped=True)
    assert render_open(index.open("b--c")) == "<!-- b- -c.md -->\n\ntext"
