"""Sections at headings of levels 1 to 3, their anchors, and what of them a reader is shown."""

from __future__ import annotations

import pytest

import okfsearch
from okfsearch._bundle.anchors import number_anchors, to_anchor
from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.outline import Outline, read_outline
from okfsearch._bundle.pages import is_page_path, shown_section_at, stem_of
from okfsearch._bundle.reader_text import find_hidden
from okfsearch._bundle.sections import DelimiterBudget
from okfsearch._bundle.snapshot import CapturedFile
from okfsearch._bundle.spans import Span
from okfsearch._cancel import SLICE_BYTES

LARGE = okfsearch.Limits.large()


def outline(text: str, path: str = "a.md") -> Outline:
    (document,) = read_documents([CapturedFile.of(path, text.encode())], limits=LARGE, on_invalid="recover").documents
    return read_outline(document, limits=LARGE, budget=DelimiterBudget(LARGE))


def shown(text: str) -> list[str]:
    found = outline(text)
    return [found.reader_text(section) for section in found.sections if section.filled]


def test_boundaries_are_the_first_three_levels() -> None:
    found = outline(
        "---\ntitle: T\n---\n\nintro\n# One\ntext\n\n#### Deep\ndeep\n## Two\n### Three\nthree\n\n\nFour\n====\nfour"
    )
    rows = [(one.heading_path, one.level, one.line_start, one.line_end, one.filled) for one in found.sections]
    assert rows == [
        ((), 0, 4, 5, True),
        (("One",), 1, 6, 10, True),
        (("One", "Two"), 2, 11, 11, False),
        (("One", "Two", "Three"), 3, 12, 15, True),
        (("Four",), 1, 16, 18, True),
    ]
    assert [one.anchor for one in found.sections] == ["top", "one", "two", "three", "four"]
    assert found.sections[0].lines.end == 5 and found.sections[1].span.slice(found.document.file.data).startswith(b"# One")


@pytest.mark.parametrize(
    ("fragment", "anchor"),
    [
        (None, "top"),
        ("top", "top"),
        ("one", "one"),
        ("ONE", "one"),
        ("deep", "one"),
        ("two", "three"),
        ("h%C3%B6he", "höhe"),
        ("one-1", "one-1"),
        ("one-2", "one-1"),
        ("berth", "three"),
        ("quay", "one-1"),
        ("inside", "höhe"),
        ("nowhere", None),
        ("empty", None),
    ],
)
def test_fragments(fragment: str | None, anchor: str | None) -> None:
    found = outline(
        'intro\n# One\n#### Deep\ntext\n## Two\n<a id="berth"></a>\n### Three\nthree\n## Höhe\nx <a name=inside></a> y\n'
        "# One\n#### Mooring {#quay}\nagain\n# Empty\n"
    )
    section = found.find(fragment)
    assert (section and section.anchor) == anchor


def test_a_heading_without_content_stands_for_the_first_below_it() -> None:
    found = outline("# A\n## B\n## C\ntext\n# D\n## E\n# F\nlast\n")
    names = {fragment: section and section.anchor for fragment in "abcdef" if (section := found.find(fragment)) or True}
    assert names == {"a": "c", "b": None, "c": "c", "d": None, "e": None, "f": "f"}


def test_without_content_there_is_no_section_to_link_to() -> None:
    assert outline("").find(None) is None
    assert outline("").find("top") is None
    assert outline("# Only\n").find("only") is None


def test_anchors_count_as_github_counts() -> None:
    assert list(number_anchors(["A", "A", "A 1", "A"], ("a-2",))) == [
        ("a", "a"),
        ("a-1", "a-2"),
        ("a-1-1", "a-1"),
        ("a-3", "a-3"),
    ]
    assert to_anchor("C++ & `fee_mode`") == "c--fee_mode"


def test_one_line_comments_and_anchor_lines_are_not_shown() -> None:
    text = "# H\r\n<!-- secret -->\r\ntext <!-- inline --> more\r\n<a id=\"x\"></a>\r\n<A NAME='y' />\r\nend\r\n"
    assert shown(text) == ["# H\n\ntext <!-- inline --> more\n\n\nend"]
    found = outline(text)
    assert found.searched_bytes(found.sections[0]).split() == b"# H text more end".split()


def test_a_footer_is_not_shown() -> None:
    assert shown("# H\ntext\n<!-- okf-footer: agent-maintenance -->\n> notes\n# More\nx\n") == ["# H\ntext"]


def test_fences_hide_nothing() -> None:
    text = "# H\n```\n<!-- kept -->\n``\n~~~\n```\n<!-- gone -->\n~~~~\n<!-- kept too -->\n~~~\n~~~~\n"
    assert "<!-- kept -->" in shown(text)[0] and "<!-- kept too -->" in shown(text)[0] and "gone" not in shown(text)[0]


def test_long_comments_are_shown_but_not_searched() -> None:
    found = outline("# H\na <!-- b\nc --> d <!-- e --> f\n<!-- never\nclosed <!-- again\n")
    section = found.sections[0]
    assert "b\nc" in found.reader_text(section)
    assert found.searched_bytes(section) == b"# H\na  d  f\n<!-- never\nclosed <!-- again"


def test_a_comment_that_ends_the_file() -> None:
    assert shown("# H\ntext\n<!-- a -->") == ["# H\ntext"]
    found = outline("# H\nx <!-- a\nb -->")
    assert found.searched_bytes(found.sections[0]) == b"# H\nx "


def test_blank_and_hidden_sections_have_no_content() -> None:
    assert [one.filled for one in outline("# A\n<!-- x -->\n# B\n\u3000\n# C\né\n#### D\n").sections] == [False, False, True]


def test_cancelling_is_seen_in_long_documents() -> None:
    asked = iter([False] * 4 + [True] * 1000)
    data = b"# H\n" + b"<a\n" * SLICE_BYTES
    (document,) = read_documents([CapturedFile.of("a.md", data)], limits=LARGE).documents
    with pytest.raises(okfsearch.SearchCancelled):
        read_outline(document, limits=LARGE, budget=DelimiterBudget(LARGE), cancelled=lambda: next(asked))


def test_cancelling_is_seen_while_comments_are_looked_for() -> None:
    data = b"<a\n" * SLICE_BYTES
    with pytest.raises(okfsearch.SearchCancelled):
        find_hidden(data, Span(0, len(data)), cancelled=lambda: True)
    assert find_hidden(data, Span(0, len(data))).anchors == ()


def test_pages() -> None:
    assert [is_page_path(path) for path in ("a.MD", "b.markdown", "c.txt", "md")] == [True, True, False, False]
    assert stem_of("x.y.Markdown") == "x.y"
    file = CapturedFile.of("a.md", b"# A\nx\n")
    found = shown_section_at(file, 1)
    assert found is not None
    assert (found.text, found.level, found.blank_lead, found.line_end) == ("# A\nx", 1, 0, 2)
    assert shown_section_at(file, 2) is None
    assert shown_section_at(CapturedFile.of("a.md", b"\xff"), 1) is None


def test_an_anchor_belongs_to_a_heading_only_right_below_it() -> None:
    far = outline('intro\n<a id="far"></a>\n\n\n\n# H\nx\n<a id="near"></a>\n\n# I\ny\n')
    assert [(section and section.anchor) for section in map(far.find, ("far", "near"))] == ["top", "i"]
