"""Nasty pieces, and bundles made of them: all from one source of randomness, so that a seed names a bundle.

The source is anything with the methods of `random.Random`, so that a fuzzer's bytes can stand in for it.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

T = TypeVar("T")


class Source(Protocol):
    def random(self) -> float: ...
    def randrange(self, stop: int, /) -> int: ...
    def randbytes(self, n: int, /) -> bytes: ...


QUERIES = (
    "heron",
    "heron reed",
    "h\u00e9ron",
    "\u6f6e",
    "a",
    "x y z",
    "stra\u00dfe",
    "\u0130",
    "1",
    "\u0661",
    "title",
    "reed\u0301",
    "\u13a0",
    "no such word",
)

WORDS = (
    b"heron", b"reed", b"HERON", b"a", b"x", b"1", b"title", b"heron_reed", b"it's", "h\u00e9ron".encode(), "he\u0301ron".encode(), "\u6f6e\u6c50".encode(), "stra\u00dfe".encode(),
    "\u1e9e".encode(), "\u0130".encode(), "\ufb03".encode(), "\u13a0\uab70".encode(), "\u03a3\u03c2".encode(), "\u0301\u0323".encode(), "a\u0323\u0301\u0345".encode(),
    "\u0f73\u0f71".encode(), "\ufeff".encode(), "\u2028".encode(), "\x85".encode(), "\xa0".encode(), "\u2003".encode(), "\U0001f6a2\u200d".encode(), "\u0661\u2460".encode(), b"\0", b"\x1b[31m",
)  # fmt: skip
BROKEN = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\xaf", b"\xf0\x9f\x98")
ENDS = (
    b"\n",
    b"\n",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"\r",
    b"",
    b" \n",
    b"  \n",
    b"\\\n",
    b"\t\n",
    b"\x0b\n",
    b"\x0c\n",
    b"\n\n\n",
    b"\r\r\n",
)
PREFIXES = (
    b"", b"", b"", b"> ", b">", b"- ", b"* ", b"+ ", b"1. ", b"2) ", b"0. ", b"123456789. ", b"1234567890. ", b"  ", b"   ", b"    ", b"\t", b" ", b"-\t", b">\t", b"-   ", b"-     ", b"- - ", b"> - ", b"- > ",
)  # fmt: skip
STARTS = (
    b"# ", b"## ", b"###### ", b"####### ", b"#", b"#\t", b"# # ", b"```", b"````", b"~~~", b"~~~~", b"```x", b"``` `", b"===", b"=", b"---", b"-", b"--", b"- - -", b"***", b"* * *", b"___", b"_ _ _ x",
    b"<!--", b"-->", b"<pre>", b"</pre>", b"<div>", b"</div>", b"<b>", b"<b ", b"<a b='", b"'>", b"<?", b"?>", b"<!A", b">", b"<![CDATA[", b"]]>", b"<script>", b"</script>", b"<textarea", b"<d-x/>", b"<b>\t",
    b"[a]: ", b"[a]: /u", b"[a]: <u>", b"[a]: /u 't'", b"[a]: /u 't", b"'t'", b"t' x", b"[a]:", b"[", b"[\xc3\xa9]: /u", b"[ A ]: u", b"[a\\]]: u", b"[a", b"]: /u", b"(t)", b"\"t\"", b"\\# ", b"|a|b|", b"|-|-|",
)  # fmt: skip
INLINE = (
    b"*", b"**", b"***", b"_", b"__", b"`", b"``", b"[", b"]", b"](", b")", b"](u)", b"](<u>)", b"](u 't')", b"][a]", b"][]", b"[a]", b"![", b"!", b"\\", b"\\\\", b"\\*", b"\\`", b"\\[", b"<", b">", b"<a>", b"<a b=\"c\">",
    b"<http://x>", b"<a@b.c>", b"</a>", b"<!-- c -->", b"<?p?>", b"&amp;", b"&#35;", b"&", b"#", b" #", b" ##", b" ", b"  ", b"\t", b"(", b"((", b"~~", b"|", b"<!A b>", b"<![CDATA[x]]>", b"\\\n", b"  \n",
)  # fmt: skip
YAML = (
    b"title: heron\n", b"title: 'reed'\n", b"title: |\n  heron\n", b"title: [a]\n", b"title: 1\n", b"title:\n", b"title: !!str 1\n", b"title: &t heron\n", b"title: *t\n", b"type: Note\n", b"tags: [a, b]\n", b"tags:\n- a\n- b\n",
    b"a: &a [x, *b]\n", b"b: &b {c: d}\n", b"<<: *b\n", b"<<: [*b, *b]\n", b"c: *a\n", b"? [k]\n: v\n", b"? k\n", b": v\n", b"- x\n", b"  - y\n", b"{a: b}\n", b"[a\n", b"]\n", b"{\n", b"}\n", b"'\n", b'"\n', b'x: "\\u00e9\\ud800"\n',
    b"x: !t y\n", b"x: !!binary '#'\n", b"d: 2020-13-45\n", b"n: 0x" + b"f" * 40 + b"\n", b"# c\n", b"\n", b"...\n", b"--- a\n", b"%YAML 1.1\n", b"\t", b" ", b"k: v # c\n", b"k: >-\n\n  a\n   b\n", b"@\n", b"`\n", b"x: y: z\n", "k: \u2028v\x85\n".encode(),
    b"z: [[[[[[[[\n", b"]]]]]]]]\n", b"&\n", b"*\n", b"!\n", b"~\n", b"null\n", b"\x07\n", b"\xef\xbb\xbf", b"\xff\n", b"k: 'a\n  b'\n", b"? \n", b"-\n", b"k:v\n", b"title: heron\r\n",
)  # fmt: skip
FENCES = (
    b"---\n",
    b"---\n",
    b"---\n",
    b"---\r\n",
    b"--- \n",
    b"----\n",
    b"\n---\n",
    b"\xef\xbb\xbf---\n",
    b"---",
    b"+++\n",
    b"--\n",
)
NAMES = (
    "a.md", "b.md", "c.md", "index.md", "log.md", "x.png", ".md", "a.MD", "a.md.md", "\u00e9.md", "e\u0301.md", "a b.md", "%20#?.md", "-.md", ".hidden.md", "a\\b.md", "a\nb.md", "\x7f.md", "\udcff.md", "\ud800.md", "a:b.md",
    ".okf", ".okf-index-txn-1", ".OKF-Document-TXN-", "\u202e.md", "\x85.md", "n" * 250 + ".md", "~", "...", "\u6f6e.md", "a.md ", "A.md",
)  # fmt: skip
FOLDERS = (
    "",
    "",
    "",
    "s/",
    "s/t/",
    "S/",
    "a.md/",
    "s-/",
    "\u00e9/",
    ".okf/",
    "s/.okf/",
    ".git/",
    "d/" * 20,
    "d/" * 70,
    "x\\y/",
)


def choose(source: Source, choices: tuple[T, ...]) -> T:
    return choices[source.randrange(len(choices))]


def chance(source: Source, odds: float) -> bool:
    return source.random() < odds


def line(source: Source) -> bytes:
    pieces = [choose(source, PREFIXES)]
    while chance(source, 0.25):
        pieces.append(choose(source, PREFIXES))
    if chance(source, 0.6):
        pieces.append(choose(source, STARTS))
    while chance(source, 0.7):
        pieces.append(choose(source, INLINE if chance(source, 0.45) else WORDS))
        if chance(source, 0.3):
            pieces.append(b" ")
    if chance(source, 0.02):
        pieces.append(choose(source, STARTS + INLINE + PREFIXES + WORDS) * source.randrange(300))
    if chance(source, 0.004):
        pieces.append(choose(source, BROKEN))
    pieces.append(choose(source, ENDS))
    return b"".join(pieces)


def front(source: Source) -> bytes:
    pieces = [choose(source, FENCES)]
    while chance(source, 0.7):
        pieces.append(choose(source, YAML))
    if chance(source, 0.9):
        pieces.append(choose(source, FENCES))
    return b"".join(pieces)


def sound_front(source: Source) -> bytes:
    pieces = [b"---\n", *(choose(source, YAML[:12]) for _ in range(source.randrange(3))), b"---\n"]
    return b"".join(pieces)


def document(source: Source) -> bytes:
    pieces = []
    kind = source.random()
    if kind < 0.15:
        pieces.append(front(source))
    elif kind < 0.3:
        pieces.append(sound_front(source))
    while chance(source, 0.88):
        pieces.append(line(source))
    if chance(source, 0.005):
        pieces.append(source.randbytes(source.randrange(40)))
    return b"".join(pieces)


def path(source: Source) -> str:
    # Most bundles must be sound, or nothing but the judging of names would be tried.
    if chance(source, 0.97):
        return choose(source, FOLDERS[:7]) + choose(source, NAMES[:6])
    return choose(source, FOLDERS) + choose(source, NAMES)


def bundle(source: Source) -> dict[str, bytes]:
    """Make a mapping of some files; a path that another one uses as a folder is left out."""
    files: dict[str, bytes] = {}
    for _ in range(1 + (source.randrange(4) if chance(source, 0.4) else 0)):
        files[path(source)] = document(source)
    return {name: data for name, data in files.items() if not any(other.startswith(f"{name}/") for other in files)}
