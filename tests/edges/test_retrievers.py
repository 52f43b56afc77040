"""Retrievers inside the real frameworks: text, score and place of each section, filters with each call, sync and async."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import okfsearch
from okfsearch.retrieval import index_for, retrieve

FILES = {
    "tide.md": b"---\ntype: Note\ntags: [sea]\n---\n# Spring tide\n\nTwice a month, see [neap](neap.md).\n\n## Height\n\nUp to nine metres.\n",
    "neap.md": b"---\ntype: Guide\n---\n# Neap tide\n\nThe moon stands aside, twice a month.\n",
}
BUNDLE = okfsearch.Snapshot.of(FILES)
KEYS = {"path", "line_start", "line_end", "locator", "file_sha256", "heading", "score"}
QUESTION = "how often is spring tide"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_context_passages_are_the_matches() -> None:
    index = okfsearch.index_context(BUNDLE)
    matches = index.matches(QUESTION, limit=3)
    passages = retrieve(index, QUESTION, limit=3)
    assert len(passages) == len(matches) > 1
    for passage, match in zip(passages, matches, strict=True):
        assert passage.score == match.score
        assert match.snippet.strip() in passage.text
        assert set(passage.metadata) == KEYS | {"id", "title", "type", "relation", "content_sha256"}
        assert {name: getattr(match, name) for name in passage.metadata} == passage.metadata


def test_section_passages_are_the_exact_lines() -> None:
    index = okfsearch.index_sections(BUNDLE)
    (first, second) = retrieve(index, "twice month")
    hits = index.search("twice month")
    for passage, hit in zip((first, second), hits, strict=True):
        lines = FILES[hit.path].decode().split("\n")
        assert passage.text == "\n".join(lines[hit.line_start - 1 : hit.line_end])
        assert set(passage.metadata) == KEYS
        assert passage.metadata["file_sha256"] == hit.content_sha256
        assert passage.metadata["locator"] == hit.locator


def test_filters_and_limits() -> None:
    index = okfsearch.index_context(BUNDLE)
    assert {passage.metadata["path"] for passage in retrieve(index, "tide", filters=[("type", "Guide")])} == {"neap.md"}
    assert len(retrieve(index, "tide", limit=1)) == 1
    alone = retrieve(index, "spring", expand=False)
    assert {passage.metadata["relation"] for passage in alone} == {"direct"}
    assert len(retrieve(index, "spring")) > len(alone)


def test_section_search_has_no_filters() -> None:
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        retrieve(okfsearch.index_sections(BUNDLE), "tide", filters=[("type", "Guide")])
    assert caught.value.details == {"field": "filters", "reason": "not_allowed"}


def test_cancellation_reaches_the_search() -> None:
    for mode in ("context", "sections"):
        with pytest.raises(okfsearch.SearchCancelled):
            retrieve(index_for(BUNDLE, mode=mode), "tide", cancelled=lambda: True)


def test_an_index_is_made_of_what_is_given(root: Path) -> None:
    for mode, kind in (("context", okfsearch.ContextIndex), ("sections", okfsearch.SectionIndex)):
        for bundle in (BUNDLE, root, str(root)):
            index = index_for(bundle, mode=mode)
            assert isinstance(index, kind)
            assert {passage.metadata["path"] for passage in retrieve(index, "tide twice")} == set(FILES)
        assert index_for(index) is index


@pytest.mark.parametrize("bundle", [BUNDLE, "nowhere"])
def test_an_unknown_mode_is_refused_before_anything_is_read(bundle: Any) -> None:
    with pytest.raises(okfsearch.InvalidRequest) as caught:
        index_for(bundle, mode="vectors")
    assert caught.value.details["field"] == "mode"


class TestLangChain:
    @pytest.fixture(autouse=True)
    def framework(self) -> None:
        pytest.importorskip("langchain_core")

    @staticmethod
    def of(bundle: Any = BUNDLE, **options: Any) -> Any:
        from okfsearch.langchain import OKFRetriever

        return OKFRetriever.of(bundle, **options)

    def test_documents_are_the_passages(self) -> None:
        retriever = self.of()
        documents = retriever.invoke(QUESTION)
        passages = retrieve(retriever.index, QUESTION)
        assert [(one.page_content, one.metadata) for one in documents] == [(one.text, one.metadata) for one in passages]

    def test_options_of_a_call_win(self) -> None:
        retriever = self.of(limit=1)
        assert len(retriever.invoke("tide")) == 1
        assert len(retriever.invoke("tide", limit=2)) == 2
        paths = {one.metadata["path"] for one in retriever.invoke("tide", limit=9, filters=[("type", "Guide")], expand=False)}
        assert paths == {"neap.md"}

    def test_it_awaits_batches_and_pipes(self) -> None:
        from langchain_core.runnables import RunnableLambda

        retriever = self.of()
        expected = retriever.invoke(QUESTION)
        assert asyncio.run(retriever.ainvoke(QUESTION)) == expected
        assert retriever.batch([QUESTION, "neap"])[0] == expected
        chain = retriever | RunnableLambda(lambda documents: [one.metadata["locator"] for one in documents])
        assert chain.invoke(QUESTION) == [one.metadata["locator"] for one in expected]

    def test_sections_of_a_path(self, root: Path) -> None:
        assert len(self.of(root, mode="sections").invoke("twice month")) == 2

    def test_errors_are_ours(self) -> None:
        with pytest.raises(okfsearch.InvalidRequest):
            self.of().invoke("")


class TestLlamaIndex:
    @pytest.fixture(autouse=True)
    def framework(self) -> None:
        pytest.importorskip("llama_index.core")

    @staticmethod
    def of(bundle: Any = BUNDLE, **options: Any) -> Any:
        from okfsearch.llama_index import OKFRetriever

        return OKFRetriever.of(bundle, **options)

    def test_nodes_are_the_passages(self) -> None:
        retriever = self.of()
        nodes = retriever.retrieve(QUESTION)
        passages = retrieve(retriever.index, QUESTION)
        assert [(one.node.get_content(), one.metadata, one.score) for one in nodes] == [
            (one.text, one.metadata, one.score) for one in passages
        ]
        assert [one.node.node_id for one in nodes] == [one.metadata["locator"] for one in passages]

    def test_options_for_a_call(self) -> None:
        retriever = self.of(limit=1)
        assert len(retriever.retrieve("tide")) == 1
        narrowed = retriever.with_options(limit=9, filters=[("type", "Guide")], expand=False)
        assert {one.metadata["path"] for one in narrowed.retrieve("tide")} == {"neap.md"}
        assert len(retriever.with_options().retrieve("tide")) == 1

    def test_it_awaits(self) -> None:
        retriever = self.of()
        nodes = asyncio.run(retriever.aretrieve(QUESTION))
        assert [one.node.node_id for one in nodes] == [one.node.node_id for one in retriever.retrieve(QUESTION)]

    def test_sections_of_a_path(self, root: Path) -> None:
        assert len(self.of(root, mode="sections").retrieve("twice month")) == 2


@pytest.mark.parametrize(
    ("module", "framework", "extra"),
    [("langchain", "langchain_core", "langchain"), ("llama_index", "llama_index", "llama-index")],
)
def test_a_missing_framework_is_told_in_one_sentence(module: str, framework: str, extra: str) -> None:
    code = f"import sys; sys.modules[{framework!r}] = None\ntry:\n import okfsearch.{module}\nexcept ValueError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f'The extra `{extra}` is not installed: pip install "okfsearch[{extra}]".\n'
