"""Tallies: how many tokens stand in a range of lines, and how often each term of a query, without a dictionary of all words.

A token never crosses a line end and nothing folds or composes across one.  So a line of ASCII is read by translation and
splitting, and only a line with other characters takes the general way; property tests hold the two together.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from okfsearch._cancel import SLICE_BYTES, SLICE_TOKENS, Cancelled, check, never
from okfsearch._fold import fold
from okfsearch._retrieval.tokens import ASCII_FOLD, blank_separators, tokenize

# Dashes, quotes, dots, blanks and box drawing: separators in every Unicode version that fold to themselves and compose with
# nothing.  Blanked out byte by byte they leave most lines of western prose to ASCII.
_PUNCTUATION = re.compile(rb"\xe2(?:\x80[\x80-\xbf]|\x81[\x80-\xaf]|[\x94\x95][\x80-\xbf])")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_FOLDED = bytes(range(0x30, 0x3A)) + bytes(range(0x61, 0x7B))
# Every token character becomes "a", every other a blank: a token starts where "a" follows a blank.
_STARTS = bytes(0x61 if byte in _FOLDED else 0x20 for byte in range(256))


# To look at one place where a word stands costs about as much as splitting this many bytes into words.
_WALK_COST = 48
# Of the bytes that are left, blank and LF separate words.
_LAST_BLANK = 0x20

#: First byte and the byte behind the last: whole lines, the last line end optional.
Range = tuple[int, int]


class Tally:
    """Read one UTF-8 text and answer for ranges of its lines."""

    __slots__ = ("_odd_ends", "_odd_starts", "_odd_tokens", "_words")

    def __init__(self, data: bytes, *, cancelled: Cancelled = never) -> None:
        """Read a text.

        Args:
            data: valid UTF-8.
            cancelled: asked before every slice.
        """
        if not data.isascii():
            data = _without_punctuation(data, cancelled)
        odd = [] if data.isascii() else _odd_lines(data, cancelled)
        # The ASCII lines folded, a blank for each separator, offsets as in the source; the odd lines are blanked out.
        self._words = _translate(_without(data, odd), ASCII_FOLD, cancelled)
        # The tokens of the odd lines in one list, and for each line where it starts in the text and where its tokens end.
        self._odd_starts = array("Q", (start for start, _ in odd))
        self._odd_tokens: list[str] = []
        self._odd_ends = array("Q")
        for tokens in _tokenize_lines(data, odd, cancelled):
            self._odd_tokens += tokens
            self._odd_ends.append(len(self._odd_tokens))

    def count(self, ranges: Sequence[Range], *, cancelled: Cancelled = never) -> list[int]:
        """Return how many tokens each range holds."""
        # One blank at the head, so that the first word follows one too; a window begins at the character before its range.
        starts = b" " + _translate(self._words, _STARTS, cancelled)
        counts: list[int] = []
        unchecked = 0
        for start, end in ranges:
            unchecked += end - start
            if unchecked > SLICE_BYTES:
                check(cancelled)
                unchecked = 0
            if end - start <= SLICE_BYTES:
                counts.append(starts.count(b" a", start, end + 1))
            else:
                counts.append(_count_long(starts, start, end, cancelled))
        if self._odd_starts:
            for place, (start, end) in enumerate(ranges):
                first, last = self._odd_within(start, end)
                counts[place] += last - first
        return counts

    def frequencies(self, term: str, ranges: Sequence[Range], *, cancelled: Cancelled = never) -> list[int] | None:
        """Return how often a term stands in each range, or None where the whole text does not hold it."""
        needle = term.encode()
        found = len(self._words) > SLICE_BYTES or needle in self._words
        odd = term in self._odd_tokens
        if not found and not odd:
            return None
        frequencies = [0] * len(ranges)
        unchecked = 0
        for place, (start, end) in enumerate(ranges):
            unchecked += end - start
            if unchecked > SLICE_BYTES:
                check(cancelled)
                unchecked = 0
            if found and self._words.find(needle, start, end) >= 0:
                frequencies[place] = _count_words(self._words, needle, start, end, cancelled)
            if odd:
                first, last = self._odd_within(start, end)
                frequencies[place] += self._odd_tokens[first:last].count(term)
        return frequencies

    def tokens(self, start: int, end: int, *, cancelled: Cancelled = never) -> list[str]:
        """Return the tokens of the range: those of its ASCII lines in order, then those of the others."""
        first, last = self._odd_within(start, end)
        found: list[str] = []
        while end - start > SLICE_BYTES:
            check(cancelled)
            cut = self._words.find(b" ", start + SLICE_BYTES, end)
            if cut < 0:
                break
            found += self._words[start:cut].decode("ascii").split()
            start = cut
        found += self._words[start:end].decode("ascii").split()
        found += self._odd_tokens[first:last]
        return found

    def _odd_within(self, start: int, end: int) -> Range:
        """Return which of the odd tokens stand in a range."""
        first, last = bisect_left(self._odd_starts, start), bisect_left(self._odd_starts, end)
        ends = self._odd_ends
        return ends[first - 1] if first else 0, ends[last - 1] if last else 0


def _count_long(starts: bytes, start: int, end: int, cancelled: Cancelled) -> int:
    """Return how many words start in a long range; none is cut, since only where one starts is looked at."""
    total = 0
    for piece in range(start, end, SLICE_BYTES):
        check(cancelled)
        total += starts.count(b" a", piece, min(piece + SLICE_BYTES, end) + 1)
    return total


def _count_words(words: bytes, needle: bytes, start: int, end: int, cancelled: Cancelled) -> int:
    """Return how often a word stands in a range."""
    total = 0
    while end - start > SLICE_BYTES:
        check(cancelled)
        cut = words.find(b" ", start + SLICE_BYTES, end)
        if cut < 0:
            break
        total += _count_short(words, needle, start, cut)
        start = cut
    return total + _count_short(words, needle, start, end)


def _count_short(words: bytes, needle: bytes, start: int, end: int) -> int:
    """Return how often a word stands in a range that begins and ends where a word may."""
    if words.count(needle, start, end) * _WALK_COST > end - start:
        return words[start:end].split().count(needle)
    total = 0
    place = words.find(needle, start, end)
    while place >= 0:
        after = place + len(needle)
        if (place == start or words[place - 1] <= _LAST_BLANK) and (after == end or words[after] <= _LAST_BLANK):
            total += 1
        # No other whole word begins inside a part of a word that equals it.
        place = words.find(needle, after, end)
    return total


def _without_punctuation(data: bytes, cancelled: Cancelled) -> bytes:
    """Return the same bytes with blanks for common punctuation; one that a slice cuts in two stays."""
    pieces: list[bytes] = []
    for start in range(0, len(data), SLICE_BYTES):
        check(cancelled)
        pieces.append(_PUNCTUATION.sub(b"   ", data[start : start + SLICE_BYTES]))
    return b"".join(pieces)


def _odd_lines(data: bytes, cancelled: Cancelled) -> list[Range]:
    """Return where the lines with a character beyond ASCII stand, without their LF."""
    lines: list[Range] = []
    found = _BEYOND_ASCII.search(data)
    while found is not None:
        if len(lines) % SLICE_TOKENS == 0:
            check(cancelled)
        start = data.rfind(b"\n", 0, found.start()) + 1
        end = data.find(b"\n", found.start())
        if end < 0:
            end = len(data)
        lines.append((start, end))
        found = _BEYOND_ASCII.search(data, end)
    return lines


def _without(data: bytes, lines: list[Range]) -> bytes:
    """Return the same bytes with blanks for these lines, so that every other offset stays."""
    if not lines:
        return data
    pieces: list[bytes] = []
    done = 0
    for start, end in lines:
        pieces += (data[done:start], b" " * (end - start))
        done = end
    pieces.append(data[done:])
    return b"".join(pieces)


def _translate(data: bytes, table: bytes, cancelled: Cancelled) -> bytes:
    if len(data) <= SLICE_BYTES:
        return data.translate(table)
    pieces: list[bytes] = []
    for start in range(0, len(data), SLICE_BYTES):
        check(cancelled)
        pieces.append(data[start : start + SLICE_BYTES].translate(table))
    return b"".join(pieces)


def _tokenize_lines(data: bytes, lines: list[Range], cancelled: Cancelled) -> Iterator[list[str]]:
    """Yield the tokens of each line, folding many short lines in one call."""
    batch: list[bytes] = []
    room = SLICE_BYTES
    for start, end in lines:
        if end - start >= room:
            yield from _tokenize_batch(batch, cancelled)
            batch, room = [], SLICE_BYTES
        if end - start >= SLICE_BYTES:
            yield tokenize(data[start:end].decode(), cancelled=cancelled)
        else:
            batch.append(data[start:end])
            room -= end - start + 1
    yield from _tokenize_batch(batch, cancelled)


def _tokenize_batch(lines: list[bytes], cancelled: Cancelled) -> Iterator[list[str]]:
    if not lines:
        return
    check(cancelled)
    folded = blank_separators(fold(b"\n".join(lines).decode(), cancelled=cancelled))
    for line in folded.split("\n"):
        yield line.split()
