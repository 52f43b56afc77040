"""The block scanner by examples: every rule of CommonMark's block structure, as far as headings can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from okfsearch._bundle import definitions, leaps, leaves, line_machine, outside
from okfsearch._bundle.blocks import Blocks, Definition, scan_blocks
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS
from okfsearch.errors import LimitExceeded, SearchCancelled
from okfsearch.limits import Limits

LIMITS = Limits()


def scan(text: str | bytes, *, paragraphs: bool = False, limits: Limits = LIMITS) -> Blocks:
    data = text.encode() if isinstance(text, str) else text
    return scan_blocks(data, Span(0, len(data)), limits=limits, paragraphs=paragraphs)


def headings(text: str, *, paragraphs: bool = False) -> list[tuple[int, int, str]]:
    """Return line, level and raw text of each heading."""
    data = text.encode()
    return [
        (data.count(b"\n", 0, block.start) + 1, block.level, b"\n".join(part.slice(data) for part in block.segments).decode())
        for block in scan(text, paragraphs=paragraphs).headings
    ]


CASES: dict[str, tuple[str, list[tuple[int, int, str]]]] = {
    # ATX headings
    "atx levels": ("# a\n## b\n### c\n#### d\n##### e\n###### f\n", [(n, n, "abcdef"[n - 1]) for n in range(1, 7)]),
    "atx seven hashes": ("####### a\n", []),
    "atx no blank": ("#a\n", []),
    "atx tab": ("#\ta\tb\n", [(1, 1, "a\tb")]),
    "atx escaped": ("\\# a\n", []),
    "atx indents": (" # a\n  # b\n   # c\n    # d\n", [(1, 1, "a"), (2, 1, "b"), (3, 1, "c")]),
    "atx closing hashes": ("## a ##  \n", [(1, 2, "a")]),
    "atx closing hashes of any number": ("# a #####\n", [(1, 1, "a")]),
    "atx closing hashes need a blank": ("# a#\n", [(1, 1, "a#")]),
    "atx closing hashes escaped": ("# a \\#\n", [(1, 1, "a \\#")]),
    "atx hashes in between": ("# a # b\n", [(1, 1, "a # b")]),
    "atx empty": ("#\n##   \n### ###\n# #\n", []),
    "atx at the end": ("# a", [(1, 1, "a")]),
    "atx empty at the end": ("text\n#", []),
    "atx interrupts a paragraph": ("a\n# b\nc\n", [(2, 1, "b")]),
    "atx CRLF": ("# a #\r\nb\r\n", [(1, 1, "a")]),
    "atx lone CR": ("# a\rb\n", [(1, 1, "a\rb")]),
    "atx CR right behind the hashes": ("#\ra\n", []),
    "CR is no line": ("a\r# b\n", []),
    "only LF is a line end": ("a\x0b# b\x0c# c\x85# d\u2028# e\n", []),
    "atx no-break space": ("# \u00a0\n#\u00a0a\n", [(1, 1, "\u00a0")]),
    "atx NUL": ("# a\0b\n", [(1, 1, "a\0b")]),
    # Setext headings
    "setext levels": ("a\n=\n\nb\n--\n", [(1, 1, "a"), (4, 2, "b")]),
    "setext many lines": ("a\n  b\n c\n===\n", [(1, 1, "a\nb\nc")]),
    "setext keeps inner blanks": ("a  \nb\\\nc  \n===\n", [(1, 1, "a  \nb\\\nc")]),
    "setext CRLF": ("a  \r\nb\r\n===\r\n", [(1, 1, "a  \nb")]),
    "setext underline with blanks": ("a\n   ===  \t\n", [(1, 1, "a")]),
    "setext underline too deep": ("a\n    ===\n", []),
    "setext underline mixed": ("a\n-=-\n\nb\n==-\n\nc\n= =\n", []),
    "setext underline needs text": ("===\n", []),
    "setext underline as text": ("===\n===\n", [(1, 1, "===")]),
    "setext below a blank line": ("a\n\n---\n", []),
    "setext below indented code": ("    a\n---\n", []),
    "setext paragraph behind indented code": ("    a\nb\n    c\n---\n", [(2, 2, "b\nc")]),
    "setext below blank and code": ("x\n\n    a\n    b\n===\n", []),
    "setext single hyphen": ("a\n-\n", [(1, 2, "a")]),
    "setext no-break space": ("\u00a0\n===\n", [(1, 1, "\u00a0")]),
    "setext behind a heading": ("# a\nb\n---\n", [(1, 1, "a"), (2, 2, "b")]),
    "setext at the end": ("a\n==", [(1, 1, "a")]),
    "setext over a table-like line": ("a | b\n--|--\nc\n---\n", [(1, 2, "a | b\n--|--\nc")]),
    # Thematic breaks
    "breaks": ("a\n***\nb\n___\nc\n- - -\nd\n* * *\ne\n", []),
    "break ends a paragraph": ("a\n***\nb\n===\n", [(3, 1, "b")]),
    "break with other text": ("a\n*** b\n===\n", [(1, 1, "a\n*** b")]),
    "break of two": ("a\n__\n===\n", [(1, 1, "a\n__")]),
    "break too deep": ("a\n    ***\n===\n", [(1, 1, "a\n***")]),
    "break before a list": ("* * *\n  # a\n", [(2, 1, "a")]),
    "break in an item": ("- * * *\n  # a\n", [(2, 1, "a")]),
    "break fails behind a marker": ("- - - a\n      # b\n", [(2, 1, "b")]),
    "break fails at another mark": ("- * - * a\n        # b\n", [(2, 1, "b")]),
    # Indented code
    "code": ("    # a\n\t# b\n \t# c\n", []),
    "code continues no paragraph": ("a\n    # b\n", []),
    "code in an item": ("-     # a\n-\t\t# b\n", []),
    "code behind one column": ("- a\n\n      # b\n", []),
    # Fenced code
    "fence": ("```\n# a\n```\n# b\n", [(4, 1, "b")]),
    "fence tilde": ("~~~ x ~ `\n# a\n```\n~~~~\n# b\n", [(5, 1, "b")]),
    "fence unclosed": ("```\n# a\n", []),
    "fence needs three": ("``\n# a\n``\n", [(2, 1, "a")]),
    "fence info": ("```sql x\n# a\n```\n# b\n", [(4, 1, "b")]),
    "fence info with a backtick": ("``` a`b\n# a\n", [(2, 1, "a")]),
    "fence is not closed by an info string": ("```\n# a\n```sql\n# b\n```\n# c\n", [(6, 1, "c")]),
    "fence longer": ("````\n```\n# a\n`````\n# b\n", [(5, 1, "b")]),
    "fence closed up to three deep": ("```\n   ```\n# a\n", [(3, 1, "a")]),
    "fence not closed at four": ("```\n    ```\n# a\n", []),
    "fence closed with blanks": ("```\n``` \t\r\n# a\n", [(3, 1, "a")]),
    "fence closed at the end": ("# a\n~~~\nb\n~~~", [(1, 1, "a")]),
    "fence mark inside a line": ("```\na ```\n# b\n```\n# c\n", [(5, 1, "c")]),
    "fence interrupts": ("a\n```\n# b\n```\n===\n", []),
    "fence indent": ("   ```\n# a\n  ```\n# b\n", [(4, 1, "b")]),
    "fence CRLF": ("```\r\n# a\r\n```\r\n# b\r\n", [(4, 1, "b")]),
    "fence in an item": ("- ```\n  # a\n  ```\n  # b\n", [(4, 1, "b")]),
    "fence ends with its item": ("- ```\n  # a\n# b\n", [(3, 1, "b")]),
    "fence in an item over blanks": ("- ```\n\n  # a\n\n  ```\n  # b\n", [(6, 1, "b")]),
    "fence ends with its quote": ("> ```\n> # a\n# b\n", [(3, 1, "b")]),
    "fence in an item, mark too deep": ("- ```\n      ```\n  # a\n", []),
    "fence in an item, mark too short": ("- ````\n  ```\n  # a\n", []),
    # HTML blocks
    "html comment": ("<!--\n# a\n\n# b\n--> x\n# c\n", [(6, 1, "c")]),
    "html comment on a line": ("<!-- x -->\n# a\n", [(2, 1, "a")]),
    "html comment unclosed": ("<!--\n# a\n", []),
    "html comment short": ("<!-->\n# a\n", [(2, 1, "a")]),
    "html instruction": ("<?x\n# a\n?>\n# b\n", [(4, 1, "b")]),
    "html declaration": ("<!doctype\n# a\n>\n# b\n", [(4, 1, "b")]),
    "html cdata": ("<![CDATA[\n# a\n]]>\n# b\n", [(4, 1, "b")]),
    "html raw text": ("<PRE class=x\n# a\n\n# b\n</style>\n# c\n", [(6, 1, "c")]),
    "html raw text alone": ("<script\n# a\n</script> x\n# b\n", [(4, 1, "b")]),
    "html raw name goes on": ("<prefix\n# a\n", [(2, 1, "a")]),
    "html closing raw tag": ("</pre>\n# a\n", [(2, 1, "a")]),
    "html block tag": ("<div>\n# a\n\n# b\n", [(4, 1, "b")]),
    "html block tag closing": ("</td\n# a\n \n# b\n", [(4, 1, "b")]),
    "html block tag self-closing": ("<hr/>\n# a\n", []),
    "html block tag name goes on": ("<divx\n# a\n", [(2, 1, "a")]),
    "html h1": ("<h1>a</h1>\n# b\n", []),
    "html interrupts": ("a\n<div>\n===\n", []),
    "html lone tag": ("<b>\n# a\n\n# b\n", [(4, 1, "b")]),
    "html lone closing tag": ("</b >\n# a\n", []),
    "html lone tag with attributes": ("<b a=1 b='x' c=\"y\" d />  \r\n# a\n", []),
    "html lone tag with a broken attribute": ("<b a=>\n# a\n", [(2, 1, "a")]),
    "html lone tag and text": ("<b> c\n# a\n", [(2, 1, "a")]),
    "html lone tag and tab": ("<b>\t\n# a\n", [(2, 1, "a")]),
    "html lone tag interrupts nothing": ("a\n<b>\n# c\n", [(3, 1, "c")]),
    "html lone tag beside lazy text": ("> a\n<b>\n# c\n", [(3, 1, "c")]),
    "html lone tag in a new item": ("> a\n- <b>\n  # c\n", []),
    "html autolink": ("<https://x.example>\n# a\n", [(2, 1, "a")]),
    "html indented": ("    <div>\n# a\n", [(2, 1, "a")]),
    "html in an item": ("- <div>\n  # a\n\n  # b\n", [(4, 1, "b")]),
    "html comment in an item": ("- <!--\n  # a\n\n  --> x\n  # b\n", [(5, 1, "b")]),
    "html ends with its item": ("- <!--\n# a\n", [(2, 1, "a")]),
    # Quotes
    "quote": ("> # a\n", [(1, 1, "a")]),
    "quote without blank": (">## a\n", [(1, 2, "a")]),
    "quote nested": ("> > # a\n>># b\n", [(1, 1, "a"), (2, 1, "b")]),
    "quote setext": ("> a\n> b\n> ===\n", [(1, 1, "a\nb")]),
    "quote lazy underline": ("> a\n===\n", []),
    "quote lazy break": ("> a\n---\n", []),
    "quote lazy line": ("> a\nb\n> ===\n", [(1, 1, "a\nb")]),
    "quote ends at a blank line": ("> a\n\nb\n===\n", [(3, 1, "b")]),
    "quote blank inside": ("> a\n>\n> b\n> ===\n", [(3, 1, "b")]),
    "quote code": (">     # a\n>\t\t# b\n> \t# c\n", [(3, 1, "c")]),
    "quote tab": (">\t# a\n", [(1, 1, "a")]),
    "quote too deep": ("    > # a\n", []),
    "quote in lazy text too deep": ("> a\n    > # b\n", []),
    "quote nested, inner left": ("> > a\n>\n> b\n> ===\n", [(3, 1, "b")]),
    "quote nested, inner lazy": ("> > a\n> b\n> ===\n", []),
    "quote interrupts": ("a\n> # b\n", [(2, 1, "b")]),
    "quote of a list": ("> - a\n>\n>   # b\n> # c\n", [(3, 1, "b"), (4, 1, "c")]),
    # Lists
    "item": ("- # a\n+ # b\n* # c\n1. # d\n2) # e\n", [(n, 1, "abcde"[n - 1]) for n in range(1, 6)]),
    "item needs a blank": ("-# a\n1.# b\n", []),
    "item number of ten digits": ("1234567890. # a\n", []),
    "item number of nine digits": ("123456789. # b\n", [(1, 1, "b")]),
    "item content": ("- a\n\n  # b\n # c\n", [(3, 1, "b"), (4, 1, "c")]),
    "item setext": ("- a\n  ===\n- b\n===\n", [(1, 1, "a")]),
    "item underline interrupts": ("- a\n---\nb\n===\n", [(3, 1, "b")]),
    "item nested": ("- - # a\n    # b\n  # c\n", [(1, 1, "a"), (2, 1, "b"), (3, 1, "c")]),
    "item bare, then text": ("-\n  # a\n", [(2, 1, "a")]),
    "item bare, then blank": ("-\n\n  a\n  ===\n", [(3, 1, "a")]),
    "item bare, then blank, then code": ("-\n\n      # a\n", []),
    "item bare interrupts nothing": ("a\n+\n===\n", [(1, 1, "a\n+")]),
    "item bare beside lazy text": ("> a\n+\n  # b\n", [(3, 1, "b")]),
    "item number interrupts only at one": ("a\n2. b\n===\n", [(1, 1, "a\n2. b")]),
    "item number one interrupts": ("a\n1. b\n===\n", []),
    "item number with zeros interrupts": ("a\n01. # b\n", [(2, 1, "b")]),
    "item number beside an item": ("1. a\n2. # b\n", [(2, 1, "b")]),
    "item wide": ("1.    a\n\n      # b\n", [(3, 1, "b")]),
    "item with five blanks is code": ("-     a\n\n  # b\n", [(3, 1, "b")]),
    "item with a tab": ("-\ta\n\n\t# b\n", [(3, 1, "b")]),
    "item lazy": ("- a\nb\n  ===\n", [(1, 1, "a\nb")]),
    "item in a quote in an item": ("- > 1. a\n  >    # b\n", [(2, 1, "b")]),
    "item over several blanks": ("- a\n\n\n\n  # b\n", [(5, 1, "b")]),
    "item indented": ("   - a\n     # b\n", [(2, 1, "b")]),
    "item far down": ("- a\n" * 3 + "  - b\n" * 3 + "    # c\n", [(7, 1, "c")]),
    "items without a bullet at the margin": (" - a\n" * 5 + "   # b\n", [(6, 1, "b")]),
    "prose behind a list": ("- a\n\nb\n\n\n\nc\n---\n", [(7, 2, "c")]),
    # Definitions
    "definition first": ("[r]: /x\na\n---\n", [(2, 2, "a")]),
    "definition alone": ("[r]: /x\n===\na\n===\n", [(3, 1, "a")]),
    "definition alone, twice underlined": ("[r]: /x\n===\n===\n", []),
    "definition interrupts nothing": ("a\n[r]: /x\n===\n", [(1, 1, "a\n[r]: /x")]),
    "definition is open": ("[r]: /u\n<b>\n# a\n", [(3, 1, "a")]),
    "definition is lazily continued": ("> [r]: /u\nb\n--\n", []),
    "definition needs a target": ("[r]:\n===\n", [(1, 1, "[r]:")]),
    "definition with a title's junk": ('[r]: /u\n"t" x\n===\n', [(2, 1, '"t" x')]),
    "definition in an item": ("- [r]: /u\n  a\n  ===\n", [(2, 1, "a")]),
    "link first": ("[r](x)\n===\n[q] a\n---\n", [(1, 1, "[r](x)"), (3, 2, "[q] a")]),
    # Ends
    "html ended by the last line": ("# a\n<!--\n-->", [(1, 1, "a")]),
    "blanks at the end": ("# a\n \t", [(1, 1, "a")]),
    # Nothing at all
    "empty": ("", []),
    "blank": (" \n\t\r\n", []),
}


@pytest.mark.parametrize("paragraphs", [False, True], ids=["headings", "paragraphs"])
@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES.keys())
def test_headings(text: str, expected: list[tuple[int, int, str]], paragraphs: bool) -> None:
    assert headings(text, paragraphs=paragraphs) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a]: /u", Definition(b"a", b"/u", None)),
        (" [a b]:\n  /u\n  't'", Definition(b"a b", b"/u", b"t")),
        ('[a]: <x y> "t"', Definition(b"a", b"x y", b"t")),
        ("[a]: <>", Definition(b"a", b"", None)),
        ("[a]: x(y(z))\\) (t\\))", Definition(b"a", b"x(y(z))\\)", b"t\\)")),
        ("[a\\]\nb]: /u", Definition(b"a\\]\nb", b"/u", None)),
        ('[a]: /u "t\n  u" ', Definition(b"a", b"/u", b"t\nu")),
        ('[a]: /u ""', Definition(b"a", b"/u", b"")),
        ('[a]: /u\n"t" x', Definition(b"a", b"/u", None)),
        ('[a]: /u\n"t', Definition(b"a", b"/u", None)),
        ('[a]: /u \\"', None),
        ('[a]: /u "t\\\\" x', None),
        ('[a]: /u"t"', Definition(b"a", b'/u"t"', None)),
        ('[a]: <x>"t"', None),
        ("[a]: <x", None),
        ("[a]: <x\ny>", None),
        ("[a]: x(y", None),
        ("[a]: x)", None),
        ("[a]: " + "(" * 33 + ")" * 33, None),
        ("[a]: /u (t (u))", None),
        ("[a]: /u t", None),
        ("[a]:", None),
        ("[a] : /u", None),
        ("[ ]: /u", None),
        ("[]: /u", None),
        ("[a[b]: /u", None),
        ("[" + "ä" * 999 + "]: /u", Definition(("ä" * 999).encode(), b"/u", None)),
        ("[" + "ä" * 1000 + "]: /u", None),
        ("x\n[a]: /u", None),
        ("    [a]: /u", None),
    ],
)
@pytest.mark.parametrize("prefix", ["", "> ", "- "])
def test_definitions(text: str, expected: Definition | None, prefix: str) -> None:
    contained = prefix + text.replace("\n", "\n" + prefix.replace("-", " "))
    assert scan(contained + "\n").definitions == (() if expected is None else (expected,))
    assert scan(contained).definitions == (() if expected is None else (expected,))


def test_definitions_in_document_order() -> None:
    found = scan("[a]: /1\n[b]: /2\n\n> [c]: /3\n\n- x\n\n  [d]: /4\n\n[a]: /5\ntext\n").definitions
    assert [(one.label, one.destination) for one in found] == [
        (b"a", b"/1"),
        (b"b", b"/2"),
        (b"c", b"/3"),
        (b"d", b"/4"),
        (b"a", b"/5"),
    ]


def test_paragraphs() -> None:
    text = "a\n  b  \nc  \n\n# h\n> d\ne\n\n- f\n\n  g\n\n    code\n\n[r]: /u\n==\n\n[s]: /u\nk\n\nsetext\n===\n***\nlast"
    data = text.encode()
    found = [[part.slice(data) for part in one.segments] for one in scan(text, paragraphs=True).paragraphs]
    assert found == [[b"a", b"b  ", b"c"], [b"d", b"e"], [b"f"], [b"g"], [b"code"], [b"=="], [b"k"], [b"last"]]
    assert scan(text).paragraphs == ()


def test_body_starts_inside_the_file() -> None:
    data = b"---\n# no\n---\na\n===\n# b\n"
    found = scan_blocks(data, Span(13, len(data)), limits=LIMITS)
    assert [(block.start, block.level) for block in found.headings] == [(13, 1), (19, 1)]


NESTS: dict[str, Callable[[int], str]] = {
    "quotes": lambda depth: "> " * depth + "# a\n",
    "quotes without blanks": lambda depth: ">" * depth + "# a\n",
    "items": lambda depth: "- " * depth + "# a\n",
    "items line by line": lambda depth: "".join("  " * n + "- a\n" for n in range(depth)) + "  " * depth + "# a\n",
}


@pytest.mark.parametrize("nest", NESTS.values(), ids=NESTS.keys())
def test_depth_at_the_cap_and_above(nest: Callable[[int], str]) -> None:
    cap = LIMITS.container_depth
    assert len(headings(nest(cap))) == 1
    data = nest(cap + 1).encode()
    with pytest.raises(LimitExceeded) as raised:
        scan_blocks(data, Span(0, len(data)), limits=LIMITS, path="a.md")
    assert raised.value.details == {"limit": "container_depth", "maximum": cap, "path": "a.md"}


@pytest.mark.parametrize("paragraphs", [False, True], ids=["headings", "paragraphs"])
@pytest.mark.parametrize("front", ["", "\n", "text\n\n", "#\n"])
@pytest.mark.parametrize("heading", ["# a\n", "a\n=\n\n", "- # a\n", "> # a\n", "> a\n> =\n"])
def test_headings_at_the_cap_and_above(heading: str, front: str, paragraphs: bool) -> None:
    # The start of the body is a mark as well, unless the first heading stands there.
    fit = 4 if front else 5
    limits = Limits(sections=5)
    assert len(scan(front + heading * fit, limits=limits, paragraphs=paragraphs).headings) == fit
    with pytest.raises(LimitExceeded) as raised:
        scan(front + heading * (fit + 1), limits=limits, paragraphs=paragraphs)
    assert raised.value.details == {"limit": "sections", "maximum": 5}


def test_the_first_line_of_a_body_inside_the_file() -> None:
    data = b"---\n---\n# a\n# b\n"
    assert len(scan_blocks(data, Span(8, len(data)), limits=Limits(sections=2)).headings) == 2


TOO_DEEP = {
    "quotes": "> " * 5 + "tide",
    "quotes without blanks": ">" * 5 + "tide\n",
    "quotes without text": ">" * 5,
    "items": "- " * 5 + "tide",
    "items without text": "- " * 4 + "+",
    "numbers": "1. 2) 3. 4. 5. tide",
    "a mix": "> - 1. > + tide",
    "tabs": ">\t-\t>\t-\t> tide",
    "a break that fails": "* * * * * a",
    "growing items": "- a\n  - b\n    - c\n      - d\n        - e\n",
    "growing numbers": "1. a\n   1. b\n      1. c\n         1. d\n            1. e\n",
    "growing quotes": "".join(">" * depth + " a\n" for depth in range(1, 6)),
    "growing by tabs": "- a\n\t- b\n\t\t- c\n\t\t\t- d\n\t\t\t\t- e\n",
    "items in quotes": "> > a\n> > - b\n> >   - c\n> >     - d\n",
    "behind text": "some words\n" + "> " * 5 + "tide\nmore words\n",
    "behind a list": "- a\n\nb\n\n- c\n- " + "> " * 4 + "tide\n- e\n",
    "before a heading": "> " * 5 + "tide\n\n# a\n",
    "between headings": "# a\n" + "> " * 5 + "tide\n\n# a\n",
    "a heading": "> " * 5 + "# a\n",
    "code": "> " * 5 + "    tide\n",
    "a fence": "> " * 5 + "```\n",
    "behind many items": "- a\n" * 9_000 + "> " * 5 + "tide\n" + "- a\n" * 9_000,
}
DEEP_ENOUGH = {
    "quotes": "> " * 4 + "tide",
    "quotes without text": ">" * 4,
    "items": "- " * 4 + "tide",
    "numbers": "1. 2) 3. 4. tide",
    "a mix": "> - 1. > + tide".replace("+ ", ""),
    "a break": "- - - - - - -\n* * * * * * *\n_ _ _ _ _ _ _\n",
    "a break in quotes": "> > > > - - - - -\n",
    "growing items": "- a\n  - b\n    - c\n      - d\n      - e\n",
    "in a fence": "```\n> > > > > tide\n- - - - - - a\n```\n",
    "in a fence in an item": "- ```\n  > > > > > tide\n  ```\n",
    "in a comment": "<!--\n> > > > > tide\n-->\n",
    "in HTML": "<div>\n> > > > > tide\n\n",
    "indented code": "    > > > > > tide\n\n\t- - - - - - a\n",
    "indented text": "tide\n    > > > > > tide\n",
    "code in quotes": "> > > >     > tide\n",
    "a heading": "# > > > > > tide\n",
    "numbers that interrupt nothing": "tide\n2. 2. 2. 2. 2. tide\n",
    "one after the other": "> > > > a\n\n- - - - b\n\n> > > > c\n",
    "items and no more": "- a\n" * 9_000,
}


@pytest.mark.parametrize("paragraphs", [False, True], ids=["headings", "paragraphs"])
@pytest.mark.parametrize("front", ["", "x\n\n"])
@pytest.mark.parametrize("text", TOO_DEEP.values(), ids=TOO_DEEP.keys())
def test_a_line_with_too_many_containers(text: str, front: str, paragraphs: bool) -> None:
    limits = Limits(container_depth=4)
    with pytest.raises(LimitExceeded) as raised:
        scan(front + text, limits=limits, paragraphs=paragraphs)
    assert raised.value.details == {"limit": "container_depth", "maximum": 4}
    scan(front + text, limits=Limits(container_depth=5), paragraphs=paragraphs)


@pytest.mark.parametrize("paragraphs", [False, True], ids=["headings", "paragraphs"])
@pytest.mark.parametrize("front", ["", "x\n\n"])
@pytest.mark.parametrize("text", DEEP_ENOUGH.values(), ids=DEEP_ENOUGH.keys())
def test_lines_that_only_look_too_deep(text: str, front: str, paragraphs: bool) -> None:
    scan(front + text, limits=Limits(container_depth=4), paragraphs=paragraphs)


@pytest.mark.parametrize("text", [">", "> a", "-", "- a", "1.", "a\n\n> > b", "*\n*\n", ">\n>\n"])
def test_no_container_allowed(text: str) -> None:
    for front in ("", "\n"):
        with pytest.raises(LimitExceeded):
            scan(front + text, limits=Limits(container_depth=0))
    assert len(scan("- - -\n# a\n```\n> a\n```\n", limits=Limits(container_depth=0)).headings) == 1


BULKS = {
    "one long line": "a" * 20,
    "plain lines": "some words\n",
    "blank lines": "\n",
    "blank lines in an item": "\n",
    "open fence": "words\n",
    "closed fences": "```\nwords\n```\n",
    "open comment": "words\n",
    "html": "words\n",
    "headings": "# a\n",
    "items": "- a\n",
    "nested items": "  - a\n",
    "lazy lines": "a\n",
    "one-byte lines": "a\n",
    "definitions": "[a]: /u\n",
    "an underline at the end": "a\n",
}
OPENERS = {
    "open fence": "```\n",
    "open comment": "<!--\n",
    "html": "<div>\n",
    "nested items": "- a\n",
    "lazy lines": "> a\n",
    "blank lines in an item": "- a\n",
}


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Make slices small, so that little text has many of them; return their bytes, and the lines between two questions."""
    size, lines = 4_096, 128
    for room in (definitions, leaps, leaves, line_machine, outside):
        for name, value in {"SLICE_BYTES": size, "SLICE_TOKENS": lines, "STRETCH_BYTES": 512, "RUN_BYTES": 512}.items():
            if hasattr(room, name):
                monkeypatch.setattr(room, name, value)
    return size, lines


@pytest.mark.parametrize("kind", BULKS)
@pytest.mark.parametrize("paragraphs", [False, True])
def test_cancellation_is_asked_for_often(kind: str, paragraphs: bool, slices: tuple[int, int]) -> None:
    size = 6 * slices[0]
    text = OPENERS.get(kind, "") + BULKS[kind] * (size // len(BULKS[kind])) + ("===\n" if "underline" in kind else "")
    data = text.encode()
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    limits = Limits.large()
    scan_blocks(data, Span(0, len(data)), limits=limits, cancelled=cancelled, paragraphs=paragraphs)
    assert asked >= len(data) // slices[0]
    for moment in range(1, asked + 1):
        left = moment

        def at_moment() -> bool:
            nonlocal left
            left -= 1
            return not left

        with pytest.raises(SearchCancelled):
            scan_blocks(data, Span(0, len(data)), limits=limits, cancelled=at_moment, paragraphs=paragraphs)


@pytest.mark.parametrize("gap", [SLICE_BYTES - 70, SLICE_BYTES - 3, SLICE_BYTES, SLICE_BYTES + 1])
@pytest.mark.parametrize(
    ("opener", "closer"),
    [
        ("", "# x\n"),
        ("```\n", "```\n"),
        ("~~~\n", "~~~~~~~~\n"),
        ("<!--\n", "-->\n"),
        ("<div>\n", " \n"),
        ("- a\n\n", "b\n===\n"),
    ],
)
def test_slices_hide_nothing(opener: str, closer: str, gap: int) -> None:
    for shift in range(8):
        filler = "y" * (gap - len(opener) + shift)
        text = f"{opener}{filler}\n{closer}# a\n"
        assert headings(text)[-1] == (text.count("\n"), 1, "a")
        assert headings(text) == headings(text, paragraphs=True)


def test_long_lines() -> None:
    blanks = " " * (2 * SLICE_BYTES)
    words = "b" * (2 * SLICE_BYTES)
    assert headings(f"a{blanks}\n===\n- {words}{blanks}\n\n  # c\n") == [(1, 1, "a"), (5, 1, "c")]
    assert headings(f"- a\n{words}\n  ===\n") == [(1, 1, f"a\n{words}")]


def test_code_and_long_lines_before_an_underline(slices: tuple[int, int]) -> None:
    long = "x" * (3 * slices[0])
    blanks = " " * (3 * slices[0])
    lines = slices[0]
    for text, expected in {
        f"    {long}\n    y\nb\n===\n": [(3, 1, "b")],
        f"{long}\na\n===\n": [(1, 1, f"{long}\na")],
        f"a\n{blanks}\n" + "b\n" * lines + "===\n": [(3, 1, "\n".join("b" * lines))],
        f"<div>\nx\n{blanks}\n# a\n": [(4, 1, "a")],
        f"<div>\n{long}\n\n# a\n": [(4, 1, "a")],
        f"<div {long}\n# a\n\n# b\n": [(4, 1, "b")],
        f"- a\n\n  {long}\n\n  # b\n": [(5, 1, "b")],
        f"- ```\n  {long}\n  ```\n  # b\n": [(4, 1, "b")],
        "- " * 7 + "```\n" + " " * 14 + "# a\n" + " " * 14 + "```\n# b\n": [(4, 1, "b")],
        "+": [],
        "x\n\n+": [],
    }.items():
        for front in ("", "\n"):
            found = [(line - len(front), level, raw) for line, level, raw in headings(front + text)]
            assert found == expected
            assert headings(front + text) == headings(front + text, paragraphs=True)


def test_many_lines_before_an_underline() -> None:
    text = "a\n" * (2 * SLICE_TOKENS) + "===\n"
    (found,) = scan(text).headings
    assert (found.start, len(found.segments)) == (0, 2 * SLICE_TOKENS)


@pytest.mark.parametrize("paragraphs", [False, True])
@pytest.mark.parametrize("text", [b"# A\n\nx\n", b"- # A\n\nx\n", b"> # A\n", b"A\n===\nx\n", b"# A\n# B\n", b"plain\n"])
def test_a_body_behind_a_byte_order_mark_begins_a_line(text: bytes, paragraphs: bool) -> None:
    data = b"\xef\xbb\xbf" + text
    alone = scan_blocks(text, Span(0, len(text)), limits=Limits(), paragraphs=paragraphs)
    behind = scan_blocks(data, Span(3, len(data)), limits=Limits(), paragraphs=paragraphs)
    assert [heading.start - 3 for heading in behind.headings] == [heading.start for heading in alone.headings]
    assert [[part.slice(data) for part in heading.segments] for heading in behind.headings] == [
        [part.slice(text) for part in heading.segments] for heading in alone.headings
    ]
