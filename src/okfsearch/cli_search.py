"""The command `okfsearch search`: section search on a terminal."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from okfsearch.cli_arguments import Commands, Once, utf8_text, whole_number
from okfsearch.limits import Limits

LIMITS: dict[str, Callable[[], Limits]] = {"contract": Limits, "large": Limits.large}


def add_search(commands: Commands) -> None:
    """Add the command to the parser's commands."""
    search = commands.add_parser(
        "search",
        help="find the sections that hold every term of a query",
        description="Find the sections of a bundle that hold every term of a query, best first.",
        allow_abbrev=False,
    )
    search.add_argument("bundle", metavar="BUNDLE", help="the bundle's directory")
    search.add_argument("--query", action=Once, metavar="TEXT", help="what to look for: letters or numbers")
    search.add_argument("--limit", action=Once, type=whole_number, metavar="N", help="the most hits (1 to 100; default 20)")
    search.add_argument("--json", action="store_true", help="print the JSON contract instead of text")
    search.add_argument("--explain", action="store_true", help="also print the numbers that each score was computed from")
    search.add_argument("--recover", action="store_true", help="search what can be read, and list faults on standard error")
    search.add_argument("--limits", action=Once, choices=sorted(LIMITS), help="the caps to keep (default: contract)")
    search.add_argument(
        "--exclude", action="append", default=[], metavar="PATTERN", help="leave out files, gitignore style; repeatable"
    )
    search.set_defaults(run=run_search)


def run_search(options: argparse.Namespace, cancelled: Callable[[], bool]) -> tuple[str, list[str]]:
    """Run section search; return what goes to standard output, and a line for each issue."""
    from okfsearch._bundle.visibility import Visibility  # late, so that a wrong request answers fast
    from okfsearch._json import encode, plain  # what `wire` does for this kind, without loading every other kind
    from okfsearch._render import render_issue, render_text
    from okfsearch.section_search import search_bundle

    result = search_bundle(
        options.bundle,
        utf8_text(options.query),
        limit=20 if options.limit is None else options.limit,
        limits=LIMITS[options.limits or "contract"](),
        visibility=Visibility(exclude=tuple(options.exclude)),
        on_invalid="recover" if options.recover else "raise",
        cancelled=cancelled,
    )
    answer = encode(plain(result)) if options.json else render_text(result)
    if options.explain:
        explained = [result.explain(hit) for hit in result.hits]
        if options.json:
            answer = encode({**plain(result), "explanations": plain(explained)})
        else:
            answer = "\n\n".join([answer, *map(str, explained)])
    return answer, [render_issue(issue) for issue in result.issues]
