"""Hostile bundles as data: what stands on the disk, what is asked, and the one right outcome."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import field, frozen

from okfsearch import Limits

WORD = "quillwort"  # asked for
INSIDE = "tamarack"  # stands in bodies: no error may repeat it
OUTSIDE = "saltmarsh"  # stands only outside of the bundle: nothing may repeat it
FRONT = "---\ntype: Note\ntitle: Plant\n---\n"

Files = Mapping[str, str | bytes]
Range = tuple[str, int, int]


@frozen
class Hits:
    """Want exactly these ranges of lines, in any order."""

    ranges: frozenset[Range]
    headings: Mapping[str, str] = field(factory=dict)  # path to heading, where it matters
    skipped: Mapping[str, tuple[str, ...]] | None = None


@frozen
class Refusal:
    """Want this code, these details, and nothing else."""

    code: str
    details: Mapping[str, Any] = field(factory=dict)


@frozen(kw_only=True)
class Case:
    name: str
    files: Files = field(factory=dict)
    build: Callable[[Path], None] | None = None  # what files alone cannot say; it gets the case's folder
    root: str = "bundle"
    query: str = WORD
    limit: int = 100
    limits: Limits = Limits()
    want: Hits | Refusal
    deep: bool = False  # deeper than a recursive removal can go

    def write(self, folder: Path) -> str:
        """Write the case and return the root to hand over."""
        bundle = folder / "bundle"
        bundle.mkdir()
        for path, text in self.files.items():
            target = bundle.joinpath(*path.split("/"))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text if isinstance(text, bytes) else text.encode())
        if self.build is not None:
            self.build(folder)
        return os.path.join(folder, self.root)


def hits(*ranges: Range, **more: Any) -> Hits:
    return Hits(frozenset(ranges), **more)


def documents(code: str, *rows: tuple[str, int | None]) -> Refusal:
    return Refusal(code, {"documents": tuple({"path": path, "line": line, "code": code} for path, line in rows)})


def cap(limit: str, **details: Any) -> Refusal:
    return Refusal("resource_limit", {"limit": limit, **details})


GOOD = FRONT + f"# Meadow\n\n{WORD} {INSIDE}\n"
IN_GOOD: Range = ("good.md", 5, 7)


def before_tail(middle: str | bytes, front: str = FRONT) -> bytes:
    """Put a hostile middle between the front matter and a last section that is sought."""
    middle = middle if isinstance(middle, bytes) else middle.encode()
    return front.encode() + middle + f"\n\n# Tail\n{WORD} {INSIDE}\n".encode()


def tail(path: str, data: bytes) -> Range:
    last = data.count(b"\n")
    return path, last - 1, last


def tails(middles: Mapping[str, str]) -> tuple[Files, Hits]:
    files = {f"{name}.md": before_tail(middle) for name, middle in middles.items()}
    return files, hits(*(tail(path, data) for path, data in files.items()))


# The file system


def _links_out(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    (folder / "elsewhere" / "secret.md").write_text(f"# Away\n{WORD} {OUTSIDE}\n")
    bundle = folder / "bundle"
    (bundle / "up.md").symlink_to("../elsewhere/secret.md")
    (bundle / "absolute.md").symlink_to(folder / "elsewhere" / "secret.md")
    (bundle / "folder").symlink_to("../elsewhere")
    (bundle / "root").symlink_to("/")
    (bundle / "self").symlink_to(".")
    (bundle / "loop.md").symlink_to("loop.md")
    (bundle / "gone.md").symlink_to("nowhere.md")
    (bundle / "twin.md").symlink_to("good.md")


def _kinds(folder: Path) -> None:
    bundle = folder / "bundle"
    os.mkfifo(bundle / "pipe.md")
    here = os.getcwd()
    listener = socket.socket(socket.AF_UNIX)
    try:
        os.chdir(bundle)  # the address of a socket is short, the folders of a test run are not
        listener.bind("socket.md")
    finally:
        os.chdir(here)
        listener.close()


def _sparse(size: int) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        with open(folder / "bundle" / "wide.md", "wb") as out:
            out.truncate(size)

    return build


def _byte_name(name: bytes) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        with open(os.path.join(os.fsencode(folder / "bundle"), name), "wb") as out:
            out.write(GOOD.encode())

    return build


def make_deep(folder: Path, parts: list[str], leaf: str, data: bytes) -> None:
    """Write a file below a path that may be too long for one call."""
    descriptor = os.open(folder / "bundle", os.O_RDONLY | os.O_DIRECTORY)
    for part in parts:
        with suppress(FileExistsError):
            os.mkdir(part, dir_fd=descriptor)
        inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    out = os.open(leaf, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=descriptor)
    os.write(out, data)
    os.close(out)
    os.close(descriptor)


def _deep(parts: list[str]) -> Callable[[Path], None]:
    return lambda folder: make_deep(folder, parts, "z.md", f"# Z\n{WORD}\n".encode())


def _root_link(folder: Path) -> None:
    (folder / "link").symlink_to("bundle")
    (folder / "ancestor").symlink_to(".")


def _path_of(size: int) -> list[str]:
    """Return folder names whose path with `z.md` has that many bytes."""
    left = size - len("/z.md")
    parts = []
    while left > 240:
        parts.append("w" * 199)
        left -= 200
    return [*parts, "w" * left]


SKIPPED_LINKS = tuple(sorted(("up.md", "absolute.md", "folder", "root", "self", "loop.md", "gone.md", "twin.md")))

FILE_SYSTEM = [
    Case(
        name="links are passed over and named",
        files={"good.md": GOOD},
        build=_links_out,
        want=hits(IN_GOOD, skipped={"symlink": SKIPPED_LINKS}),
    ),
    Case(
        name="pipes and sockets are passed over and named",
        files={"good.md": GOOD},
        build=_kinds,
        want=hits(IN_GOOD, skipped={"fifo": ("pipe.md",), "socket": ("socket.md",)}),
    ),
    *(
        Case(
            name=f"root spelled {spelling}",
            files={"good.md": GOOD},
            build=_root_link,
            root=spelling,
            want=Refusal("root_is_symlink"),
        )
        for spelling in ("link", "link/", "link//", "link/.", "link/./", "link/././/.")
    ),
    *(
        Case(name=f"root spelled {spelling}", files={"good.md": GOOD}, build=_root_link, root=spelling, want=hits(IN_GOOD))
        for spelling in ("bundle/", "bundle/.", "./bundle", "bundle/./", "ancestor/bundle", "link/../bundle")
    ),
    *(
        Case(
            name=f"root is a file, spelled {spelling}",
            files={"good.md": GOOD},
            root=spelling,
            want=Refusal("root_not_directory"),
        )
        for spelling in ("bundle/good.md", "bundle/good.md/", "bundle/good.md/.")
    ),
    Case(name="no root", root="nowhere", want=Refusal("root_not_found")),
    Case(name="no root below a file", files={"good.md": GOOD}, root="bundle/good.md/x", want=Refusal("root_not_found")),
    Case(name="root with a NUL", root="bundle\0x", want=Refusal("schema_validation")),
    Case(name="nothing at all", want=hits()),
    Case(name="only empty files", files={"a.md": "", "b.md": "\n", "c.md": "\n\r\n \t\u2003\n"}, want=hits()),
    Case(name="a folder named as a note", files={"x.md/good.md": GOOD}, want=hits(("x.md/good.md", 5, 7))),
    Case(
        name="a terabyte of nothing",
        files={"good.md": GOOD},
        build=_sparse(1 << 40),
        want=cap("file_bytes", path="wide.md", maximum=16 * 1024 * 1024),
    ),
    Case(
        name="paths over the cap cost no reading",
        files={"a.md": GOOD, "b.md": GOOD, "c/wide.md": GOOD},
        build=_sparse(1 << 40),
        limits=Limits(path_bytes=6),
        want=cap("path_bytes", maximum=6),
    ),
    Case(name="64 segments", build=_deep(["d"] * 63), want=hits(("d/" * 63 + "z.md", 1, 2))),
    Case(name="65 segments", files={"good.md": GOOD}, build=_deep(["d"] * 64), want=cap("path_depth", maximum=64)),
    Case(name="66 segments", files={"good.md": GOOD}, build=_deep(["d"] * 65), want=cap("path_depth", maximum=64)),
    Case(
        name="1,200 segments", files={"good.md": GOOD}, build=_deep(["d"] * 1200), deep=True, want=cap("path_depth", maximum=64)
    ),
    Case(name="4,096 bytes of path", build=_deep(_path_of(4096)), want=hits(("/".join([*_path_of(4096), "z.md"]), 1, 2))),
    Case(
        name="4,097 bytes of path", files={"good.md": GOOD}, build=_deep(_path_of(4097)), want=cap("path_bytes", maximum=4096)
    ),
]

# Names

ODD_NAMES = (
    "50% off #1?.md", "%2e%2e.md", "-rf.md", "a&b=c+d.md", "x;y@z:$.md", "(paren)'s!*.md", "\"quoted\".md", " lead.md", "trail .md",
    "h\u00f6he.md", "ho\u0308he.md", "\u4e2d\u6587.md", "\U0001f6a2.md", "\u202ereversed.md", "\u200bzero.md", "c1\u0085.md", "~.md",
    "...md", "a.md.md", "[x](y).md", "<b>.md", "`.md", "{|}^.md", "CON.md", "fn:x.md", "\ufeffbom.md", ".hidden.md", "sub/.okf/in.md", "INDEX.md",
)  # fmt: skip
FOREIGN_NAMES = (b"new\nline.md", b"tab\tx.md", b"esc\x1b[31m.md", b"\x01.md", b"\x7f.md", b"back\\slash.md", b"..\\..\\up.md", b"bad\xff.md",
                 b"\xc0\xaf.md", b"\xed\xa0\x80.md", b"asset\xfe.png", b"cut\xe2\x82")  # fmt: skip
TRANSACTIONS = (".okf-index-txn-1", ".OKF-Index-Txn-", ".okf-document-txn-a.md", ".OKF-DOCUMENT-TXN-x", ".okf-publication-private-v2-7",
                ".okf-PUBLICATION-private-V2-")  # fmt: skip

NAMES = [
    Case(name="odd names are names", files=dict.fromkeys(ODD_NAMES, GOOD), want=hits(*((name, 5, 7) for name in ODD_NAMES))),
    *(
        Case(name=f"foreign name {name!r}", files={"good.md": GOOD}, build=_byte_name(name), want=Refusal("invalid_name"))
        for name in FOREIGN_NAMES
    ),
    *(
        Case(name=f"transaction name {name} as a {kind}", files={"good.md": GOOD, path: GOOD}, want=Refusal("invalid_name", {"path": where}))
        for name in TRANSACTIONS
        for kind, path, where in (("file", name, name), ("folder", f"{name}/x.md", name), ("file below", f"s/{name}", f"s/{name}"))
    ),
    Case(
        name="a transaction name as a link",
        files={"good.md": GOOD},
        build=lambda folder: (folder / "bundle" / ".okf-index-txn-l").symlink_to("good.md"),
        want=Refusal("invalid_name", {"path": ".okf-index-txn-l"}),
    ),
    Case(
        name="near misses of transaction names",
        files=dict.fromkeys((".okf-index-txn.md", "okf-index-txn-.md", "x.okf-index-txn-1.md", ".okf-publication-private-v1-.md"), GOOD),
        want=hits(*((f"{name}.md", 5, 7) for name in (".okf-index-txn", "okf-index-txn-", "x.okf-index-txn-1", ".okf-publication-private-v1-"))),
    ),
    Case(name="a file named .md", files={"good.md": GOOD, "sub/.md": GOOD}, want=documents("invalid_concept_id", ("sub/.md", None))),
    Case(
        name=".okf at the root only",
        files={"good.md": GOOD, ".okf/a.md": GOOD, "s/.okf/a.md": GOOD},
        want=hits(IN_GOOD, ("s/.okf/a.md", 5, 7)),
    ),
    Case(
        name="reserved and other extensions",
        files={
            "good.md": GOOD,
            **dict.fromkeys(("index.md", "log.md", "s/index.md", "s/log.md", "a.MD", "a.markdown", "a.mdx", "md", "a.md~"), b"\xff" + GOOD.encode()),
        },
        want=hits(IN_GOOD),
    ),
    Case(name="a bad name before a passed cap", files={"a.md": GOOD, "b.md": GOOD, ".okf-index-txn-": GOOD}, limits=Limits(files=1),
         want=Refusal("invalid_name")),
]  # fmt: skip

# Encodings and line ends

ENCODINGS = [
    Case(
        name="a byte order mark makes all of it body",
        files={"a.md": b"\xef\xbb\xbf" + GOOD.encode()},
        want=hits(("a.md", 5, 7)),
    ),
    Case(name="a byte order mark alone", files={"a.md": b"\xef\xbb\xbf", "good.md": GOOD}, want=hits(IN_GOOD)),
    Case(name="NUL is text", files={"a.md": f"\0\n# \0H\0\n{WORD}\0\n", "b.md": b"\0" * 70_000}, want=hits(("a.md", 2, 3))),
    *(
        Case(name=f"not UTF-8: {bad!r}", files={"a.md": GOOD, "b.md": GOOD.encode() + b"x\n" + bad + b"\n", "c.md": bad},
             want=documents("invalid_encoding", ("b.md", 9), ("c.md", 1)))
        for bad in (b"\xff", b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf0\x9f\x98", b"\xe2\x82")
    ),
    Case(
        name="a character across the border of two slices",
        files={"a.md": b"x" * (128 * 1024 - 1) + "\u00e9".encode() + f"\n# H\n{WORD}\n".encode()},
        want=hits(("a.md", 2, 3)),
    ),
    Case(
        name="only LF ends a line",
        files={"a.md": f"one\r# no\r\x0b# no\x0c# no\x85\u2028# no\u2029# no\x1c# no\n# Two\n{WORD}"},
        want=hits(("a.md", 2, 3)),
    ),
    Case(name="CRLF throughout", files={"a.md": GOOD.replace("\n", "\r\n")}, want=hits(("a.md", 5, 7), headings={"a.md": "Meadow"})),
    Case(name="all but the last line end", files={"a.md": f"# A\n\n# B\n{WORD}", "b.md": WORD}, want=hits(("a.md", 3, 4), ("b.md", 1, 1))),
]  # fmt: skip

# Front matter


def front(text: str) -> str:
    return f"---\n{text}\n---\n# H\n{WORD} {INSIDE}\n"


def yaml_hit(name: str, text: str) -> Case:
    line = text.count("\n") + 4
    return Case(name=f"YAML {name}", files={"a.md": front(text)}, want=hits(("a.md", line, line + 1)))


def yaml_refusal(name: str, text: str, code: str = "invalid_frontmatter") -> Case:
    return Case(name=f"YAML {name}", files={"a.md": front(text), "good.md": GOOD}, want=Refusal(code))


def nested(depth: int) -> str:
    """Nest lists under a key: with the root mapping there are `depth` containers."""
    return "a: " + "[" * (depth - 1) + "]" * (depth - 1)


def chain(hops: int) -> str:
    """Let a value be found over that many aliases: each anchored mapping merges the one before."""
    rows = ["m0: &m0 {title: deep}"]
    rows += [f"m{i}: &m{i} {{<<: *m{i - 1}}}" for i in range(1, hops)]
    return "\n".join([*rows, f"<<: *m{hops - 1}"])


def doubling(rows: int, width: int) -> str:
    text = ["a0: &a0 [x, x]"]
    text += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * width)}]" for i in range(1, rows)]
    return "\n".join(text)


YAML = [
    yaml_hit("63 containers", nested(63)),
    yaml_hit("64 containers", nested(64)),
    yaml_refusal("65 containers", nested(65), "invalid_yaml_graph"),
    yaml_refusal("a thousand containers", nested(1000), "invalid_yaml_graph"),
    yaml_hit("62 merges behind each other", chain(62)),
    yaml_refusal("70 merges behind each other", chain(70), "invalid_yaml_graph"),
    yaml_refusal("an alias storm", doubling(30, 9), "invalid_yaml_graph"),
    yaml_hit("an alias breeze", doubling(4, 9)),
    yaml_refusal("an alias in itself", "a: &a [*a]", "invalid_yaml_graph"),
    yaml_refusal("a mapping that merges itself", "a: &a {<<: *a}", "invalid_yaml_graph"),
    yaml_refusal("an alias to nothing", "a: *b"),
    yaml_refusal("one anchor twice", "a: &x 1\nb: &x 2", "invalid_yaml_graph"),
    yaml_refusal("a list", "- a\n- b"),
    yaml_refusal("a scalar", "just text"),
    yaml_refusal("nothing but a comment", "# hello"),
    yaml_refusal("null", "~"),
    yaml_refusal("an open bracket", "title: ["),
    yaml_refusal("a tab as indent", "a:\n\tb: c"),
    yaml_refusal("an escape that is half a pair", 'a: "\\uD800"'),
    yaml_refusal("an escape past the last plane", 'a: "\\U0FFFFFFF"'),
    yaml_refusal("a bell", "a: \x07"),
    yaml_hit("a second document that is broken", "title: a\n...\nb: [1"),
    yaml_hit("a bad date", "when: 2020-13-45\nx: 0000-00-00"),
    yaml_hit("endless digits", "n: " + "9" * 50_000 + "\nh: 0x" + "f" * 50_000),
    yaml_hit("base sixty", "n: 1" + ":59" * 20_000 + ".5"),
    yaml_hit("keys that are no text", "? [a, b]\n: c\n? {d: e}\n: f\n1: x\ntrue: y\n~: z"),
    yaml_hit("one key twice", "title: quillwort\ntitle: other"),
    yaml_hit("foreign tags", "title: !!python/object/apply:os.system ['touch sprung']\nx: !!python/name:os.system ''\ny: !<x> z\nb: !!binary '####'\ns: !!set {a}"),
    yaml_hit("not numbers", "a: .nan\nb: -.inf\nc: 1_000\nd: 010\ne: 1:30"),
    yaml_hit("terminal commands in a title", 'title: "\\e]0;x\\a\\0"'),
    Case(name="never closed", files={"a.md": "---\ntitle: x\n" + GOOD[4:].replace("---", "--"), "good.md": GOOD}, want=documents("unterminated_frontmatter", ("a.md", 1))),
    Case(name="closed on the last line without LF", files={"a.md": "---\ntitle: quillwort\n---", "good.md": GOOD}, want=hits(IN_GOOD)),
    Case(
        name="near misses of a fence",
        files={f"{i}.md": f"{opening}\ntitle: [\n---\n\n# H\n{WORD}\n" for i, opening in enumerate(("----", "--- ", " ---", "\n---", "+++", ";;;", "---\r\r", "--", "---x"))},
        want=hits(*((f"{i}.md", 5 + (i == 3), 6 + (i == 3)) for i in range(9))),
    ),
    Case(name="all bad documents are told, in order",
         files={"b.md": b"\xff", "a.md": front("["), "c.md": "---\nopen", "good.md": GOOD, "s/.md": "x"},
         want=Refusal("invalid_frontmatter", {"documents": (
             {"path": "a.md", "line": 2, "code": "invalid_frontmatter"}, {"path": "b.md", "line": 1, "code": "invalid_encoding"},
             {"path": "c.md", "line": 1, "code": "unterminated_frontmatter"}, {"path": "s/.md", "line": None, "code": "invalid_concept_id"})})),
]  # fmt: skip

# Markdown: nothing inline can matter outside of headings

STORMS = {
    "open brackets": "[" * 60_000, "nested pairs": "[" * 30_000 + "a" + "]" * 30_000, "closers": "a]" * 50_000, "images": "![[]()" * 20_000,
    "stars": "*a " * 40_000, "mixed": "*a_ " * 40_000, "strong": "**a *b " * 20_000, "rising ticks": "".join("a" + "`" * i for i in range(900)),
    "links": "[a](b" * 20_000, "angle links": "[a](<b" * 20_000, "parentheses": "[a](" + "(" * 40_000, "less": "<" * 100_000,
    "comments": "</" + "<!--" * 40_000, "entities": "&" * 90_000, "escapes": "\\" * 90_001, "tildes": "~~a" * 40_000, "declarations": "<!A" * 40_000,
    "instructions": "a<?" * 40_000, "cdata": "a<![CDATA[" * 20_000, "mail": "<" + "a." * 50_000, "pipes": "a|" * 30_000 + "\n" + "-|" * 30_000,
}  # fmt: skip
BLANKS = {
    "heading": "# a" + " " * 80_000, "closing": "# a" + " " * 80_000 + "#", "hashes": "# a " + "# " * 400, "break": "_" + " " * 80_000 + "a",
    "setext": "a\n" + "=" * 50_000 + " x", "quote": ">" + " " * 80_000 + "x", "tabs": "\t" * 40_000 + "x",
    "fence": "`" * 40_000 + " " * 40_000 + "`", "hard": "x" + " " * 80_000 + "x  \ny", "cr": "a\r" * 40_000, "blank tail": "a\n" + " \n" * 40_000 + "b",
}  # fmt: skip
STRUCTURE = {
    "definitions": "[a]: /u\n" * 8_000, "definition titles": "[a]: /u 'x\n" * 8_000, "open label": "[" + "a\n" * 30_000, "fences": "```a`\n" * 8_000,
    "html": "<div>\n\n" * 8_000, "comments": "<!-- -->\n" * 8_000, "rules": "- - -\n" * 8_000, "items": "- a\n" * 8_000, "markers": "1) a\n- b\n" * 6_000,
    "quotes": "> a\nb\n" * 6_000, "lazy": "> a\n" + "b\n" * 20_000, "empty items": "-\n" * 8_000, "empty headings": "#\n" * 20_000,
    "staircase": "".join(" " * (2 * i) + "- a\n" for i in range(180)), "quote stairs": "".join(">" * i + " a\n" for i in range(1, 180)),
    "deep quote and lazy": "> " * 199 + "a\n" + "b\n" * 500, "blank lines in a deep list": "- " * 150 + "a\n" + "\n" * 5_000,
}  # fmt: skip


def storm(name: str, middles: Mapping[str, str]) -> Case:
    files, want = tails(middles)
    return Case(name=name, files=files, want=want)


def nest(name: str, text: str, want: Hits | Refusal | None = None) -> Case:
    data = before_tail(text)
    return Case(name=f"nest of {name}", files={"a.md": data}, want=want or hits(tail("a.md", data)))


DEEP = cap("container_depth", maximum=200, path="a.md")
MARKDOWN = [
    storm("inline storms in a paragraph", {name: "x " + text for name, text in STORMS.items()}),
    storm("runs of blanks", BLANKS),
    storm("storms of structure", STRUCTURE),
    storm("long lines", {"words": "word " * 100_000, "one word": "w" * 400_000, "no blank": "w-" * 200_000, "wide": "\u6f6e" * 100_000}),
    nest("200 quotes on a line", "> " * 200 + "# a"),
    nest("201 quotes on a line", "> " * 201 + "# a", DEEP),
    nest("200 tight quotes on a line", ">" * 200 + "# a"),
    nest("201 tight quotes on a line", ">" * 201 + "# a", DEEP),
    nest("200 list items on a line", "- " * 200 + "# a"),
    nest("201 list items on a line", "- " * 201 + "# a", DEEP),
    nest("200 ordered items on a line", "1. " * 200 + "# a"),
    nest("201 ordered items on a line", "1. " * 201 + "# a", DEEP),
    nest("200 of both on a line", "> - " * 100 + "# a"),
    nest("201 of both on a line", "> - " * 100 + "> # a", DEEP),
    nest("200 bare markers on a line", "- " * 199 + "+\n" + " " * 400 + "# a"),
    nest("201 bare markers on a line", "- " * 200 + "+\n" + " " * 402 + "# a", DEEP),
    nest("20,000 stars that are no break", "* " * 20_000 + "# a", DEEP),
    nest("20,000 stars that are one", "* " * 20_000),
    nest("a hundred thousand quotes", ">" * 100_000 + "# a", DEEP),
    nest("201 quotes over stairs", "".join(">" * i + " a\n>" + ">" * i + " # a\n" for i in range(1, 201)), DEEP),
    nest("201 items over stairs", "".join("  " * i + "- # a\n" for i in range(201)), DEEP),
    Case(
        name="a nest too deep behind a heading without it",
        files={"a.md": "# " + "> " * 400 + f"\n{WORD}\n", "b.md": "    " + "- " * 400 + f"\n{WORD}\n", "c.md": "```\n" + "> " * 400 + f"\n{WORD}\n"},
        want=hits(("a.md", 1, 2), ("b.md", 1, 2), ("c.md", 1, 3)),
    ),
    Case(
        name="no headings: code, HTML, escapes, seven hashes",
        files={
            "a.md": f"# One\n```\n# no\n```\n~~~~\n~~~\n# no\n~~~~\n    # no\n\\# no\n#no\n####### no\n{WORD}\n# Two\nx\n",
            "b.md": f"# One\n<!--\n\n# no\n-->\n<pre>\n# no\n\n# no\n</pre>\n<?\n# no\n?>\n<div>\n# no\n\n# Two\n{WORD}\n",
            "c.md": f"# One\n```\n# no\n{WORD}\n",
        },
        want=hits(("a.md", 1, 13), ("b.md", 17, 18), ("c.md", 1, 4)),
    ),
    Case(name="a title that is in the text once", files={"a.md": f"---\ntitle: {WORD}\n---\n# A\nx\n# B\ny\n"}, want=hits(("a.md", 4, 5), ("a.md", 6, 7))),
]  # fmt: skip

# Headings: there inline text matters, under a budget

# Opening brackets, ticks and the like that nobody closes stand as they are.
HEADING_STORMS = (
    "[", "]", "![", "*a ", "_a ", "**a *b ", "[a](b ", "[a](<b ", "<a ", "</a ", "<!--", "<? ", "<![CDATA[", "\\", "`a ", "[a][b ", "[](<", "*_", "a](", "<a@",
)  # fmt: skip


def delimiters(unit: str) -> int:
    """Count as the documents do: runs of ticks, stars and underscores once, the others one by one."""
    text = unit * 2
    once = sum(text.count(mark) for mark in "\\[]<")
    runs = sum(1 for i, mark in enumerate(text) if mark in "`*_" and (i == 0 or text[i - 1] != mark))
    return (once + runs) // 2


def storm_heading(unit: str, most: int) -> str:
    return "# x " + unit * (most // delimiters(unit))


def _thousand(unit: str) -> str:
    return f"{storm_heading(unit, 250)}\n\n" * 1_000


HEADINGS = [
    *(
        Case(
            name=f"a heading storm of {unit!r} within the budget",
            files={"a.md": storm_heading(unit, 256) + f"\n{WORD}\n", "b.md": storm_heading(unit, 256)[2:] + f"\n===\n{WORD}\n"},
            limits=Limits(heading_bytes=2_048),
            want=hits(("a.md", 1, 2), ("b.md", 1, 3)),
        )
        for unit in HEADING_STORMS
    ),
    *(
        Case(
            name=f"a heading storm of {unit!r} beyond the budget",
            files={"a.md": storm_heading(unit, 256) + unit * 2 + f"\n{WORD}\n"},
            want=cap("heading_delimiters", maximum=256, path="a.md"),
        )
        for unit in HEADING_STORMS
    ),
    Case(
        name="a thousand heading storms",
        files={"a.md": _thousand("[](<b ") + f"# Tail\n{WORD}\n"},
        want=hits(("a.md", 2001, 2002)),
    ),
    Case(
        name="heading storms beyond the bundle's budget",
        files={f"{i}.md": _thousand("]") for i in range(5)},
        want=cap("bundle_delimiters", maximum=1_000_000),
    ),
    Case(
        name="a long heading line with a short text",
        files={
            "a.md": f"# [short]({'u' * 200_000})\n{WORD}\n", "b.md": f"# short{' ' * 200_000}#\n{WORD}\n", "c.md": f"# short {'#' * 200_000}\n{WORD}\n",
            "d.md": f"# ![short](<{'v' * 100_000}> '{'t' * 100_000}')\n{WORD}\n",
        },
        want=hits(*((f"{name}.md", 1, 2) for name in "abcd"), headings={f"{name}.md": "short" for name in "abcd"}),
    ),
    Case(name="1,024 bytes of heading", files={"a.md": f"# {'h' * 1024}\n{WORD}\n", "b.md": f"{'é' * 512}\n---\n{WORD}\n"}, want=hits(("a.md", 1, 2), ("b.md", 1, 3))),
    Case(name="1,025 bytes of heading", files={"a.md": f"# {'h' * 1025}\n{WORD}\n"}, want=cap("heading_bytes", maximum=1024, path="a.md")),
    Case(name="1,026 bytes of wide heading", files={"a.md": f"{'é' * 513}\n---\n{WORD}\n"}, want=cap("heading_bytes", maximum=1024, path="a.md")),
    Case(name="a Setext heading of 50,000 lines", files={"a.md": "word\n" * 50_000 + f"===\n{WORD}\n"}, want=cap("heading_bytes", maximum=1024, path="a.md")),
    Case(name="1,025 bytes of title", files={"a.md": f"---\ntitle: {'t' * 1025}\n---\n# H\n{WORD}\n"}, want=cap("title_bytes", maximum=1024, path="a.md")),
]  # fmt: skip

# Words

WORDS = [
    Case(
        name="runs of marks",
        files={"a.md": "a" + "\u0301\u0323" * 100_000 + f"\n# Tail\n{WORD}\n", "b.md": ("a" + "\u0323\u0301" * 2_000 + "\n") * 40 + f"# Tail\n{WORD}\n"},
        want=hits(("a.md", 2, 3), ("b.md", 41, 42)),
    ),
    Case(name="a mark at a line's start", files={"a.md": f"\u0301{WORD}\n\u0301 {WORD}\n"}, want=hits(("a.md", 1, 2))),
    Case(name="words that grow when folded", files={"a.md": "\ufb03" * 60_000 + "\n# T\n" + WORD}, want=hits(("a.md", 2, 3))),
    Case(
        name="one word, many spellings",
        query="café STRASSE ﬁsh",
        files={"a.md": "CAFE\u0301 straße fish\n", "b.md": "cafe strasse fish\n"},
        want=hits(("a.md", 1, 1)),
    ),
    Case(name="marks alone are no query", query="\u0301\u0323", want=Refusal("schema_validation", {"field": "query", "reason": "empty_query"})),
    *(
        Case(name=f"query {query!r}", query=query, root="nowhere", want=Refusal("schema_validation"))
        for query in ("", " ", "\n", "---", "_", "\u200d", "\ud800", "x\udc00", "x" * 513)
    ),
    *(
        Case(name=f"limit {limit!r}", limit=limit, root="nowhere", want=Refusal("schema_validation", {"field": "limit"}))
        for limit in (0, -1, 101, True, 1.0, "20", None, 1 << 70)
    ),
    Case(name="a query of control characters", query=f"\x1b[31m {WORD}\0\u2028", files={"good.md": GOOD.replace(WORD, f"31m {WORD}")}, want=hits(IN_GOOD)),
    Case(name="a query of 33 terms", query=" ".join(f"w{i}" for i in range(33)), root="nowhere", want=cap("query_terms", maximum=32)),
]  # fmt: skip

CASES = [*FILE_SYSTEM, *NAMES, *ENCODINGS, *YAML, *MARKDOWN, *HEADINGS, *WORDS]
