"""The text of a heading, from its source.

The text is made of the raw source of the text nodes: markers of emphasis, code spans and links vanish, so do destinations,
titles and reference labels; entities and backslash escapes stay as they are written.  `emphasis`, `link_tails` and `angles`
know the three grammars that need rules of their own; where a heading begins and ends is the business of `blocks`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container
from typing import Final

from attrs import frozen

from okfsearch._bundle.angles import Angles
from okfsearch._bundle.emphasis import Run, match_runs, read_run
from okfsearch._bundle.link_tails import BLANKS, Tails, read_label
from okfsearch._cancel import SLICE_BYTES, Cancelled, check, never
from okfsearch.limits import Limits

# Both patterns begin with one set of characters, so that the engine leaps over plain text.
_DELIMITER = re.compile(r"[`*_\\\[\]<](?:(?<=`)`++|(?<=\*)\*++|(?<=_)_++)?+")
_STOP = re.compile(r"[!\\`*_<\[\]\n](?:(?<!!)|(?=\[))")
# A backslash at which the reference goes over to the next line with an escape still open: a backslash there escapes nothing.
_CARRIED = re.compile(r"(?<=\\)\\\n|\\  \r?\n")
_UNREAD = re.compile(r"(?:(?:\\|  )\r?)?")
_BLANK_RUN = re.compile(r"[ \t\n\r]++")
_RUN = re.compile(r"`++|\*++|_++")
_TICKS = re.compile(r"`++")

#: A reference label may have this many bytes.
_LABEL_BYTES: Final = 999

#: From the first to the last of several open brackets there may be this many bytes.
_STRETCH_BYTES: Final = 998


def normalize_label(label: str) -> str:
    """Return the form in which two reference labels are the same: full case folding, blanks collapsed and trimmed.

    Only ASCII blanks count, so a no-break space stays.

    Example:
        >>> from okfsearch._bundle.inline import normalize_label
        >>> normalize_label("  The  Straße ")
        'the strasse'
    """
    return _BLANK_RUN.sub(" ", label.strip(BLANKS + "\v\f")).casefold()


def count_delimiters(text: str, *, cancelled: Cancelled = never) -> int:
    r"""Return how many inline delimiters a heading's source holds: what its reading costs beyond its length.

    A run of backticks, of `*` or of `_` counts once, and so does each `\`, `[`, `]` and `<`.  Without any the text of the
    heading is its source, but for the blanks around line breaks.

    Example:
        >>> from okfsearch._bundle.inline import count_delimiters
        >>> count_delimiters("plain & simple!"), count_delimiters("**bold** and [text](to)")
        (0, 4)
    """
    count = start = 0
    while len(text) - start > SLICE_BYTES:
        # A run that the slice cuts is counted with the slice.
        stop = _end_of_run(text, start + SLICE_BYTES - 1)
        count += _DELIMITER.subn("", text[start:stop])[1]
        start = stop
        check(cancelled)
    return count + _DELIMITER.subn("", text[start:] if start else text)[1]


def read_heading(
    text: str, labels: Container[str], *, limits: Limits, path: str | None = None, cancelled: Cancelled = never
) -> str:
    """Return the text of a heading.

    Args:
        text: the heading's source, its lines joined with LF: without container prefixes, leading blanks, hashes or underline,
            trailing blanks kept on all lines but the last.
        labels: the normalized labels of the document's link reference definitions.
        limits: the caps; `heading_delimiters` is judged here, `heading_bytes` only as soon as lines alone are over it.
        path: the file, for the error.
        cancelled: asked for every 128 KiB of source.

    Raises:
        LimitExceeded: the source holds more than `heading_delimiters` inline delimiters, or far too much text.
        SearchCancelled: when the caller cancelled.

    Example:
        >>> from okfsearch import Limits
        >>> from okfsearch._bundle.inline import read_heading
        >>> read_heading("The `--json` flag, [*here*](cli.md) & [there]", (), limits=Limits())
        'The --json flag, here & [there]'
    """
    delimiters = count_delimiters(text, cancelled=cancelled)
    limits.check("heading_delimiters", delimiters, path=path)
    if not delimiters and "\n" not in text:
        return text.rstrip(BLANKS)
    return _Scanner(text, labels).read(limits=limits, path=path, cancelled=cancelled)


@frozen
class _Bracket:
    """Hold an opening bracket that waits for its closing one."""

    start: int  # where the link text begins
    piece: int
    runs: int  # how many runs of emphasis stood before it
    image: bool


class _Scanner:
    """Read one heading from front to back; `pieces` is the text so far, with the undecided markers still in it."""

    __slots__ = ("_angles", "_brackets", "_labels", "_newest_link", "_pieces", "_runs", "_tails", "_text", "_ticks")

    def __init__(self, text: str, labels: Container[str]) -> None:
        self._text = text
        self._labels = labels
        self._pieces: list[str] = []
        self._brackets: list[_Bracket] = []
        self._runs: list[Run] = []
        self._newest_link = -1
        self._ticks: dict[int, list[int]] | None = None
        self._tails = Tails(text)
        self._angles = Angles(text)

    def read(self, *, limits: Limits, path: str | None = None, cancelled: Cancelled = never) -> str:
        """Return the text of the heading."""
        text, pieces = self._text, self._pieces
        position = pending = kept = 0
        escaped = -1
        asked = SLICE_BYTES
        while match := _STOP.search(text, position):
            at = match.start()
            if at >= asked:
                check(cancelled)
                asked = at + SLICE_BYTES
            character = text[at]
            if character == "\\":
                position = at + 1 if at == escaped or text.startswith("\n", at + 1) else at + 2
                if at != escaped and (carried := _CARRIED.match(text, at)):
                    escaped = carried.end()
                continue
            if character == "\n":
                pieces.append(_end_line(text, pending, at))
                # What a line gives stays, so a heading of millions of lines is refused before it is kept.
                kept += len(pieces[-1])
                limits.check("heading_bytes", kept, path=path)
                if escaped >= 0 and _UNREAD.fullmatch(text, escaped, at):
                    escaped = at + 1
                position = pending = at + 1
                continue
            pieces.append(text[pending:at])
            pending = at
            position = self._read_node(character, at)
            if position < 0:
                position = at + 1
                continue
            if at == escaped:
                escaped = position
            pending = position
        pieces.append(text[pending:].rstrip(BLANKS))
        self._settle_runs(0)
        return "".join(pieces)

    def _read_node(self, character: str, at: int) -> int:
        """Return the end of the node at `at` and add its text to the pieces, or return -1 where there is none."""
        if character == "`":
            return self._read_code(at)
        if character in "*_":
            return self._read_run(at)
        if character == "]":
            return self._close_bracket(at)
        if character == "<":
            return self._read_angle(at)
        end = at + 1 + (character == "!")
        self._brackets.append(_Bracket(end, len(self._pieces), len(self._runs), character == "!"))
        self._pieces.append(self._text[at:end])
        return end

    def _read_code(self, at: int) -> int:
        """Read a code span, or a run of backticks that nothing closes."""
        text = self._text
        end = _end_of_run(text, at)
        if self._ticks is None:
            self._ticks = {}
            for match in _TICKS.finditer(text, end):
                self._ticks.setdefault(match.end() - match.start(), []).append(match.start())
        starts = self._ticks.get(end - at, [])
        index = bisect_left(starts, end)
        if index == len(starts):
            self._pieces.append(text[at:end])
            return end
        content = text[end : starts[index]]
        if content[0] in " \n" and content[-1] in " \n" and content.strip(BLANKS):
            content = content[1:-1]
        self._pieces.append(content)
        return starts[index] + end - at

    def _read_run(self, at: int) -> int:
        """Read a run of emphasis markers; which of them are text is settled later."""
        end = _end_of_run(self._text, at)
        self._runs.append(read_run(self._text, at, end, len(self._pieces)))
        self._pieces.append("")
        return end

    def _read_angle(self, at: int) -> int:
        """Read an autolink, whose brackets vanish, or raw HTML, which stays."""
        end = self._angles.read_autolink(at)
        if end >= 0:
            self._pieces.append(self._text[at + 1 : end - 1])
            return end
        end = self._angles.read_html(at)
        if end >= 0:
            self._pieces.append(self._text[at:end])
        return end

    def _close_bracket(self, at: int) -> int:
        """Make a link or an image of the latest open bracket, or leave both brackets as text."""
        if not self._brackets:
            return -1
        bracket = self._brackets.pop()
        if self._is_stretched() or (not bracket.image and self._newest_link > bracket.piece):
            return -1  # a link in a link text is not allowed
        end = self._read_tail(bracket, at)
        if end >= 0:
            self._settle_runs(bracket.runs)
            self._pieces[bracket.piece] = ""
            if not bracket.image:
                self._newest_link = bracket.piece
        return end

    def _is_stretched(self) -> bool:
        """Return whether the brackets still open lie so far apart that the reference makes no link inside them."""
        if not self._brackets:
            return False
        first, last = self._brackets[0], self._brackets[-1]
        return _exceeds(self._text[first.start - 1 - first.image : last.start], _STRETCH_BYTES)

    def _read_tail(self, bracket: _Bracket, at: int) -> int:
        """Return the end of the link whose text ends at `at`, or -1 where it is none."""
        text = self._text
        if text.startswith("(", at + 1):
            end = self._tails.read_inline(at + 1)
            if end >= 0:
                return end
        elif found := read_label(text, at + 1):
            end, label = found
            return end if self._is_defined(label if label.strip(BLANKS) else text[bracket.start : at]) else -1
        return at + 1 if self._is_defined(text[bracket.start : at]) else -1

    def _is_defined(self, label: str) -> bool:
        """Return whether the document defines a label."""
        return not _exceeds(label, _LABEL_BYTES) and normalize_label(label) in self._labels

    def _settle_runs(self, first: int) -> None:
        """Match the runs from `first` on among themselves, write what is text of them, and forget them."""
        runs = self._runs[first:]
        del self._runs[first:]
        match_runs(runs)
        for run in runs:
            self._pieces[run.piece] = run.character * run.count


def _exceeds(text: str, size: int) -> bool:
    """Return whether a text has more bytes than `size`; encode it only where its length leaves that open."""
    return len(text) > size or len(text.encode()) > size


def _end_of_run(text: str, start: int) -> int:
    """Return where the run of equal marker characters at `start` ends."""
    match = _RUN.match(text, start)
    return match.end() if match else start


def _end_line(text: str, start: int, end: int) -> str:
    """Return the text from `start` up to the line break at `end`, with what the break gives.

    A soft break gives LF and a hard one nothing.  Blanks before it vanish, but not before the backslash of a hard one.
    """
    line = text[start:end].removesuffix("\r")
    if line.endswith("\\") and not line.endswith("\\\\"):
        return line[:-1]
    kept = line.rstrip(BLANKS)
    return kept if line.endswith("  ") else kept + "\n"
