"""Ignore patterns against pathspec, which reads them by other means."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from okfsearch import Snapshot, Visibility
from okfsearch._bundle.ignore import Patterns

# No negated sets, which in pathspec match a slash, no `a/**/`, which there matches `a` itself, and no `***`, which there is
# one star: git does none of it.
PIECES = ("a", "b", "ab", "*", "?", "/", "**", "/**/", "**/", "[ab]", "[a-b]", ".md", "\\*", "x")
patterns = (
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6)
    .map("".join)
    .filter(lambda pattern: not pattern.endswith("**/") and "***" not in pattern)
)
lines = st.lists(st.builds(str.__add__, st.sampled_from(("", "", "!")), patterns), min_size=1, max_size=4)
paths = st.lists(st.sampled_from(("a", "b", "ab", "ba", "a.md", "x", "*")), min_size=1, max_size=4).map("/".join)


@given(patterns, paths, st.booleans())
def test_one_pattern(pattern: str, path: str, folder: bool) -> None:
    names = path.split("/")
    ours = any(
        Patterns.of([pattern]).hides("/".join(names[:depth]), folder=folder or depth < len(names))
        for depth in range(1, len(names) + 1)
    )
    theirs = GitIgnoreSpec.from_lines([pattern]).match_file(path + "/" * folder)
    assert ours == theirs, (pattern, path)


@given(lines, st.sets(paths, max_size=12))
def test_a_bundle(rules: list[str], names: set[str]) -> None:
    kept = {name for name in names if not any(other.startswith(f"{name}/") for other in names)}
    spec = GitIgnoreSpec.from_lines(rules)

    def closed(path: str) -> bool:
        parts = path.split("/")
        folders = ("/".join(parts[:depth]) + "/" for depth in range(1, len(parts)))
        return any(map(spec.match_file, folders)) or spec.match_file(path)

    visible = {file.path for file in Snapshot.of(dict.fromkeys(kept, b""), visibility=Visibility(tuple(rules)))}
    assert visible == {path for path in kept if not closed(path)}, rules
