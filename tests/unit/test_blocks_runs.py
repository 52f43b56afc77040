"""Runs that one pattern reads at once: they are taken where they may be, give what line by line gives, and stop where they must."""

from __future__ import annotations

import re

import pytest

from okfsearch._bundle import line_machine, outside
from okfsearch._bundle.blocks import Definition, scan_blocks
from okfsearch._bundle.definitions import peel_definitions, plain_definitions
from okfsearch._bundle.html_blocks import after_whole_blocks, html_end_of
from okfsearch._bundle.leaps import last_fresh_start
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, never
from okfsearch.limits import Limits

Named = tuple[str, str, str | None]

A: Named = ("a", "/u", None)


def named(definitions: list[Definition] | tuple[Definition, ...]) -> list[Named]:
    return [
        (one.label.decode(), one.destination.decode(), None if one.title is None else one.title.decode()) for one in definitions
    ]


#: What a run takes: the source, the definitions, and what is left of the source.
TAKEN: dict[str, tuple[str, list[Named], str]] = {
    "followed by text": ("[a]: /u\ntext\n", [A], "text\n"),
    "followed by a blank line": ("[a]: /u\n\n# h\n", [A], "# h\n"),
    "many": ("[a]: /u\n" * 3 + "\n", [A] * 3, ""),
    "many among blank lines": ("[a]: /u\n\n \t\r\n[a]: /u\n\n", [A] * 2, ""),
    "followed by what defines nothing": ("[a]: /u\n[b] c\n", [A], "[b] c\n"),
    "blanks": ("   [a]: \t/u \t\r\n\n", [A], ""),
    "no blank": ("[a]:/u\n\n", [A], ""),
    "angles": ("[a]: <u v>\n\n", [("a", "u v", None)], ""),
    "empty angles": ("[a]: <>\n\n", [("a", "", None)], ""),
    "titles": ("[a]: /u 't'\n[a]: /u\t\"t\"\n[a]: /u (t)\n\n", [("a", "/u", "t")] * 3, ""),
    "an empty title": ("[a]: /u ''\n\n", [("a", "/u", "")], ""),
    "a title below": ("[a]: /u\n't'\n\n", [("a", "/u", "t")], ""),
    "a title below behind blanks": ("[a]: /u \n't' \n\n", [("a", "/u", "t")], ""),
    "a title that is text": ("[a]: /u\n't' x\n", [A], "'t' x\n"),
    "a title in parentheses that is text": ("[a]: /u\n(t)x\n", [A], "(t)x\n"),
    "a target below": ("[a]:\n/u\n\n", [A], ""),
    "a label of two lines": ("[a\nb]: /u\n\n", [("a\nb", "/u", None)], ""),
    "a label with a CR": ("[a\r\nb]: /u\n\n", [("a\r\nb", "/u", None)], ""),
    "an escaped label": ("[\\]\\\\]: /u\n\n", [("\\]\\\\", "/u", None)], ""),
    "a label beyond ASCII": ("[\u00e9\u6f6e]: /\u00fc\n\n", [("\u00e9\u6f6e", "/\u00fc", None)], ""),
}
#: What leaves a doubt and is not taken, not even where it defines something.
LEFT = {
    "the last line": "[a]: /u",
    "the last line with its end": "[a]: /u\n",
    "a title may follow": "[a]: /u\n't\n",
    "a heading": "[a]: /u\n# h\n",
    "an underline": "[a]: /u\n===\n",
    "a quote": "[a]: /u\n> b\n",
    "an item": "[a]: /u\n- b\n",
    "a number that interrupts nothing": "[a]: /u\n2. b\n",
    "a tag that interrupts nothing": "[a]: /u\n<b>\n",
    "code that interrupts nothing": "[a]: /u\n    b\n",
    "a title with an escape": "[a]: /u '\\''\n\n",
    "a title over lines": "[a]: /u '\n'\n\n",
    "junk": "[a]: /u b\n\n",
    "junk behind a title": "[a]: /u 't' b\n\n",
    "an empty label": "[]: /u\n\n",
    "a blank label": "[ \t]: /u\n\n",
    "a form feed for a label": "[\f]: /u\n\n",
    "parentheses": "[a]: u(v)\n\n",
    "an escaped target": "[a]: u\\v\n\n",
    "a control character": "[a]: u\x01v\n\n",
    "no target": "[a]:\n\n",
    "an open target": "[a]: <u\n\n",
    "an angle and more": "[a]: <u>v\n\n",
    "an angle and a title without a blank": "[a]: <u>'t'\n\n",
    "too deep": "    [a]: /u\n\n",
    "a tab": "\t[a]: /u\n\n",
    "a bracket in a label": "[a[b]: /u\n\n",
    "a label over a blank line": "[a\n\nb]: /u\n\n",
    "a label over a quote": "[a\n> b]: /u\n\n",
    "a label over an item": "[a\n- b]: /u\n\n",
    "a label that goes on with blanks": "[a\n b]: /u\n\n",
    "a long label": "[" + "a" * 900 + "]: /u\n\n",
    "a label of many blanks": "[" + " " * 999 + "a]: /u\n\n",
}


@pytest.mark.parametrize(("text", "expected", "rest"), TAKEN.values(), ids=TAKEN.keys())
def test_a_run_of_definitions(text: str, expected: list[Named], rest: str) -> None:
    data = text.encode()
    found, after = plain_definitions(data, 0, len(data))
    assert named(found) == expected
    assert data[after:].decode() == rest


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT.keys())
def test_what_is_left_out_of_a_run(text: str) -> None:
    data = text.encode()
    assert plain_definitions(data, 0, len(data)) == ([], 0)
    assert plain_definitions(b"[a]: /u\n\n" + data, 0, len(data) + 9) == ([Definition(b"a", b"/u", None)], 9)


def test_a_run_ends_with_its_slice() -> None:
    data = b"[a]: /u\n" * 10
    for stop in range(len(data) + 1):
        found, after = plain_definitions(data, 0, stop)
        # The byte below the last one must be seen.
        assert (len(found), after) == (max(stop - 1, 0) // 8, max(stop - 1, 0) // 8 * 8)


FRONTS = ("\n", "text\n", "> q\n", "<b>\n\n")
TAILS = ("", "text\n===\n", "===\n", "'t'\n", "'t\n===\n", "    code\n===\n", "<b>\n===\n", "2. x\n===\n", "[q\n===\n")


@pytest.mark.parametrize("text", [*(text for text, _, _ in TAKEN.values()), *LEFT.values()], ids=[*TAKEN, *LEFT])
def test_runs_of_definitions_change_nothing(text: str) -> None:
    for front in FRONTS:
        for tail in TAILS:
            for body in (text, text.rstrip("\n") + "\n"):
                data = (front + body + tail).encode()
                for source in (data, re.sub(rb"(?m)^", b"> ", data)):
                    running = scan_blocks(source, Span(0, len(source)), limits=Limits())
                    reading = scan_blocks(source, Span(0, len(source)), limits=Limits(), paragraphs=True)
                    assert running.headings == reading.headings, source
                    assert running.definitions == reading.definitions, source


@pytest.mark.parametrize("text", [text for text, _, _ in TAKEN.values()], ids=TAKEN.keys())
def test_peeling_by_runs_is_peeling_one_by_one(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paragraph = re.sub(rb"\n[ \t\r\n]*", b"\n", text.encode()).strip()
    found = peel_definitions(paragraph, cancelled=never)
    monkeypatch.setattr("okfsearch._bundle.definitions.plain_definitions", lambda data, start, stop: ([], start))
    assert peel_definitions(paragraph, cancelled=never) == found


@pytest.mark.parametrize("unit", [b"[a]: /u\n", b"[a]: /u '\\''\n", b"[" + b"a" * 990 + b"]: /u\n"])
def test_peeling_asks_for_every_slice(unit: bytes) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    text = unit * (4 * SLICE_BYTES // len(unit))
    found, taken = peel_definitions(text, cancelled=cancelled)
    assert taken == len(text)
    assert asked >= max(3, len(found) // SLICE_TOKENS // 4)


#: One HTML block each that ends with its line.
ONE_LINE = (
    "<!-- a -->",
    "<!-->",
    "<!--->",
    "<!-- a --> b",
    "<?a?>",
    "<?>",
    "<!A>",
    "<!a b> c",
    "<![CDATA[]]>",
    "<![CDATA[a]]> b",
)
#: One HTML block each that ends at a blank line.
TO_BLANK = (
    "<b>",
    "</b>",
    "</b \t>",
    "<b/>",
    "<b  />",
    "<b c='d' e=\"f\" g=h i>",
    "<b>  \r",
    "<b\tc>",
    "<div>",
    "</div>",
    "<DIV>",
    "<div",
    "<div \t",
    "<div\r",
    "<div a='",
    "<hr/>",
    "</h1> a",
    "<prefix>",
    "<b-c>",
    "<li>\na\n  b\n</li>",
    "<th",
    "<thead",
    "<p",
    "<param",
)
#: Such as open nothing, or leave something open.
NEITHER = (
    "a",
    "<",
    "<1>",
    "<b",
    "<b c='d>",
    "<b> c",
    "<b>\t",
    "<b>\ra",
    "<b c=>",
    "<b c='d\ne'>",
    "<divx",
    "<div\ra",
    "<https://x.example>",
    "<!-- a",
    "<?a",
    "<!A",
    "<!1>",
    "<![cdata[]]>",
    "<![CDATA[",
    "<pre>",
    "<script></script>",
    "</pre>",
    "</STYLE >",
    "<pre/>",
    "    <b>",
    "\t<b>",
    "# a",
    "- <b>",
)


@pytest.mark.parametrize("text", [*ONE_LINE, *(f"{text}\n" for text in TO_BLANK)])
@pytest.mark.parametrize("indent", ["", "   "])
def test_a_run_of_html(text: str, indent: str) -> None:
    data = f"{indent}{text}\n".encode()
    assert after_whole_blocks(data * 3, 0, 3 * len(data)) == 3 * len(data)
    # The last block is told only by its last line end.
    assert after_whole_blocks(data * 3, 0, 3 * len(data) - 1) == 2 * len(data)
    first = data.split(b"\n")[0]
    at = len(indent)
    opened = html_end_of(first, at, len(first.rstrip(b" \t\r")), len(first), interrupts=False)
    assert opened is not None
    assert (opened.mark is None) == text.endswith("\n")


@pytest.mark.parametrize("text", [*NEITHER, *TO_BLANK])
def test_what_is_left_out_of_a_run_of_html(text: str) -> None:
    data = f"<b>\n\n{text}\n".encode()
    assert after_whole_blocks(data, 0, len(data)) == 5


@pytest.mark.parametrize("text", [*ONE_LINE, *TO_BLANK, *NEITHER])
def test_runs_of_html_change_nothing(text: str) -> None:
    for front in ("\n", "text\n", "<!-- x -->\n", "<b>\n\n", "<div>\n", "- a\n", "> a\n"):
        for tail in ("", "\n", "# h\n", "\n# h\n", "===\n", "text\n===\n", "\n    code\n===\n", f"{text}\n# h\n"):
            data = f"{front}{text}\n{tail}".encode()
            running = scan_blocks(data, Span(0, len(data)), limits=Limits())
            reading = scan_blocks(data, Span(0, len(data)), limits=Limits(), paragraphs=True)
            assert running.headings == reading.headings, data


#: Line starts at which nothing can be open, behind the bar.
FRESH = (
    "> a\n\n|> b\n",
    "> a\n>\n|> b\n",
    "> > a\n>\n|> b\n",
    "> > a\n> >\n|> > b\n",
    "> a\n>\n|b\n",
    ">> a\n>>\n|>> b\n",
    "> - a\n|> - b\n",
    "- a\n|> - b\n",
    "> - a\n|> 1. b\n",
    "1. a\n|1. b\n",
    "a\n|1) b\n",
    "a\n|- b\n",
)
#: Lines that may belong to what is open.
STALE = (
    "> a\n> b\n",
    "> a\nb\n",
    "> - a\n>\n>     b\n",
    "> > - a\n> >\n>>     b\n",
    "> - a\n>   - b\n",
    "a\n2. b\n",
    "a\n01. b\n",
    "a\n-\n",
    "a\n1.\n",
    "- a\n\n  b\n",
    "a\n    >\nb\n",
)


@pytest.mark.parametrize("text", FRESH)
def test_a_fresh_start(text: str) -> None:
    data = text.replace("|", "").encode()
    fresh = text.index("|")
    assert last_fresh_start(data, 0, fresh, len(data)) == fresh
    for yielding in ("> # h\n", "> ===\n", "> - # h\n", ">   # h\n", "===\n", "  # h\n", "    # h\n", ">     # h\n"):
        source = b"\n" + data + yielding.encode()
        running = scan_blocks(source, Span(0, len(source)), limits=Limits())
        reading = scan_blocks(source, Span(0, len(source)), limits=Limits(), paragraphs=True)
        assert running.headings == reading.headings, source


@pytest.mark.parametrize("text", STALE)
def test_no_fresh_start(text: str) -> None:
    data = text.encode()
    last = data.rindex(b"\n", 0, -1) + 1
    assert last_fresh_start(data, 0, last, len(data)) == 0


QUOTED = (
    "> a",
    "> > a",
    ">a",
    "  >  a",
    ">\ta",
    "a",
    "    a",
    ">     a",
    "> > > a",
    "> [a]: /u",
    "> 1. a",
    "> 2. a",
    "> `a`",
    ">",
    ">  >a",
    "> <b>",
    "> -",
    "   > \\a",
)


@pytest.mark.parametrize("below", QUOTED)
@pytest.mark.parametrize("above", ["> a", "> > a", "> - a", "- > a", "> [a]: /u", "a", "> " * 9 + "a"])
def test_text_in_quotes_is_taken_at_once(above: str, below: str) -> None:
    for end in ("> ===", "===", "> > ===", "> " * 9 + "===", "> # h", "", "> 't'\n> ==="):
        source = f"\n{above}\n{below}\n{below}  \r\n{end}\n".encode()
        running = scan_blocks(source, Span(0, len(source)), limits=Limits())
        reading = scan_blocks(source, Span(0, len(source)), limits=Limits(), paragraphs=True)
        assert (running.headings, running.definitions) == (reading.headings, reading.definitions)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(line_machine, "_NO_TEXT", bytes(range(256)))
            alone = scan_blocks(source, Span(0, len(source)), limits=Limits(), paragraphs=True)
        assert alone == reading


def test_long_runs_are_cut_into_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n" + "<b>\n\n" * 9 + "[a]: /u\n" * 9 + "\n" + "<?a?>\n" * 9 + "> a\n" * 9 + "> ===\n" + "<a b='c\n" * 9 + "===\n"
    data = text.encode()
    whole = scan_blocks(data, Span(0, len(data)), limits=Limits())
    assert len(whole.definitions) == 9
    assert [len(block.segments) for block in whole.headings] == [9, 9]
    for size in range(80, 120, 3):
        monkeypatch.setattr(outside, "SLICE_BYTES", size)
        monkeypatch.setattr(line_machine, "RUN_BYTES", size // 4)
        assert scan_blocks(data, Span(0, len(data)), limits=Limits()) == whole
