"""What the laws are tried on: awkward real pieces beside random ones."""

from __future__ import annotations

from hypothesis import strategies as st

# Letters that fold to more, to less, or to each other; marks; scripts without blanks; separators that look like letters.
AWKWARD = (
    "ß", "ẞ", "ﬃ", "İ", "ı", "K", "Å", "Σ", "ς", "σ", "é", "é", "e", "́", "̣", "̸", "ͅ", "҈", "⃝",
    "Ꭰ", "ꭰ", "Ᏸ", "ᏸ", "Ⅷ", "②", "²", "٤", "漢", "字", "かな", "한", "각", "ก", "ำ", "क्ष", "ע", "🚢", "‍",
    "­", "\ufeff", "\u2028", "\x85", "\xa0", "\x00", "\r", "\f", "_", "'", "-", "=", "<", "a", "Z", "9", " ", "\n", "\t",
)  # fmt: skip

awkward_text = st.lists(st.sampled_from(AWKWARD), max_size=40).map("".join)
plain_text = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
any_text = awkward_text | plain_text | st.builds(lambda *parts: "".join(parts), awkward_text, plain_text, awkward_text)

WORDS = ("tide", "gauge", "Tide", "mooring", "a", "I", "höhe", "Straße", "潮位", "42", "x_y", "don't", "é", "Ꭰ")
LINES = (
    "", "# ", "## tide gauge", "# *tide* `gauge`", "tide\n===", "gauge\n---", "- tide", "> # quoted tide", "1. # listed", "```", "~~~",
    "    # code", "<!-- ", "-->", "[r]: /u", "[r]: /u 'tide'", "# [r]", "***", "---", "<div>", "\ttab", "tide  ", "tide\\", "# #", "####### seven",
)  # fmt: skip

line = st.sampled_from(LINES) | st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join) | awkward_text
line_end = st.sampled_from(("\n", "\n", "\n", "\r\n", "\n\n"))
body = st.lists(st.tuples(line, line_end), max_size=14).map(lambda rows: "".join(text + end for text, end in rows))
titles = st.sampled_from(("", "title: Tide\n", "title: 'tide gauge'\n", "title: höhe\n", "title: 42\n", "title: [tide]\n"))
frontmatter = st.sampled_from(("", "---\ntype: Note\n---\n", "---\r\ntype: Note\r\n---\r\n", "---\n---\n")) | titles.map(
    "---\ntype: Note\n{}tags: [tide]\n---\n".format
)


def _document(front: str, text: str) -> bytes:
    """Join the two; a body that would open a block of its own gets a word before it."""
    return ((front or ("tide\n" if text.startswith("---") else "")) + text).encode()


document = st.builds(_document, frontmatter, body)

names = st.sampled_from(
    ("a", "b", "a-b", "a/z", "a/b/c", "ä", "é", "z z", "100%", "x#y", "index", "sub/log", ".hidden/x", "fn:x", "B", "あ")
)
concept_paths = names.map("{}.md".format)
assets = st.sampled_from(("data.csv", "sub/x.MD", "img/p.png", "notes.markdown"))
paths = concept_paths | concept_paths | assets


def _without_clashes(files: dict[str, bytes]) -> dict[str, bytes]:
    """Drop a file whose path another one uses as a folder."""
    return {path: data for path, data in files.items() if not any(other.startswith(f"{path}/") for other in files)}


bundles = st.dictionaries(paths, document, max_size=6).map(_without_clashes)
queries = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
