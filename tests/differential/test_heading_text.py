"""The text of headings against two other implementations, and against the headings of real documents."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from hypothesis import assume, given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from okfsearch._bundle.blocks import scan_blocks
from okfsearch._bundle.inline import normalize_label, read_heading
from okfsearch._bundle.layout import split_layout
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS, sources, tidy_sources
from tests.judges.span_pass import read_spans
from tests.shared import shared_path, shared_rows

LIMITS = Limits()


class Verbatim(MarkdownIt):
    """The other parser with everything off that would rewrite an address or join an escape with its neighbours."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"maxNesting": 1_000})
        self.core.ruler.disable("text_join")

    def normalizeLink(self, url: str) -> str:  # noqa: N802  (the parser's own name)
        return url

    def normalizeLinkText(self, link: str) -> str:  # noqa: N802
        return link

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True


PARSER = Verbatim()


def judge(source: str) -> str:
    """Return the heading's text by markdown-it-py, in the terms of ours: escapes and entities as they were written."""
    environment = {"references": {label.upper(): {"href": "u", "title": "", "map": [0, 0]} for label in LABELS}}
    return "".join(_texts(PARSER.parseInline(source, environment)[0].children or []))


def _texts(tokens: list[Token]) -> list[str]:
    texts: list[str] = []
    for token in tokens:
        if token.type == "text_special":
            texts.append(token.markup)
        elif token.type == "image":
            texts += _texts(token.children or [])
        elif token.type == "softbreak":
            texts.append("\n")
        elif token.type in {"text", "code_inline", "html_inline"}:
            texts.append(token.content)
    return texts


# Tails and labels on which the two may differ: all but these.
OTHER_TAIL = r"""\]\((?!u\)|u 't'\)|<u>\)|u\(v\)w "t"\))"""
OTHER_LABEL = r"\]\[(?!Ref\]|\])"

# What the reference reads otherwise than markdown-it-py: the source, our text, theirs, and a pattern that generated sources
# must not match, because the same difference may hide in them.
KNOWN = {
    "after a failed destination the other looks for no definition": ("[tide](", "tide(", "[tide](", OTHER_TAIL),
    "a bare destination that ends at a blank may leave a parenthesis open": ("[a](b(c 't')", "a", "[a](b(c 't')", OTHER_TAIL),
    "a destination may hold a control character": ("[a](b\x01c)", "a", "[a](b\x01c)", OTHER_TAIL),
    "an angled destination may hold an angle": ("[a](<b<c>)", "a", "[a](<b<c>)", OTHER_TAIL),
    "a title may touch an angled destination": ("[a](<b>'t')", "a", "[a](<b>'t')", OTHER_TAIL),
    "a label that holds a bracket is no label": ("[tide][x[ref]]", "tide[xref]", "[tide][xref]", OTHER_LABEL),
    "a label that holds only blanks is a collapsed one": ("[tide][ ]", "tide", "[tide][ ]", OTHER_LABEL),
    "only ASCII blanks are trimmed from labels": (
        "[\u3000tide]",
        "[\u3000tide]",
        "\u3000tide",
        r"[\[\]][\u3000\xa0]|[\u3000\xa0]\]",
    ),
    "a link in an image in a link text is a link in it": ("[a![[tide]](u)b](u)", "[atideb](u)", "atideb", r"!\[.*\["),
    "a comment ends at the first end": ("<!--a<!--b--> *c*-->", "<!--a<!--b--> c-->", "<!--a<!--b--> c-->", r"<!-(?!- c -->)"),
    "an instruction may end with the mark it began with": ("<?>*a*?>", "<?>a?>", "<?>*a*?>", r"<\?>"),
    "a scheme may have thirty-three letters": (f"<{'a' * 33}:b>", f"{'a' * 33}:b", f"<{'a' * 33}:b>", r"<a{33}"),
    "NUL is text": ("a\0b", "a\0b", "a\ufffdb", r"\0"),
    "a lone carriage return is text": ("a\rb", "a\rb", "a\nb", r"\r"),
    "a vertical tab is no blank": ("[a](b\vc)", "a", "[a](b\vc)", r"\v"),
    "a tab before a break vanishes": ("a\t\nb", "a\nb", "a\t\nb", r"\t\s*\n"),
    "the blanks after an escape vanish with a hard break": ("\\  \na", "\\a", "\\ \na", r"\\ +\n"),
    "an escaped backslash before LF makes a soft break": ("\\\\\\\na", "\\\\\\\na", "\\\\a", r"\\\\\\\n"),
}
UNLIKE = re.compile("|".join(pattern for *_, pattern in KNOWN.values()))


@pytest.mark.parametrize(("source", "ours", "theirs", "pattern"), KNOWN.values(), ids=KNOWN)
def test_known_difference_from_markdown_it(source: str, ours: str, theirs: str, pattern: str) -> None:
    assert re.search(pattern, source)
    assert (read_heading(source, LABELS, limits=LIMITS), judge(source)) == (ours, theirs)


def same_blanks(text: str) -> str:
    """Return the text with LF as a blank: the other gives a line break inside a code span so."""
    return text.replace("\n", " ")


@given(sources)
def test_markdown_it_reads_the_same(source: str) -> None:
    assume(not UNLIKE.search(source))
    assert same_blanks(read_heading(source, LABELS, limits=LIMITS)) == same_blanks(judge(source))


@given(tidy_sources)
def test_all_three_read_tidy_headings_the_same(source: str) -> None:
    text = read_heading(source, LABELS, limits=LIMITS)
    assert text == judge(source) == read_spans(source, LABELS, limits=LIMITS)


# Where the span pass of mistletoe goes wrong: the source, our text, its text.
SPAN_PASS_FAULTS = {
    "a bracket after a reference": ("[tide][", "tide[", "[tide]["),
    "an exclamation mark before an escape makes an image": ("!\\*[a](u)", "!\\*a", "!\\*[a](u)"),
    "the rule of three counts what is left of a run": ("__*`a` *b**__", "*a b*", "a b"),
    "an escaped backslash before a code span is lost": ("\\\\`a`", "\\\\a", "a"),
    "an escaped backslash before LF makes a hard break": ("a\\\\\nb", "a\\\\\nb", "a\\b"),
    "a marker inside a tag is seen": ('*a <b c="*">*', 'a <b c="*">', '*a <b c="*">*'),
    "a bracket inside a tag is seen": ('[a <b c="](d)">](e)', 'a <b c="](d)">', '[a <b c="](d)">](e)'),
    "symbols are no punctuation": ("a*€*b", "a*€*b", "a€b"),
    "all Unicode blanks are trimmed from labels": ("[\u3000tide]", "[\u3000tide]", "\u3000tide"),
}


@pytest.mark.parametrize(("source", "ours", "theirs"), SPAN_PASS_FAULTS.values(), ids=SPAN_PASS_FAULTS)
def test_known_fault_of_the_span_pass(source: str, ours: str, theirs: str) -> None:
    assert (read_heading(source, LABELS, limits=LIMITS), read_spans(source, LABELS, limits=LIMITS)) == (ours, theirs)


def test_headings_of_real_documents() -> None:
    corpora = shared_path("corpora")
    wrong: list[tuple[str, str, list[str], list[str]]] = []
    rows = sorted(shared_rows("cases/headings.jsonl"), key=lambda row: row["bundle"])
    for bundle, documents in groupby(rows, key=lambda row: row["bundle"]):
        for document in documents:
            data = (corpora / bundle / document["path"]).read_bytes()
            expected = [text for _, text in document["headings"]]
            found = texts_of(data)
            if found != expected:
                wrong.append((bundle, document["path"], found, expected))
    assert wrong == []


def texts_of(data: bytes) -> list[str]:
    blocks = scan_blocks(data, split_layout(data).body, limits=LIMITS)
    labels = {normalize_label(definition.label.decode()) for definition in blocks.definitions}
    return [
        read_heading("\n".join(part.slice(data).decode() for part in heading.segments), labels, limits=LIMITS)
        for heading in blocks.headings
    ]
