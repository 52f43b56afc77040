"""Counting in a text that was read once: ranges, long ones too, and lines beyond ASCII."""

from __future__ import annotations

import pytest

from okfsearch._cancel import SLICE_BYTES
from okfsearch._retrieval.tallies import Tally
from okfsearch._retrieval.tokens import tokenize
from okfsearch.errors import SearchCancelled

TEXT = "Heron, reed\nh\u00e9ron heron\n\nheron \u2013 reeds\n"


def test_ranges_are_counted_apart() -> None:
    data = TEXT.encode()
    tally = Tally(data)
    ends = [place + 1 for place, byte in enumerate(data) if byte == 0x0A]
    ranges = list(zip([0, *ends[:-1]], ends, strict=True))
    assert tally.count(ranges) == [2, 2, 0, 2]
    assert tally.frequencies("heron", ranges) == [1, 1, 0, 1]
    assert tally.frequencies("h\u00e9ron", ranges) == [0, 1, 0, 0]
    assert tally.frequencies("reed", ranges) == [1, 0, 0, 0]
    # Found in the text, as part of a longer word only.
    assert tally.frequencies("eron", ranges) == [0, 0, 0, 0]
    assert tally.frequencies("bittern", ranges) is None
    assert tally.tokens(0, len(data)) == ["heron", "reed", "heron", "reeds", "h\u00e9ron", "heron"]


LONG = {
    "words": b"heron reed " * 40_000,
    "lines": b"heron reed\n" * 40_000,
    "one word": b"heron" * 80_000,
    "a word, and words": b"heron" * 80_000 + b" reed" * 40_000,
    "words, and a word": b" reed" * 40_000 + b" " + b"heron" * 80_000,
    "beyond ASCII": "h\u00e9ron reed\nreed\n".encode() * 20_000,
    "one line beyond ASCII": "h\u00e9ron reed ".encode() * 20_000,
    "blanks": b" " * 400_000 + b"reed",
}


@pytest.mark.parametrize("name", LONG)
def test_a_range_longer_than_a_slice(name: str) -> None:
    data = LONG[name]
    tokens = tokenize(data.decode())
    tally = Tally(data)
    whole = [(0, len(data))]
    assert tally.count(whole) == [len(tokens)]
    assert sorted(tally.tokens(0, len(data))) == sorted(tokens)
    for term in ("heron", "reed", "h\u00e9ron", "absent"):
        assert tally.frequencies(term, whole) in ([tokens.count(term)], None if term not in tokens else [])


@pytest.mark.parametrize("call", ["count", "heron", "h\u00e9ron"])
def test_every_slice_of_ranges_is_asked_for(call: str) -> None:
    data = ("heron " * 100 + "\n" + "h\u00e9ron\n").encode() * 2_000
    step = len(data) // 2_000
    ranges = [(start, start + step) for start in range(0, len(data), step)]
    tally = Tally(data)
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) == 3

    with pytest.raises(SearchCancelled):
        tally.count(ranges, cancelled=cancelled) if call == "count" else tally.frequencies(call, ranges, cancelled=cancelled)
    asked.clear()
    asked += [1] * 3
    if call == "count":
        assert tally.count(ranges, cancelled=cancelled) == [101] * 2_000
    else:
        assert tally.frequencies(call, ranges, cancelled=cancelled) == [100 if call == "heron" else 1] * 2_000
    assert len(asked) - 3 >= len(data) // SLICE_BYTES - 1
