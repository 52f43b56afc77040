"""Turn results into data frames of pandas or polars, with the same columns whatever was found.

The columns are the attributes of the hits under their names here, in their declared order, and each has one type: a frame without a row has
them too, so frames of many queries can be stacked.  Neither framework is a dependency: the one asked for is imported when
it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, cast, get_args, get_origin, get_type_hints, overload

import attrs

from okfsearch._extras import import_extra
from okfsearch._json import plain
from okfsearch.concept_index import ConceptIndex
from okfsearch.concept_result import Concept, ConceptHit, ConceptResult
from okfsearch.context_result import ContextPacket, MatchResult
from okfsearch.context_values import ContextSource, Match
from okfsearch.errors import InvalidRequest
from okfsearch.section_result import Hit, SearchResult

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

__all__ = ["to_frame"]

Framed = SearchResult | MatchResult | ContextPacket | ConceptResult | ConceptIndex

#: The class of the rows of each result, and where they are.
_ROWS: tuple[tuple[type, type, Callable[[Any], Iterable[object]]], ...] = (
    (SearchResult, Hit, iter),
    (MatchResult, Match, iter),
    (ContextPacket, ContextSource, iter),
    (ConceptResult, ConceptHit, iter),
    (ConceptIndex, Concept, lambda index: index.concepts),
)


@overload
def to_frame(result: Framed, *, library: Literal["pandas"] = "pandas") -> pd.DataFrame: ...
@overload
def to_frame(result: Framed, *, library: Literal["polars"]) -> pl.DataFrame: ...
def to_frame(result: Framed, *, library: Literal["pandas", "polars"] = "pandas") -> Any:
    """Return one row for each hit, match, source or concept, in the order of the result.

    Texts are strings, lines and counts 64-bit integers, scores 64-bit floats; what may be missing is nullable.  Lists of
    texts stay lists, and the `matches` of concepts are lists of dictionaries (structs in polars).

    Args:
        result: the answer of any search, or an index of concepts, which gives all its concepts.
        library: "pandas" or "polars".

    Returns:
        A data frame of that library, a column for each attribute of `Hit`, `Match`, `ContextSource`, `ConceptHit` or
        `Concept`.

    Raises:
        InvalidRequest: `result` is no answer of this package, `library` is none of the two, or it is not installed
            (`pip install "okfsearch[pandas]"` or `"okfsearch[polars]"`).

    Example:
        >>> import okfsearch
        >>> from okfsearch.frames import to_frame
        >>> bundle = okfsearch.Snapshot.of({"tide.md": b"# Spring tide\\n\\nTwice a month.\\n"})
        >>> frame = to_frame(okfsearch.index_sections(bundle).search("month"))
        >>> frame[["path", "line_start", "line_end"]].to_dict("records")
        [{'path': 'tide.md', 'line_start': 1, 'line_end': 3}]
    """
    rows_of = next(((row, members) for kind, row, members in _ROWS if isinstance(result, kind)), None)
    if rows_of is None:
        raise InvalidRequest.of("result", "wrong_type", "A frame is made of a search's result or of an index of concepts.")
    row, members = rows_of
    types = _types(row)
    records = [plain(member) for member in members(result)]
    columns = {name: [record[name] for record in records] for name in types}
    if library == "pandas":
        return _pandas_frame(columns, types)
    if library == "polars":
        return _polars_frame(columns, types)
    raise InvalidRequest.of("library", "unknown", "There is no such library of frames.", allowed=["pandas", "polars"])


def _types(row: type) -> dict[str, Any]:
    """Return the annotation of each wire attribute."""
    hints = get_type_hints(row)
    return {attribute.name: hints[attribute.name] for attribute in attrs.fields(row) if attribute.metadata.get("wire", True)}


def _bare(annotation: Any) -> tuple[Any, bool]:
    """Split an annotation into its type, a literal's being text, and whether None is allowed."""
    if get_origin(annotation) in {Union, UnionType}:
        (kind,) = (member for member in get_args(annotation) if member is not NoneType)
        return _bare(kind)[0], True
    return (str if get_origin(annotation) is Literal else annotation), False


def _pandas_frame(columns: dict[str, list[Any]], types: dict[str, Any]) -> Any:
    frames: Any = import_extra("pandas", "pandas", field="library")
    names = {(str, False): "string", (str, True): "string", (int, False): "int64", (int, True): "Int64"}
    names |= {(float, False): "float64", (float, True): "Float64", (bool, False): "bool", (bool, True): "boolean"}
    return frames.DataFrame(
        {name: frames.Series(values, dtype=names.get(_bare(types[name]), "object")) for name, values in columns.items()}
    )


def _polars_frame(columns: dict[str, list[Any]], types: dict[str, Any]) -> Any:
    frames: Any = import_extra("polars", "polars", field="library")
    scalars = {str: frames.String, int: frames.Int64, float: frames.Float64, bool: frames.Boolean}

    def schema(annotation: Any) -> Any:
        kind, _ = _bare(annotation)
        if get_origin(kind) is tuple:
            return frames.List(schema(get_args(kind)[0]))
        if attrs.has(kind):
            return frames.Struct({name: schema(inner) for name, inner in _types(cast("type", kind)).items()})
        return scalars[kind]

    return frames.DataFrame(columns, schema={name: schema(annotation) for name, annotation in types.items()})
