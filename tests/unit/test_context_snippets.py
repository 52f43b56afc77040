"""Snippets and highlights: exact slices of the source."""

from __future__ import annotations

import pytest

import okfsearch
from okfsearch._retrieval.windows import Seeker, WindowPolicy


def match(text: str, query: str) -> okfsearch.Match:
    return okfsearch.index_context(okfsearch.Snapshot.of({"a.md": text.encode()})).matches(query)[0]


@pytest.mark.parametrize(
    ("text", "query", "highlight"),
    [
        ("季度营收定义以财务口径为准。", "营收", "营收"),
        ("דמי עגינה נגבים בכל בוקר.", "עגינה", "עגינה"),
        ("Read the tide gauge now.", "tide gauge", "tide gauge"),
        ("Read the gauge, tide.", "tide gauge", "gauge"),
        ("Höhe des Wassers", "hohe", "Höhe"),
        ("Use fooBar here", "foobar", "fooBar"),
    ],
)
def test_highlights(text: str, query: str, highlight: str) -> None:
    assert match(text, query).highlight_text == highlight


def test_a_highlight_may_stand_in_heading_title_or_description() -> None:
    assert match("# Kelp\n\nnothing else\n", "kelp").highlight_text == "Kelp"
    assert match("---\ntitle: The kelp\n---\nnothing else\n", "kelp").highlight_text == "kelp"
    assert match("---\ndescription: Of kelp.\n---\nnothing else\n", "kelp").highlight_text == "kelp"
    assert match("---\ntags: [kelp]\n---\nnothing else\n", "kelp").highlight_text == ""


def test_the_window_with_most_words_wins() -> None:
    text = "kelp " + "filler " * 100 + "kelp rope anchor " + "filler " * 100
    snippet = match(text, "anchor rope kelp").snippet
    assert "kelp rope anchor" in snippet and len(snippet) <= 180 and snippet in text


def test_without_a_word_in_the_text_the_snippet_begins_it() -> None:
    text = "---\ntitle: Kelp\n---\n# Head\n\n" + "filler words " * 60
    assert match(text, "kelp").snippet.startswith("filler words filler")
    assert match("# Kelp\r\n\r\nSee **the [kelp](x.md) harvest**\r\nnow.\r\n", "kelp harvest").snippet.startswith("See **the")


def test_windows_are_cut_at_blanks() -> None:
    seeker = Seeker({"fee": 0}, ())
    policy = WindowPolicy(20, 5)
    assert seeker.window("x" * 30 + " fee " + "y" * 30, policy, cancelled=lambda: False) == "fee yyyyyyyyyyyyyyy"
    assert seeker.window("aaaa bbbb cccc fee dddd eeee ffff", policy, cancelled=lambda: False) == "cccc fee dddd eeee"
    assert seeker.window("", policy, cancelled=lambda: False) == ""
    assert seeker.highlight("nothing", cancelled=lambda: False) == ""


def test_headings_alone_are_shown_when_there_is_nothing_else() -> None:
    assert match("kelp\n", "kelp").snippet == "kelp"


def test_a_word_longer_than_the_window_does_not_count_twice() -> None:
    seeker = Seeker({"mmmmmmmmmmmmmmmmmmmmmmmm": 0, "fee": 1, "tide": 2}, ())
    found = seeker.window("mmmmmmmmmmmmmmmmmmmmmmmm and later fee tide", WindowPolicy(16, 2), cancelled=lambda: False)
    assert found == "fee tide"
    assert seeker.window("mmmmmmmmmmmmmmmmmmmmmmmm", WindowPolicy(16, 2), cancelled=lambda: False) == "m" * 16


def test_long_sources_can_be_cancelled() -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        Seeker({"a": 0}, ()).find("ä " * 5_000, cancelled=lambda: True)
