"""Context search from end to end: ranking, links, selection, packets, options and errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

import okfsearch
from okfsearch._retrieval.packing import pack
from okfsearch.context_policy import POLICY

INDEX = b'---\nokf_version: "0.2"\n---\n\n# Home\n\n- [Fees](fees.md)\n'
FEES = (
    b"---\ntype: Guide\ntitle: Berth fees\ndescription: What a berth costs.\ntags: [money, quay]\naliases: [dues]\n"
    b"keywords: tariff\nowner: {name: zebra}\ncodes: [okapi, 7]\n---\n\nPreamble text.\n\n# Fees\n\nA berth costs money.\n\n"
    b"## Winter\n\nHalf price, see [rules](rules.md#ice).\n\n## Summer\n\nFull price.\n\n#### Groups\n\nRebates for fleets.\n"
)
RULES = b"# Rules\n\nBe quiet.\n\n## Ice\n\nNo mooring on ice.\n\n## Empty\n\n### Below\n\nDeep text.\n"


def index(*more: tuple[str, bytes], managed: bool = True) -> okfsearch.ContextIndex:
    files = {"fees.md": FEES, "rules.md": RULES, **({"index.md": INDEX} if managed else {}), **dict(more)}
    return okfsearch.index_context(okfsearch.Snapshot.of(files, root="/harbour"))


def ids(result: okfsearch.MatchResult | okfsearch.ContextPacket) -> list[str]:
    return [one.id for one in result]


@pytest.mark.parametrize(
    ("query", "found", "field"),
    [
        ("winter", "fees#winter", "heading"),
        ("dues", "fees#top", "aliases"),
        ("tariff", "fees#top", "aliases"),
        ("money", "fees#fees", "tags"),
        ("okapi", "fees#top", "metadata"),
        ("guide", "fees#top", "type"),
        ("rebates", "fees#summer", "body"),
        ("rebaets", "fees#summer", "body"),
        ("costing", "fees#fees", "description"),
    ],
)
def test_every_field_is_searched(query: str, found: str, field: str) -> None:
    matches = index().matches(query, expand=False)
    assert found in ids(matches)
    assert field in next(match for match in matches if match.id == found).matches


def test_keys_and_mappings_are_not_searched() -> None:
    assert not index().matches("zebra", expand=False)
    assert not index().matches("aliases", expand=False)


def test_a_match_says_where_it_stands() -> None:
    match = index().matches("winter price", limit=1)[0]
    assert (match.path, match.heading, match.heading_path, match.line_start, match.line_end) == (
        "fees.md", "Winter", ("Fees", "Winter"), 18, 21,
    )  # fmt: skip
    assert (match.kind, match.type, match.title, match.description) == ("concept", "Guide", "Berth fees", "What a berth costs.")
    assert match.snippet == "Half price, see [rules](rules.md#ice)."
    assert match.highlight_text == "price"
    assert match.matched_terms == ("winter", "price")
    assert match.lexical_score and match.rerank_score == match.score and not match.neighbor
    assert match.locator.startswith("okf+sha256://") and match.locator.endswith(f"/fees.md#{match.content_sha256}")


def test_links_bring_neighbours_in_where_there_is_room() -> None:
    linked = index().matches("winter")
    assert [(match.id, match.relation) for match in linked] == [("fees#winter", "direct"), ("rules#ice", "outgoing-link")]
    assert linked[1].score == pytest.approx(0.55 * linked[0].score, abs=1e-3)
    assert linked[1].matches == ("graph",) and linked[1].lexical_score is None and linked[1].highlight_text == ""
    back = index().matches("mooring", limit=5)
    assert ("fees#winter", "backlink") in [(match.id, match.relation) for match in back]
    assert ids(index().matches("winter", limit=1)) == ["fees#winter"]
    assert ids(index().matches("winter", filters=[("type", "guide")])) == ["fees#winter"]


def test_a_direct_result_keeps_the_higher_score_and_passes_none_that_matches_more() -> None:
    files = {
        "a.md": b"# Kelp kelp\n\nkelp kelp kelp [b](b.md)\n",
        "b.md": b"# Other\n\n" + b"many words stand here " * 40 + b"kelp\n",
        "c.md": b"# Third\n\n" + b"many words stand here " * 20 + b"kelp harvest\n",
    }
    built = okfsearch.index_context(okfsearch.Snapshot.of(files))
    alone = {match.path: match.score for match in built.matches("kelp", expand=False)}
    linked = built.matches("kelp")
    lifted = next(match for match in linked if match.path == "b.md")
    assert lifted.relation == "direct" and "graph" in lifted.matches
    assert lifted.score == pytest.approx(0.55 * alone["a.md"], abs=1e-3)
    assert lifted.rerank_score is not None and lifted.score > lifted.rerank_score == alone["b.md"]
    assert [match.path for match in linked] == ["a.md", "b.md", "c.md"]
    assert [match.path for match in built.matches("kelp", expand=False)][-1] == "b.md"
    both = built.matches("kelp harvest")
    assert [match.path for match in both].index("c.md") < [match.path for match in both].index("b.md")


def test_managed_bundles_report_what_links_and_types_lack() -> None:
    found = {(issue.code, issue.path, issue.line) for issue in index(("x.md", b"See [gone](no.md), ![i](no.png).\n")).issues}
    assert found == {("type_missing", "rules.md", None), ("type_missing", "x.md", None), ("link_target_missing", "x.md", 1)}
    assert index(("x.md", b"[gone](no.md)\n"), managed=False).issues == ()


def test_links_on_hidden_lines_and_in_empty_sections_lead_nowhere() -> None:
    built = index(
        ("h.md", b"# Hidden\n\nwalrus\n<!-- [x](rules.md) -->\n\n# See [rules](rules.md)\n"),
        ("s.md", b"# Self\n\nnarwhal [me](#self) [page](/rules) [e](rules.md#empty)\n"),
    )
    assert ids(built.matches("walrus")) == ["h#hidden"]
    assert ids(built.matches("narwhal")) == ["s#self", "rules#rules", "rules#below"]


def test_navigation_ranks_below_content() -> None:
    built = index(("log.md", b"# Log\n\nwhelk\n"), ("w.md", b"# Log\n\nwhelk\n"))
    assert [match.kind for match in built.matches("whelk", expand=False)] == ["concept", "log"]
    assert index().matches("home")[0].title == "Index"
    assert [match.title for match in index(managed=False).matches("rules", limit=1)] == ["Rules"]


def test_look_alikes_come_last_and_say_so() -> None:
    built = index(("s.md", b"# Synchronisation\n\nkeeps clocks alike.\n"))
    (match,) = built.matches("resynchronizational", expand=False)
    assert match.matches == ("vector",) and match.lexical_score is None and (match.vector_score or 0) > 0.5
    assert ids(built.matches("resynchronizational winter", expand=False))[-1] == "s#synchronisation"
    assert built.matches("resynchronizational").missing_terms == ("resynchronizational",)


def test_other_phrasings() -> None:
    built = index()
    assert not built.matches("zqxw vbnm", expand=False)
    both = built.matches("zqxw vbnm", expand=False, also=["winter", "ice"])
    assert {"fees#winter", "rules#ice"} <= set(ids(both))
    assert both.missing_terms == ("zqxw", "vbnm")
    assert built.search("zqxw", also=("winter",))[0].matched_terms == ("winter",)


def test_a_packet_puts_evidence_before_what_stands_around_it() -> None:
    packet = index().search("rebates fleets")
    assert [(source.id, source.relation) for source in packet] == [("fees#summer", "direct"), ("fees#fees", "document-context")]
    assert packet[1].score == pytest.approx(0.8 * packet[0].score, abs=1e-3)
    assert index().search("rebates fleets", expand=False).route == ("bm25", "vector", "rerank")
    assert ids(index().search("rebates fleets", expand=False)) == ["fees#summer"]
    assert index().search("ice", filters=[("tag", "quay")]).route == (
        "bm25",
        "vector",
        "metadata_filter",
        "rerank",
        "link_expansion",
    )


def test_missing_words_are_covered_before_the_rest() -> None:
    files = {f"k{place}.md": b"# Kelp kelp\n\nkelp kelp rope rope\n" for place in range(8)}
    files |= {f"{word}.md": b"# Last\n\n" + b"pad " * 2_000 + word.encode() + b"\n" for word in ("sextant", "anchor")}
    files |= {f"x{place}.md": b"nothing of it\n" for place in range(60)}
    built = okfsearch.index_context(okfsearch.Snapshot.of(files))
    packet = built.search("kelp rope sextant anchor", budget=100_000, limit=7, expand=False)
    assert sorted(source.path for source in packet[5:]) == ["anchor.md", "sextant.md"]


def test_words_that_no_passing_section_holds_stay_uncovered() -> None:
    files = {
        "a.md": b"---\ntype: Note\n---\nkelp and rope\n",
        "b.md": b"---\ntype: Note\n---\nkelp, anchor\n",
        "c.md": b"---\ntype: Log\n---\nkelp sextant\n",
        **{f"k{place}.md": b"---\ntype: Note\n---\nkelp kelp\n" for place in range(8)},
    }
    built = okfsearch.index_context(okfsearch.Snapshot.of(files))
    packet = built.search("kelp sextant anchor rope", filters=[("type", "note")], expand=False)
    assert len(packet) == 10 and packet.missing_terms == ()


def test_at_most_four_sections_stand_around() -> None:
    chapters = b"".join(b"## Part %d\n\nalpaca\n\n### Sub\n\nx\n\n### Other\n\ny\n\n" % place for place in range(5))
    built = okfsearch.index_context(okfsearch.Snapshot.of({"b.md": b"# Book\n\nz\n\n" + chapters}))
    packet = built.search("alpaca")
    assert [source.relation for source in packet].count("document-context") == 4
    assert ids(packet)[5] == "b#book"


def test_children_come_in_with_their_parent() -> None:
    text = b"# Book\n\nalpaca\n\n## One\n\na\n\n### Deep\n\nd\n\n## Two\n\nb\n\n## Three\n\nc\n\n# Next\n\ne\n"
    packet = okfsearch.index_context(okfsearch.Snapshot.of({"b.md": text})).search("alpaca")
    assert ids(packet) == ["b#book", "b#one", "b#two"]
    deep = okfsearch.index_context(okfsearch.Snapshot.of({"b.md": text.replace(b"d\n", b"vicuna\n")})).search("vicuna")
    assert ids(deep)[:2] == ["b#deep", "b#one"]


def test_budget_and_cut() -> None:
    packet = index().search("winter price berth", budget=12)
    assert packet.estimated_tokens <= 12 and packet[-1].truncated
    tiny = index().search("winter", budget=1)
    assert (tiny[0].markdown, tiny[0].line_end, tiny.estimated_tokens) == ("## W", 18, 1)
    lead = okfsearch.index_context(okfsearch.Snapshot.of({"p.md": b"\n\n\nfirst line\nsecond line\n"})).search(
        "first", budget=3
    )
    assert (lead[0].line_start, lead[0].line_end, lead[0].markdown) == (1, 4, "first line")


def test_own_counter() -> None:
    packet = index().search("winter price", budget=9, count_tokens=lambda text: len(text.split()))
    assert packet.estimated_tokens == sum(len(source.markdown.split()) for source in packet) <= 9
    for wrong in (lambda text: -1, lambda text: True, lambda text: 1.5):
        with pytest.raises(okfsearch.InvalidRequest):
            index().search("winter", count_tokens=wrong)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"query": ""}, "query"), ({"query": "--"}, "query"), ({"query": 3}, "query"), ({"query": "\ud800a"}, "query"),
        ({"query": "a" * 5_000}, "query"), ({"limit": 0}, "limit"), ({"limit": True}, "limit"), ({"limit": 1_001}, "limit"),
        ({"budget": 0}, "budget"), ({"budget": "1"}, "budget"), ({"expand": 1}, "expand"), ({"also": "x"}, "also"),
        ({"also": [""]}, "also"), ({"filters": [("type", " ")]}, "filters"), ({"filters": [("size", "1")]}, "filters"),
        ({"count_tokens": 3}, "count_tokens"),
    ],
)  # fmt: skip
def test_bad_requests_are_refused_before_anything_is_read(options: dict[str, object], field: str) -> None:
    query = options.pop("query", "winter")
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        okfsearch.search_context("/nowhere/at/all", query, **options)
    assert caught.value.details["field"] == field
    if not {"budget", "count_tokens"} & options.keys():
        with pytest.raises(okfsearch.InvalidRequest):
            okfsearch.search_matches("/nowhere/at/all", query, **options)


def test_query_caps() -> None:
    many = " ".join(f"w{number}" for number in range(200))
    with pytest.raises(okfsearch.LimitExceeded):
        index().matches(many)
    with pytest.raises(okfsearch.LimitExceeded):
        okfsearch.index_context(okfsearch.Snapshot.of({}), limits=okfsearch.Limits(term_code_points=3)).matches("winter")


@pytest.mark.parametrize(
    "limit", ["files", "path_bytes", "path_depth", "file_bytes", "total_bytes", "tokens", "sections", "title_bytes"]
)
def test_caps_of_a_bundle(limit: str) -> None:
    with pytest.raises(okfsearch.LimitExceeded) as caught:
        okfsearch.index_context(index().snapshot, limits=okfsearch.Limits.large().replace(**{limit: 0}))
    assert caught.value.details["limit"] == limit


def test_options_are_checked() -> None:
    with pytest.raises(okfsearch.InvalidRequest):
        okfsearch.index_context(okfsearch.Snapshot.of({}), on_invalid="maybe")
    with pytest.raises(okfsearch.InvalidRequest):
        okfsearch.index_context(okfsearch.Snapshot.of({}), spec="9")
    with pytest.raises(okfsearch.InvalidRequest):
        okfsearch.search_matches(".", "x", spec="9")


def test_versions() -> None:
    assert index().revision.spec_version == "0.2"
    assert str(index().revision) == index().revision.index_sha256
    declared = okfsearch.index_context(okfsearch.Snapshot.of({"index.md": b"---\nokf_version: 0.9\n---\n# X\n"}))
    assert declared.revision.spec_version == "0.2"
    assert [(issue.code, issue.message) for issue in declared.issues] == [
        ("unknown_okf_version", "The declared OKF version is not known. It declares 0.9.")
    ]
    odd = okfsearch.index_context(okfsearch.Snapshot.of({"index.md": b"---\nokf_version: as you like\n---\n# X\n"}))
    assert [issue.message for issue in odd.issues] == ["The declared OKF version is not known."]
    assert okfsearch.index_context(index().snapshot, spec="0.3").revision.spec_version == "0.3"


def test_what_cannot_be_read() -> None:
    snapshot = okfsearch.Snapshot.of({"a.md": b"kelp\n", "b.md": b"caf\xe9 kelp\n"})
    built = okfsearch.index_context(snapshot)
    assert ids(built.matches("kelp")) == ["a#top"]
    assert [issue.code for issue in built.issues] == ["invalid_encoding"]
    with pytest.raises(okfsearch.DocumentErrors):
        okfsearch.index_context(snapshot, on_invalid="raise")


def test_an_empty_bundle() -> None:
    built = okfsearch.index_context(okfsearch.Snapshot.of({}))
    assert len(built) == 0
    assert not built.matches("anything") and not built.search("anything")
    assert built.search("anything").missing_terms == ("anything",)


def test_from_disk(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.md").write_text("kelp")
    (tmp_path / "a.markdown").write_text("# Kelp\n\nkelp\n")
    seen: list[str] = []
    result = okfsearch.search_matches(tmp_path, "kelp", progress=lambda step: seen.append(step.phase))
    assert ids(result) == ["a#kelp"] and result.status == "unmanaged" and result.root == str(tmp_path)
    assert {"capture", "documents", "context"} <= set(seen)
    assert okfsearch.search_context(tmp_path, "kelp").status == "unmanaged"


def test_refresh(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("kelp\n")
    built = okfsearch.index_context(okfsearch.capture_bundle(tmp_path, on_invalid="recover"))
    assert built.refresh() is built
    (tmp_path / "a.md").write_text("walrus\n")
    assert ids(built.refresh().matches("walrus")) == ["a#top"] and ids(built.matches("kelp")) == ["a#top"]
    assert len(built.refresh(okfsearch.Snapshot.of({}))) == 0


def test_cancelling() -> None:
    with pytest.raises(okfsearch.SearchCancelled):
        index().matches("winter", cancelled=lambda: True)
    with pytest.raises(okfsearch.SearchCancelled):
        okfsearch.index_context(index().snapshot, cancelled=lambda: True)


def test_manners() -> None:
    matches, packet = index().matches("winter"), index().search("winter")
    assert repr(index()).startswith("<ContextIndex: 8 sections, revision ")
    assert repr(matches).startswith("<MatchResult: 2 matches, revision ")
    assert repr(packet).startswith("<ContextPacket: ")
    assert matches[0:1] == (matches[0],) and packet[0:1] == (packet[0],)
    assert matches == index().matches("winter") and hash(packet) == hash(index().search("winter"))
    assert [record["id"] for record in matches.to_records()] == ids(matches)
    assert [record["id"] for record in packet.to_records()] == ids(packet)
    assert POLICY.limit == 12


def test_many_sections_are_put_in_order() -> None:
    files = {f"k{place:03}.md": b"kelp " * (1 + place % 7) + b"\n" for place in range(300)}
    built = okfsearch.index_context(okfsearch.Snapshot.of(files))
    scores = [match.score for match in built.matches("kelp", limit=1_000, expand=False)]
    assert len(scores) == 300 and scores == sorted(scores, reverse=True)
    assert len(built.matches("kelp", limit=250)) == 250


@pytest.mark.parametrize("change", [{"locator": "x"}, {"line_start": 2}, {"content_sha256": "0"}, {"path": "no.md"}])
def test_claims_that_are_not_true(change: dict[str, object]) -> None:
    built = index()
    assert not evolve(built.matches("winter")[0], **change).verify(built.snapshot)
    assert not evolve(built.search("winter")[0], **change).verify(built.snapshot)
    assert not evolve(built.matches("winter")[0], snippet="not there").verify(built.snapshot)
    assert not evolve(built.search("winter")[0], markdown="not there").verify(built.snapshot)


def test_a_section_of_which_nothing_fits_makes_room_for_the_next() -> None:
    long, short = "long " * 9, "tiny"
    packed = pack(
        [(0, "context"), (1, "context")], texts=[long, short].__getitem__, budget=2, limit=3,
        count=lambda text: 1 if text == short else 3, cancelled=lambda: False,
    )  # fmt: skip
    assert [(one.key, one.lines) for one in packed] == [(1, None)]
