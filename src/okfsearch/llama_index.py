"""Serve a bundle to LlamaIndex: a retriever whose nodes say exactly where their text stands."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from typing import Any, Self

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._extras import import_extra
from okfsearch.retrieval import Index, Mode, index_for, retrieve

import_extra("llama_index.core", "llama-index", field="llama_index")

from llama_index.core.retrievers import BaseRetriever  # noqa: E402 - after the sentence above
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode  # noqa: E402

__all__ = ["OKFRetriever"]


class OKFRetriever(BaseRetriever):
    """Find sections of a bundle for a query engine.

    The text of a node is the whole section, its metadata are those of `okfsearch.retrieval.Passage`, its identity is the
    section's locator.  The retriever is pinned to the bytes that were indexed: make a new one, or refresh the index, after
    an edit.

    Attributes:
        index: of context (the best evidence for a question) or of sections (every word has to be there).
        limit: at most so many nodes.
        filters: pairs of `type` or `tag` and a value; context only.
        expand: whether links are followed; context only.

    Example:
        >>> import okfsearch
        >>> from okfsearch.llama_index import OKFRetriever
        >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
        >>> (node,) = OKFRetriever.of(bundle).retrieve("How often is spring tide?")
        >>> node.node.get_content(), node.metadata["path"]
        ('# Spring tide\\n\\nTwice a month.', 'tide.md')
    """

    def __init__(
        self,
        index: Index,
        *,
        limit: int = 4,
        filters: Sequence[tuple[str, str]] = (),
        expand: bool = True,
        **framework: Any,
    ) -> None:
        super().__init__(**framework)  # pyright: ignore[reportUnknownMemberType] - the framework types it loosely
        self.index = index
        self.limit = limit
        self.filters = tuple(filters)
        self.expand = expand

    @classmethod
    def of(cls, bundle: Index | Snapshot | str | os.PathLike[str], *, mode: Mode = "context", **options: Any) -> Self:
        """Build a retriever on an index, a snapshot or the path of a bundle.

        Raises:
            SearchError: whatever capturing and indexing raise.
        """
        return cls(index_for(bundle, mode=mode), **options)

    def with_options(
        self, *, limit: int | None = None, filters: Sequence[tuple[str, str]] | None = None, expand: bool | None = None
    ) -> Self:
        """Return a retriever over the same index with other options, for one call: the framework hands on a query alone."""
        return type(self)(
            self.index,
            limit=self.limit if limit is None else limit,
            filters=self.filters if filters is None else filters,
            expand=self.expand if expand is None else expand,
            callback_manager=self.callback_manager,
        )

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        passages = retrieve(self.index, query_bundle.query_str, limit=self.limit, filters=self.filters, expand=self.expand)
        return [
            NodeWithScore(
                node=TextNode(id_=passage.metadata["locator"], text=passage.text, metadata=passage.metadata),
                score=passage.score,
            )
            for passage in passages
        ]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)
