"""Gitignore patterns: compiled once, asked for one entry at a time.

An ignore file is part of the bundle, so its patterns are matched in time that no pattern and no name can blow up.  How one
name is matched is decided by glob; which patterns apply to which folder, by visibility.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from re import Pattern

from attrs import frozen

from okfsearch._bundle.glob import compile_name, split_pattern

#: A pattern longer than any path matches nothing.
PATTERN_CODE_POINTS = 4_096

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

#: A name of a path as a pattern has it: the name itself, what it must match, or None for any number of folders.
Segment = str | Pattern[str] | None

_ANY = compile_name("*")


@frozen(kw_only=True)
class Rule:
    """Hold one line of an ignore file.

    Attributes:
        order: the number of the line; the last that matches decides.
        segments: what the names of a path must be, or with `anywhere` what the last one must be.
        anywhere: whether the rule holds at any depth.
        folders_only: whether the rule is about folders alone.
        hides: whether the entry is left out, or taken back in.
    """

    order: int
    segments: tuple[Segment, ...]
    anywhere: bool
    folders_only: bool
    hides: bool

    @classmethod
    def parse(cls, line: str, order: int) -> Rule | None:
        """Read one line; None when it is blank, a comment, or can match nothing."""
        line = _without_trailing_blanks(line.removesuffix("\r"))
        hides = not line.startswith("!")
        pattern = line if hides else line[1:]
        if not pattern or line.startswith("#") or len(pattern) > PATTERN_CODE_POINTS:
            return None
        folders_only = pattern.endswith("/")
        pattern = pattern.removesuffix("/")
        anywhere = "/" not in pattern
        try:
            segments = _compile(pattern.removeprefix("/"), anywhere=anywhere)
        except ValueError:
            return None
        return cls(order=order, segments=segments, anywhere=anywhere, folders_only=folders_only, hides=hides)

    def fits(self, names: list[str]) -> bool:
        """Tell whether the rule matches this very entry, not only a folder above it."""
        return _fits(self.segments[0], names[-1]) if self.anywhere else _fit_path(self.segments, names)


@frozen(eq=False)
class Patterns:
    """Hold the rules of one origin, relative to one folder.

    Attributes:
        plain: rules that are just a name, by that name; the last first.
        others: all other rules; the last first.

    Example:
        >>> patterns = Patterns.of(["*.md", "!tides.md", "drafts/"])
        >>> patterns.hides("a/b.md", folder=False), patterns.hides("a/tides.md", folder=False)
        (True, False)
        >>> patterns.hides("drafts", folder=True), patterns.hides("drafts", folder=False)
        (True, None)
    """

    plain: Mapping[str, tuple[Rule, ...]]
    others: tuple[Rule, ...]

    @classmethod
    def of(cls, lines: Iterable[str]) -> Patterns:
        """Compile patterns, one a line."""
        plain: dict[str, tuple[Rule, ...]] = {}
        others: list[Rule] = []
        for order, line in enumerate(lines):
            rule = Rule.parse(line, order)
            if rule is None:
                continue
            name = rule.segments[0]
            if rule.anywhere and isinstance(name, str):
                # A later rule about all entries makes the earlier ones idle, one about folders leaves the rest theirs.
                kept = [former for former in plain.get(name, ()) if rule.folders_only and not former.folders_only]
                plain[name] = (rule, *kept)
            else:
                others.append(rule)
        return cls(plain, tuple(reversed(others)))

    @classmethod
    def read(cls, data: bytes) -> Patterns:
        """Compile the bytes of an ignore file; names that are not UTF-8 match as they were listed."""
        return cls.of(data.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "surrogateescape").split("\n"))

    def hides(self, path: str, *, folder: bool) -> bool | None:
        """Tell whether the last rule for an entry leaves it out; None when none is about it."""
        names = path.split("/")
        decided: Rule | None = None
        for rule in self.plain.get(names[-1], ()):
            if folder or not rule.folders_only:
                decided = rule
                break
        for rule in self.others:
            if decided is not None and rule.order < decided.order:
                break
            if (folder or not rule.folders_only) and rule.fits(names):
                decided = rule
                break
        return None if decided is None else decided.hides


def _without_trailing_blanks(line: str) -> str:
    kept = line.rstrip(" ")
    escapes = len(kept) - len(kept.rstrip("\\"))
    return line[: len(kept) + 1] if escapes % 2 else kept


def _compile(pattern: str, *, anywhere: bool) -> tuple[Segment, ...]:
    if anywhere:
        return (compile_name(pattern),)
    segments: list[Segment] = []
    for piece in split_pattern(pattern):
        if piece.strip("*") or len(piece) < len("**"):
            segments.append(compile_name(piece))
        elif segments[-1:] != [None]:
            segments.append(None)
    if segments[-1] is None:
        # At the end it stands for what is inside a folder, and not for the folder.
        segments.append(_ANY)
    return tuple(segments)


def _fits(segment: Segment, name: str) -> bool:
    if isinstance(segment, str):
        return segment == name
    return segment is None or segment.fullmatch(name) is not None


def _fit_path(segments: tuple[Segment, ...], names: list[str]) -> bool:
    """Match segment by segment; where that fails, the nearest `**` takes one more name."""
    at = place = 0
    retry: tuple[int, int] | None = None
    while place < len(names):
        if at < len(segments) and segments[at] is None:
            retry = (at + 1, place)
            at += 1
        elif at < len(segments) and _fits(segments[at], names[place]):
            at += 1
            place += 1
        elif retry is not None:
            at, place = retry[0], retry[1] + 1
            retry = (at, place)
        else:
            return False
    return at == len(segments)
