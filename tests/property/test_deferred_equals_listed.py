"""Law: lists made term by term, lists made all at once, and those of a builder are the same, whenever they are asked for."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from okfsearch import Snapshot, index_sections
from okfsearch._retrieval import deferred
from okfsearch._retrieval.bm25 import Bm25
from okfsearch._retrieval.deferred import DeferredPostings
from okfsearch._retrieval.numpy_ranker import NumpyRanker
from okfsearch._retrieval.postings import FieldWeights, Postings, PostingsBuilder, SegmentedPostings
from okfsearch._retrieval.rankers import PlainRanker
from okfsearch._retrieval.tallies import Range, Tally
from okfsearch._retrieval.texts import UnitTexts
from okfsearch._retrieval.tokens import tokenize
from okfsearch.wire import to_json
from tests.strategies import WORDS, bundles, queries

WEIGHTS = FieldWeights()
TERMS = ("ebb", "\u00e9bb", "e", "bb", "reed", "absent", "2")

lines = st.sampled_from(
    ["ebb", "ebb ebb\tebb", "Ebb, reed", "\u00c9bb reed", "reeds ebbed", "2 \u2013 22", "", "e\u0301bb.ebb", "e"]
)
unit = st.tuples(st.lists(lines, max_size=4), st.lists(st.sampled_from(TERMS), max_size=2))
document = st.tuples(st.lists(unit, min_size=1, max_size=4), st.lists(st.sampled_from(TERMS), max_size=2))
documents = st.lists(document, max_size=4)
Documents = list[tuple[list[tuple[list[str], list[str]]], list[str]]]


def both(written: Documents) -> tuple[DeferredPostings, Postings]:
    """Hold the same units in both ways; the builder gets the tokens of each unit's text as `tokenize` finds them."""
    builder = PostingsBuilder(WEIGHTS)
    held: list[UnitTexts] = []
    lengths = array("Q")
    for units, title in written:
        body = b""
        ranges: list[Range] = []
        for own, heading in units:
            text = "".join(line + "\n" for line in own)
            ranges.append((len(body), len(body) + len(text.encode())))
            body += text.encode()
            builder.add(tokenize(text), heading, title)
        held.append(UnitTexts(Tally(body), ranges, [heading for _, heading in units], title))
        weighted, tokens = held[-1].lengths(WEIGHTS)
        lengths.extend(weighted)
        assert tokens == sum(map(len, held[-1].bodies())) + sum(len(heading) + len(title) for _, heading in units)
    return DeferredPostings(tuple(held), WEIGHTS, lengths), builder.build()


def same(one: DeferredPostings, other: Postings, terms: Sequence[str]) -> None:
    some = range(0, len(other.lengths), 2)
    for term in terms:
        assert one.document_frequency(term) == other.document_frequency(term)
        assert one.column(term) == other.column(term)
        assert one.narrow(term, some) == other.narrow(term, some)
        assert [view.tolist() for view in one.views(term)] == [view.tolist() for view in other.views(term)]


@given(documents, st.lists(st.sampled_from(TERMS)))
def test_every_list_is_the_same(written: Documents, first: list[str]) -> None:
    one, other = both(written)
    assert list(one.lengths) == list(other.lengths)
    one.prepare(first)
    same(one, other, TERMS)
    listed = one.list_all()
    same(one, other, TERMS)
    assert one.list_all() is listed
    assert set(listed.terms) == set(other.terms)
    same(pickle.loads(pickle.dumps(one)), other, TERMS)


@given(documents, st.lists(st.sampled_from(TERMS), min_size=1, max_size=3, unique=True), st.booleans())
def test_rankers_and_segments_see_no_difference(written: Documents, terms: list[str], listed: bool) -> None:
    one, other = both(written)
    if listed:
        one.list_all()
    for ranker in (PlainRanker, NumpyRanker):
        assert ranker(one, Bm25()).rank(terms, limit=3) == PlainRanker(other, Bm25()).rank(terms, limit=3)
    # Every second unit goes, the others close up.
    ordinals = [place // 2 if place % 2 == 0 else -1 for place in range(len(other.lengths))]
    moved, expected = (SegmentedPostings.merge(postings.renumbered(ordinals)) for postings in (one, other))
    moved.prepare(terms)
    for term in TERMS:
        assert moved.column(term) == expected.column(term)


@given(st.lists(st.integers(0, 2), min_size=40, max_size=60), st.sets(st.integers(0, 39), max_size=3))
def test_a_long_list_is_narrowed_alike(counts: list[int], some: set[int]) -> None:
    one, other = both([([(["ebb"] * count, [])], []) for count in counts])
    wanted = sorted(some)
    expected = [(place, counts[place]) for place in wanted if counts[place]]
    for postings in (one, other, one.list_all()):
        assert list(zip(*postings.narrow("ebb", wanted), strict=True)) == expected


@given(bundles, bundles, queries)
def test_an_index_answers_alike_before_and_after(files: dict[str, bytes], others: dict[str, bytes], query: str) -> None:
    index, listed = index_sections(Snapshot.of(files)), index_sections(Snapshot.of(files))
    _list_all(listed)
    for text in (query, *WORDS):
        assert to_json(index.search(text, limit=100)) == to_json(listed.search(text, limit=100))
    again = pickle.loads(pickle.dumps(index))
    newer = Snapshot.of(others)
    for old in (index, listed, again):
        assert to_json(old.refresh(newer).search(query)) == to_json(index_sections(newer).search(query))


@given(bundles)
def test_many_terms_make_all_lists(files: dict[str, bytes]) -> None:
    index = index_sections(Snapshot.of(files))
    words = [f"word{number}" for number in range(deferred.MOST_LOOKED_FOR)]
    for word in words:
        assert index.search(word).total == 0
    assert not _is_listed(index)
    assert index.search("one more").missing_terms
    assert _is_listed(index)


def _postings(index: okfsearch.SectionIndex) -> DeferredPostings:
    postings = index._ranker.postings
    assert isinstance(postings, DeferredPostings)
    return postings


def _list_all(index: okfsearch.SectionIndex) -> None:
    _postings(index).list_all()


def _is_listed(index: okfsearch.SectionIndex) -> bool:
    return isinstance(_postings(index)._held, Postings)
