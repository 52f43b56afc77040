"""Law: the packer takes whole what fits, keeps the budget with any counter, and stops at the first cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from okfsearch._retrieval.packing import cut_text, estimate_tokens, pack
from tests.strategies import any_text

texts = st.lists(any_text.filter(str.strip), max_size=8)
priorities = st.sampled_from(("seed", "context", "other"))


@given(texts, st.data(), st.integers(1, 30), st.integers(1, 9))
def test_pack(texts: list[str], data: st.DataObject, budget: int, limit: int) -> None:
    wanted = sorted(((place, data.draw(priorities)) for place in range(len(texts))), key=lambda pair: pair[1] != "seed")
    packed = pack(wanted, texts=texts.__getitem__, budget=budget, limit=limit, count=estimate_tokens, cancelled=lambda: False)
    assert sum(one.tokens for one in packed) <= budget
    assert len({one.key for one in packed}) == len(packed) <= limit
    for place, one in enumerate(packed):
        assert one.tokens == estimate_tokens(one.text)
        if one.lines is None:
            assert one.text == texts[one.key]
        else:
            assert place == len(packed) - 1
            assert texts[one.key].startswith(one.text)
    fitting = [place for place, _ in wanted if estimate_tokens(texts[place]) <= budget]
    assert packed or not wanted or not fitting


@given(any_text, st.integers(-1, 12))
def test_a_cut_is_a_beginning_that_fits(text: str, budget: int) -> None:
    cut = cut_text(text, budget, estimate_tokens)
    if cut is None:
        assert budget < 1 or not text.split("\n", maxsplit=1)[0].strip() or not text[: 4 * budget].strip()
        return
    kept, lines = cut
    assert text.startswith(kept)
    assert estimate_tokens(kept) <= budget
    assert kept.count("\n") + 1 == lines
