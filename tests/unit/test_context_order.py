"""Orders: the head as it was ranked, the rest when somebody comes that far."""

from __future__ import annotations

import pytest

from okfsearch._retrieval.order import Continued, Order, best_of

SCORES = {5: 1.0, 1: 3.0, 2: 2.0, 3: 2.0, 4: 1.0}


def test_an_order_and_its_continuation() -> None:
    order = Order([1, 3], SCORES, [9])
    assert list(order) == [1, 3, 2, 4, 5, 9] and len(order) == 6
    assert (order[0], order[4], order[-1], order[:2], order[1:3], order[2:]) == (1, 5, 9, [1, 3], [3, 2], [2, 4, 5, 9])
    with pytest.raises(IndexError):
        order[6]
    moved = Continued([3, 1], order)
    assert list(moved) == [3, 1, 2, 4, 5, 9] and len(moved) == 6
    assert (moved[0], moved[3], moved[:1], moved[1:4], moved[-1]) == (3, 4, [3], [1, 2, 4], 9)


def test_the_best() -> None:
    assert best_of(SCORES, 9) == [1, 2, 3, 4, 5]
    assert best_of(SCORES, 2) == [1, 2]
    assert best_of({}, 2) == []
