"""The links of one stretch of inline Markdown: a forward pass with a stack of brackets, linear in the text.

Code spans, autolinks and raw HTML are passed over first, because they bind tighter than brackets.  Emphasis is not looked
at: it never decides about a link.  Where the stretch stands in a file is left to `links`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

from okfsearch._bundle.angles import Angles
from okfsearch._bundle.inline import normalize_label
from okfsearch._bundle.link_tails import BLANKS, read_label
from okfsearch._bundle.link_targets import read_target
from okfsearch._bundle.link_values import LinkKind
from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check

__all__ = ["LABEL_CHARACTERS", "TEXT_CODE_POINTS", "Found", "Reference", "scan_links"]

#: A label holds at most this many characters (CommonMark).
LABEL_CHARACTERS = 999

#: So much is kept of a link text; nested images would otherwise be kept once for each level.
TEXT_CODE_POINTS = 200

#: A scheme of an autolink has at most this many characters.
_SCHEME_CHARACTERS = 32

_STOP = re.compile(r"[\\`<\[\]]|!\[")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_TICKS = re.compile(r"`++")
# The declarations, instructions and the like that CommonMark closes at a fixed end, and where the search for it begins.
_ENCLOSED = (("<!--", 2, "-->"), ("<?", 2, "?>"), ("<![CDATA[", 9, "]]>"))
_DECLARATION = re.compile(r"<![A-Za-z]")


class Reference(NamedTuple):
    """Hold what a label is defined as, in the author's spelling."""

    destination: str
    title: str | None


class Found(NamedTuple):
    """Hold one link and the offset at which it starts."""

    start: int
    kind: LinkKind
    text: str
    destination: str
    title: str | None


class _Bracket(NamedTuple):
    start: int
    inside: int
    image: bool
    found: int


def scan_links(text: str, references: Mapping[str, Reference], *, cancelled: Cancelled) -> list[Found]:
    """Find the links and images of a stretch of inline Markdown, in the order of their ends.

    Args:
        text: its lines joined with LF, without container prefixes and leading blanks.
        references: the document's definitions by normalized label.
        cancelled: asked once for every few thousand marks and every slice of plain text.

    Returns:
        What CommonMark renders as a link or an image; what stands in the text of an image is neither.

    Example:
        >>> from okfsearch._cancel import never
        >>> [found.destination for found in scan_links("[a](b.md) `[c](d.md)` <http://e>", {}, cancelled=never)]
        ['b.md', 'http://e']
    """
    return _Scanner(text, references, cancelled).scan()


class _Scanner:
    __slots__ = (
        "_absent",
        "_angles",
        "_brackets",
        "_cancelled",
        "_closed",
        "_found",
        "_nested",
        "_references",
        "_text",
        "_ticks",
    )

    def __init__(self, text: str, references: Mapping[str, Reference], cancelled: Cancelled) -> None:
        self._text = text
        self._references = references
        self._cancelled = cancelled
        self._angles = Angles(text)
        self._absent: set[str] = set()
        self._brackets: list[_Bracket] = []
        self._found: list[Found] = []
        self._closed = -1  # where the text of the newest link begins: no link around it is one
        self._nested = -1  # where the newest bracket opens: a text that holds one is no label
        self._ticks: dict[int, list[int]] | None = None

    def scan(self) -> list[Found]:
        text = self._text
        at = stops = 0
        while at < len(text):
            stop = _STOP.search(text, at, at + SLICE_BYTES)
            if stop is None:
                check(self._cancelled)
                # An exclamation mark at the end of a slice may belong to a bracket in the next one.
                at += SLICE_BYTES if at + SLICE_BYTES >= len(text) else SLICE_BYTES - 1
                continue
            stops += 1
            if not stops % SLICE_TOKENS:
                check(self._cancelled)
            at = self._read(stop[0], stop.start())
        return self._found

    def _read(self, mark: str, at: int) -> int:
        """Read what a mark begins, and return where to go on."""
        text = self._text
        if mark == "\\":
            return at + 2 if _PUNCTUATION.match(text, at + 1) else at + 1
        if mark == "`":
            return self._after_code(at)
        if mark == "<":
            return self._after_angle(at)
        if mark == "]":
            return self._close(at)
        self._nested = at
        self._brackets.append(_Bracket(at, at + len(mark), mark == "![", len(self._found)))
        return at + len(mark)

    def _after_code(self, at: int) -> int:
        """Return where a code span is over, or the run of backticks that nothing closes."""
        text = self._text
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(text, at):
                self._ticks.setdefault(run.end() - run.start(), []).append(run.start())
        opening = _TICKS.match(text, at)
        end = at + 1 if opening is None else opening.end()
        starts = self._ticks.get(end - at, [])
        place = bisect_left(starts, end)
        return end if place == len(starts) else starts[place] + end - at

    def _after_angle(self, at: int) -> int:
        """Return where an autolink or raw HTML is over; keep the autolink."""
        text = self._text
        end = self._angles.read_autolink(at)
        if end >= 0:
            inside = text[at + 1 : end - 1]
            scheme, colon, _ = inside.partition(":")
            mail = not colon or "@" in scheme
            if mail or len(scheme) <= _SCHEME_CHARACTERS:
                self._found.append(
                    Found(at, "autolink", inside[:TEXT_CODE_POINTS], f"mailto:{inside}" if mail else inside, None)
                )
                return end
        return max(self._after_html(at), at + 1)

    def _after_html(self, at: int) -> int:
        text = self._text
        if not text.startswith(("<!", "<?"), at):
            return self._angles.read_html(at)
        if text.startswith(("<!-->", "<!--->"), at):
            return text.index(">", at) + 1
        for opening, skip, end in _ENCLOSED:
            if text.startswith(opening, at):
                return self._find(end, at + skip)
        return self._find(">", at) if _DECLARATION.match(text, at) else -1

    def _find(self, end: str, start: int) -> int:
        """Return where the next such end is over, or -1; an end sought in vain is never sought again."""
        if end in self._absent:
            return -1
        found = self._text.find(end, start)
        if found < 0:
            self._absent.add(end)
            return -1
        return found + len(end)

    def _close(self, at: int) -> int:
        """Make a link or an image of the newest open bracket if it is one, and return where to go on."""
        if not self._brackets:
            return at + 1
        bracket = self._brackets.pop()
        if not bracket.image and self._closed > bracket.start:
            return at + 1
        target = read_target(self._text, at + 1) if self._text.startswith("(", at + 1) else None
        if target is not None:
            self._keep(bracket, at, "inline", Reference(target.destination, target.title))
            return target.end
        reference, end = self._look_up(bracket, at)
        if reference is None:
            return at + 1
        self._keep(bracket, at, "reference", reference)
        return end

    def _look_up(self, bracket: _Bracket, at: int) -> tuple[Reference | None, int]:
        """Return what the label behind a text, or the text itself, is defined as, and the end of the link."""
        label = read_label(self._text, at + 1)
        if label is not None and label[1].strip(BLANKS) and len(label[1]) <= LABEL_CHARACTERS:
            return self._references.get(normalize_label(label[1])), label[0]
        end = label[0] if label is not None and not label[1] else at + 1
        # A text that holds a bracket is no label; its length is known before it is cut out.
        if self._nested > bracket.start or at - bracket.inside > LABEL_CHARACTERS:
            return None, end
        return self._references.get(normalize_label(self._text[bracket.inside : at])), end

    def _keep(self, bracket: _Bracket, at: int, kind: LinkKind, reference: Reference) -> None:
        if bracket.image:
            del self._found[bracket.found :]
        else:
            self._closed = bracket.start
        text = self._text[bracket.inside : min(at, bracket.inside + TEXT_CODE_POINTS)]
        kind = "image" if bracket.image else kind
        self._found.append(Found(bracket.start, kind, text, reference.destination, reference.title))
