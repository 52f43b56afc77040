"""The span pass of mistletoe, fenced: what another implementation makes of a heading.

mistletoe keeps its state in module globals, leaves it behind after an exception, is not safe under threads and costs half a
second to import.  So it is loaded late, runs under one lock for the process, and every global it touches is put back whatever
happens.  Headings are read by `inline`; this room is its second opinion.
"""

from __future__ import annotations

import html
from collections.abc import Container, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final

from attrs import frozen

from okfsearch._bundle.inline import count_delimiters, normalize_label
from okfsearch.errors import LimitExceeded
from okfsearch.limits import Limits

_ONE_AT_A_TIME: Final = Lock()

_MODULES: Final = ("core_tokens", "span_token", "span_tokenizer", "token")

#: The default kinds of tokens in their order, with raw HTML and without strikethrough.
_KINDS: Final = ("EscapeSequence", "HtmlSpan", "AutoLink", "CoreTokens", "InlineCode", "LineBreak", "RawText")

#: What may stand for an ampersand: punctuation, because flanking looks at it, and no marker.
_STAND_INS: Final = "\u2016\u2017\u2020\u2021\u2022\u2023\u203b\u203c"


def read_spans(text: str, labels: Container[str], *, limits: Limits, path: str | None = None) -> str:
    """Return the text of a heading as mistletoe's span pass gives it.

    Arguments are those of `inline.read_heading`.  The pass takes time that grows with the square of the delimiters.

    Raises:
        LimitExceeded: there are more than `heading_delimiters`, or the pass ran out of stack or memory.
    """
    limits.check("heading_delimiters", count_delimiters(text), path=path)
    stand_in = next((mark for mark in _STAND_INS if mark not in text), "&")
    try:
        tree = _tokenize(text.replace("&", stand_in), labels)
    except (RecursionError, MemoryError) as error:
        raise LimitExceeded.of("heading_delimiters", limits.heading_delimiters, path=path) from error
    return "".join(_texts(tree)).replace(stand_in, "&")


@frozen
class _Footnotes:
    """Answer mistletoe's question for a definition from the labels alone."""

    labels: Container[str]

    def get(self, label: str, default: object = None) -> object:
        """Return an empty destination and title for a label that is defined."""
        return ("", "") if normalize_label(label) in self.labels else default


def _tokenize(text: str, labels: Container[str]) -> Sequence[Any]:
    """Return mistletoe's tokens, with its state set up for this one text and put back afterwards."""
    # Late, because the import alone costs half a second.
    modules: list[Any] = [import_module(f"mistletoe.{name}") for name in _MODULES]
    core, spans, tokenizer, root = modules
    kinds = [getattr(spans, name) for name in _KINDS]
    fenced: list[tuple[Any, str]] = [(core, "_code_matches"), (spans, "_token_types"), (root, "_root_node"), (html, "_charref")]
    with unchanged(fenced):
        core._code_matches = []
        root._root_node = SimpleNamespace(footnotes=_Footnotes(labels))
        tokens: Sequence[Any] = tokenizer.tokenize(text, kinds)
    return tokens


@contextmanager
def unchanged(names: Sequence[tuple[Any, str]]) -> Generator[None]:
    """Let one caller at a time change these globals, and put them back whatever happens."""
    with _ONE_AT_A_TIME:
        saved = [getattr(module, name) for module, name in names]
        try:
            yield
        finally:
            for (module, name), value in zip(names, saved, strict=True):
                setattr(module, name, value)


def _texts(tokens: Sequence[Any]) -> Iterator[str]:
    """Yield the texts of a token tree in order: escapes as they were written, a soft break as LF, a hard one as nothing."""
    waiting = list(reversed(tokens))
    while waiting:
        token = waiting.pop()
        kind = type(token).__name__
        if kind == "EscapeSequence":
            yield "\\" + token.children[0].content
        elif kind == "LineBreak":
            yield "\n" if token.soft else ""
        elif token.children is None:
            yield token.content
        else:
            waiting.extend(reversed(token.children))
