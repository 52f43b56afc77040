"""What people see: nothing of a bundle may write on a terminal."""

from __future__ import annotations

import okfsearch
from okfsearch._render import quote_graphic, render_issue, render_text
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


def test_an_issue_is_one_line() -> None:
    assert render_issue(Issue.of("unreadable", "a\n.md")) == 'error: unreadable: "a\\n.md": The file could not be read.'
    assert render_issue(Issue.of("duplicate_key", "a.md", 3)) == (
        'warning: duplicate_key: "a.md" line 3: A frontmatter key occurs twice; the last one holds.'
    )
