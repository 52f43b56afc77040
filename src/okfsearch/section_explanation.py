"""Why a section's score is what it is: the formula's numbers for one hit, counted again from the captured bytes.

A result remembers which sections its hits are and the statistics of the collection; the counts are made when somebody asks.
"""

from __future__ import annotations

from types import NoneType

from attrs import frozen

from okfsearch._bundle.documents import read_documents
from okfsearch._bundle.sections import Section
from okfsearch._options import OnInvalid
from okfsearch._retrieval.bm25 import Bm25, CollectionStatistics, damping, scores
from okfsearch._retrieval.postings import FieldWeights
from okfsearch._retrieval.tokens import tokenize
from okfsearch.explanations import Explanation, Part
from okfsearch.limits import Limits

__all__ = ["SectionGrounds"]

FORMULA = "sum over the terms of idf × f × (k1 + 1) / (f + k1 × (1 − b + b × length / average length))"


@frozen(kw_only=True)
class SectionGrounds:
    """Remember what the scores of one result were made of.

    It stays with the result in memory, and never goes along where that is pickled or written.

    Attributes:
        sections: those of the hits, in their order.
        terms: the terms of the query.
        statistics: of the whole collection.
        weights: what an occurrence counts in each field.
        bm25: the parameters of the formula.
        limits: the caps under which the documents were read.
        on_invalid: and how.
    """

    sections: tuple[Section, ...]
    terms: tuple[str, ...]
    statistics: CollectionStatistics
    weights: FieldWeights
    bm25: Bm25
    limits: Limits
    on_invalid: OnInvalid

    def __reduce__(self) -> tuple[type, tuple[()]]:
        # A result that travels must not take the bytes of its files along.
        return NoneType, ()

    def explain(self, place: int, locator: str, score: float) -> Explanation:
        """Explain the hit at a place."""
        section, statistics, weights = self.sections[place], self.statistics, self.weights
        documents = read_documents([section.file], limits=self.limits, on_invalid=self.on_invalid)
        fields = (
            ("body", weights.body, tokenize(section.file.data[section.start : section.end].decode())),
            ("heading", weights.heading, tokenize(section.heading)),
            ("title", weights.title, tokenize(documents.documents[0].title or "")),
        )
        length = sum(weight * len(tokens) for _, weight, tokens in fields)
        average = statistics.average_length
        (damped,) = damping([length], average_length=average, parameters=self.bm25)
        parts: list[Part] = []
        for term, frequency, inverse in zip(self.terms, statistics.document_frequencies, statistics.idfs, strict=True):
            counts = [(name, weight, tokens.count(term)) for name, weight, tokens in fields]
            weighted = sum(weight * count for _, weight, count in counts)
            (worth,) = scores([[weighted]], [damped], idfs=[inverse], parameters=self.bm25)
            in_fields = tuple(Part(name, count, (Part("weight", weight),)) for name, weight, count in counts)
            parts.append(
                Part(
                    term,
                    worth,
                    (
                        Part("idf", inverse, (Part("sections with the term", frequency),)),
                        Part("f", weighted, in_fields),
                    ),
                )
            )
        lengths = tuple(Part(name, len(tokens), (Part("weight", weight),)) for name, weight, tokens in fields)
        return Explanation(
            locator=locator,
            score=score,
            formula=FORMULA,
            numbers=(
                Part("sections", statistics.units),
                Part("k1", self.bm25.k1),
                Part("b", self.bm25.b),
                Part("length", length, lengths),
                Part("average length", average),
            ),
            parts=tuple(parts),
        )
