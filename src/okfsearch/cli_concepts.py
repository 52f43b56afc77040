"""The command `okfsearch concepts`: concept search on a terminal."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from okfsearch.cli_arguments import Commands, Once, utf8_text, whole_number
from okfsearch.errors import InvalidRequest, SearchError

if TYPE_CHECKING:
    from okfsearch.concept_index import ConceptIndex
    from okfsearch.concept_request import ConceptRequest
    from okfsearch.concept_result import ConceptHit, ConceptResult

#: What can be done with results, as step 6 of the skill offers it.
FOLLOW_UPS = (
    "Open a result: add --open RANK to read the full concept.",
    "Refine search: add type:X or tags:Y to narrow results.",
    "Related concepts: add --related RANK to see its cross-links.",
)


def add_concepts(commands: Commands) -> None:
    """Add the command to the parser's commands."""
    concepts = commands.add_parser(
        "concepts",
        help="find concepts by title, description, tags, type and body",
        description=(
            "Find the concepts of a bundle, best first, or list those that pass filters. A request is words and items in any "
            "order: type:X, tags:a,b, in:title|description|body|all, bundle:DIR."
        ),
        allow_abbrev=False,
    )
    concepts.add_argument("request", metavar="REQUEST", help="what to look for, such as 'revenue type:Metric'")
    concepts.add_argument("--bundle", action=Once, metavar="DIR", help="the bundle's directory (default: the current one)")
    concepts.add_argument("--limit", action=Once, type=whole_number, metavar="N", help="the most results (default: all)")
    concepts.add_argument("--json", action="store_true", help="print the JSON contract instead of text")
    concepts.add_argument("--open", action=Once, type=whole_number, metavar="RANK", help="print that result in full")
    concepts.add_argument(
        "--related", action=Once, type=whole_number, metavar="RANK", help="print what that result is linked with"
    )
    concepts.add_argument("--log", action=Once, metavar="FILE", help="append a record of this run to a file")
    concepts.add_argument("--log-relative", action="store_true", help="name the bundle in the record relative to the log")
    concepts.set_defaults(run=run_concepts)


def run_concepts(options: argparse.Namespace, cancelled: Callable[[], bool]) -> tuple[str, list[str]]:
    """Run concept search; return what goes to standard output, and lines for standard error."""
    arguments = utf8_text(options.request)
    # The one place that looks at a clock; the library is told.
    now = datetime.now(UTC)
    bundle = options.bundle
    try:
        request = _read_request(arguments, options.bundle)
        bundle = request.bundle
        answer, notes, results = _answer(options, request, now, cancelled)
    except SearchError:
        _log(options, arguments, bundle, now, None)
        raise
    return answer, notes + _log(options, arguments, bundle, now, results)


def _read_request(arguments: str, bundle: str | None) -> ConceptRequest:
    from attrs import evolve

    from okfsearch.concept_request import parse_request

    request = parse_request(arguments)
    if bundle is not None:
        if request.bundle is not None:
            raise InvalidRequest.of("bundle", "duplicate_argument", "The bundle is given both as an option and in the request.")
        request = evolve(request, bundle=bundle)
    return request


def _answer(
    options: argparse.Namespace, request: ConceptRequest, now: datetime, cancelled: Callable[[], bool]
) -> tuple[str, list[str], int]:
    """Search, and make what is printed."""
    from attrs import evolve

    from okfsearch._bundle.capture import capture_bundle  # late, so that a wrong request answers fast
    from okfsearch._bundle.visibility import Visibility
    from okfsearch._render import render_issue
    from okfsearch._retrieval.query import parse_limit
    from okfsearch.concept_index import index_concepts
    from okfsearch.limits import Limits

    limits = Limits.large()
    for option in ("limit", "open", "related"):
        if getattr(options, option) is not None:
            parse_limit(getattr(options, option), limits)
    root = "." if request.bundle is None else request.bundle
    snapshot = capture_bundle(root, visibility=Visibility.auto(), limits=limits, on_invalid="recover", cancelled=cancelled)
    index = index_concepts(snapshot, now=now, limits=limits, cancelled=cancelled)
    result = index.search(
        request.text, type=request.type, tags=request.tags, scope=request.scope, limit=options.limit, cancelled=cancelled
    )
    answer = _shown(options, index, evolve(result, bundle=root), cancelled)
    return answer, [render_issue(issue) for issue in result.issues if issue.severity == "error"], result.total


def _shown(options: argparse.Namespace, index: ConceptIndex, result: ConceptResult, cancelled: Callable[[], bool]) -> str:
    from okfsearch._json import encode, plain
    from okfsearch._render_concepts import render_concepts
    from okfsearch._render_relations import render_open, render_related
    from okfsearch.wire import to_json

    if options.open is not None:
        hit = _ranked(result, options.open, "open")
        opened, related = index.open(hit.concept_id), index.related(hit.concept_id, cancelled=cancelled)
        if options.json:
            return encode({**plain(opened), "related": plain(related)})
        return f"{render_open(opened)}\n\n{render_related(related)}"
    if options.related is not None:
        hit = _ranked(result, options.related, "related")
        related = index.related(hit.concept_id, cancelled=cancelled)
        return encode(plain(related)) if options.json else f"{hit.rank}. {hit.concept_id}\n{render_related(related)}"
    return to_json(result) if options.json else render_concepts(result, follow_ups=FOLLOW_UPS)


def _ranked(result: ConceptResult, rank: int, option: str) -> ConceptHit:
    if not 1 <= rank <= len(result.hits):
        raise InvalidRequest.of(option, "out_of_range", "There is no result of that rank.", minimum=1, maximum=len(result.hits))
    return result.hits[rank - 1]


def _log(options: argparse.Namespace, arguments: str, bundle: str | None, now: datetime, results: int | None) -> list[str]:
    """Append the record of this run if one is wanted; return a warning when that failed."""
    if options.log is None:
        return []
    from okfsearch.invocation import append_invocation_record, search_record

    root = str(Path(bundle or ".").absolute())
    if options.log_relative:
        root = os.path.relpath(root, Path(options.log).absolute().parent)
    record = search_record(arguments, bundle=root, now=now, results=results)
    return [] if append_invocation_record(options.log, record) else ["warning: the invocation log could not be written"]
