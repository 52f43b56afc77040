# PyYAML's scanner has no types.
# mypy: disable-error-code="no-untyped-call"
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
"""PyYAML's own parser, mended where its scanner judges otherwise than libyaml, and made to look for a cancellation.

The mends: tabs may separate tokens, a question mark is an ordinary character inside a flow text, a colon in front of a flow
indicator is not, a comma ends a tag in flow, and a lone surrogate is no character.  Imported only where libyaml is missing,
and by the tests that hold the two together.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from typing import Any

from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken, TagToken

from okfsearch._cancel import SLICE_TOKENS, Cancelled, check

_BREAKS = "\r\n\x85\u2028\u2029"
_END = "\0" + _BREAKS
_BLANK_OR_END = " \t" + _END

_LINE_END = re.compile(r"\r(?!\n)|[\n\x85\u2028\u2029]")
_REST_OF_LINE = re.compile(rf"[^{_END}]*")
_BLANKS = re.compile(r"[ \t]*")
_BLOCK_HEADER = re.compile(r"[+-][0-9]?|[0-9][+-]?|")
_SPACES = re.compile(r" *")
_BLOCK_RUN = re.compile(rf"(?:[^:{_BLANK_OR_END}]|:(?![{_BLANK_OR_END}]))*")
_FLOW_RUN = re.compile(rf"(?:[^:,\[\]{{}}{_BLANK_OR_END}]|:(?![,?\[\]{{}}{_BLANK_OR_END}]))*")
_SINGLE_RUN = re.compile(rf"[^'{_BLANK_OR_END}]*")
_DOUBLE_RUN = re.compile(rf"[^\"\\{_BLANK_OR_END}]*")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[0abt\tnvfre \"\\/N_LP])")
_SURROGATES = range(0xD800, 0xE000)
_TAG_HANDLE = re.compile(r"![0-9A-Za-z_-]*!")
_TAG_SUFFIX = re.compile(r"[0-9A-Za-z\-_;/?:@&=+$.!~*'()]*")


class PureParser(Reader, Scanner, Parser):
    """Parse a text into events; the names of the methods are PyYAML's."""

    def __init__(self, text: str, cancelled: Cancelled) -> None:
        self._cancelled = cancelled
        self._steps = 0
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def forward(self, length: int = 1) -> None:
        """Step over characters, and look for a cancellation now and then."""
        self._steps += 1
        if self._steps % SLICE_TOKENS == 0:
            check(self._cancelled)
        end = self.pointer + length
        self.column += length
        # No caller steps between the two characters of a CRLF.
        for found in _LINE_END.finditer(self.buffer, self.pointer, end):
            self.line += 1
            self.column = end - found.end()
        self.pointer = end
        self.index += length

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line ends; a tab is a blank only where no block key may begin."""
        while True:
            self.skip(_BLANKS if self.flow_level or not self.allow_simple_key else _SPACES)
            if self.peek() == "#":
                self.skip(_REST_OF_LINE)
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:  # noqa: ARG002 - PyYAML's signature
        """Read the header of a block scalar: how its end is cut, and its indent."""
        header = self.skip(_BLOCK_HEADER)
        digit = header.strip("+-")
        if digit == "0":
            raise self.fault("found an indent of 0")
        return (None if digit == header else "+" in header), (int(digit) if digit else None)

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:  # noqa: ARG002 - PyYAML's signature
        """Skip what may follow the header of a block scalar."""
        self.skip(_BLANKS)
        if self.peek() == "#":
            self.skip(_REST_OF_LINE)
        if self.peek() not in _END:
            raise self.fault("expected a line break")
        self.scan_line_break()

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        """Skip the blank lines that begin a block scalar, and find the widest indent up to its first text."""
        return self.scan_indents(sys.maxsize)

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], Any]:
        """Skip blank lines inside a block scalar, and the indent of the line after them."""
        breaks, _, end_mark = self.scan_indents(indent)
        return breaks, end_mark

    def scan_indents(self, most: int) -> tuple[list[str], int, Any]:
        """Skip indents of at most so many spaces, and the line ends behind them."""
        breaks: list[str] = []
        widest = 0
        end_mark = self.get_mark()
        while True:
            spaces = _SPACES.match(self.buffer, self.pointer)
            self.forward(min(len(spaces[0]) if spaces else 0, max(most - self.column, 0)))
            widest = max(widest, self.column)
            if self.peek() == "\t" and self.column < most:
                raise self.fault("found a tab as indent")
            line_break = self.scan_line_break()
            if not line_break:
                return breaks, widest, end_mark
            breaks.append(line_break)
            end_mark = self.get_mark()

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> list[str]:  # noqa: FBT001 - PyYAML's signature
        """Read a quoted text up to a blank, a line end or its closing quote."""
        parts: list[str] = []
        while True:
            parts.append(self.skip(_DOUBLE_RUN if double else _SINGLE_RUN))
            character, following = self.peek(), self.peek(1) if self.peek() != "\0" else "\0"
            if not double:
                if character + following != "''":
                    return parts
                parts.append("'")
                self.forward(2)
            elif character != "\\":
                return parts
            elif following in _BREAKS:
                self.forward()
                self.scan_line_break()
                parts += self.scan_flow_scalar_breaks(double, start_mark)
            else:
                parts.append(self.scan_escape())

    def scan_escape(self) -> str:
        """Read one escape; it must name a character, and half a surrogate pair is none."""
        found = _ESCAPE.match(self.buffer, self.pointer)
        code = int(found[1] or found[2] or found[3], 16) if found and found.lastindex else 0
        if not found or code > sys.maxunicode or code in _SURROGATES:
            raise self.fault("found a bad escape")
        self.forward(len(found[0]))
        return chr(code) if found.lastindex else str(self.ESCAPE_REPLACEMENTS[found[0][1]])

    def scan_plain(self) -> ScalarToken:
        """Read an unquoted text, over several lines if need be."""
        start_mark = end_mark = self.get_mark()
        indent = self.indent + 1
        parts: list[str] = []
        gap = ""
        broken = False
        while not (self.peek() == "#" or self.at_document_mark()):
            run = self.skip(_FLOW_RUN if self.flow_level else _BLOCK_RUN)
            if run:
                broken = False
                self.allow_simple_key = False
                parts += (gap, run)
                end_mark = self.get_mark()
            if self.flow_level and self.peek() == ":" and self.peek(1) in ",?[]{}":
                raise self.fault("found unexpected ':'")
            if not run or self.peek() not in " \t" + _BREAKS:
                break
            gap, broken = self.scan_gap(indent)
            if not self.flow_level and self.column < indent:
                break
        if broken:
            self.allow_simple_key = True
        return ScalarToken("".join(parts), True, start_mark, end_mark)

    def scan_gap(self, indent: int) -> tuple[str, bool]:
        """Skip the blanks and line ends inside a plain text; return what stands for them, and whether a line ended."""
        blanks = self.skip(_BLANKS)
        first = self.scan_line_break()
        if not first:
            return blanks, False
        more: list[str] = []
        while True:
            self.skip(_SPACES)
            if self.peek() == "\t":
                if self.column < indent:
                    raise self.fault("found a tab as indent")
                self.skip(_BLANKS)
            line_break = self.scan_line_break()
            if not line_break:
                break
            more.append(line_break)
        if first != "\n":
            return first + "".join(more), True
        return "".join(more) or " ", True

    def scan_tag(self) -> TagToken:
        """Read a tag."""
        start_mark = self.get_mark()
        handle: str | None
        named = _TAG_HANDLE.match(self.buffer, self.pointer)
        if self.peek(1) == "<":
            handle = None
            self.forward(2)
            suffix = self.scan_tag_uri("tag", start_mark)
            if self.peek() != ">":
                raise self.fault("expected '>'")
            self.forward()
        else:
            handle = named[0] if named else "!"
            self.forward(len(handle))
            suffix = self.skip(_TAG_SUFFIX)
            while self.peek() == "%":
                suffix += self.scan_uri_escapes("tag", start_mark) + self.skip(_TAG_SUFFIX)
            if not suffix and named:
                raise self.fault("expected a suffix")
            if not suffix:
                handle, suffix = None, "!"
        if self.peek() not in _BLANK_OR_END and not (self.flow_level and self.peek() == ","):
            raise self.fault("expected a blank")
        return TagToken((handle, suffix), start_mark, self.get_mark())

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Step over what a pattern matches, which may be nothing, and return it."""
        found = pattern.match(self.buffer, self.pointer)
        text = found[0] if found else ""
        self.forward(len(text))
        return text

    def fault(self, problem: str) -> ScannerError:
        """Build the error of a scan that cannot go on here."""
        return ScannerError(None, None, problem, self.get_mark())

    def at_document_mark(self) -> bool:
        """Tell whether a line begins here with a mark between documents."""
        return self.column == 0 and self.prefix(3) in {"---", "..."} and self.peek(3) in _BLANK_OR_END


def parse_pure(text: str, cancelled: Cancelled) -> Generator[Any, None, None]:
    """Yield PyYAML's events; raises nothing but `YAMLError` and `SearchCancelled`."""
    check(cancelled)
    parser = PureParser(text, cancelled)
    while parser.check_event():
        yield parser.get_event()
