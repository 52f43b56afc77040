"""What a notebook shows of a value: a page of plain HTML, or a few lines.

The values are known by the names of their classes and read by their attributes, so that no room above is loaded for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from okfsearch._html import SHOWN_ROWS, code, marked, note_rows, table, text_of, word_spans
from okfsearch._shown import shown

__all__ = ["render_brief", "render_page"]

#: In a terminal this many hits are listed, each on one line of at most so many characters.
BRIEF_ROWS = 10
BRIEF_WIDTH = 110

Spans = list[tuple[int, int]]


def render_page(value: Any) -> str:
    """Return a value as plain HTML; every text is escaped, nothing depends on styles or scripts."""
    return PAGES[type(value).__name__](value)


def render_brief(value: Any) -> str:
    """Return a value in a few lines: what it is, and its first hits."""
    lines = [repr(value)]
    kind = type(value).__name__
    if kind in ONE_LINE:
        return _line(value)
    if kind in RESULTS:
        lines += [f"{place:3}. {_line(hit)}" for place, hit in enumerate(value[:BRIEF_ROWS], 1)]
        if len(value) > BRIEF_ROWS:
            lines.append(f"     and {len(value) - BRIEF_ROWS} more")
    elif kind in WHOLE:
        return str(value)
    return "\n".join(lines)


def _line(hit: Any) -> str:
    """Return one hit on one line."""
    where = hit.path if not hasattr(hit, "line_start") else f"{hit.path}:{hit.line_start}-{hit.line_end}"
    what = getattr(hit, "heading", "") or getattr(hit, "title", "")
    line = shown(f"{where}  {what}")
    cut = line if len(line) <= BRIEF_WIDTH else f"{line[: BRIEF_WIDTH - 1]}…"
    return f"{cut}  ({hit.score:.3f})"


def _marked_words(text: str, words: Sequence[str], passage: str = "") -> str:
    """Return text with the words that matched marked, and the passage that answers."""
    spans = word_spans(text, words)
    start = text.find(passage) if passage else -1
    if start >= 0:
        spans.append((start, start + len(passage)))
    return marked(text, spans)


def _rows(hits: Iterable[Any], row: Callable[[Any], Sequence[str]]) -> list[list[str]]:
    return [[str(place), *row(hit)] for place, hit in enumerate(hits, 1)]


def _hit_row(hit: Any) -> list[str]:
    words = hit.matched_terms
    return [code(hit.locator), _marked_words(hit.heading, words), _marked_words(hit.snippet, words), f"{hit.score:.3f}"]


def _place_row(place: Any) -> list[str]:
    words = place.matched_terms
    return [
        code(f"{place.path}:{place.line_start}-{place.line_end}"),
        _marked_words(place.heading or place.title, words),
        text_of(place.relation),
        _marked_words(
            getattr(place, "markdown", "") or getattr(place, "snippet", ""), words, getattr(place, "highlight_text", "")
        ),
        f"{place.score:.3f}",
    ]


def _concept_row(concept: Any) -> list[str]:
    tags = ", ".join(concept.tags)
    return [text_of(concept.title), code(concept.path), text_of(concept.type or ""), marked(tags, ())]


def _concept_hit_row(hit: Any) -> list[str]:
    matches = "<br>".join(
        f"{text_of(match.field)}: {marked(match.excerpt, match.spans)}" for match in hit.matches if match.field != "filter"
    )
    return [*_concept_row(hit), matches, f"{hit.score:.3f}"]


HIT_HEADS = ("#", "Where", "Heading", "Passage", "Score")
PLACE_HEADS = ("#", "Where", "Heading", "Relation", "Text", "Score")
CONCEPT_HEADS = ("#", "Title", "Path", "Type", "Tags")
CONCEPT_HIT_HEADS = (*CONCEPT_HEADS, "Matched", "Score")


def _summary(text: str, query: str, more: str) -> str:
    return f"<p>{text} for <q>{marked(query, ())}</q>.{more}</p>"


def _search_result(result: Any) -> str:
    head = _summary(f"{len(result.hits)} of {result.total} sections", result.query, note_rows(len(result.hits)))
    return head + table(HIT_HEADS, _rows(result.hits[:SHOWN_ROWS], _hit_row))


def _places(result: Any) -> str:
    head = _summary(f"{len(result)} sections", result.query, note_rows(len(result)))
    return head + table(PLACE_HEADS, _rows(result[:SHOWN_ROWS], _place_row))


def _concept_result(result: Any) -> str:
    more = (" Low confidence." if result.low_confidence else "") + note_rows(len(result.hits))
    head = _summary(f"{len(result.hits)} of {result.total} concepts", result.query, more)
    return head + table(CONCEPT_HIT_HEADS, _rows(result.hits[:SHOWN_ROWS], _concept_hit_row))


def _one(heads: Sequence[str], row: Callable[[Any], Sequence[str]]) -> Callable[[Any], str]:
    """Return what shows one hit: the heads of the table beside the cells of its row."""
    return lambda hit: table((), zip(map(text_of, heads[1:]), row(hit), strict=True))


def _index(value: Any) -> str:
    return f"<p>{text_of(repr(value))}</p>" + _issues(value.issues)


def _concept_index(index: Any) -> str:
    concepts = index.concepts
    head = f"<p>{len(concepts)} concepts.{note_rows(len(concepts))}</p>"
    return head + table(CONCEPT_HEADS, _rows(concepts[:SHOWN_ROWS], _concept_row)) + _issues(index.issues)


def _snapshot(snapshot: Any) -> str:
    files = snapshot.files
    rows = [[code(file.path), f"{file.size:,}", code(file.sha256[:12])] for file in files[:SHOWN_ROWS]]
    head = f"<p>{len(files)} files, revision {code(snapshot.revision[:12])}.{note_rows(len(files))}</p>"
    return head + table(("Path", "Bytes", "SHA-256"), rows) + _issues(snapshot.issues)


def _issues(issues: Sequence[Any]) -> str:
    if not issues:
        return ""
    rows = [
        [text_of(issue.severity), text_of(issue.code), code(issue.path), str(issue.line or ""), text_of(issue.message)]
        for issue in issues[:SHOWN_ROWS]
    ]
    return f"<p>{len(issues)} issues.{note_rows(len(issues))}</p>" + table(("", "Code", "Path", "Line", "What"), rows)


def _overview(overview: Any) -> str:
    rows = [[name, f"{getattr(overview, name):,}"] for name in ("files", "concepts", "sections", "issues")]
    return table((), [*rows, *_values("types", overview.types), *_values("tags", overview.tags)])


def _values(name: str, counts: Sequence[Any]) -> list[list[str]]:
    """Return a row for the values of a field, or none."""
    # One row for them all: a table of its own would fill the page of a bundle with many tags.
    values = ", ".join(f"{marked(count.value, ())} ({count.count:,})" for count in counts[:SHOWN_ROWS])
    more = f", and {len(counts) - SHOWN_ROWS} more" if len(counts) > SHOWN_ROWS else ""
    return [[name, values + more]] if counts else []


def _explanation(explanation: Any) -> str:
    head = f"<p>{code(explanation.locator)} scores {explanation.score!r}.</p><p>{text_of(explanation.formula)}</p>"
    return head + _parts((*explanation.numbers, *explanation.parts))


def _parts(parts: Sequence[Any]) -> str:
    # The depth of a tree is that of a formula, never of an input.
    items = "".join(
        f"<li>{marked(part.name, ())} = {part.value!r}{_parts(part.parts) if part.parts else ''}</li>" for part in parts
    )
    return f"<ul>{items}</ul>"


PAGES: dict[str, Callable[[Any], str]] = {
    "SearchResult": _search_result,
    "Hit": _one(HIT_HEADS, _hit_row),
    "MatchResult": _places,
    "ContextPacket": _places,
    "Match": _one(PLACE_HEADS, _place_row),
    "ContextSource": _one(PLACE_HEADS, _place_row),
    "ConceptResult": _concept_result,
    "ConceptHit": _one(CONCEPT_HIT_HEADS, _concept_hit_row),
    "Concept": _one(CONCEPT_HEADS, _concept_row),
    "SectionIndex": _index,
    "ContextIndex": _index,
    "ConceptIndex": _concept_index,
    "Snapshot": _snapshot,
    "Overview": _overview,
    "Explanation": _explanation,
}
ONE_LINE = {"Hit", "Match", "ContextSource", "ConceptHit"}
RESULTS = {"SearchResult", "MatchResult", "ContextPacket", "ConceptResult"}
WHOLE = {"Overview", "Explanation"}
