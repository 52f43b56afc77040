"""Gitignore patterns, one entry at a time."""

from __future__ import annotations

import pytest

from okfsearch._bundle.ignore import PATTERN_CODE_POINTS, Patterns

HIT = [
    ("a.md", "a.md"),
    ("a.md", "x/y/a.md"),
    ("*.md", "x/.md"),
    ("a*c*e", "abcde"),
    ("a?c", "xé/aéc"),
    ("**", "x/y"),
    ("a**c", "abbc"),
    ("/a.md", "a.md"),
    ("x/a.md", "x/a.md"),
    ("x/*.md", "x/a.md"),
    ("**/a.md", "a.md"),
    ("**/a.md", "x/y/a.md"),
    ("x/**/a", "x/a"),
    ("x/**/a", "x/y/z/a"),
    ("x/**/y/**/a", "x/y/q/y/a"),
    ("x/**", "x/y"),
    ("x/**", "x/y/z"),
    ("/**", "x/y"),
    ("x/**/**/a", "x/a"),
    ("a[bc]d", "acd"),
    ("a[!bc]d", "axd"),
    ("a[^bc]d", "axd"),
    ("a[]]d", "a]d"),
    ("a[!]]d", "axd"),
    ("a[a-c-]d", "a-d"),
    ("a[\\]x]d", "a]d"),
    ("a[\\a-\\c]d", "abd"),
    ("[[:digit:][:upper:]]", "Q"),
    ("[[:x]", ":"),
    ("[!c-a]b", "xb"),
    ("[a/b]c", "ac"),
    ("\\!a", "!a"),
    ("\\#a", "#a"),
    ("a\\ ", "a "),
    ("a  ", "a"),
    ("a\\*", "a*"),
    ("a\r", "a"),
    ("a&&[&&b]", "a&&&"),
    ("[[]", "["),
    ("b\udcff*", "b\udcff.md"),
    ("a\\/b", "a/b"),
    ("**\\/b", "a/c/b"),
]
MISS = [
    ("", "a"),
    ("#a", "#a"),
    ("/", "a"),
    ("!", "a"),
    ("a.md", "a.mdx"),
    ("*.md", "md"),
    ("a*c", "abd"),
    ("/a.md", "x/a.md"),
    ("x/a.md", "y/x/a.md"),
    ("x/*.md", "x/y/a.md"),
    ("x/**", "x"),
    ("x/**/a", "x/y/b"),
    ("//a", "a"),
    ("a//b", "a/b"),
    ("a\\", "a"),
    ("a[b", "a[b"),
    ("a[b\\", "a[b"),
    ("a[[:none:]]", "an"),
    ("a?", "a"),
    ("?", "xy"),
    ("a/", "a"),
    ("A", "a"),
    ("[c-a]", "b"),
    ("x/y", "x"),
    ("[a-", "a"),
]


@pytest.mark.parametrize(("pattern", "path"), HIT)
def test_a_pattern_hides(pattern: str, path: str) -> None:
    assert Patterns.of([pattern]).hides(path, folder=False) is True
    assert Patterns.of([pattern, "!" + pattern]).hides(path, folder=False) is False


@pytest.mark.parametrize(("pattern", "path"), MISS)
def test_a_pattern_leaves_alone(pattern: str, path: str) -> None:
    assert Patterns.of([pattern]).hides(path, folder=False) is None


def test_a_closing_slash_means_folders() -> None:
    patterns = Patterns.of(["a/", "x/b/", "c*/"])
    for path in ("a", "y/a", "x/b", "cc"):
        assert patterns.hides(path, folder=True) is True
        assert patterns.hides(path, folder=False) is None


def test_the_last_that_matches_decides() -> None:
    patterns = Patterns.of(["a", "!a/", "*b", "!ab", "/ab"])
    assert patterns.hides("a", folder=True) is False
    assert patterns.hides("a", folder=False) is True
    assert patterns.hides("x/ab", folder=False) is False
    assert patterns.hides("ab", folder=False) is True
    assert patterns.hides("b", folder=False) is True
    patterns = Patterns.of(["!x/", "x/", "x", "!x", "x/"])
    assert patterns.hides("x", folder=True) is True
    assert patterns.hides("x", folder=False) is False
    assert len(patterns.plain["x"]) == 2


def test_a_file_may_begin_with_a_mark_and_end_without_a_line_end() -> None:
    patterns = Patterns.read(b"\xef\xbb\xbfa\r\nb\xff\n\n# c\nd")
    assert [patterns.hides(path, folder=False) for path in ("a", "b\udcff", "# c", "d")] == [True, True, None, True]


def test_a_pattern_longer_than_any_path_matches_nothing() -> None:
    assert Patterns.of(["*" * PATTERN_CODE_POINTS]).hides("a", folder=False) is True
    assert Patterns.of(["*" * PATTERN_CODE_POINTS + "*"]).hides("a", folder=False) is None


@pytest.mark.parametrize(
    "pattern", ["*a" * 120 + "b", "**/a/" * 60 + "b", "*" * 999 + "b", "[ab]*" * 80 + "c", "a/**/" * 60 + "*b"]
)
def test_no_pattern_blows_up(pattern: str) -> None:
    # Backtracking over every star would outlast any patience here.
    patterns = Patterns.of([pattern])
    assert patterns.hides("a" * 255, folder=False) is None
    assert patterns.hides("/".join("a" * 64), folder=False) is None
