"""Bundles whose documents link to each other, with anchors, comments and every level of headings."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.strategies import bundles, line, line_end

LINKS = (
    "[x](a.md)", "[x](/b.md#tide)", "see [tide](b.md) and [gauge][r]", "[r]: a.md#tide-gauge", "![no](a.md)", "[x](a/z.md)",
    "[x](#tide)", "[gone](nowhere.md)", "[out](https://example.org)", "`[x](a.md)`", "<a id=\"berth\"></a>", "[x](b.md#berth)",
    "<!-- hidden tide -->", "<!-- begins", "ends -->", "# tide", "## tide", "### gauge", "#### mooring {#quay}", "[q](a.md#QUAY)",
    "<!-- okf-footer: agent-maintenance -->",
)  # fmt: skip

linked_line = st.sampled_from(LINKS) | line
linked_body = st.lists(st.tuples(linked_line, line_end), min_size=1, max_size=12).map(
    lambda rows: "".join(text + end for text, end in rows)
)
#: The root index may declare a version, which makes the bundle managed.
index = st.sampled_from(
    ({}, {"index.md": b'---\nokf_version: "0.2"\n---\n# tide\n\n- [a](a.md)\n'}, {"log.md": b"## tide\nx\n"})
)
linked_files = st.dictionaries(
    st.sampled_from(("a.md", "b.md", "c d.markdown", "sub/e.MD")), linked_body.map(str.encode), min_size=1, max_size=4
)
linked_bundles = bundles | st.builds(lambda files, more: {**files, **more}, linked_files, index)
