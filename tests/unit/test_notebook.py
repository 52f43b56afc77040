"""What a notebook shows: safe, short, marked, and never more than a page."""

from __future__ import annotations

import pickle
from html.parser import HTMLParser
from typing import Any

import pytest

import okfsearch
from okfsearch._html import SHOWN_CHARACTERS, SHOWN_ROWS, marked, table, word_spans
from okfsearch._render_pages import BRIEF_ROWS, BRIEF_WIDTH
from okfsearch.explanations import Explanation
from okfsearch.section_search import search_snapshot

HOSTILE = '</td><script>alert(1)</script><img src=x onerror=alert(2)> & \u202eevil\x07 <b style="x">kelp</b>'
PLAIN_TAGS = {"br", "code", "li", "mark", "p", "q", "table", "tbody", "td", "th", "thead", "tr", "ul"}
FILES = {
    f"{name}<i>.md": f"---\ntype: '{HOSTILE}'\ntitle: '{HOSTILE}'\ntags: ['<b>{name}']\n---\n# {HOSTILE}\n\n{HOSTILE}\n".encode()
    for name in ("kelp", "ebb")
} | {"index.md": b"---\nokf_version: '0.2'\n---\n", "broken.md": b"\xff<script>"}
# A control character is no YAML; the titles hold the rest.
FILES = {path: data.replace(b"\x07", b"", 2) for path, data in FILES.items()}


class Reader(HTMLParser):
    """Read a page strictly: a small set of tags, no attribute, everything closed in its order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.marked: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in PLAIN_TAGS and not attrs
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open and self.open[-1] == "mark":
            self.marked.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


class Printer:
    """Stand in for IPython's printer."""

    def text(self, words: str) -> None:
        self.said = words


def pretty(value: Any, *, cycle: bool = False) -> str:
    printer = Printer()
    value._repr_pretty_(printer, cycle)
    return printer.said


def values() -> dict[str, Any]:
    snapshot = okfsearch.Snapshot.of(FILES)
    sections = okfsearch.index_sections(snapshot, on_invalid="recover")
    context, concepts = okfsearch.index_context(snapshot), okfsearch.index_concepts(snapshot)
    found, matches, packet, pages = (
        sections.search("kelp"),
        context.matches("kelp"),
        context.search("kelp"),
        concepts.search("kelp"),
    )
    shown = [snapshot, sections, context, concepts, found, found[0], matches, matches[0], packet, packet[0], pages, pages[0]]
    shown += [
        concepts.concepts[0],
        snapshot.describe(),
        found.explain(found[0]),
        matches.explain(matches[0]),
        pages.explain(pages[0]),
    ]
    return {f"{place}-{type(value).__name__}": value for place, value in enumerate(shown)}


VALUES = values()


@pytest.mark.parametrize("name", VALUES)
def test_a_page_is_plain_and_holds_nothing_of_the_bundle_but_text(name: str) -> None:
    page = VALUES[name]._repr_html_()
    reader = Reader(page)
    assert reader.text.strip()
    # Nothing shapeless is left: neither control characters nor those that turn the direction of text.
    assert page.replace("\n", " ").isprintable()


@pytest.mark.parametrize("name", VALUES)
def test_a_terminal_is_told_little_and_nothing_that_steers_it(name: str) -> None:
    value = VALUES[name]
    said = pretty(value)
    assert len(said) < 2_000 and said.replace("\n", " ").isprintable()
    assert pretty(value, cycle=True) == repr(value)


@pytest.mark.parametrize(
    "kind", ["Hit", "SearchResult", "Match", "MatchResult", "ContextSource", "ContextPacket", "ConceptResult"]
)
def test_what_matched_is_marked(kind: str) -> None:
    (value, *_) = [value for name, value in VALUES.items() if name.endswith(f"-{kind}")]
    assert "kelp" in Reader(value._repr_html_()).marked


def test_what_a_bundle_says_is_readable_on_the_page() -> None:
    reader = Reader(VALUES["5-Hit"]._repr_html_())
    assert "<script>alert(1)</script>" in reader.text and "\\u202eevil\\x07" in reader.text


def test_many_rows_are_capped_and_counted() -> None:
    files = {f"{n:03}.md": f"---\ntype: T{n}\ntags: [t{n}]\n---\ntide\n".encode() for n in range(SHOWN_ROWS + 3)}
    snapshot = okfsearch.Snapshot.of(files)
    index = okfsearch.index_sections(snapshot)
    concepts = okfsearch.index_concepts(snapshot)
    found = index.search("tide", limit=100)
    context = okfsearch.index_context(snapshot).matches("tide", limit=100)
    for value in (snapshot, found, context, concepts, concepts.search("tide", limit=100)):
        page = value._repr_html_()
        assert f"The first {SHOWN_ROWS} are shown. 3 more are left out." in page
        assert page.count("<tr><td>") == SHOWN_ROWS
    assert snapshot.describe()._repr_html_().count(", and 3 more</td>") == 2
    assert "left out" not in index.search("tide", limit=SHOWN_ROWS)._repr_html_()
    assert pretty(found).splitlines()[-1].strip() == f"and {SHOWN_ROWS + 3 - BRIEF_ROWS} more"
    assert str(snapshot.describe()).endswith(f", and {SHOWN_ROWS + 3 - 12} more")


def test_a_filtered_concept_has_no_excerpt() -> None:
    result = okfsearch.index_concepts(okfsearch.Snapshot.of({"a.md": b"---\ntype: Note\n---\n"})).search(type="Note")
    assert "filter" not in Reader(result._repr_html_()).text
    assert result.explain(result[0]).parts == () and result.explain(result[0]).total == 0


def test_nothing_wrong_and_nothing_typed_is_not_told() -> None:
    snapshot = okfsearch.Snapshot.of({"a.md": b"ebb\n"})
    assert "issues" not in snapshot._repr_html_()
    assert str(snapshot.describe()) == "1 files, 1 concepts, 1 sections, 0 issues"
    assert snapshot.describe()._repr_html_().count("<tr>") == 4


def test_marks_join_and_long_text_is_cut() -> None:
    assert marked("spring tide", [(0, 6), (3, 8), (4, 5)]) == "<mark>spring</mark><mark> t</mark>ide"
    long = marked("x" * (SHOWN_CHARACTERS + 1), [(SHOWN_CHARACTERS, SHOWN_CHARACTERS + 1)])
    assert long == "x" * SHOWN_CHARACTERS + " …"
    assert word_spans("ÉBB’s e\u0301bb", ["ébb"]) == [(0, 3), (6, 10)]
    assert table((), [["1"]]) == "<table><tbody><tr><td>1</td></tr></tbody></table>"


def test_a_long_heading_is_cut_on_its_line() -> None:
    snapshot = okfsearch.Snapshot.of({"a.md": b"# " + b"tide " * 60})
    line = pretty(okfsearch.index_sections(snapshot).search("tide")[0])
    assert len(line) < BRIEF_WIDTH + 12 and "…" in line


def test_ids_and_paths_complete() -> None:
    snapshot = okfsearch.Snapshot.of({"a.md": b"---\ntype: Note\n---\n", "b.png": b""})
    index = okfsearch.index_concepts(snapshot)
    assert index._ipython_key_completions_() == list(index) == ["a"]
    assert index["a"] == index.open("a") and "a" in index and "b" not in index
    with pytest.raises(okfsearch.InvalidRequest):
        index["b"]
    assert snapshot._ipython_key_completions_() == ["a.md", "b.png"]
    assert snapshot["b.png"] is snapshot[1]
    with pytest.raises(okfsearch.InvalidRequest):
        snapshot["c"]


def test_an_overview_counts_and_is_plain_data() -> None:
    overview = VALUES["13-Overview"]
    assert (overview.files, overview.concepts, overview.sections, overview.issues) == (4, 2, 2, 1)
    assert list(overview.to_dict()) == ["files", "concepts", "sections", "issues", "types", "tags"]
    assert overview.to_dict()["tags"] == [{"value": "<b>ebb", "count": 1}, {"value": "<b>kelp", "count": 1}]
    with pytest.raises(okfsearch.LimitExceeded):
        okfsearch.Snapshot.of(FILES).describe(limits=okfsearch.Limits(sections=1))
    with pytest.raises(okfsearch.SearchCancelled):
        okfsearch.Snapshot.of(FILES).describe(cancelled=lambda: True)


def test_a_hit_of_another_result_is_not_explained() -> None:
    other = okfsearch.Snapshot.of({"z.md": b"---\ntype: kelp\n---\nkelp\n"})
    results: list[Any] = [VALUES["4-SearchResult"], VALUES["6-MatchResult"], VALUES["10-ConceptResult"]]
    strangers: list[Any] = [
        okfsearch.index_sections(other).search("kelp"),
        okfsearch.index_context(other).matches("kelp"),
        okfsearch.index_concepts(other).search("kelp"),
    ]
    for result, stranger in zip(results, strangers, strict=True):
        with pytest.raises(okfsearch.InvalidRequest) as caught:
            result.explain(stranger[0])
        assert caught.value.details["reason"] == "unknown_hit"


def test_a_result_read_back_tells_scores_only() -> None:
    from okfsearch.wire import from_dict, to_dict

    found, pages = VALUES["4-SearchResult"], VALUES["10-ConceptResult"]
    for result in (
        pickle.loads(pickle.dumps(found)),
        from_dict(to_dict(found)),
        from_dict(to_dict(pages), okfsearch.ConceptResult),
    ):
        with pytest.raises(okfsearch.InvalidRequest) as caught:
            result.explain(result[0])
        assert caught.value.details["reason"] == "not_explainable"
    travelled = pickle.loads(pickle.dumps(found))
    assert travelled == found and hash(travelled) == hash(found) and repr(travelled) == repr(found)


def test_parts_are_found_by_name() -> None:
    explanation: Explanation = VALUES["14-Explanation"]
    assert explanation._ipython_key_completions_() == ["kelp"]
    assert explanation["kelp"]["idf"]["sections with the term"].value == 2
    assert len(explanation) == 1 and [part.name for part in explanation] == ["kelp"]
    assert explanation["kelp"]["idf"]["sections with the term"]
    with pytest.raises(okfsearch.InvalidRequest):
        explanation["ebb"]


def test_one_shot_and_index_explain_alike() -> None:
    once = search_snapshot(okfsearch.Snapshot.of(FILES), "kelp", on_invalid="recover")
    assert once.explain(once[0]) == VALUES["14-Explanation"]
