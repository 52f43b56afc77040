"""The arithmetic: the logarithm's bits, the formula's order of operations, and what a collection may say of itself."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval.bm25 import Bm25, CollectionStatistics, damping, idf, natural_logarithm, scores
from okfsearch.errors import InvalidRequest


@given(st.floats(min_value=5e-324, max_value=1.7e308))
def test_the_logarithm_is_right_to_the_last_bit_but_one(number: float) -> None:
    exact = math.log(number)
    assert abs(natural_logarithm(number) - exact) <= math.ulp(exact)


def test_the_logarithm_differs_from_the_c_library_where_go_does() -> None:
    # Go 1.25 on amd64 prints these for math.Log(1 + (n - df + 0.5) / (df + 0.5)).
    assert idf(1, 1) == 0.2876820724517809
    assert idf(2, 1) == 0.6931471805599453
    # Over small collections about one idf in thirteen differs from the C library's by one unit in the last place.
    pairs = [(n, df) for n in range(1, 120) for df in range(1, n + 1)]
    different = sum(idf(n, df) != math.log(1 + (n - df + 0.5) / (df + 0.5)) for n, df in pairs)
    assert 0.05 < different / len(pairs) < 0.11


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_an_idf_is_always_positive(n: int, df: int) -> None:
    assert idf(max(n, df), df) > 0


def test_the_formula_is_evaluated_as_written() -> None:
    idfs, columns, lengths, average = (0.7, 0.3), ((3, 1), (4, 9)), (17, 5), 11.5
    expected = []
    for place, length in enumerate(lengths):
        total = 0.0
        for inverse, column in zip(idfs, columns, strict=True):
            f = column[place]
            total += inverse * (f * 2.2) / (f + 1.2 * (0.25 + 0.75 * length / average))
        expected.append(total)
    dampings = damping(lengths, average_length=average, parameters=Bm25())
    assert scores(columns, dampings, idfs=idfs, parameters=Bm25()) == expected


def test_terms_and_frequencies_belong_together() -> None:
    with pytest.raises(ValueError, match="zip"):
        scores(((1,), (2,)), (3.0,), idfs=(0.5,), parameters=Bm25())


def test_statistics() -> None:
    statistics = CollectionStatistics(units=4, total_length=10, document_frequencies=(1, 4, 0))
    assert statistics.average_length == 2.5
    assert statistics.idfs == (idf(4, 1), idf(4, 4), idf(4, 0))
    assert CollectionStatistics(units=0, total_length=0, document_frequencies=()).average_length == 1.0
    with pytest.raises(InvalidRequest) as caught:
        CollectionStatistics(units=4, total_length=10, document_frequencies=(5,))
    assert caught.value.details["field"] == "document_frequencies"
