"""What people see: nothing of a bundle may write on a terminal or run in a page."""

from __future__ import annotations

import okfsearch
from okfsearch._render import SHOWN_ROWS, quote_graphic, render_html, render_issue, render_text
from okfsearch.issues import Issue

NASTY = '<script>\x1b[31m\u202e\u2028\x85\x07\n"q"\\ \xa0é🚢\U000e0001</script>'


def result_of(count: int = 1, *, text: str = "tide") -> okfsearch.SearchResult:
    files = {f"{n:03}.md": f"# {text} tide\n\n{text} tide\n".encode() for n in range(count)}
    return okfsearch.index_sections(okfsearch.Snapshot.of(files)).search("tide", limit=100)


def test_text_is_quoted_as_go_quotes_it() -> None:
    assert quote_graphic(NASTY) == ('"<script>\\x1b[31m\\u202e\\u2028\\u0085\\a\\n\\"q\\"\\\\ \xa0é🚢\\U000e0001</script>"')


def test_the_text_form() -> None:
    assert (
        render_text(result_of())
        == '"000.md" lines 1–3 · "tide tide"\n"# tide tide\\n\\ntide tide"\n1 sections matched; truncated=false'
    )


def test_the_text_form_of_nothing() -> None:
    nothing = okfsearch.index_sections(okfsearch.Snapshot.of({})).search("tide")
    assert render_text(nothing) == "0 sections matched; truncated=false"


def test_the_text_form_holds_no_control_character() -> None:
    shown = render_text(result_of(text=NASTY.replace("\n", " ")))
    assert not [character for character in shown if character != "\n" and not character.isprintable() and character != "\xa0"]


def test_the_page_escapes_everything() -> None:
    page = render_html(result_of(text='<script>alert(1)</script> & "x"'))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert result_of()._repr_html_() == render_html(result_of())


def test_the_page_is_capped() -> None:
    page = render_html(result_of(SHOWN_ROWS + 3))
    assert page.count("<tr><td>") == SHOWN_ROWS
    assert f"The first {SHOWN_ROWS} are shown." in page
    assert "are shown" not in render_html(result_of(SHOWN_ROWS))


def test_pretty_printing_is_the_text_form() -> None:
    class Printer:
        said = ""

        def text(self, words: str) -> None:
            self.said += words

    result = result_of()
    for cycle, words in ((False, render_text(result)), (True, repr(result))):
        printer = Printer()
        result._repr_pretty_(printer, cycle)
        assert printer.said == words


def test_an_issue_is_one_line() -> None:
    assert render_issue(Issue.of("unreadable", "a\n.md")) == 'error: unreadable: "a\\n.md": The file could not be read.'
    assert render_issue(Issue.of("duplicate_key", "a.md", 3)) == (
        'warning: duplicate_key: "a.md" line 3: A frontmatter key occurs twice; the last one holds.'
    )
