"""Concept search as a caller meets it: terms, tiers, filters, thresholds, faults that are not ours, and manners."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch import ConceptIndex, ConceptResult, InvalidRequest, Limits, Snapshot, index_concepts, search_concepts
from okfsearch._progress import Progress
from okfsearch.concept_result import Suggestions


def concept(body: str = "x", **keys: Any) -> bytes:
    """Write a concept; a key with None is left out."""
    told = {"type": "Note", **keys}
    lines = [
        f"{key}: {value if isinstance(value, str) else json.dumps(value)}" for key, value in told.items() if value is not None
    ]
    return ("---\n" + "\n".join(lines) + "\n---\n" + body + "\n").encode()


def index_of(files: dict[str, bytes], **options: Any) -> ConceptIndex:
    return index_concepts(Snapshot.of(files), **options)


def ids(result: ConceptResult) -> list[str]:
    return [hit.concept_id for hit in result]


def scores(result: ConceptResult) -> dict[str, float]:
    return {hit.concept_id: hit.score for hit in result}


def suggestions(result: ConceptResult) -> Suggestions:
    assert result.suggestions is not None
    return result.suggestions


def reason(error: pytest.ExceptionInfo[InvalidRequest]) -> tuple[str, str]:
    return error.value.details["field"], error.value.details["reason"]


# Filters.


def test_tags_must_all_be_there_whole_and_in_any_case() -> None:
    index = index_of(
        {
            "a.md": concept(tags=["Sales", "Orders"]),
            "b.md": concept(tags=["sales"]),
            "c.md": concept(tags=["salesorders", "orders"]),
        }
    )
    assert ids(index.search(tags=["SALES", " orders "])) == ["a"]
    assert ids(index.search(tags=["sales"])) == ["a", "b"]
    assert suggestions(index.search(tags=["sale"])).closest == ("Sales", "sales", "salesorders")


def test_a_type_matches_in_part_and_in_any_case() -> None:
    index = index_of(
        {"a.md": concept(type="BigQuery Table"), "b.md": concept(type="Table"), "c.md": concept(type=None, title="c")}
    )
    assert ids(index.search(type="TABLE")) == ["a", "b"]
    assert ids(index.search(type="query  table")) == ["a"]


def test_filters_combine() -> None:
    files = {"a.md": concept(status="draft", verified={"by": "bot"}), "b.md": concept(status="draft"), "c.md": concept()}
    index = index_of(files, now="2026-01-01T00:00:00Z")
    assert ids(index.search(status=["draft", "deprecated", "draft"], trust=["machine-confirmed"], stale=False)) == ["a"]
    assert index.search(status=["draft"]).filters == (("status", "draft"),)


def test_filters_alone_list_by_id_with_no_score() -> None:
    index = index_of({"b.md": concept(tags=["x"]), "a.md": concept(tags=["x"]), "c.md": concept()})
    result = index.search(tags=["x"])
    assert [(hit.rank, hit.concept_id, hit.score) for hit in result] == [(1, "a", 0.0), (2, "b", 0.0)]
    assert [match.field for hit in result for match in hit.matches] == ["filter", "filter"]
    assert not result.low_confidence
    assert result.filters == (("tags", "x"),)


def test_nothing_asked_lists_everything_and_punctuation_is_refused() -> None:
    index = index_of({"b.md": concept(), "a.md": concept()})
    assert ids(index.search()) == ids(index.search("  \n ")) == ["a", "b"]
    with pytest.raises(InvalidRequest) as caught:
        index.search("?! —")
    assert reason(caught) == ("query", "empty_query")
    listed = index.search("?! —", type="note")
    assert (ids(listed), listed.ignored_terms) == (["a", "b"], ("?!", "—"))


def test_trust_and_staleness_are_filters_on_what_is_derived() -> None:
    index = index_of(
        {
            "a.md": concept(verified={"by": "human:ann"}),
            "b.md": concept(verified=[{"by": "bot/1"}], stale_after="2026-01-01"),
            "c.md": concept(),
        },
        now="2026-06-01T00:00:00Z",
    )
    assert ids(index.search(trust=["human-reviewed", "unverified"])) == ["a", "c"]
    assert ids(index.search(stale=True)) == ["b"]
    assert ids(index.search(stale=True, now=datetime(2025, 1, 1, tzinfo=UTC))) == []
    assert suggestions(index.search(trust=["human-reviewed"], type="x")).emptied_by == "type"


def test_an_empty_answer_names_the_filter_that_emptied_it() -> None:
    index = index_of(
        {"a.md": concept(type="Metric", tags=["sales"]), "b.md": concept(type="Table", tags=["orders"])},
        now="2026-01-01T00:00:00Z",
    )
    told = {
        "type": index.search("x", type="Metirc"),
        "tags": index.search("x", tags=["order"]),
        "status": index.search(status=["draft"]),
        "trust": index.search(trust=["human-reviewed"]),
        "stale": index.search(stale=True),
    }
    closest = {"type": ("Metric",), "tags": ("orders",), "status": ("stable",), "trust": ("unverified",), "stale": ()}
    for name, result in told.items():
        assert len(result) == 0
        assert (suggestions(result).emptied_by, suggestions(result).closest) == (name, closest[name])
    both = index.search(tags=["sales", "orders"])
    assert (suggestions(both).emptied_by, suggestions(both).closest) == ("tags", ())


# Terms and scores.


def test_an_exact_title_beats_everything_else_together() -> None:
    rich = concept(
        body="berth fee " * 50, title="The berth fee explained", description="berth fee", tags=["berth fee"], type="berth fee"
    )
    result = index_of({"a.md": rich, "z.md": concept(title="Berth, FEE!")}).search("berth fee")
    assert ids(result) == ["z", "a"]
    assert result[0].score == 1000.0
    assert 260 < result[1].score < 270


@pytest.mark.parametrize("query", ["berth", "berth fee", "berth fee quay"])
def test_one_field_beats_all_lesser_ones_together_at_equal_coverage(query: str) -> None:
    title = concept(title=f"On {query} and more")
    description = concept(title="x", description=f"On {query}")
    medium = concept(title="x", tags=[query], type=query, body=f"{query} " * 1000)
    tag = concept(title="x", tags=[query])
    body = concept(title="x", body=f"{query} " * 1000)
    got = scores(index_of({"1.md": title, "2.md": description, "3.md": medium, "4.md": tag, "5.md": body}).search(query))
    assert got["1"] == got["2"] == 100.0 > got["3"] > got["4"] == 30.0 > got["5"]
    assert 9.9 < got["5"] < 10.0


@pytest.mark.parametrize(
    ("query", "title", "score"),
    [
        ("order", "Orders", 60.0),
        ("or", "Orders", None),
        ("orders", "Order", None),
        ("DEC-0054", "On DEC 0054 again", 100.0),
        ("snake_case", "snake case here", 100.0),
        ("snake_case", "case snake", None),
        ("20.04", "Ubuntu 20.04 LTS", 100.0),
        ("C#", "The C# client", 100.0),
        ("C#", "The C client", 40.0),
        (".NET", "Using .NET here", 100.0),
        (".NET", "ASP.NET here", 40.0),
        ("C++", "Using C++17", 40.0),
        ("(quay)", "The (quay)", 100.0),
        ("潮位", "今日の潮位表", 100.0),
        ("潮位？", "今日の潮位表", 40.0),
        ("한국", "대한국인", 100.0),
        ("höhe", "Die HÖHE hier", 100.0),
        ("strasse", "Die Straße hier", 100.0),
        ("caf\u00e9", "Le cafe\u0301 noir", 100.0),
        ("berth quay", "The berth fee", 50.0),
        ("berth orde", "berth orders x", 80.0),
        ("berth BERTH Berth", "The berth", 100.0),
    ],
)
def test_a_term_in_a_title(query: str, title: str, score: float | None) -> None:
    result = index_of({"a.md": concept(title=json.dumps(title, ensure_ascii=False))}).search(query, scope="title")
    assert (result[0].score if result else None) == score


def test_prefixes_can_be_switched_off() -> None:
    index = index_of({"a.md": concept(title="Orders of the day")})
    assert scores(index.search("order")) == {"a": 60.0}
    assert len(index.search("order", prefix=False)) == 0


def test_synonyms_come_from_the_caller_only() -> None:
    index = index_of(
        {
            "a.md": concept(title="Net income"),
            "b.md": concept(title="Revenue of the year"),
            "c.md": concept(body="earned C++ 収入"),
        }
    )
    assert ids(index.search("revenue")) == ["b"]
    told = {"REVENUE": ["Net  income", "income", "C++", "収入"]}
    assert scores(index.search("revenue", synonyms=told)) == {"a": 80.0, "b": 100.0, "c": 5.333333}


def test_occurrences_in_a_body_saturate() -> None:
    files = {f"{n}.md": concept(body="quay " * n) for n in range(1, 5)}
    assert scores(index_of(files).search("quay")) == {"1": 5.0, "2": 6.666667, "3": 7.5, "4": 8.0}
    assert scores(index_of({"a.md": concept(body="orders " * 9)}).search("order")) == {"a": 5.4}
    # One exact word among many longer ones must not lower the score.
    assert scores(index_of({"a.md": concept(body="order " + "orders " * 99)}).search("order"))["a"] > 5.9


def test_a_tag_does_not_run_into_the_next() -> None:
    assert len(index_of({"a.md": concept(tags=["berth", "fee"])}).search("berth-fee")) == 0


@pytest.mark.parametrize(("scope", "found"), [("title", "t"), ("description", "d"), ("body", "b")])
def test_a_scope_leaves_one_kind_of_evidence(scope: str, found: str) -> None:
    files = {
        "t.md": concept(title="quay one"),
        "d.md": concept(description="quay"),
        "b.md": concept(body="quay"),
        "g.md": concept(tags=["quay"], type="quay"),
    }
    index = index_of(files)
    assert ids(index.search("quay", scope=scope)) == [found]
    assert set(ids(index.search("quay"))) == {"t", "d", "b", "g"}
    assert ids(index.search("quay one", scope="title")) == ["t"]
    assert index.search("quay one", scope="title")[0].score == 1000.0


def test_fewer_than_half_the_terms_in_a_body_do_not_pass() -> None:
    index = index_of({"a.md": concept(body="one two"), "b.md": concept(body="one")})
    assert ids(index.search("one two three four")) == ["a"]
    assert scores(index.search("one two three four")) == {"a": 2.5}
    # A whole token in a tag passes among up to twelve terms.
    tagged = index_of({"a.md": concept(tags=["t1"])})
    assert scores(tagged.search(" ".join(f"t{n}" for n in range(12)))) == {"a": 2.5}
    assert tagged.search(" ".join(f"t{n}" for n in range(13))).low_confidence


def test_below_the_threshold_the_best_five_are_shown() -> None:
    files = {f"{n}.md": concept(body="kelp " * (1 + n % 3)) for n in range(8)} | {"z.md": concept()}
    result = index_of(files).search("kelp b c d e f g h")
    assert result.low_confidence
    assert ids(result) == ["2", "5", "1", "4", "7"]
    assert (result.total, result.truncated) == (5, False)
    assert index_of(files).search("kelp b c d e f g h", limit=2).truncated


def test_nothing_found_tells_all_types_and_tags() -> None:
    files = {"a.md": concept(type="b", tags=["y", "X"]), "b.md": concept(type="A", tags=["x"]), "c.md": concept(type="b")}
    result = index_of(files).search("zzz", type="b")
    assert result.suggestions is not None and not result.low_confidence and result.total == 0
    assert [(count.value, count.count) for count in result.suggestions.types] == [("A", 1), ("b", 2)]
    assert [(count.value, count.count) for count in result.suggestions.tags] == [("X", 1), ("x", 1), ("y", 1)]
    assert result.suggestions.emptied_by is None
    assert index_of(files).search("x").suggestions is None


def test_a_forgotten_quote_is_hinted_at() -> None:
    index = index_of({"a.md": concept(type="BigQuery Table"), "b.md": concept(type="BigQuery")})
    request = okfsearch.parse_request("revenue type:BigQuery Table x")
    (hint,) = index.search(request.text, type=request.type).hints
    assert 'type:"BigQuery Table"' in hint
    assert index.search("revenue", type="BigQuery").hints == ()
    assert index.search(type="BigQuery").hints == ()
    assert index.search("Table").hints == ()


# Reading the bundle: the faults that others have.


@pytest.mark.parametrize("lines", [31, 300])
def test_long_frontmatter_is_read_to_its_end(lines: int) -> None:
    text = "---\ntype: Note\n" + "".join(f"k{n}: v\n" for n in range(lines - 2)) + "title: The tail\n---\nx\n"
    assert ids(index_of({"a.md": text.encode()}).search("tail", scope="title")) == ["a"]


def test_yaml_is_read_as_yaml() -> None:
    text = (
        "---\ntype: Note # a comment\ntags:\n- one\n- two\nmore:\n    - 1\ndescription: >\n  folded\n  text\n"
        "generated: {by: bot/1, at: 2026-01-01}\n---\nx\n"
    )
    (found,) = index_of({"a.md": text.encode()}).concepts
    assert (found.type, found.tags, found.description, found.changed) == ("Note", ("one", "two"), "folded text", "2026-01-01")
    four = index_of({"a.md": b"---\ntype: Note\ntags:\n    - one\n    - two\n---\nx\n"})
    assert four.concepts[0].tags == ("one", "two")


def test_only_a_fence_closes_frontmatter() -> None:
    index = index_of({"a.md": b"---\ntype: Note\nnote: |\n  a\n  ----\n  ---x\ntitle: Behind\n---\nx\n"})
    assert index.concepts[0].title == "Behind"


def test_a_byte_order_mark_is_forgiven() -> None:
    index = index_of({"a.md": b"\xef\xbb\xbf" + concept(title="Marked")})
    assert index.concepts[0].title == "Marked"


def test_one_broken_file_is_an_issue_and_the_rest_is_found() -> None:
    files = {
        "a.md": concept(body="kelp"),
        "b.md": b"\xff kelp",
        "c.md": b"---\ntype: [\n---\nkelp",
        "d.md": b"---\ntype: Note\nkelp",
    }
    result = index_of(files).search("kelp")
    assert ids(result) == ["a", "c"]
    assert result.scanned == 4
    told = {issue.path: issue.code for issue in result.issues}
    assert told == {"b.md": "invalid_encoding", "c.md": "invalid_frontmatter", "d.md": "unterminated_frontmatter"}
    with pytest.raises(okfsearch.DocumentErrors):
        index_of(files, on_invalid="raise")
    assert ids(index_of(files, include_untyped=True).search("kelp")) == ["a", "c", "d"]


def test_reserved_and_hidden_files_and_pages_at_the_root_never_appear() -> None:
    names = (
        "index.md",
        "log.md",
        "sub/index.md",
        "sub/log.md",
        "README.md",
        "SPEC.md",
        ".hidden/a.md",
        "sub/.b.md",
        "a.markdown",
    )
    files = {name: concept(title="kelp", type="Log") for name in names}
    kept = {
        "sub/README.md": concept(title="kelp one"),
        "Index.md": concept(title="kelp two"),
        "skills/x/SKILL.md": b"# no type\nkelp\n",
    }
    index = index_of({**files, **kept})
    assert ids(index.search("kelp")) == ["Index", "sub/README"]
    assert index.scanned == 3
    assert [(issue.code, issue.path) for issue in index.issues] == [("type_missing", "skills/x/SKILL.md")]


def test_a_directory_without_frontmatter_is_no_bundle() -> None:
    for files in ({}, {"a.md": b"# Only text\n"}, {"index.md": b"---\ntitle: x\n---\n", "a.md": b"x"}):
        with pytest.raises(okfsearch.BundleError) as caught:
            index_of(files, include_untyped=True)
        assert caught.value.code == "not_a_bundle"
    assert len(index_of({"index.md": b"---\nokf_version: '0.2'\n---\n"})) == 0
    assert len(index_of({"a.md": b"---\ntype: Note\n"})) == 0


def test_versions_decide_what_a_concept_is() -> None:
    files = {"a.md": concept(title="kelp"), "b.md": concept(title="kelp two", type=None)}
    assert ids(index_of(files).search("kelp")) == ["a", "b"]
    assert ids(index_of(files, spec="0.3").search("kelp")) == ["a"]
    declared = {**files, "index.md": b"---\nokf_version: 0.3\n---\n"}
    assert ids(index_of(declared).search("kelp")) == ["a"]
    assert ids(index_of(declared, spec="0.2").search("kelp")) == ["a", "b"]
    unknown = index_of({**files, "index.md": b"---\nokf_version: 9\n---\n"})
    assert ("unknown_okf_version", "index.md", 2) in [(issue.code, issue.path, issue.line) for issue in unknown.issues]


def test_an_unreadable_staleness_date_is_told() -> None:
    files = {"a.md": concept(stale_after="soon")}
    index = index_of(files, now="2026-01-01T00:00:00Z")
    assert index.concepts[0].stale is None
    assert [(issue.code, issue.line) for issue in index.issues] == [("stale_after_unreadable", 3)]
    assert index_of(files, now="2026-01-01T00:00:00Z", spec="0.3").concepts[0].stale is True


def test_a_derived_title_is_flagged_and_found() -> None:
    index = index_of({"sub/berth-fee_list.md": concept(), "b.md": concept(title="[a, b]")})
    assert [(found.title, found.title_derived) for found in index.concepts] == [("b", True), ("berth fee list", True)]
    (hit,) = index.search("berth fee list")
    assert (hit.score, hit.matches[0].line) == (1000.0, None)


# Ties, modes, manners.


def test_ties_go_by_id() -> None:
    names = ["b", "B", "a/b", "a-b", "ä", "a"]
    result = index_of({f"{name}.md": concept(body="kelp") for name in names}).search("kelp")
    assert ids(result) == sorted(names)


def test_a_body_only_match_in_a_large_bundle_is_not_missed() -> None:
    files = {f"{n:02}.md": concept() for n in range(50)} | {"z.md": concept(body="only here: kelp")}
    result = index_of(files).search("kelp")
    assert (ids(result), result.mode, result.scanned) == (["z"], "two-pass", 51)
    assert index_of({name: files[name] for name in sorted(files)[:50]}).mode == "full"


def test_two_passes_keep_no_body() -> None:
    files = {f"{n}.md": concept(body="kelp " * 500) for n in range(20)}
    for threshold, kept in ((0, False), (20, True)):
        index = index_of(files, two_pass_threshold=threshold)
        before = len(pickle.dumps(index))
        assert len(index.search("kelp")) == 20
        assert (len(pickle.dumps(index)) > before + 20 * 2_500) == kept


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.md").write_bytes(concept(title="Spring tide", tags=["tide"], body="one\n\nTwice a month the tide\n"))
    (tmp_path / "b.md").write_bytes(concept(title="Gauge", body="x\n"))
    return tmp_path


def test_every_way_to_search_gives_the_same_answer(root: Path) -> None:
    snapshot = okfsearch.capture_bundle(root, visibility=okfsearch.Visibility.auto())
    answers = {search_concepts(root, "tide"), search_concepts(str(root), "tide"), index_concepts(snapshot).search("tide")}
    assert len(answers) == 1
    assert answers.pop().bundle == str(root)


def test_a_result_is_a_sequence_that_tells_where(root: Path) -> None:
    result = search_concepts(root, "tide")
    assert len(result) == 1 and list(result) == list(result.hits) and result[0] is result.hits[0] and result[:1] == result.hits
    assert repr(result) == "<ConceptResult: 1 of 1 concepts, 2 scanned>"
    assert "low confidence" in repr(search_concepts(root, "month b c d e f"))
    assert pickle.loads(pickle.dumps(result)) == result
    assert [(match.field, match.line, match.excerpt, match.spans) for match in result[0].matches] == [
        ("title", 3, "Spring tide", ((7, 11),)),
        ("tags", 4, "tide", ((0, 4),)),
        ("body", 8, "Twice a month the tide", ((18, 22),)),
    ]
    (record,) = result.to_records()
    assert list(record) == list(okfsearch.ConceptHit.__annotations__)
    assert [(count.value, count.count) for count in result.refinements().tags] == [("tide", 1)]
    assert result._repr_html_().count("<tr>") == 2

    class Printer:
        said = ""

        def text(self, words: str) -> None:
            self.said += words

    for cycle, words in (
        (True, repr(result)),
        (False, f"{result!r}\n  1. a.md Spring tide  ("),
    ):
        printer = Printer()
        result._repr_pretty_(printer, cycle)
        assert words in printer.said


def test_the_text_says_how_bodies_were_read() -> None:
    from okfsearch._render_concepts import render_concepts

    snapshot = okfsearch.Snapshot.of({"a.md": concept(title="Tide")})
    for threshold, told in ((0, "two-pass (1 concepts, threshold 0)"), (1, "full")):
        index = index_concepts(snapshot, two_pass_threshold=threshold)
        assert f"\nBundle mode: {told}\n" in render_concepts(index.search("tide"))


def test_a_page_escapes_everything_and_is_capped() -> None:
    page = index_of({f"{n:02}.md": concept(title="<script>") for n in range(53)}).search()._repr_html_()
    assert "<script" not in page and page.count("<tr><td>") == 50 and "The first 50 are shown." in page
    assert "Low confidence." in index_of({"a.md": concept(body="x")}).search("x b c d e f")._repr_html_()


def test_an_index_says_what_it_is_and_pickles(root: Path) -> None:
    index = index_concepts(okfsearch.capture_bundle(root))
    assert repr(index) == f"<ConceptIndex: 2 concepts, revision {index.snapshot_revision[:12]}>"
    assert (len(index), index.mode, index.scanned, index.issues) == (2, "full", 2, ())
    again = pickle.loads(pickle.dumps(index))
    assert again.search("tide") == index.search("tide")
    assert again.snapshot == index.snapshot


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"query": 7}, ("query", "wrong_type")),
        ({"query": "x" * 4_097}, ("query", "out_of_range")),
        ({"query": "\ud800"}, ("query", "invalid_encoding")),
        ({"type": 7}, ("type", "wrong_type")),
        ({"type": " "}, ("type", "empty_argument")),
        ({"tags": "sales"}, ("tags", "wrong_type")),
        ({"tags": [7]}, ("tags", "wrong_type")),
        ({"tags": [" "]}, ("tags", "empty_argument")),
        ({"scope": "tags"}, ("scope", "invalid_scope")),
        ({"limit": 0}, ("limit", "out_of_range")),
        ({"limit": 1_001}, ("limit", "out_of_range")),
        ({"status": ["stabel"]}, ("status", "unknown_value")),
        ({"trust": ["verified"]}, ("trust", "unknown_value")),
        ({"stale": "yes"}, ("stale", "wrong_type")),
        ({"stale": True}, ("now", "missing")),
        ({"now": "yesterday"}, ("now", "malformed")),
        ({"now": datetime(2026, 1, 1)}, ("now", "naive")),  # noqa: DTZ001 - that is the point
        ({"now": 7}, ("now", "wrong_type")),
        ({"synonyms": ["x"]}, ("synonyms", "wrong_type")),
        ({"synonyms": {"x": "y"}}, ("synonyms", "wrong_type")),
        ({"synonyms": {"x": ["?"]}}, ("synonyms", "empty_argument")),
        ({"include_hidden": ".a"}, ("include_hidden", "wrong_type")),
        ({"two_pass_threshold": -1}, ("two_pass_threshold", "out_of_range")),
        ({"two_pass_threshold": True}, ("two_pass_threshold", "out_of_range")),
        ({"spec": "0.4"}, ("spec", "unknown")),
        ({"limits": None}, ("limits", "wrong_type")),
        ({"on_invalid": "ignore"}, ("on_invalid", "out_of_range")),
    ],
)
def test_a_bad_request_costs_no_reading(tmp_path: Path, options: dict[str, Any], expected: tuple[str, str]) -> None:
    with pytest.raises(InvalidRequest) as caught:
        search_concepts(tmp_path / "missing", **options)
    assert reason(caught) == expected


def test_caps_are_kept() -> None:
    for limits, query, name in (
        (Limits.large(), " ".join(f"t{n}" for n in range(129)), "query_terms"),
        (Limits.large().replace(term_code_points=3), "four", "term_code_points"),
    ):
        with pytest.raises(okfsearch.LimitExceeded) as caught:
            index_of({"a.md": concept()}, limits=limits).search(query)
        assert caught.value.details["limit"] == name
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        index_of({"a.md": concept(title="é" * 5)}, limits=Limits.large().replace(title_bytes=9))
    assert caught.value.details["limit"] == "title_bytes"
    assert len(index_of({"a.md": concept(title="é" * 5)}, limits=Limits.large().replace(title_bytes=10))) == 1


@pytest.mark.parametrize(
    ("name", "cap"),
    [("files", 1), ("path_bytes", 3), ("path_depth", 1), ("file_bytes", 26), ("total_bytes", 50), ("response_bytes", 900)],
)
def test_caps_of_a_capture_and_of_an_answer_are_kept(name: str, cap: int) -> None:
    snapshot = Snapshot.of({"a.md": concept(body="kelp"), "sub/b.md": concept(body="kelp kelp")})
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        index_concepts(snapshot, limits=Limits().replace(**{name: cap})).search("kelp")
    assert (caught.value.details["limit"], caught.value.details["maximum"]) == (name, cap)
    assert len(index_concepts(snapshot, limits=Limits()).search("kelp")) == 2


def test_running_out_of_memory_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise MemoryError

    snapshot = Snapshot.of({"a.md": concept(body="kelp")})
    index = index_concepts(snapshot)
    for room, ask in (
        ("okfsearch.concept_corpus.read_entries", lambda: index_concepts(snapshot)),
        ("okfsearch.concept_answer.apply_filters", lambda: index.search("kelp")),
        ("okfsearch.concept_index.relate", lambda: index.related("a")),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(room, fail)
            with pytest.raises(okfsearch.LimitExceeded):
                ask()
    assert len(index.search("kelp")) == 1


def test_progress_tells_of_documents_and_concepts(root: Path) -> None:
    told: list[Progress] = []
    search_concepts(root, "tide", progress=told.append)
    assert [step.phase for step in told][-2:] == ["concepts", "concepts"]
    assert {"capture", "documents"} < {step.phase for step in told}


class Patience:
    """Answer false so many times."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_cancellation_is_seen_at_every_check(root: Path) -> None:
    seen = 0
    for times in range(1_000):
        try:
            search_concepts(root, "tide", cancelled=Patience(times))
        except okfsearch.SearchCancelled:
            seen += 1
        else:
            break
    assert seen == times > 10
    index = index_concepts(okfsearch.capture_bundle(root))
    for ask in (lambda: index.search("x", cancelled=lambda: True), lambda: index.related("a", cancelled=lambda: True)):
        with pytest.raises(okfsearch.SearchCancelled):
            ask()
