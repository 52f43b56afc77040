"""Where other parsers answer otherwise, and why: one named predicate for each known difference.

A document on which two parsers differ passes a differential test only if a predicate of the table holds for it.  Each says
what the other one does; the reading of the section search contract is ours in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen


@frozen
class Disagreement:
    """Hold one document on which a judge differs: its text, and whether either side found a definition in it."""

    text: str
    has_definition: bool


@frozen
class KnownDifference:
    """Name one difference, say why it is there, and recognise the documents that it can touch."""

    name: str
    reason: str
    holds: Callable[[Disagreement], bool]


def _matches(pattern: str) -> Callable[[Disagreement], bool]:
    compiled = re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    return lambda case: compiled.search(case.text) is not None


_CONTAINERS = r"^(?:[ \t>]|[-+*][ \t]|\d{1,9}[.)][ \t])*"

MARKDOWN_IT = (
    KnownDifference(
        "definition-is-an-open-paragraph",
        "A definition is part of a paragraph until that ends: tags, bare and high-numbered items cannot interrupt it, lazy lines"
        " continue it, and an underline below it is text.  markdown-it-py takes the definition as a block of its own and starts"
        " afresh on the next line.",
        lambda case: case.has_definition,
    ),
    KnownDifference(
        "destination-that-could-be-an-underline",
        "`[r]:` over `--` has an underline before it has a destination; markdown-it-py takes the line as the destination.",
        _matches(_CONTAINERS + r"\[[^\]]*\]:[ \t]*\r?\n" + _CONTAINERS + r"(?:-+|=+)[ \t]*\r?$"),
    ),
    KnownDifference(
        "tab-behind-a-lone-tag",
        "Only spaces may follow a lone tag that opens an HTML block; markdown-it-py allows tabs.",
        _matches(r"<[^\n]*>[ ]*\t[ \t]*\r?$"),
    ),
    KnownDifference(
        "closing-tag-of-raw-text",
        "A closing tag of script, pre, style or textarea opens no HTML block, as the CommonMark text says; markdown-it-py takes"
        " it for a lone tag.",
        _matches(r"</(?:script|pre|style|textarea)[ \t]*>"),
    ),
    KnownDifference(
        "indented-line-below-a-quote",
        "A line indented like code continues the paragraph of the quote above it; markdown-it-py ends the quote there, or reads"
        " quote markers in that line.",
        _matches(r">[^\n]*\n(?: {4}| {0,3}\t)|^(?: {4}| {0,3}\t)[ \t]*>"),
    ),
    KnownDifference(
        "tab-behind-a-quote-marker",
        "Tabs go to stops counted from the start of the physical line; markdown-it-py counts otherwise behind quote markers.",
        _matches(r">[^\n]*\t"),
    ),
    KnownDifference(
        "blank-beyond-ascii",
        "Only ASCII blanks make a heading empty; markdown-it-py strips every kind of white space.",
        _matches("[\x0b\x0c\x0e\x1c-\x1f\x85\xa0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\r]"),
    ),
)


_QUOTE = _CONTAINERS + ">"
_ITEM = r"(?:[-+*]|\d{1,9}[.)])"
_ITEM_LINE = r"^[ \t>]*" + _ITEM + r"(?:[ \t]|\r?$)"


def _all(*patterns: str) -> Callable[[Disagreement], bool]:
    parts = [_matches(pattern) for pattern in patterns]
    return lambda case: all(part(case) for part in parts)


MISTLETOE = (
    KnownDifference(
        "definition-is-an-open-paragraph",
        "A definition is part of a paragraph until that ends; mistletoe reads on behind it as if nothing were open, and takes an"
        " underline for a destination.",
        lambda case: case.has_definition or _matches(r"\[[^\]]*\]:")(case),
    ),
    KnownDifference(
        "underline-in-a-quote",
        "mistletoe knows no Setext heading in a quote, because it cannot tell a lazy underline from another; behind a nested quote"
        " it knows them again.",
        _all(_QUOTE, _CONTAINERS + r"(?:-+|=+)[ \t]*\r?$"),
    ),
    KnownDifference(
        "lines-of-a-quote-are-gathered-first",
        "mistletoe gathers the lines of a quote before it reads any: what is open in it is told from the line above alone, so that"
        " lazy lines join code, HTML and headings, and what starts in a lazy line is read as the quote's own.",
        _matches(_QUOTE + r"[^\n]*\n(?!" + _CONTAINERS[1:] + r"\r?$)(?![ \t]*\r?\n)"),
    ),
    KnownDifference(
        "tab-behind-a-quote-marker",
        "Tabs go to stops counted from the start of the physical line; mistletoe counts otherwise behind quote markers.",
        _matches(_QUOTE + r"[^\n]*\t"),
    ),
    KnownDifference(
        "lines-of-an-item-are-gathered-first",
        "mistletoe gathers the lines of an item before it reads any, so that a lazy line or underline counts as indented, and a"
        " fence or HTML inside an item reads a line that is not.",
        _matches(_ITEM_LINE + r"[^\n]*\n(?:[^\n]*\S[^\n]*\n)*?(?:[ \t]*(?:=+|-+)[ \t]*\r?$)"),
    ),
    KnownDifference(
        "item-without-text",
        "Behind an item that starts with a blank line mistletoe counts lines from the item, one too few.",
        _matches(_CONTAINERS + _ITEM + r"[ \t]*\r?$"),
    ),
    KnownDifference(
        "item-number-with-zeros",
        "Only an item numbered 1 interrupts a paragraph, and `01.` is numbered so; mistletoe compares the digits.",
        _matches(r"0+1[.)]"),
    ),
    KnownDifference(
        "html-by-other-rules",
        "mistletoe opens a declaration at capitals only and raw text at small letters only, ends raw text at the closing tag of"
        " the same name, and lets tabs follow a lone tag and raw text's closing tag open a block.",
        _matches(r"<![a-z]|</?(?:script|pre|style|textarea)|<[^\n]*>[ ]*\t"),
    ),
)


def explain(case: Disagreement, table: tuple[KnownDifference, ...]) -> list[str]:
    """Return the names of the known differences that can explain a disagreement."""
    return [known.name for known in table if known.holds(case)]
