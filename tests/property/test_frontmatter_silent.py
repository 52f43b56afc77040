"""Law: no frontmatter field but the title changes a score."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import okfsearch
from tests.strategies import body, queries

FIELDS = (
    "type: tide",
    "tags: [gauge, tide]",
    "description: tide gauge",
    "status: tide",
    "tide: gauge",
    "x: {tide: [gauge]}",
    "gauge:",
)


@given(st.lists(body, min_size=1, max_size=3), st.lists(st.sampled_from(FIELDS), unique=True), queries, st.booleans())
def test_only_the_title_counts(bodies: list[str], fields: list[str], query: str, titled: bool) -> None:
    title = "title: tide\n" if titled else ""
    plain = {f"{place}.md": f"---\n{title}---\n{text}".encode() for place, text in enumerate(bodies)}
    decorated = {
        f"{place}.md": f"---\n{title}{''.join(line + chr(10) for line in fields)}---\n{text}".encode()
        for place, text in enumerate(bodies)
    }
    first, second = (okfsearch.index_sections(okfsearch.Snapshot.of(files)).search(query) for files in (plain, decorated))
    assert [(hit.path, hit.heading, hit.score, hit.snippet) for hit in first] == [
        (hit.path, hit.heading, hit.score, hit.snippet) for hit in second
    ]
