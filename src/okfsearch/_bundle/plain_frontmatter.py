"""The shortcut for ordinary frontmatter: block mappings and lists of one-line values, read without a YAML parser.

A block is taken only if its shape leaves no question open: no anchor, tag, comment, block scalar, escape or value over several
lines.  Whatever else there is goes to `yaml_events`; both ways give the same graph and the same title.  The title is read
here and the graph, for which few ask, in `plain_graph`.
"""

from __future__ import annotations

import re

from okfsearch._bundle.yaml_scalars import is_blank, plain_kind

#: Longer blocks go the full way, where the caps are counted; no block below this can reach one of them.
_MOST_CODE_POINTS = 48 * 1024
_MOST_CONTAINERS = 32

_KEY = r"[A-Za-z_][A-Za-z0-9_.\-]{0,99}+"
_QUOTED = r"""\"[^"\\\n]*+\"|'[^'\n]*+'"""
# A plain text begins with no indicator, and holds neither a colon before a blank nor a hash after one.
_PLAIN = r"""[^\s\-?:,\[\]{}\#&*!|>'"%@`][^:\#\n]*+(?:(?::(?=[^\ \n])|(?<=[^\ ])\#)[^:\#\n]*+)*+"""
# In flow, the separators are out, and so is every colon and question mark, about which parsers disagree.
_FLOW_PLAIN = r"""[^\s\-?:,\[\]{}\#&*!|>'"%@`][^\n:,\[\]{}\#?"']*+"""
_FLOW_ITEM = rf"(?:{_QUOTED}|{_FLOW_PLAIN})\ *+"
_FLOW_LIST = rf"\[\ *+(?:{_FLOW_ITEM}(?:,\ *+{_FLOW_ITEM})*+)?+\]"
_FLOW_PAIR = rf"{_KEY}:\ ++{_FLOW_ITEM}"
_FLOW_MAPPING = rf"\{{\ *+(?:{_FLOW_PAIR}(?:,\ *+{_FLOW_PAIR})*+)?+\}}"
_VALUE = rf"{_PLAIN}|{_QUOTED}|{_FLOW_LIST}|{_FLOW_MAPPING}"

#: One line: indent, dash with its blanks, key, value.  A line that is none of this fills the last group.
LINE = re.compile(rf"^(\ *+)(-\ ++)?+(?:({_KEY}):(?=\ |$))?+(?:\ *+({_VALUE}))?+\ *+$|^([^\n]*+)$", re.MULTILINE | re.VERBOSE)
#: One item of a flow list or flow mapping, verbose: its key, if it has one, and its text.
ITEM = rf"(?:({_KEY}):\ ++)?+({_QUOTED}|{_FLOW_PLAIN})"

#: Characters that YAML forbids, takes for a line end or drops at the start; the tab too, because its rules are subtle.
#: Compiled when first met, since that takes long and few blocks have a character that might be one.
_UNUSUAL = r"[^\n -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"

Row = tuple[str, str, str, str, str]


def plain_rows(text: str) -> list[Row] | None:
    r"""Split a block into its lines' parts, or return None when the shortcut may not read it.

    The parts are indent, dash, key, value and nothing.

    Example:
        >>> from okfsearch._bundle.plain_frontmatter import plain_rows
        >>> plain_rows("type: Note\ntags:\n  - a\n")[:3]
        [('', '', 'type', 'Note', ''), ('', '', 'tags', '', ''), ('  ', '- ', '', 'a', '')]
        >>> plain_rows("type: Note # a comment\n") is None
        True
    """
    if len(text) > _MOST_CODE_POINTS:
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if not text.replace("\n", "").isprintable() and re.search(_UNUSUAL, text):
        return None
    rows: list[Row] = LINE.findall(text)
    return rows if _is_regular(rows) else None


def plain_title(text: str) -> str | None:
    """Return the section-search title of a block that has rows."""
    start = 0 if text.startswith("title:") else text.find("\ntitle:") + 1
    if not text.startswith("title:", start) or text.find("\ntitle:", start) >= 0:
        return None
    end = text.find("\n", start)
    source = text[start + len("title:") : end if end >= 0 else len(text)].strip(" \r")
    if source[:1] in {"[", "{", ""}:
        return None
    quoted = source[0] in {'"', "'"}
    title = source[1:-1] if quoted else source
    return title if (quoted or plain_kind(title) == "text") and not is_blank(title) else None


def _is_regular(rows: list[Row]) -> bool:
    """Tell whether the lines' columns make one block mapping at column 0.

    An open container is one number: twice its column, plus one for a list.  A list at the column of its parent's keys is then
    the greater of the two, as it should be.
    """
    stack = [0]
    top = 0
    waiting = False
    some = False
    for indent, dash, key, value, rest in rows:
        if not (dash or key):
            if value or rest:
                return False
            continue
        some = True
        mark = 2 * len(indent) + bool(dash)
        if waiting and mark > top:
            stack.append(mark)
        elif not _continues(stack, mark):
            return False
        waiting = not value
        if dash:
            if key:
                stack.append(mark - 1 + 2 * len(dash))
            elif waiting:
                return False
        top = stack[-1]
        if len(stack) > _MOST_CONTAINERS:
            return False
    return some


def _continues(stack: list[int], mark: int) -> bool:
    """Close the containers a line is not in, and tell whether it continues the one then open."""
    while stack and stack[-1] > mark:
        stack.pop()
    return stack[-1:] == [mark]
