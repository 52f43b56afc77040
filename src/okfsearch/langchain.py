"""Serve a bundle to LangChain: a retriever whose documents say exactly where their text stands."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Self

from okfsearch._bundle.snapshot import Snapshot
from okfsearch._extras import import_extra
from okfsearch.retrieval import Index, Mode, index_for, retrieve

import_extra("langchain_core.retrievers", "langchain", field="langchain")

from langchain_core.callbacks import CallbackManagerForRetrieverRun  # noqa: E402 - after the sentence above
from langchain_core.documents import Document  # noqa: E402
from langchain_core.retrievers import BaseRetriever  # noqa: E402

__all__ = ["OKFRetriever"]


class OKFRetriever(BaseRetriever):
    """Find sections of a bundle for a chain.

    The page content of a document is the whole section; its metadata are those of `okfsearch.retrieval.Passage`.  The
    retriever is pinned to the bytes that were indexed: make a new one, or refresh the index, after an edit.

    Attributes:
        index: of context (the best evidence for a question) or of sections (every word has to be there).
        limit: at most so many documents.
        filters: pairs of `type` or `tag` and a value; context only.
        expand: whether links are followed; context only.

    Each of the last three can also be given with a call: `retriever.invoke("question", limit=2)`.

    Example:
        >>> import okfsearch
        >>> from okfsearch.langchain import OKFRetriever
        >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
        >>> (document,) = OKFRetriever.of(bundle).invoke("How often is spring tide?")
        >>> document.page_content, document.metadata["path"]
        ('# Spring tide\\n\\nTwice a month.', 'tide.md')
    """

    index: Any
    limit: int = 4
    filters: tuple[tuple[str, str], ...] = ()
    expand: bool = True

    @classmethod
    def of(cls, bundle: Index | Snapshot | str | os.PathLike[str], *, mode: Mode = "context", **options: Any) -> Self:
        """Build a retriever on an index, a snapshot or the path of a bundle.

        Raises:
            SearchError: whatever capturing and indexing raise.
        """
        return cls(index=index_for(bundle, mode=mode), **options)

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun,  # noqa: ARG002 - the framework hands it over by name
        limit: int | None = None,
        filters: Sequence[tuple[str, str]] | None = None,
        expand: bool | None = None,
    ) -> list[Document]:
        passages = retrieve(
            self.index,
            query,
            limit=self.limit if limit is None else limit,
            filters=self.filters if filters is None else filters,
            expand=self.expand if expand is None else expand,
        )
        return [Document(page_content=passage.text, metadata=passage.metadata) for passage in passages]
