"""Corpora: bundles to measure on, invented from a seed or real where they are at hand.

An invented corpus is the same on every machine.  Its words are made of syllables and drawn by Zipf's law, about 140,000 tokens
a megabyte as in ordinary documentation.  Real ones lie where OKFSEARCH_SHARED says, or in `shared` beside the checkout.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

from attrs import frozen

MEGABYTE = 1_000_000

#: The share of a document's words that come from its own few.
OWN_WORDS = 0.5

#: The real corpora, and which target each stands for.
REAL = {"databricks-okf-part": "okf", "ethereum-eips": "documentation", "vue-docs-ja": "cjk"}


@frozen
class Corpus:
    """Hold one bundle on disk.

    Attributes:
        name: what reports call it.
        kind: documentation, okf, lists, code, cjk or tiny.
        root: its directory.
        searchable: the files that section search reads.
        size: their bytes.
    """

    name: str
    kind: str
    root: Path
    searchable: tuple[str, ...]
    size: int

    @property
    def megabytes(self) -> float:
        """The size of the searchable files, in millions of bytes."""
        return self.size / MEGABYTE

    @classmethod
    def at(cls, root: Path, name: str, kind: str) -> Corpus:
        """Describe a directory."""
        found: list[str] = []
        for folder, _, names in os.walk(root):
            found += [
                os.path.join(folder, name) for name in names if name.endswith(".md") and name not in {"index.md", "log.md"}
            ]
        return cls(name, kind, root, tuple(sorted(found)), sum(os.path.getsize(path) for path in found))


def shared() -> Path:
    """Return where real corpora may lie."""
    return Path(os.environ.get("OKFSEARCH_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def real_corpora() -> list[Corpus]:
    """Return the real corpora that are here."""
    homes = [(shared() / "corpora" / name, name, kind) for name, kind in REAL.items()]
    return [Corpus.at(home, name, kind) for home, name, kind in homes if home.is_dir()]


def invented(kind: str, megabytes: float, folder: Path) -> Corpus:
    """Write an invented corpus into a folder."""
    name = f"{kind}-{megabytes:g}"
    root = folder / name
    rng = Random(f"okfsearch benchmark {kind}")
    write = WRITERS[kind](rng)
    size = number = 0
    while size < megabytes * MEGABYTE:
        place = root / f"part-{number // 100:03}"
        if number % 100 == 0:
            place.mkdir(parents=True)
        size += (place / f"page-{number:05}.md").write_bytes(next(write).encode())
        number += 1
    return Corpus.at(root, name, kind)


class Words:
    """Draw words by Zipf's law from a vocabulary of 30,000, a batch at a time."""

    def __init__(self, rng: Random, *, syllables: str | None = None) -> None:
        self._rng = rng
        onsets, vowels, codas = (
            "b c d f g h l m n p r s t v w br st tr pl".split(),
            "a e i o u ea io".split(),
            ["", "", "n", "r", "s", "t"],
        )
        seen: dict[str, None] = {}
        while len(seen) < 30_000:
            if syllables is None:
                length = rng.choices((1, 2, 3, 4), (25, 40, 25, 10))[0]
                word = "".join(rng.choice(onsets) + rng.choice(vowels) + rng.choice(codas) for _ in range(length))
            else:
                word = "".join(rng.choices(syllables, k=rng.choices((1, 2, 3), (30, 60, 10))[0]))
            seen[word] = None
        # Short words are mostly the frequent ones, as in any language.
        self._words = sorted(seen, key=lambda word: len(word) + rng.uniform(0, 5))
        self._weights = list(accumulate(1 / (rank + 2.7) ** 1.1 for rank in range(len(self._words))))
        self._ready: list[str] = []
        self._topic: list[str] = []

    def turn(self) -> None:
        """Begin another document: a text keeps coming back to its own few dozen words, which drawing alone would not show."""
        self._topic = self._rng.choices(self._words[:12_000], k=40)

    def take(self, count: int) -> list[str]:
        """Return so many words, some of them the document's own."""
        while len(self._ready) < count:
            self._ready += self._rng.choices(self._words, cum_weights=self._weights, k=20_000)
        taken, self._ready = self._ready[:count], self._ready[count:]
        own = self._rng.random
        return [self._topic[int(own() * 40)] if own() < OWN_WORDS else word for word in taken]


class Writer:
    """Write the parts that Markdown documents are made of."""

    def __init__(self, rng: Random, words: Words, *, gap: str = " ", stop: str = ".") -> None:
        self.rng = rng
        self.words = words
        self.gap = gap
        self.stop = stop

    def phrase(self, low: int, high: int) -> str:
        """Return a run of words."""
        return self.gap.join(self.words.take(self.rng.randint(low, high)))

    def sentence(self) -> str:
        """Return a sentence, now and then with inline markup or a character beyond ASCII."""
        text = self.phrase(6, 22)
        text = text[0].upper() + text[1:]
        extra = self.rng.random()
        if extra < 0.08:
            text += f"{self.gap}`{self.phrase(1, 2)}`"
        elif extra < 0.16:
            text += f"{self.gap}[{self.phrase(1, 3)}](../part-000/page-{self.rng.randrange(99):05}.md)"
        elif extra < 0.22:
            text += f"{self.gap}**{self.phrase(1, 2)}**"
        elif extra < 0.25:
            text += f" — “{self.phrase(1, 3)}”"
        elif extra < 0.28:
            text += f"{self.gap}({self.rng.randrange(10_000)}, {self.rng.getrandbits(40):x})"
        return text + self.stop

    def paragraph(self) -> str:
        """Return a paragraph, one line or wrapped."""
        joint = "\n" if self.rng.random() < 0.3 else self.gap
        return joint.join(self.sentence() for _ in range(self.rng.randint(1, 5))) + "\n\n"

    def heading(self, level: int) -> str:
        """Return a heading, seldom a Setext one."""
        text = self.phrase(1, 6)
        if level <= 2 and self.rng.random() < 0.05:
            return f"{text}\n{'=-'[level - 1] * 12}\n\n"
        return f"{'#' * level} {text}\n\n"

    def bullets(self, depth: int = 1) -> str:
        """Return a list, nested so deep."""
        lines: list[str] = []
        for _ in range(self.rng.randint(2, 7)):
            indent = "  " * self.rng.randrange(depth)
            lines.append(f"{indent}- {self.sentence()}")
            if self.rng.random() < 0.08:
                lines.append(f"{indent}  {self.sentence()}")
        return "\n".join(lines) + "\n\n"

    def numbers(self) -> str:
        """Return a numbered list."""
        return "".join(f"{place}. {self.sentence()}\n" for place in range(1, self.rng.randint(3, 6))) + "\n"

    def code(self, low: int = 3, high: int = 14) -> str:
        """Return a fenced block."""
        lines = [f"{'    ' * self.rng.randrange(3)}{self._statement()}" for _ in range(self.rng.randint(low, high))]
        return f"```{self.rng.choice(('python', 'sql', '', 'sh'))}\n" + "\n".join(lines) + "\n```\n\n"

    def _statement(self) -> str:
        name, *values = self.words.take(self.rng.randint(2, 5))
        return self.rng.choice(("{}({})", "{} = [{}]", "# {} {}", "SELECT {} FROM {};")).format(name, ", ".join(values))

    def table(self) -> str:
        """Return a table."""
        columns = self.rng.randint(2, 5)
        rows = [[self.phrase(1, 4) for _ in range(columns)] for _ in range(self.rng.randint(3, 12))]
        rows.insert(1, ["---"] * columns)
        return "".join(f"| {' | '.join(row)} |\n" for row in rows) + "\n"

    def frontmatter(self) -> str:
        """Return the block of an OKF concept."""
        tags = "".join(f"  - {word}\n" for word in self.words.take(self.rng.randint(1, 5)))
        quote = '"' if self.rng.random() < 0.2 else ""
        return (
            f"---\ntype: {self.rng.choice(('concept', 'Guide', 'Table', 'Metric'))}\ntitle: {quote}{self.phrase(1, 5)}{quote}\n"
            f"description: {self.phrase(6, 18)}\ntags:\n{tags}"
            f"sources:\n  - file: {self.phrase(1, 1)}.md\n    digest: {self.rng.getrandbits(128):032x}\n"
            f"confidence: 0.{self.rng.randrange(10, 99)}\ntimestamp: 2026-0{self.rng.randrange(1, 9)}-11T10:00:00Z\n---\n\n"
        )


def _documentation(rng: Random) -> Iterator[str]:
    w = Writer(rng, Words(rng))
    parts: list[Callable[[], str]] = [w.paragraph, w.bullets, w.code, w.numbers, w.table]
    while True:
        w.words.turn()
        text = w.heading(1)
        for _ in range(max(1, int(rng.lognormvariate(1.5, 0.7)))):
            text += w.heading(rng.choice((2, 2, 3)))
            for part in rng.choices(parts, (60, 14, 16, 5, 5), k=rng.randint(1, 5)):
                text += part()
        yield f"---\ntitle: {w.phrase(2, 6)}\n---\n\n{text}" if rng.random() < 0.7 else text


def _okf(rng: Random) -> Iterator[str]:
    w = Writer(rng, Words(rng))
    parts: list[Callable[[], str]] = [w.paragraph, lambda: w.bullets(2), w.table, w.code, w.numbers]
    while True:
        w.words.turn()
        text = w.frontmatter() + w.heading(1) + w.paragraph()
        for _ in range(max(1, int(rng.lognormvariate(1.9, 0.5)))):
            text += w.heading(rng.choice((2, 2, 2, 3)))
            for part in rng.choices(parts, (35, 40, 15, 6, 4), k=rng.randint(1, 2)):
                text += part()
        yield text


def _lists(rng: Random) -> Iterator[str]:
    w = Writer(rng, Words(rng))
    while True:
        w.words.turn()
        yield w.heading(1) + "".join(w.heading(2) + w.bullets(4) + w.numbers() for _ in range(rng.randint(2, 12)))


def _code(rng: Random) -> Iterator[str]:
    w = Writer(rng, Words(rng))
    while True:
        w.words.turn()
        yield w.heading(1) + "".join(w.heading(2) + w.paragraph() + w.code(8, 40) for _ in range(rng.randint(2, 9)))


def _cjk(rng: Random) -> Iterator[str]:
    signs = "".join(map(chr, (*range(0x3042, 0x3094), *range(0x30A2, 0x30F7), *range(0x4E00, 0x5A00))))
    w = Writer(rng, Words(rng, syllables=signs), gap="", stop="。")
    parts: list[Callable[[], str]] = [w.paragraph, w.bullets, w.code]
    while True:
        w.words.turn()
        text = w.heading(1)
        for _ in range(rng.randint(2, 9)):
            text += w.heading(2)
            for part in rng.choices(parts, (70, 15, 15), k=rng.randint(1, 4)):
                text += part()
        yield text


def _tiny(rng: Random) -> Iterator[str]:
    w = Writer(rng, Words(rng))
    while True:
        w.words.turn()
        yield f"---\ntype: note\ntitle: {w.phrase(1, 4)}\n---\n\n{w.heading(1)}{w.paragraph()}"


WRITERS: dict[str, Callable[[Random], Iterator[str]]] = {
    "documentation": _documentation,
    "okf": _okf,
    "lists": _lists,
    "code": _code,
    "cjk": _cjk,
    "tiny": _tiny,
}
