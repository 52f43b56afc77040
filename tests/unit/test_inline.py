"""The text of a heading, one rule a row."""

from __future__ import annotations

import re

import pytest

from okfsearch._bundle.inline import count_delimiters, normalize_label, read_heading
from okfsearch._bundle.link_tails import Tails
from okfsearch._cancel import SLICE_BYTES
from okfsearch.errors import LimitExceeded, SearchCancelled
from okfsearch.limits import Limits
from tests.heading_strategies import LABELS

LIMITS = Limits()

PLAIN = {
    "words stay": ("How to moor", "How to moor"),
    "entities are not decoded": ("A &amp; B &#42;", "A &amp; B &#42;"),
    "a lone exclamation mark is text": ("Hello! World!", "Hello! World!"),
    "a final no-break space stays": ("tide\xa0", "tide\xa0"),
    "nothing gives nothing": ("", ""),
    "strikethrough is no markup": ("~~tide~~", "~~tide~~"),
}
ESCAPES = {
    "an escape stays as it is written": ("\\*tide\\*", "\\*tide\\*"),
    "a letter cannot be escaped": ("C:\\tide *x*", "C:\\tide x"),
    "an escaped backslash escapes nothing": ("\\\\*tide*", "\\\\tide"),
    "a backslash at the end": ("tide\\", "tide\\"),
    "an escaped backslash before a code span stays": ("\\\\`tide`", "\\\\tide"),
    "an escaped backtick shortens its run": ("\\``a`", "\\`a"),
    "an escaped backtick does not hide the next run": ("\\`a`b`", "\\`ab"),
    "an escaped exclamation mark leaves a link": ("\\![tide]", "\\!tide"),
    "an exclamation mark before an escape makes no image": ("!\\*[a](u)", "!\\*a"),
}
CODE = {
    "the ticks vanish": ("the `--json` flag", "the --json flag"),
    "content is raw": ("`\\* &amp; *x* [a](b)`", "\\* &amp; *x* [a](b)"),
    "one blank goes on either side": ("``  ` ``", " `"),
    "only when both are there": ("` a`", " a"),
    "blank content stays": ("a `  ` b", "a    b"),
    "runs of other lengths are content": ("`a``b`", "a``b"),
    "an unclosed run is text": ("```tide``", "```tide``"),
    "it binds tighter than emphasis": ("*a `*` b*", "a * b"),
    "it binds tighter than links": ("[a `](u)`", "[a ](u)"),
    "line breaks stay": ("`a  \nb`", "a  \nb"),
}
EMPHASIS = {
    "its markers vanish": ("*a* **b** _c_ __d__ ***e***", "a b c d e"),
    "inside a word": ("foo*bar*baz", "foobarbaz"),
    "not by underscores": ("snake_case_name", "snake_case_name"),
    "underscores beside punctuation": ('"_a_"', '"a"'),
    "not against blanks": ("a * b * c", "a * b * c"),
    "not against a no-break space": ("*\xa0a*", "*\xa0a*"),
    "what is left of a run stays": ("***a**", "*a"),
    "a longer closer": ("*a***", "a**"),
    "the rule of three": ("*a**b*", "a**b"),
    "counts original lengths": ("***a***b**", "ab**"),
    "both lengths multiples of three": ("***a***b***", "ab***"),
    "markers do not cross": ("*a _b* c_", "a _b c_"),
    "symbols are punctuation": ("a*€*b ✅**c**", "a*€*b ✅c"),
    "typographic quotes are punctuation": ("a*“b”*c", "a*“b”*c"),
    "inner text is matched first": ("*[a*](u)", "*a*"),
    "a link text is its own world": ("*a [b*](u) c*", "a b* c"),
    "nested": ("**a *b* c**", "a b c"),
}
LINKS = {
    "an inline link leaves its text": ("see [the *docs*](a/b.md) now", "see the docs now"),
    "with a title": ("[a](b \"t\") [a](b 't') [a](b (t))", "a a a"),
    "an empty destination": ("[a]() [b](<>)", "a b"),
    "blanks around the destination": ("[a]( \n b \t)", "a"),
    "balanced parentheses": ("[a](b(c)d)", "a"),
    "an escaped parenthesis": ("[a](b\\)c)", "a"),
    "a blank in the destination": ("[a](b c)", "[a](b c)"),
    "an angled destination may hold blanks": ("[a](<b c>)", "a"),
    "an escaped angle": ("[a](<b\\>c>)", "a"),
    "an unclosed angle": ("[a](<b)", "[a](<b)"),
    "text after the title": ("[a](b 't' c)", "[a](b 't' c)"),
    "an unclosed title": ("[a](b 't)", "[a](b 't)"),
    "a title in parentheses holds none": ("[a](b (t(u)))", "[a](b (t(u)))"),
    "never closed": ("[a](b", "[a](b"),
    "only an opening parenthesis": ("[a](", "[a]("),
    "no link in a link": ("[a [b](c) d](e)", "[a b d](e)"),
    "an image in a link": ("[![alt](i.png) b](c)", "alt b"),
    "a link in an image": ("![a [b](c)](d)", "a b"),
    "image text stays": ("![The *alt*](i.png)", "The alt"),
    "an exclamation mark before an image": ("!![a](b)", "!a"),
    "the innermost bracket": ("[a [b](c)", "[a b"),
    "a closing bracket alone": ("a ] b", "a ] b"),
    "an opening bracket alone": ("a [ *b*", "a [ b"),
}
REFERENCES = {
    "shortcut": ("[Tide]", "Tide"),
    "collapsed": ("[tide][]", "tide"),
    "collapsed by a blank label": ("[tide][ ]", "tide"),
    "full": ("[text][REF]", "text"),
    "blanks collapse": ("[Two \nwords]", "Two\nwords"),
    "an image": ("![tide]", "tide"),
    "not defined": ("[gauge] [x][gauge]", "[gauge] [x][gauge]"),
    "a defined text before an undefined label": ("[tide][gauge]", "[tide][gauge]"),
    "an unclosed label is none": ("[tide][", "tide["),
    "a label with a bracket is none": ("[tide][x[ref]]", "tide[xref]"),
    "text before a failed destination": ("[tide](u v)", "tide(u v)"),
    "an escaped bracket": ("\\[tide] [tide\\]", "\\[tide] [tide\\]"),
    "999 bytes of label are looked up": ("[x][" + "é" * 499 + "]", "x"),
    "1,000 are not": ("[x][" + "é" * 500 + "]", "[x][" + "é" * 500 + "]"),
}
ANGLES = {
    "an autolink leaves its address": ("<https://a.b/c?d=e&f> <me@a.b>", "https://a.b/c?d=e&f me@a.b"),
    "its markup is none": ("<https://a.b/*c*>", "https://a.b/*c*"),
    "a scheme of two to thirty-three": ("<a:b> <ab:c>", "<a:b> ab:c"),
    "a blank in an address": ("<https://a b>", "<https://a b>"),
    "labels of an address": (
        "<a@" + "b" * 63 + "> <a@" + "b" * 64 + "> <a@b->",
        "a@" + "b" * 63 + " <a@" + "b" * 64 + "> <a@b->",
    ),
    "raw HTML stays": ("a <b class='c' d=\"*\" e=f g>x</b > *y*", "a <b class='c' d=\"*\" e=f g>x</b > y"),
    "not everything in angles is a tag": ("<b c=> *d* <1 *e*> a < *f*", "<b c=> d <1 e> a < f"),
    "comments": ("<!-- *a* --> <!--> *b* <!---> *c*", "<!-- *a* --> <!--> b <!---> c"),
    "instructions, declarations, sections": ("<?*a*?> <!A *b*> <![CDATA[*c*]]>", "<?*a*?> <!A *b*> <![CDATA[*c*]]>"),
    "unclosed ones are text": ("<!-- *a* <!-- b <? c <!D <![CDATA[ *e*", "<!-- a <!-- b <? c <!D <![CDATA[ e"),
    "a small declaration is text": ("<!a *b*>", "<!a b>"),
    "it binds tighter than links": ('[a <b c="](d)">](e)', 'a <b c="](d)">'),
    "over lines": ("<b\nc='\n'> *d*", "<b\nc='\n'> d"),
}
BREAKS = {
    "a soft break is LF": ("tide\ngauge", "tide\ngauge"),
    "blanks before it vanish": ("tide \t\ngauge \nend", "tide\ngauge\nend"),
    "two blanks make it hard": ("tide  \ngauge", "tidegauge"),
    "a backslash makes it hard": ("tide\\\ngauge", "tidegauge"),
    "and keeps the blanks before it": ("tide  \\\ngauge", "tide  gauge"),
    "an escaped backslash does not": ("tide\\\\\ngauge", "tide\\\\\ngauge"),
    "carriage returns go with the break": ("a\r\nb  \r\nc\\\r\nd", "a\nbcd"),
    "a tab before two blanks": ("a\t  \nb", "ab"),
    "a vertical tab is no blank": ("a\v\nb", "a\v\nb"),
    "inside emphasis and links": ("*a\nb* [c  \nd](e)", "a\nb cd"),
    "between markers": ("*a*\n*b*  \n_c_", "a\nbc"),
    "an escape carried over three backslashes": ("a\\\\\\\n\\[tide]", "a\\\\\\\n\\tide"),
    "and over a hard break": ("a\\  \n\\[tide]", "a\\\\tide"),
    "but not past other text": ("a\\  \nb\\[tide]", "a\\b\\[tide]"),
    "past markers": ("a\\  \n**\\[tide]", "a\\**\\tide"),
    "and lines of them": ("a\\  \n``\n\\[tide]", "a\\``\n\\tide"),
}
RULES = {
    f"{name}: {rule}": row
    for name, rows in {
        "plain": PLAIN,
        "escapes": ESCAPES,
        "code": CODE,
        "emphasis": EMPHASIS,
        "links": LINKS,
        "references": REFERENCES,
        "angles": ANGLES,
        "breaks": BREAKS,
    }.items()
    for rule, row in rows.items()
}


@pytest.mark.parametrize(("source", "text"), RULES.values(), ids=RULES)
def test_rule(source: str, text: str) -> None:
    labels = LABELS | {"é" * 499, "é" * 500}
    assert read_heading(source, labels, limits=LIMITS) == text


def test_brackets_that_lie_too_far_apart_make_no_link() -> None:
    near = "[" + "x" * 996
    far = near + "x"
    assert read_heading(near + "[b [c](u)", (), limits=LIMITS) == near + "[b c"
    assert read_heading(far + "[b [c](u)", (), limits=LIMITS) == far + "[b [c](u)"


def test_labels_are_compared_folded_and_without_needless_blanks() -> None:
    assert normalize_label(" \t\nThe \r\n  ẞ\f ") == "the ss"
    assert normalize_label("a\xa0 b\x0bc") == "a\xa0 b\x0bc"


@pytest.mark.parametrize(
    ("source", "delimiters"),
    [
        ("", 0),
        ("a & b!", 0),
        ("a\nb", 0),
        ("***a***", 2),
        ("``a`", 2),
        ("[a](b)", 2),
        ("![a]", 2),
        ("\\\\", 2),
        ("<b>", 1),
        ("*_`", 3),
    ],
)
def test_delimiters_are_counted_by_runs(source: str, delimiters: int) -> None:
    assert count_delimiters(source) == delimiters


def test_the_cap_itself_passes_and_one_more_does_not() -> None:
    limits = Limits(heading_delimiters=4)
    assert read_heading("*a* `b`", (), limits=limits) == "a b"
    with pytest.raises(LimitExceeded) as caught:
        read_heading("*a* `b` ]", (), limits=limits, path="a/b.md")
    assert dict(caught.value.details) == {"limit": "heading_delimiters", "maximum": 4, "path": "a/b.md"}


@pytest.mark.parametrize(
    "text",
    [
        "](a](b)c](d", "](a](((b))))](c)", "](a\\(](b\\))](c))", "](a(](b))c", "](a](b) ](c)", "](](])", "](a](b  't' ) )", "](a](b  't' x",
        "](a](b  't", "](a](b  (t) )", "](a](b  ", "](a](b\n](c) d)", "](<a](<b>)](<c\n>)",
    ],
)  # fmt: skip
def test_nested_tails_end_where_each_would_alone(text: str) -> None:
    starts = [match.end() for match in re.finditer("]", text) if text.startswith("(", match.end())]
    tails = Tails(text)
    assert [tails.read_inline(start) for start in starts] == [Tails(text).read_inline(start) for start in starts]


def test_where_nested_tails_end() -> None:
    text = "](a](b)c](d"
    tails = Tails(text)
    assert [tails.read_inline(start) for start in (1, 4, 9)] == [-1, 7, -1]


def test_long_sources_are_counted_in_slices() -> None:
    # The runs lie across the places where slices are cut.
    for filler in (SLICE_BYTES - 2, SLICE_BYTES - 1, SLICE_BYTES):
        assert count_delimiters("x" * filler + "***" + "y" * SLICE_BYTES + "[`") == 3


@pytest.mark.parametrize("source", ["*a*" + "b" * (2 * SLICE_BYTES), "*a*\n" + "b " * SLICE_BYTES + "\nc"])
def test_a_long_heading_asks_for_cancellation(source: str) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    limits = Limits(heading_bytes=10**9)
    read_heading(source, (), limits=limits, cancelled=cancelled)
    assert asked >= len(source) // SLICE_BYTES
    for moment in range(1, asked + 1):
        left = iter([False] * (moment - 1) + [True])
        with pytest.raises(SearchCancelled):
            read_heading(source, (), limits=limits, cancelled=lambda left=left: next(left))


def test_a_heading_of_far_too_many_lines_is_refused() -> None:
    with pytest.raises(LimitExceeded) as caught:
        read_heading("*a*\n" + "b\n" * 1_024 + "c", (), limits=Limits(), path="a.md")
    assert dict(caught.value.details) == {"limit": "heading_bytes", "maximum": 1_024, "path": "a.md"}
    assert len(read_heading("*a*\n" + "b\n" * 500 + "c", (), limits=Limits())) == 1_003
