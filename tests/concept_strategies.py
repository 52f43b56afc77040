"""What the laws of concept search are tried on: bundles whose words meet in titles, tags, types and bodies."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from tests.strategies import any_text

WORDS = (
    "tide",
    "Tide",
    "tides",
    "gauge",
    "tide-gauge",
    "C++",
    "C",
    "höhe",
    "HÖHE",
    "Straße",
    "strasse",
    "潮位",
    "潮",
    "x_y",
    "42",
    "e\u0301",
    "é",
    ".NET",
    "—",
)

phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
values = phrases | any_text
bodies = st.lists(phrases, max_size=6).map("\n".join) | any_text


def _concept(title: str | None, description: str | None, tags: list[str], type_: str | None, body: str) -> bytes:
    told = {"type": type_, "title": title, "description": description, "tags": tags or None}
    # JSON is YAML, and escapes what YAML forbids.
    lines = [f"{key}: {json.dumps(value)}\n" for key, value in told.items() if value is not None]
    return f"---\nkind: x\n{''.join(lines)}---\n{body}\n".encode()


concepts = st.builds(
    _concept,
    st.none() | values,
    st.none() | values,
    st.lists(values, max_size=3),
    st.none() | st.sampled_from(["Note", "note", "Tide Table", "潮"]) | values,
    bodies,
)
names = st.sampled_from(["a", "b", "a-b", "a/z", "a/b/c", "ä", "z z", "B", "あ", "tide-gauge", "sub/tide_gauge"]).map(
    "{}.md".format
)
bundles = st.dictionaries(names, concepts, min_size=1, max_size=6)
queries = st.lists(st.sampled_from(WORDS[:-1]), min_size=1, max_size=4).map(" ".join)
scopes = st.sampled_from(["title", "description", "body", "all"])
