"""mistletoe's globals: as they were before, whatever happens inside; one caller at a time; not loaded by anyone else."""

from __future__ import annotations

import html
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from mistletoe import block_token, core_tokens, span_token, span_tokenizer, token

from okfsearch._bundle.inline import read_heading
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits
from tests.judges.span_pass import read_spans

LIMITS = Limits()
SOURCE = "*a* `b` [c](d) & [tide] <e>"
TEXT = "a b c & tide <e>"
LABELS = frozenset({"tide"})


def state() -> list[tuple[str, str, Any]]:
    """Return every module global of mistletoe and of html, and the class attributes the block pass keeps state in."""
    modules = (block_token, core_tokens, span_token, span_tokenizer, token, html)
    found = [
        (module.__name__, name, value) for module in modules for name, value in sorted(vars(module).items()) if name[:2] != "__"
    ]
    kept = [
        (owner.__name__, name, value)
        for owner in (block_token.Paragraph, block_token.Heading)
        for name, value in vars(owner).items()
    ]
    return [(owner, name, list(value) if isinstance(value, list) else value) for owner, name, value in found + kept]


@pytest.fixture(autouse=True)
def _strange_state(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave globals behind as another user of mistletoe might, and look that they are the very same afterwards."""
    monkeypatch.setattr(core_tokens, "_code_matches", ["stale"])
    monkeypatch.setattr(token, "_root_node", object())
    monkeypatch.setattr(html, "_charref", object())
    monkeypatch.setattr(span_token, "_token_types", [span_token.RawText])
    before = state()
    yield
    assert state() == before


def test_a_reading_leaves_no_trace() -> None:
    assert read_spans(SOURCE, LABELS, limits=LIMITS) == read_heading(SOURCE, LABELS, limits=LIMITS) == TEXT


@pytest.mark.parametrize("stage", ["find_core_tokens", "process_emphasis", "match_link_image"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_exception_anywhere_leaves_no_trace(stage: str, error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(core_tokens, stage, fail)
        before = state()
        with pytest.raises(error):
            read_spans(SOURCE, LABELS, limits=LIMITS)
        assert state() == before
    assert read_spans(SOURCE, LABELS, limits=LIMITS) == TEXT


@pytest.mark.parametrize("error", [RecursionError, MemoryError])
def test_lack_of_stack_or_memory_is_a_limit(error: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(core_tokens, "process_emphasis", fail)
        with pytest.raises(LimitExceeded) as caught:
            read_spans(SOURCE, LABELS, limits=LIMITS, path="a.md")
    assert dict(caught.value.details) == {"limit": "heading_delimiters", "maximum": 256, "path": "a.md"}
    assert isinstance(caught.value.__cause__, error)


def test_the_cap_is_judged_before_anything_is_parsed() -> None:
    with pytest.raises(LimitExceeded):
        read_spans("[" * 257, LABELS, limits=LIMITS)


def test_threads_get_the_same_answers() -> None:
    sources = [f"*{word}* `{word}` [{word}](u) \\* a\nb  \nc" for word in ("tide", "gauge", "mooring", "buoy")] * 25
    expected = [read_heading(source, LABELS, limits=LIMITS) for source in sources]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda source: read_spans(source, LABELS, limits=LIMITS), sources)) == expected


def test_every_stand_in_for_the_ampersand_taken() -> None:
    marks = "\u2016\u2017\u2020\u2021\u2022\u2023\u203b\u203c"
    assert read_spans(f"*{marks}* a & b", LABELS, limits=LIMITS) == f"{marks} a & b"


def test_headings_are_read_without_mistletoe() -> None:
    script = (
        "import sys; from okfsearch._bundle import inline; from okfsearch.limits import Limits; "
        f"inline.read_heading({SOURCE!r}, (), limits=Limits()); sys.exit('mistletoe' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
