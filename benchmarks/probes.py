"""Probes: the queries that benchmarks ask, drawn from the corpus itself by a seed.

A query's terms stand together in one section, so that every query has an answer.  They are drawn evenly from the section's
distinct words, so common and rare ones mix as they do in text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from benchmarks.corpora import Corpus
from benchmarks.floor import TOKEN


def draw(texts: Sequence[str], *, terms: int, count: int) -> list[str]:
    """Draw queries of so many terms from the texts of sections."""
    rng = Random(f"okfsearch probes {terms}")
    queries: list[str] = []
    while len(queries) < count:
        words = sorted({word for word in TOKEN.findall(rng.choice(texts).casefold()) if len(word) > 1})
        if len(words) >= terms:
            queries.append(" ".join(rng.sample(words, terms)))
    return queries


def probe(corpus: Corpus) -> str:
    """Choose two terms that stand together and are each in 2 to 10 % of the files: the query of whole-call benchmarks."""
    frequencies: Counter[str] = Counter()
    words_of: list[list[str]] = []
    for path in corpus.searchable:
        with open(path, encoding="utf-8") as file:
            words = set(TOKEN.findall(file.read().casefold()))
        frequencies.update(words)
        words_of.append(sorted(words))
    low, high = 0.02 * len(words_of), 0.10 * len(words_of)
    rng = Random("okfsearch probe")
    for _ in range(1_000):
        middling = [word for word in rng.choice(words_of) if low <= frequencies[word] <= high and word.isalpha()]
        if len(middling) >= 2:
            return " ".join(rng.sample(middling, 2))
    return " ".join(word for word, _ in frequencies.most_common(2))
