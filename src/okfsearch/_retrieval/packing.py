"""Packing: sections into a budget of tokens, in the order of their worth, at most the last of them cut.

What a section is worth and what it says is left to the caller; here it is a number and a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

from attrs import define, field, frozen

from okfsearch._cancel import Cancelled, check
from okfsearch.errors import InvalidRequest

__all__ = ["CountTokens", "Packed", "Priority", "cut_text", "estimate_tokens", "pack"]

CountTokens = Callable[[str], int]

#: A "seed" is put aside when it does not fit, and tried again at the end; a "context" section is cut at once; any "other"
#: section is put aside behind the seeds.
Priority = Literal["seed", "context", "other"]

CODE_POINTS_PER_TOKEN = 4


@frozen
class Packed:
    """Hold one section of a packet.

    Attributes:
        key: the section.
        text: its text, whole or cut.
        tokens: what the text counts.
        lines: how many lines of the text are there, None when it is whole.
    """

    key: int
    text: str = field(repr=False)
    tokens: int
    lines: int | None = None


def estimate_tokens(text: str) -> int:
    """Return the estimate for a text: one token for every four code points, rounded up.

    Example:
        >>> estimate_tokens("harbour"), estimate_tokens("")
        (2, 0)
    """
    return -(-len(text) // CODE_POINTS_PER_TOKEN)


def pack(
    wanted: Iterable[tuple[int, Priority]],
    *,
    texts: Callable[[int], str],
    budget: int,
    limit: int,
    count: CountTokens,
    cancelled: Cancelled,
) -> tuple[Packed, ...]:
    """Fill a budget.

    Args:
        wanted: sections and how each is treated when it does not fit, best first.
        texts: the text of a section.
        budget: the most tokens of all texts together.
        limit: the most sections.
        count: how many tokens a text has.
        cancelled: asked before each section.

    Returns:
        The sections in the order in which they were taken; only the last may be cut.
    """
    packer = _Packer(texts, count, budget)
    for key, priority in wanted:
        check(cancelled)
        if len(packer.packed) == limit or packer.left <= 0:
            break
        if priority != "seed" and packer.seeds:
            # The rest of the budget belongs to the first seed that was put aside.
            break
        if packer.take(key):
            continue
        if priority == "context":
            if packer.cut(key):
                return tuple(packer.packed)
        else:
            (packer.seeds if priority == "seed" else packer.others).append(key)
    if len(packer.packed) < limit:
        for key in (*packer.seeds, *packer.others):
            check(cancelled)
            if packer.cut(key):
                break
    return tuple(packer.packed)


@define
class _Packer:
    texts: Callable[[int], str]
    count: CountTokens
    left: int
    packed: list[Packed] = field(factory=list[Packed])
    seeds: list[int] = field(factory=list[int])
    others: list[int] = field(factory=list[int])

    def take(self, key: int) -> bool:
        """Take a section whole if it fits."""
        text = self.texts(key)
        tokens = _counted(self.count, text)
        if tokens > self.left:
            return False
        self.left -= tokens
        self.packed.append(Packed(key, text, tokens))
        return True

    def cut(self, key: int) -> bool:
        """Take what of a section fits, if anything does."""
        found = cut_text(self.texts(key), self.left, self.count)
        if found is None:
            return False
        text, lines = found
        self.packed.append(Packed(key, text, _counted(self.count, text), lines))
        return True


def cut_text(text: str, budget: int, count: CountTokens) -> tuple[str, int] | None:
    r"""Return as much of a text as a budget holds, and how many of its lines that is: whole lines, or a part of the first.

    Returns None when nothing but blanks would be left.

    Example:
        >>> cut_text("# Ebb\n\nThe water falls.", 2, estimate_tokens), cut_text("harbour", 1, estimate_tokens)
        (('# Ebb', 1), ('harb', 1))
    """
    if budget <= 0:
        return None
    lines = text.split("\n")
    ends = [0]
    for line in lines:
        ends.append(ends[-1] + len(line) + 1)
    whole = _most(len(lines), lambda number: _fits(text[: max(0, ends[number] - 1)], budget, count))
    kept = text[: max(0, ends[whole] - 1)].rstrip()
    if kept and _counted(count, kept) <= budget:
        return kept, kept.count("\n") + 1
    length = _most(len(lines[0]), lambda number: _fits(text[:number], budget, count))
    kept = text[:length].rstrip()
    return (kept, 1) if kept and _counted(count, kept) <= budget else None


def _fits(text: str, budget: int, count: CountTokens) -> bool:
    return _counted(count, text.rstrip()) <= budget


def _most(upper: int, fits: Callable[[int], bool]) -> int:
    """Return the greatest number up to `upper` that fits, by halving; 0 where none does."""
    lower = 0
    while lower < upper:
        middle = (lower + upper + 1) // 2
        if fits(middle):
            lower = middle
        else:
            upper = middle - 1
    return lower


def _counted(count: CountTokens, text: str) -> int:
    """Ask a counter, which may be the caller's own, and look at what it answers."""
    tokens = count(text)
    if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 0:
        raise InvalidRequest.of("count_tokens", "wrong_type", "A token counter returns a whole number, at least 0.")
    return tokens
