"""Link reference definitions: what the start of a paragraph defines, and how many of its lines that takes.

Which lines make a paragraph is left to `containers`; folding labels and resolving them is left to whoever follows links.
"""

from __future__ import annotations

import re

from okfsearch._bundle.block_values import Definition
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check

__all__ = ["DEFINING", "may_define", "peel_definitions", "plain_definitions"]

#: A label holds at most this many characters (CommonMark).
LABEL_CHARACTERS = 999

#: Parentheses nest at most this deep in a bare destination, as in the reference implementation of CommonMark.
PARENTHESES = 32

#: What may start a definition: a bracket whose label, perhaps over several lines, no other bracket breaks before `]:`.  The next
#: bracket ends the search, so brackets that start lines share the bytes between them.
DEFINING = rb"\[(?=(?:[^\[\]\\]++|\\(?s:.))*+(?:\]:|\\?\Z))"

# A label has no unescaped bracket; four bytes a character and an escape before each bound what is looked at.
_LABEL = re.compile(rb"\[((?:[^\[\]\\]|\\.){1,8000}+)\]:", re.DOTALL)
_MAY_DEFINE = re.compile(DEFINING)
_ANGLE = re.compile(rb"<((?:[^<>\n\\]|\\[^\n])*+)>")
_BARE = re.compile(rb"(?:[^\x00-\x20\x7f()\\]|\\[^\x00-\x20\x7f]|\\)++")
_GAP = re.compile(rb"[ \t\r]*+(?:\n[ \t\r]*+)?")
_LINE_END = re.compile(rb"[ \t\r]*+(?:\n|\Z)")

# A plain definition, told by one pattern: its label of few bytes, a target without parentheses or escapes, and perhaps a title on one
# line.  Where it goes on in another line, that one starts like text, so that no other block starts there.
_TEXT_BELOW = rb"\n(?=[^ \t\r\n#>\-*+_0-9`~=<])"
_PLAIN_LABEL = (
    rb"[ \t]{0,40}+(?:[^\[\]\\\s]|\\[^\n])(?:[^\[\]\\\n]|\\[^\n]|" + _TEXT_BELOW + rb"){0,%d}+" % (LABEL_CHARACTERS // 2 - 50)
)
_PLAIN_TARGET = rb"<[^<>\n\\]*+>|[^\x00-\x20\x7f()\\<][^\x00-\x20\x7f()\\]*+(?=[ \t\r\n])"
_PLAIN_TITLE = rb"\"[^\"\\\n]*+\"|'[^'\\\n]*+'|\([^()\\\n]*+\)"


def _plain(group: bytes) -> bytes:
    """Return the pattern of a plain definition, its label, target and title in groups that start like this."""
    return (
        rb" {0,3}+\[" + group + _PLAIN_LABEL + rb")\]:[ \t\r]*+(?:" + _TEXT_BELOW + rb")?+" + group + _PLAIN_TARGET + rb")"
        rb"(?:[ \t\r]*+(?:(?<=[ \t\r])|\n)" + group + _PLAIN_TITLE + rb")(?=[ \t\r]*+\n))?+[ \t\r]*+\n"
    )


# The line below each must leave no doubt: text, a bracket, a blank line, or a title with something behind it, which is text too.
_TEXT_OR_BRACKET = rb"[^ \t\r\n#>\-*+_0-9`~=<\"'(]"
_NO_TITLE = rb"(?:" + _PLAIN_TITLE + rb")[ \t\r]*+[^ \t\r\n]"
_NO_DOUBT = rb"(?=[ \t\r]*+\n| {0,3}+(?:" + _TEXT_OR_BRACKET + rb"|" + _NO_TITLE + rb"))"
_PLAIN_RUN = re.compile(rb"(?:" + _plain(rb"(?:") + _NO_DOUBT + rb"(?:[ \t\r]*+\n)*+)++")
_PLAIN = re.compile(_plain(rb"("))
_CLOSER = {ord('"'): b'"', ord("'"): b"'", ord("("): b")"}


class _Known(dict[tuple[bytes, bytes, bytes], Definition]):
    """Make one definition of each label, target and title, both in their quotes, however often they come."""

    __slots__ = ()

    def __missing__(self, key: tuple[bytes, bytes, bytes]) -> Definition:
        label, target, title = key
        made = Definition(label, target[1:-1] if target.startswith(b"<") else target, title[1:-1] if title else None)
        self[key] = made
        return made


def may_define(data: bytes, start: int, end: int) -> bool:
    """Tell whether a paragraph may start with a definition: no only where it surely does not.

    The source is looked at as it stands, with the prefixes of containers in it: none of them holds a bracket.
    """
    return _MAY_DEFINE.match(data, start, min(start + SLICE_BYTES, end)) is not None


def plain_definitions(data: bytes, start: int, stop: int) -> tuple[list[Definition], int]:
    """Read a run of plain definitions, and the blank lines among them, at a line start at which no paragraph is open.

    Returns:
        The definitions in order, and the start of the line below.  Whatever follows is as if a paragraph could start there.
    """
    run = _PLAIN_RUN.match(data, start, stop)
    if run is None:
        return [], start
    return list(map(_Known().__getitem__, _PLAIN.findall(data, start, run.end()))), run.end()


def peel_definitions(text: bytes, *, cancelled: Cancelled) -> tuple[list[Definition], int]:
    """Read the definitions that a paragraph starts with.

    Args:
        text: the paragraph's lines without leading blanks, joined with LF.
        cancelled: asked once for every 128 KiB and every few thousand definitions.

    Returns:
        The definitions in order, and the number of bytes they take: always whole lines, all of `text` when nothing is left.

    Time is linear: only the last attempt fails, and each attempt reads its bytes a fixed number of times.
    """
    found: list[Definition] = []
    at = asked = counted = 0
    while at < len(text):
        read, after = plain_definitions(text, at, min(at + SLICE_BYTES, len(text)))
        if not read:
            one = _read_definition(text, at)
            if one is None:
                break
            read, after = [one[0]], one[1]
        found += read
        at = after
        if at - asked >= SLICE_BYTES or len(found) - counted >= SLICE_TOKENS:
            check(cancelled)
            asked, counted = at, len(found)
    return found, at


def _read_definition(text: bytes, at: int) -> tuple[Definition, int] | None:
    """Read one definition at the start of a line, and the start of the line after it."""
    label = _LABEL.match(text, at)
    if label is None or not label[1].strip() or len(label[1].decode("utf-8", "replace")) > LABEL_CHARACTERS:
        return None
    start = _past(_GAP, text, label.end())
    target = _read_destination(text, start)
    if target is None:
        return None
    destination, stop = target
    bare_end = _LINE_END.match(text, stop)
    title_at = _past(_GAP, text, stop)
    titled = _read_title(text, title_at) if title_at > stop else None
    if titled is not None:
        title, title_stop = titled
        end = _LINE_END.match(text, title_stop)
        if end is not None:
            return Definition(label[1], destination, title), end.end()
    # A title that fails takes the definition with it, unless it stood on a line of its own.
    return None if bare_end is None else (Definition(label[1], destination, None), bare_end.end())


def _past(pattern: re.Pattern[bytes], text: bytes, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()


def _read_destination(text: bytes, at: int) -> tuple[bytes, int] | None:
    """Read a destination in angle brackets, or a bare one with balanced parentheses."""
    if text.startswith(b"<", at):
        angle = _ANGLE.match(text, at)
        return None if angle is None else (angle[1], angle.end())
    depth = 0
    stop = at
    while True:
        stop = _past(_BARE, text, stop)
        if text.startswith(b"(", stop) and depth < PARENTHESES:
            depth += 1
        elif text.startswith(b")", stop) and depth:
            depth -= 1
        else:
            break
        stop += 1
    return None if depth or stop == at else (text[at:stop], stop)


def _read_title(text: bytes, at: int) -> tuple[bytes, int] | None:
    """Read a quoted title, which may span lines; the offset returned is behind its closing quote."""
    closer = _CLOSER.get(text[at]) if at < len(text) else None
    if closer is None:
        return None
    stop = _unescaped(text, closer, at + 1)
    if stop < 0 or (closer == b")" and 0 <= _unescaped(text, b"(", at + 1) < stop):
        return None
    return text[at + 1 : stop], stop + 1


def _unescaped(text: bytes, mark: bytes, at: int) -> int:
    """Find the next mark that no backslash escapes, or -1; the run of backslashes before each mark is read once."""
    stop = text.find(mark, at)
    while stop >= 0:
        slashes = stop
        while slashes > at and text[slashes - 1] == ord("\\"):
            slashes -= 1
        if not (stop - slashes) % 2:
            break
        stop = text.find(mark, stop + 1)
    return stop
