"""Hostile inputs of any size: for each pattern, a function from a number of bytes to a bundle of about so many.

The seed of what is random is fixed.  A pattern that would pass a cap is asked with wider limits, since what is judged is
how the work grows and not where it is cut off.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice

from attrs import frozen

from okfsearch import Limits

Files = dict[str, bytes]
KIB = 1024
MIB = 1024 * KIB

WIDE = Limits(
    files=10**9, file_bytes=10**9, total_bytes=10**9, heading_bytes=10**9, title_bytes=10**9, sections=10**9, tokens=10**9,
    frontmatter_bytes=10**9, directory_entries=10**9, bundle_delimiters=10**9,
)  # fmt: skip


@frozen
class Pattern:
    """Hold one way to be hostile.

    Attributes:
        name: what the table calls it.
        make: a bundle of about that many bytes.
        size: the bytes of the smallest measurement; two doublings follow.
        kind: the group in the table.
        capped: the limit that bounds such work in all, for a pattern that packs as many as possible into each byte: of what
            costs a fixed amount each (a section, a delimiter of a heading, a file).
    """

    name: str
    make: Callable[[int], Files]
    size: int
    kind: str
    capped: str | None = None


PATTERNS: list[Pattern] = []

_CAPPED_KINDS = {"headings": "bundle_delimiters", "files": "files"}
_CAPPED = dict.fromkeys(
    ("indented headings", "underlines of nothing", "headings", "closed headings", "Setext headings", "Setext without blanks", "headings in quotes", "Setext in quotes", "headings in items",
     "a heading in a nest at the cap", "a heading in an item nest", "words of the query in tiny sections", "distinct labels and references"),
    "sections",
)  # fmt: skip


def add(kind: str, name: str, make: Callable[[int], Files | bytes], size: int = MIB) -> None:
    def files(wanted: int) -> Files:
        made = make(wanted)
        return {"a.md": made} if isinstance(made, bytes) else made

    PATTERNS.append(Pattern(name, files, size, kind, _CAPPED_KINDS.get(kind, _CAPPED.get(name))))


def repeat(unit: str, *, head: str = "", tail: str = "") -> Callable[[int], bytes]:
    """Repeat a unit until the size is reached."""
    data = unit.encode()
    return lambda size: head.encode() + data * (size // len(data)) + tail.encode()


def take(units: Callable[[], Iterator[str]], *, head: str = "") -> Callable[[int], bytes]:
    """Take units until the size is reached."""

    def make(size: int) -> bytes:
        pieces = [head.encode()]
        left = size
        for unit in units():
            pieces.append(unit.encode())
            left -= len(pieces[-1])
            if left <= 0:
                break
        return b"".join(pieces)

    return make


# Plain prose: the yardstick.

VOCABULARY = [f"{first}{second}{third}" for first in ("tan", "mo", "ser", "qui", "lap") for second in ("de", "ri", "lo", "", "ush")
              for third in ("r", "n", "ly", "tide", "")]  # fmt: skip


def prose(size: int) -> bytes:
    """Write paragraphs of about sixty words under a heading for every tenth paragraph."""
    source = random.Random(7)
    pieces = []
    written = 0
    while written < size:
        text = " ".join(source.choices(VOCABULARY, k=60))
        text = "\n".join(text[start : start + 80] for start in range(0, len(text), 80)) + "\n\n"
        if len(pieces) % 10 == 0:
            text = f"# {text[:20].strip()}\n\n{text}"
        pieces.append(text)
        written += len(text)
    return "".join(pieces).encode()


# Blocks

for name, unit in {
    "blank lines": "\n", "lines of blanks": " \n", "lines of tabs": "\t\n", "lines of CR": "\r\r\n", "short lines": "a\n", "short paragraphs": "a\n\n",
    "empty headings": "#\n", "headings": "# a\n", "closed headings": "# a #\n", "Setext headings": "a\n=\n\n", "Setext without blanks": "a\n=\n",
    "near headings": "#a\n", "seven hashes": "####### a\n", "indented headings": "   # a\n", "rules": "***\n", "spaced rules": "- - -\n", "near rules": "* * *a\n",
    "underlines of nothing": "===\n", "near underlines": "a\n== =\n", "fences": "```\n", "pairs of fences": "```\na\n```\n", "near fences": "```a`\n",
    "growing fences": "````\n```\n", "indented code": "    a\n", "code and paragraphs": "    a\nb\n\n", "quotes": "> a\n", "empty quotes": ">\n",
    "quotes and lazy lines": "> a\nb\n", "quotes and blanks": "> a\n\n", "headings in quotes": "> # a\n", "Setext in quotes": "> a\n> ===\n",
    "items": "- a\n", "empty items": "-\n", "loose items": "- a\n\n", "numbered items": "1. a\n", "changing markers": "- a\n+ b\n* c\n", "items of items": "- - - a\n",
    "headings in items": "- # a\n", "deep items": "- a\n  - b\n    - c\n      - d\n", "tab indents": "-\ta\n\t- b\n", "items and lazy lines": "- a\nb\n",
    "fences in items": "- ```\n  a\n  ```\n", "quotes in items": "- > a\n  > b\n", "items in quotes": "> - a\n> - b\n", "big numbers": "999999999. a\n",
    "ten digits": "1234567890. a\n", "one nest a line": "> > > > > > > > a\n", "a nest at the cap": "> " * 199 + "a\n", "an item nest at the cap": "- " * 199 + "a\n",
    "a heading in a nest at the cap": "> " * 199 + "# a\n", "a heading in an item nest": "- " * 199 + "# a\n", "stars": "* " * 150 + "a\n",
}.items():  # fmt: skip
    # Four times this size stays below the cap of sections.
    add("blocks", name, repeat(unit), len(unit) * 24_000 if name in _CAPPED and len(unit) < 40 else MIB)

add("blocks", "one line of rule", repeat("- "))
add("blocks", "near rule of one line", repeat("_ ", tail="a"))
add("blocks", "underscores and blanks", repeat(" ", head="_", tail="a"))
add("blocks", "an underline of one line", repeat("=", head="a\n", tail=" x"))
add("blocks", "a heading with inner blanks", repeat(" ", head="# a", tail="b"))
add("blocks", "a heading closed by hashes", repeat("#", head="# a "))
add("blocks", "a heading of hashes", repeat("# ", head="# a "), 256 * KIB)
add("blocks", "fence of one line", repeat("`"))
add("blocks", "unclosed fence", repeat("~~\n", head="~~~\n"))
add("blocks", "fence that nothing closes", repeat("``` a\n", head="```\n"))
add("blocks", "long fence and short ones", lambda size: b"`" * (size // 4) + b"\n" + b"```\n" * (size // 8))
add("blocks", "a nest and blank lines", repeat("\n", head="- " * 150 + "a\n"))
add("blocks", "a nest and lazy lines", repeat("b\n", head="> " * 150 + "a\n"))
add("blocks", "a nest and indented lines", lambda size: ("- " * 60 + "a\n").encode() + (b" " * 120 + b"b\n") * (size // 122))
add("blocks", "item stairs again and again", repeat("".join(" " * (2 * i) + "- a\n" for i in range(100)) + "\nx\n\n"))
add("blocks", "quote stairs again and again", repeat("".join(">" * i + " a\n" for i in range(1, 100)) + "\nx\n\n"))
add("blocks", "a paragraph of many lines", repeat("a b c d\n"))
add("blocks", "a Setext heading of many lines", repeat("a b c d\n", tail="===\n"))
add("blocks", "a Setext heading in a quote", repeat("> a b c d\n", tail="> ===\n"))
add("blocks", "paragraphs that begin with a bracket", repeat("[a\nb\n\n"))
add("blocks", "one that begins with a bracket", repeat("b\n", head="["))

# Definitions

for name, unit in {
    "definitions": "[a]: /u\n", "definitions with titles": "[a]: /u 't'\n", "definitions with junk": "[a]: /u 't' x\n", "open titles": "[a]: /u 't\n",
    "titles on the next line": "[a]: /u\n't'\n", "titles with junk": "[a]: /u\n't' x\n\n", "angle targets": "[a]: <u>\n", "open angles": "[a]: <u\n",
    "long labels": "[" + "a" * 990 + "]: /u\n", "labels of two lines": "[a\nb]: /u\n", "definitions in quotes": "> [a]: /u\n", "escaped labels": "[\\]]: /u\n",
}.items():  # fmt: skip
    add("definitions", name, repeat(unit))

add("definitions", "distinct labels and references",
    lambda size: b"".join(b"[l%d]: /u\n\n# [l%d] x\n\n" % (i, i) for i in range(size // 24)), 256 * KIB)  # fmt: skip
add("definitions", "one open title", repeat("a\n", head="[a]: /u '"))
add("definitions", "one open label", repeat("a\n", head="["))
add("definitions", "definitions, then a heading", repeat("[a]: /u\n", tail="x\n===\n"))
add("definitions", "a label of brackets", repeat("\\[", head="[", tail="]: /u\n"))

# HTML blocks

for name, unit in {
    "comments": "<!-- a -->\n", "open comment": "<!-- a\n", "tags": "<div>\n", "tags and blanks": "<div>\n\n", "lone tags": "<b>\n\n", "closing tags": "</div>\n\n",
    "scripts": "<script>\n", "near tags": "<d<d\n", "attributes": "<a b='c'>\n\n", "open attributes": "<a b='c\n", "instructions": "<?a?>\n", "declarations": "<!A\n",
    "sections": "<![CDATA[\n", "less": "<\n", "comments in quotes": "> <!--\n",
}.items():  # fmt: skip
    add("HTML", f"HTML {name}", repeat(unit))

add("HTML", "HTML one tag of attributes", repeat(" a=b", head="<a"), 256 * KIB)
add("HTML", "HTML one open attribute", repeat("a", head="<a b='"))
add("HTML", "HTML less on one line", repeat("<"))
add("HTML", "HTML comment starts on one line", repeat("<!--", head="<!-->\n\n"))
add("HTML", "HTML unclosed script", repeat("</scrip\n", head="<script>\n"))

# Inline text in headings: at the cap of delimiters, again and again; and within one heading that is as long as the file

STORMS = {
    "brackets": "[", "closers": "a]", "images": "![", "nested images": "![[]()", "links": "[a](b", "angle links": "[a](<b", "titled links": "[a](b 'c", "links that are": "[a](b)",
    "stars": "*a ", "underscores": "_a ", "closing stars": " a*", "strong": "**a ", "threes": "a**b c* ", "mixed": "*a_ ", "ticks": "`a ``b ", "escapes": "\\",
    "angles": "<a ", "closing angles": "</a ", "comments": "<!-- ", "instructions": "<? ", "CDATA": "<![CDATA[", "declarations": "<!A ", "attributes": "<a b='", "addresses": "<a@",
    "references": "[a][b", "collapsed": "[a][]",
}  # fmt: skip


def at_cap(unit: str) -> str:
    """Return a heading that spends the budget of one heading, but for a few."""
    cost = sum(unit.count(mark) for mark in "\\[]<") + sum(
        1 for place, mark in enumerate(unit) if mark in "`*_" and unit[place - 1 : place] != mark
    )
    return "# " + unit * (250 // cost) + "\n"


for name, unit in STORMS.items():
    add("headings", f"heading {name}", repeat(at_cap(unit)), 128 * KIB)

add("headings", "heading rising ticks", repeat("# " + "".join("a" + "`" * i for i in range(1, 100)) + "\n"), 512 * KIB)
add("headings", "heading nested pairs", repeat("# " + "[" * 120 + "a" + "](b)" * 120 + "\n"), 128 * KIB)
add("headings", "heading nested emphasis", repeat("# " + "*a " * 60 + "a* " * 60 + "\n"), 128 * KIB)
add("headings", "heading plain and long", repeat("word ", head="# "))
add("headings", "heading exclamation marks", repeat("!", head="# "))
add("headings", "heading entities", repeat("&amp;", head="# "))
add("headings", "heading blanks at line ends", repeat("a  \n", head="a\n", tail="===\n"))
add("headings", "heading one long target", repeat("u", head="# [a](", tail=")\n"))
add("headings", "heading one long code span", repeat("u ", head="# `", tail="`\n"))
add("headings", "heading one long tag", repeat(" b=c", head="# <a", tail=">\n"), 256 * KIB)
add("headings", "heading one open parenthesis", repeat("(", head="# [a]("), 256 * KIB)
add("headings", "heading one run of stars", repeat("*", head="# ", tail="a\n"))
add("headings", "heading one run of ticks", repeat("`", head="# "))
add("headings", "heading two runs of stars", lambda size: b"# " + b"*" * (size // 2) + b"a" + b"*" * (size // 2))
add("headings", "heading stars and one closer", lambda size: b"# " + b"*" * size + b"a*")

# Frontmatter; without its cap, so that the parser's own growth shows


def in_front(make: Callable[[int], bytes]) -> Callable[[int], bytes]:
    return lambda size: b"---\n" + make(size) + b"\n---\n# a\nb\n"


YAML_SIZE = 128 * KIB
for name, maker in {
    "keys": take(lambda: (f"k{i}: v\n" for i in range(10**9))), "equal keys": repeat("k: v\n"), "items": repeat("- a\n", head="k:\n"), "flow items": repeat("a,", head="k: [", tail="]"),
    "flow pairs": repeat("a: b,", head="k: {", tail="}"), "one plain scalar": repeat("x", head="k: "), "one plain scalar of words": repeat("x ", head="k: "),
    "one quoted scalar": repeat("x", head='k: "', tail='"'), "quotes": repeat("''", head="k: '", tail="'"), "escapes": repeat("\\n", head='k: "', tail='"'),
    "block scalar": repeat("  a\n", head="k: |\n"), "folded scalar": repeat("  a\n\n", head="k: >\n"), "many lines of plain": repeat("  a\n", head="k:\n"),
    "comments": repeat("# c\n", head="k: v\n"), "blank lines": repeat("\n", head="k: v\n"), "anchors": take(lambda: (f"k{i}: &a{i} v\n" for i in range(10**9))),
    "aliases": repeat("- *a\n", head="a: &a x\nk:\n"), "merges": repeat("- {<<: *a}\n", head="a: &a {x: y}\nk:\n"), "merge list": repeat("*a,", head="a: &a {x: y}\n<<: [", tail="]"),
    "tags": repeat("- !t a\n", head="k:\n"), "open brackets": repeat("[", head="k: "), "nested lists at the cap": repeat("- " + "[" * 60 + "]" * 60 + "\n", head="k:\n"),
    "dashes": repeat("- ", head="k:\n "), "question marks": repeat("? a\n"), "documents": repeat("...\n", head="k: v\n"), "digits": repeat("9", head="k: "), "base sixty": repeat(":59", head="k: 1"),
    "not ASCII": repeat("\u6f6e", head="k: "), "broken at the end": repeat("k: v\n", tail="]"), "broken comments": repeat("k: v # c\n"), "titles": repeat("title: t\n"),
    "near closing fences": repeat("--- a\n", head="k: |\n "),
}.items():  # fmt: skip
    add("YAML", f"YAML {name}", in_front(maker), YAML_SIZE)

add("YAML", "YAML unclosed", repeat("a: b\n", head="---\n"))
add("YAML", "YAML near fences", repeat("----\n", head="---\n"))

# Words

for name, unit in {
    "ASCII words": "a ", "separators": ".-", "long words of letters": "abcdefghij" * 10_000 + " ", "camels": "aB", "CJK": "\u6f6e\u6c50", "CJK lines": "\u6f6e\u6c50\u8868\n", "kana": "\u304b\u3099 ",
    "Hangul jamo": "\u1112\u1161\u11ab ", "folds to three": "\ufb03 ", "sharp s": "\u00df\u1e9e", "dotted I": "\u0130", "Cherokee": "\u13a0\uab70", "Cherokee and Latin": "\u13a0a", "sigmas": "\u03a3\u03c2 ",
    "emoji": "\U0001f6a2\u200d", "blanks beyond ASCII": "\u2003", "decomposed": "e\u0301 ", "composed": "\u00e9 ", "Tibetan": "\u0f73\u0f71\u0f80", "Thai": "\u0e01\u0e33", "accent in each line": "plain words and \u00e9\n",
    "NUL": "\0", "variation selectors": "\ufe0f", "private use": "\ue000", "planes beyond": "\U00020000",
}.items():  # fmt: skip
    add("words", f"words {name}", repeat(unit))

add("words", "words one run of marks", repeat("\u0301", head="a"))
add("words", "words one run of changing marks", repeat("\u0301\u0323", head="a"))
add("words", "words marks of many classes", take(lambda: cycle("\u0334\u05b0\u0323\u0301\u0345\u035c")))
add("words", "words runs of marks below the repair", repeat("a" + "\u0301\u0323" * 15))
add("words", "words runs of marks above the repair", repeat("a" + "\u0301\u0323" * 20))
add("words", "words starters among marks", repeat("\u0301\u0323" * 20 + "\u0488"))
add("words", "words all different", take(lambda: (f"w{i:x} " for i in range(10**9))))
add("words", "words all different beyond ASCII", take(lambda: (f"\u00e9{i:x} " for i in range(10**9))))
add("words", "words one line beyond ASCII", repeat("\u00e9a "))
add("words", "words near the query", repeat("heronheron"))
add("words", "words of the query", repeat("heron "))
add("words", "words of the query in tiny sections", repeat("# heron\n"), 192_000)
add("words", "words the query at the very end", repeat("hero ", tail="heron"))
add("words", "words marks before the query", repeat("\u0301\u0323", head="x", tail=" heron"))

# Frontmatter

add("frontmatter", "frontmatter of many keys", take(lambda: (f"k{place:06}: v\n" for place in range(10**9)), head="---\n"))
add("frontmatter", "closed frontmatter of many keys",
    lambda size: b"---\n" + b"".join(b"k%06d: v\n" % place for place in range(size // 11)) + b"---\nheron\n", 128 * KIB)  # fmt: skip

# Files and names


def tiny(content: bytes, path: Callable[[int], str], cost: int) -> Callable[[int], Files]:
    """Make as many files as cost so many bytes each, names included."""
    return lambda size: {path(place): content for place in range(size // cost)}


add("files", "files empty", tiny(b"", "f{:07}.md".format, 16), 16 * 2_400)
add("files", "files of a word", tiny(b"heron\n", "f{:07}.md".format, 16), 16 * 2_400)
add("files", "files with frontmatter", tiny(b"---\ntype: N\n---\nx\n", "f{:07}.md".format, 32), 32 * 2_400)
add("files", "files with YAML", tiny(b"---\na: &x [y]\nb: *x\n---\nx\n", "f{:07}.md".format, 40), 40 * 2_400)
add("files", "files in folders of their own", tiny(b"x", "d{:07}/a.md".format, 16), 16 * 2_400)
add("files", "files in deep folders", tiny(b"x", lambda i: "/".join(f"{i:07}") + "/" + "d/" * 50 + "a.md", 120), 120 * 2_400)
add("files", "files of assets", tiny(b"\xff", "f{:07}.png".format, 16), 16 * 2_400)
add("files", "files with names to escape", tiny(b"heron", lambda i: f"%&<{i:07}\u6f6e.md", 24), 24 * 2_400)
add("files", "files with long names", tiny(b"x", lambda i: "n" * 200 + f"{i:07}.md", 220), 220 * 2_400)
add("files", "files of one paragraph", tiny(prose(500), "f{:07}.md".format, 520), 520 * 2_400)


def yardstick(pattern: Pattern, size: int) -> Files:
    """Return plain prose of the same size."""
    return {"a.md": prose(size)}


def first_bytes(pattern: Pattern, size: int) -> list[bytes]:
    """Return the beginnings of a pattern's files, for a look."""
    return [data[:80] for data in islice(pattern.make(size).values(), 3)]
