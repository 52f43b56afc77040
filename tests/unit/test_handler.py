"""Loading a concept with python-frontmatter."""

from __future__ import annotations

import datetime as dt

import frontmatter
import pytest
import yaml

from okfsearch._bundle.handler import OKFHandler
from okfsearch.errors import DocumentErrors, LimitExceeded
from okfsearch.limits import Limits


def load(text: str | bytes) -> frontmatter.Post:
    return frontmatter.loads(text, handler=OKFHandler())  # type: ignore[arg-type]


def test_a_post_has_the_values_python_frontmatter_users_expect() -> None:
    post = load("---\ntitle: Tides\nwhen: 2026-05-01\nflag: no\ntags: [a, 1]\n---\n# Ebb\n")
    assert post.metadata == {"title": "Tides", "when": dt.date(2026, 5, 1), "flag": False, "tags": ["a", 1]}
    assert post.content == "# Ebb"


@pytest.mark.parametrize(
    ("text", "metadata", "content"),
    [
        ("---\r\ntitle: x\r\n---\r\na\r\nb\r\n", {"title": "x"}, "a\nb"),
        (b"---\ntitle: x\n---\nh\xc3\xb6he", {"title": "x"}, "höhe"),
        ("---\ntitle: |\n  a\n  ----\n---\nbody", {"title": "a\n----\n"}, "body"),
        ("---\ntitle: x\n--- \n---\nbody", {"title": "x"}, "body"),
        ("----\ntitle: x\n----\nbody", {}, "----\ntitle: x\n----\nbody"),
        ("---\ntitle: x\n", {}, "---\ntitle: x"),
        ("{\nbody\n}\n", {}, "{\nbody\n}"),
        ("---\ntitle: x\n---\n{\nbody\n}\n", {"title": "x"}, "{\nbody\n}"),
        ("---\n---\nbody", {}, "body"),
        ("body", {}, "body"),
        ("---\n3: x\nno: y\n---\n", {"3": "x", "False": "y"}, ""),
    ],
)
def test_boundaries(text: str | bytes, metadata: dict[str, object], content: str) -> None:
    post = load(text)
    assert (post.metadata, post.content) == (metadata, content)


def test_names_a_post_has_for_itself() -> None:
    post = load("---\ncontent: x\nhandler: y\nself: z\n---\nbody\n")
    assert (post.metadata, post.content) == ({"content_": "x", "handler_": "y", "self_": "z"}, "body")
    again = frontmatter.dumps(post)
    assert again == "---\ncontent: x\nhandler: y\nself: z\n---\n\nbody"


def test_detection() -> None:
    handler = OKFHandler()
    assert handler.detect("---\na: b\n---\n")
    assert not handler.detect("---\na: b\n")
    assert not handler.detect("---- \n")


@pytest.mark.parametrize(
    ("block", "code", "line"),
    [
        ("a: b\nc: d: e\n", "invalid_frontmatter", 3),
        ("- a\n", "invalid_frontmatter", 2),
        ("a: &x 1\nb: &x 2\n", "invalid_yaml_graph", 3),
        ("a: 2026-02-30\n", "invalid_frontmatter", None),
        ("a: !foo b\n", "invalid_frontmatter", None),
        ("? [a]\n: b\n", "invalid_frontmatter", None),
    ],
)
def test_refusals(block: str, code: str, line: int | None) -> None:
    with pytest.raises(DocumentErrors) as caught:
        load(f"---\n{block}---\n")
    assert caught.value.code == code
    assert caught.value.details["documents"] == ({"path": None, "line": line, "code": code},)


def test_half_a_character_is_refused_or_kept() -> None:
    assert load("---\na: b\n---\n\ud800").content == "\ud800"
    with pytest.raises(DocumentErrors) as caught:
        load("---\na: \ud800\n---\n")
    assert caught.value.code == "invalid_encoding"


def test_a_block_has_a_cap() -> None:
    maximum = Limits.large().frontmatter_bytes
    assert load("---\nk: " + "x" * (maximum - 4) + "\n---\n").metadata == {"k": "x" * (maximum - 4)}
    with pytest.raises(LimitExceeded) as caught:
        load("---\nk: " + "x" * maximum + "\n---\n")
    assert caught.value.details == {"limit": "frontmatter_bytes", "maximum": maximum}


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_exhaustion_is_a_limit(error: type[Exception]) -> None:
    def loader(_: str) -> None:
        raise error

    with pytest.raises(LimitExceeded):
        OKFHandler().load("a: b\n", Loader=loader)


def test_another_loader_may_be_given() -> None:
    assert OKFHandler().load("a: no\n", Loader=yaml.BaseLoader) == {"a": "no"}
