"""What a block says: titles, texts, lists, nested values, and what is refused."""

from __future__ import annotations

import pickle

import pytest

from okfsearch._bundle.frontmatter import Frontmatter, FrontmatterFault, read_frontmatter

PURE = pytest.mark.parametrize("pure", [False, True], ids=["libyaml", "pure"])


def read(text: str, *, pure: bool = False) -> Frontmatter:
    return read_frontmatter(text.encode(), pure=pure)


def fault(text: str, *, pure: bool = False) -> tuple[str, int | None]:
    with pytest.raises(FrontmatterFault) as caught:
        read(text, pure=pure)
    return caught.value.code, caught.value.line


@PURE
@pytest.mark.parametrize(
    ("block", "title"),
    [
        ("title: Tides", "Tides"),
        ("title: 'Tides'   \r\ntype: x\r\n", "Tides"),
        ('title: "2024"', "2024"),
        ("title: ''", None),
        ("title: '  '", None),
        ("title: '\xa0'", None),
        ("title: ' a '", " a "),
        ("title: yes", "yes"),
        ("title: 12:30:45", "12:30:45"),
        ("title: http://x.y/#z", "http://x.y/#z"),
        ("title: 2024", None),
        ("title: true", None),
        ("title: 2024-05-01", None),
        ("title:", None),
        ("title: [a]", None),
        ("title: {a: b}", None),
        ("title:\n  - a\n", None),
        ("title: !!str 42", "42"),
        ("!!str title: needle", "needle"),
        ("title: !foo needle", None),
        ("title: ! 42", None),
        ("'title': x", "x"),
        ("? title\n: x", "x"),
        ("title: >\n  a\n  b\n", "a b\n"),
        ("title: |-\n  a\n  b\n", "a\nb"),
        ("title: a\n  b", "a b"),
        ('title: "a\\u00e9\\\n  b"', "a\u00e9b"),
        ("title: a\ntitle: b\n", None),
        ("x: title\nsub:\n  title: y\n", None),
        ("Title: a\n", None),
        ("\ufefftitle: a\n", "a"),
        ("type: a\u0085title: b\n", "b"),
        ("type: a\u2028title: b\n", "b"),
        ("a: &x needle\ntitle: *x\n", "needle"),
        ("a: &x [needle]\ntitle: *x\n", None),
        ("title: a # b", "a"),
        ("title: a#b", "a#b"),
        ("title:\ta\n", "a"),
        ("title: a\n...\nbroken: [\n", "a"),
        ("title: a\n--- x\n", "a"),
        ("title: a\n... \n", "a"),
    ],
)
def test_titles(block: str, title: str | None, pure: bool) -> None:
    assert read(block, pure=pure).title == title


@PURE
@pytest.mark.parametrize(
    ("block", "title", "text"),
    [
        ("a: &a {title: x}\n<<: *a\n", "x", "x"),
        ("a: &a {title: x}\n<<: *a\ntitle: y\n", "y", "y"),
        ("a: &a {title: x}\n<<: *a\ntitle: [y]\n", None, None),
        ("a: &a {title: x}\nb: &b {title: y}\n<<: [*a, *b]\n", "x", "x"),
        ("a: &a {type: x}\nb: &b {title: y}\n<<: [*a, *b]\n", "y", "y"),
        ("a: &a {title: x}\nb: &b {title: y}\n<<: *a\n<<: *b\n", None, "y"),
        ("a: &a {title: x}\nb: &b {type: y}\n<<: *a\n<<: *b\n", "x", "x"),
        ("a: &a {title: x, title: y}\n<<: *a\n", None, "y"),
        ("a: &a {title: x}\nb: &b {<<: *a}\n<<: *b\n", "x", "x"),
        ("<<: {title: x}\n", "x", "x"),
        ("<<: 3\n", None, None),
        ("<<: [3, {type: x}]\n", None, None),
        ("'<<': {title: x}\n", None, None),
        ("<<: {title: 3}\n", None, "3"),
        ("? [title]\n: x\n", None, None),
        ("title: 1\ntitle: 2\n", None, "2"),
    ],
)
def test_merges(block: str, title: str | None, text: str | None, pure: bool) -> None:
    values = read(block, pure=pure)
    assert (values.title, values.text("title")) == (title, text)


def test_texts_keep_the_authors_spelling() -> None:
    values = read("a: no\nb: 1.10\nc: 2026-05-28\nd: 0123\ne: ~\nf: ' x '\ng: '  '\nh: [1]\ni: {j: k}\n12: x\nno: y\n")
    assert [values.text(key) for key in "abcdefghi"] == ["no", "1.10", "2026-05-28", "0123", None, "x", None, None, None]
    assert (values.text("12"), values.text("no"), values.text("zz")) == ("x", "y", None)


def test_lists_of_texts() -> None:
    values = read("a: [no, 0123, ~, ' ', 'b c', [d], {e: f}]\nb: one\nc:\nd: {x: y}\ne: []\nf:\n- g\n-\n- h\n")
    assert values.texts("a") == ("no", "0123", "b c")
    assert [values.texts(key) for key in "bcdez"] == [("one",), (), (), (), ()]
    assert values.texts("f") == ("g", "h")


def test_nested_values() -> None:
    values = read("verified:\n  - {by: human:ann, at: 2026-01-02}\n  - by: bot/1\ngenerated: {by: x}\ntags: a\n")
    verified, generated, tags = values.value("verified"), values.value("generated"), values.value("tags")
    assert verified is not None
    assert generated is not None
    assert tags is not None
    assert [(item.get("by").text, item.get("at") and item.get("at").kind) for item in verified.items] == [  # type: ignore[union-attr]
        ("human:ann", "timestamp"),
        ("bot/1", None),
    ]
    assert [value.kind for value in (verified, generated, tags)] == ["list", "mapping", "text"]
    assert (generated.items, tags.items) == ((generated,), (tags,))
    assert (verified.get("by"), tags.get("a"), values.value("zz")) == (None, None, None)
    assert verified.line == 2
    assert (values.line("tags"), values.line("zz")) == (5, None)


def test_leaves_are_read_once_however_often_they_are_pointed_to() -> None:
    values = read("a: &a [x, {k: y, l: ~}]\nb: [*a, *a, z, *a]\nc: q\n")
    leaves = {key: values.value(key).leaves for key in "abc"}  # type: ignore[union-attr]
    assert leaves == {"a": ("x", "y"), "b": ("x", "y", "z"), "c": ("q",)}


def test_keys_and_duplicates() -> None:
    values = read("b: 1\na: 2\nb: 3\n<<: {c: 4}\n? [x]\n: 5\n\nb: 6\n")
    assert values.keys == ("b", "a")
    assert values.duplicates == (("b", 3), ("b", 8))


@PURE
@pytest.mark.parametrize("block", ["", " \n\r\n", "\n\n", "\xa0", "\u3000\n"])
def test_a_blank_block_is_an_empty_mapping(block: str, pure: bool) -> None:
    values = read(block, pure=pure)
    assert (values.title, values.keys, values.graph.root.pairs) == (None, (), ())


@PURE
@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("# just a comment\n", None),
        ("...\n", 1),
        ("~", 1),
        ("just text", 1),
        ("\n- one\n", 2),
        ("[a]", 1),
        ("a: b\ntype: [\n", 3),
        ("a: b\nc: d: e\n", 2),
        ("title: @x", 1),
        ("title: `x`", 1),
        ("a: *nope", 1),
        ("type:\n\t- x\n", 2),
        ("a: b\n%YAML 1.1\n", 2),
        ("%TAG ! x\n", 1),
        ("a: b\n\ufeffc: d\n", 2),
        ('a: "b\x01"', 1),
        ("a: b\x7f", 1),
        ("a: b\x00", 1),
        ("a: \uffff", 1),
        ('a: "\\uD800"', 1),
        ('a: "\\U00110000"', 1),
        ('a: "\\q"', 1),
        ("a: [b?c]", 1),
        ("a: [? b]", 1),
        ("a: [b:]", 1),
        ("a: {b: c", 1),
        ("a: 'b", 1),
        ("a: |0\n b\n", 1),
        ("a: |x\n b\n", 1),
        ("a: |\n \tb\n", 2),
        ("a: b\n \t\n\tc\n", 3),
        ("a: !<b\n", 1),
        ("a: !b!\n", 1),
        ("a: !x!b c\n", 1),
        ("a: !b[ c\n", 1),
        ("a: &\n", 1),
        ("a: b\n...\n@\n", 3),
    ],
)
def test_what_is_no_yaml_mapping(block: str, line: int | None, pure: bool) -> None:
    code, found = fault(block, pure=pure)
    assert code == "invalid_frontmatter"
    # The parser may notice the end of a block on its last line or behind it.
    assert found == line or (found is not None and line is not None and abs(found - line) <= 1)


@PURE
@pytest.mark.parametrize(
    ("block", "line"),
    [("a: &x 1\nb: &x 2\n", 2), ("a: &x [*x]\n", 1), ("a: &x {b: [*x]}\n", 1), ("a: &x\n  b: {<<: *x}\n", 2)],
)
def test_what_breaks_the_graph(block: str, line: int, pure: bool) -> None:
    assert fault(block, pure=pure) == ("invalid_yaml_graph", line)


@PURE
def test_bytes_that_are_no_text(pure: bool) -> None:
    with pytest.raises(FrontmatterFault) as caught:
        read_frontmatter(b"a: b\nc: \xff\n", pure=pure)
    assert (caught.value.code, caught.value.line) == ("invalid_encoding", 2)


@PURE
@pytest.mark.parametrize(
    ("block", "text"),
    [
        ("k: a\tb", "a\tb"),
        ("k:\t'a'\t# c", "a"),
        ("k: a?b", "a?b"),
        ("k: [a:b, c]", None),
        ("k: ?b", "?b"),
        ("k: -b", "-b"),
        ("k: a::b", "a::b"),
        ("k: 'a''b'", "a'b"),
        ("k: 'a\n\n  b'", "a\nb"),
        ('k: "a\\x41\\t\\\tb\\/"', "aA\t\tb/"),
        ('k: "a\\U0001F600"', "a\U0001f600"),
        ('k: "a \n b"', "a b"),
        ("k: |+\n  a\n\n", "a"),
        ("k: >2\n   a\n  b\n", "a\nb"),
        ("k: >-1 # c\n a\n\n b\n", "a\nb"),
        ("k: |\t\n  a\n", "a"),
        ("k: a\u2028 b", "a\u2028b"),
        ("k: a\n\n\n b", "a\n\nb"),
        ("k: a\n \t\n b", "a\nb"),
        ("k: !<tag:yaml.org,2002:str> 5", "5"),
        ("k: !!s%74r 5", "5"),
        ("k: ! a", "a"),
        ("k: [!t, b]", None),
        ("k: ~", None),
        ("k: a\n# c\nj: b", "a"),
        ('k: "a\\\r\n  b"', "ab"),
    ],
)
def test_one_answer_from_either_parser(block: str, text: str | None, pure: bool) -> None:
    assert read(block, pure=pure).text("k") == text


def test_values_are_small_plain_data() -> None:
    values = read("a: &a [x]\nb: [*a]\n")
    again = pickle.loads(pickle.dumps(values))
    assert (again, hash(again), again.graph) == (values, hash(values), values.graph)
    assert repr(values) == "Frontmatter(title=None)"
    assert repr(values.value("a")) == "Value(ordinal=2)"
    assert read("a: b").value("a") == read("a: b").value("a")


@pytest.mark.parametrize(
    "source",
    [
        b"a: 1\nb: [x, y]\na: 2\n",
        b"<<: {a: 1, c: 3}\na: 2\n",
        b"a: &x {b: 1}\n<<: *x\nb: 2\n? [odd]\n: 3\n",
        b"title: plain\ntype: Note\n",
        b"",
    ],
)
def test_all_fields_at_once_are_the_fields_one_by_one(source: bytes) -> None:
    block = read_frontmatter(source)
    assert [key for key, _ in block.fields] == list(block.keys)
    assert [(key, value) for key, value in block.fields] == [(key, block.value(key)) for key in block.keys]
