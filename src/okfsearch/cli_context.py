"""The command `okfsearch context`: context packets and matches on a terminal or in a pipe."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any

from okfsearch.cli_arguments import Commands, Once, utf8_text, whole_number
from okfsearch.errors import InvalidRequest

#: What `--spec` takes; "latest" and "auto" follow what the bundle declares.
SPECS = ("latest", "auto", "0.1", "0.2", "0.3")

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def add_context(commands: Commands) -> None:
    """Add the command to the parser's commands."""
    context = commands.add_parser(
        "context",
        help="gather the best evidence for a question within a budget of tokens",
        description=(
            "Gather the sections of a bundle, or of any Markdown directory, that answer a question: as Markdown or JSON for a "
            "prompt, within a budget of estimated tokens, or as ranked matches."
        ),
        allow_abbrev=False,
    )
    context.add_argument("bundle", metavar="BUNDLE", help="the bundle's directory")
    context.add_argument("query", metavar="QUERY", nargs="+", help="what to look for; words are joined by blanks")
    context.add_argument("--budget", action=Once, type=whole_number, metavar="N", help="the most tokens (default 2400)")
    context.add_argument("--matches", action="store_true", help="print ranked matches instead of a packet")
    context.add_argument("--limit", action=Once, type=whole_number, metavar="N", help="the most sections (default 12)")
    context.add_argument("--no-expand", action="store_true", help="leave out links, backlinks, parents and children")
    context.add_argument("--filter", action="append", default=[], metavar="KEY=VALUE", help="only this type or tag; repeatable")
    context.add_argument(
        "--also", action="append", default=[], metavar="TEXT", help="another phrasing of the question; repeatable"
    )
    context.add_argument("--format", action=Once, choices=("markdown", "json"), help="how to print (default: markdown)")
    context.add_argument("--spec", action=Once, choices=SPECS, help="the OKF version to read by (default: latest)")
    context.add_argument(
        "--exclude", action="append", default=[], metavar="PATTERN", help="leave out files, gitignore style; repeatable"
    )
    context.set_defaults(run=run_context)


def run_context(options: argparse.Namespace, cancelled: Callable[[], bool]) -> tuple[str, list[str]]:
    """Run context search; return what goes to standard output, and nothing for standard error: issues are in the answer."""
    if options.matches and options.budget is not None:
        raise InvalidRequest.of("arguments", "usage", "--budget cannot be used with --matches; see okfsearch context --help.")
    from okfsearch._bundle.filters import parse_filter  # late, so that a wrong request answers fast
    from okfsearch._bundle.visibility import Visibility
    from okfsearch._render_context import render_matches, render_packet
    from okfsearch.context_packet import search_context, search_matches
    from okfsearch.context_policy import POLICY
    from okfsearch.wire import to_dict

    shared: dict[str, Any] = {
        "limit": POLICY.limit if options.limit is None else options.limit,
        "expand": not options.no_expand,
        "filters": [parse_filter(utf8_text(text)) for text in options.filter],
        "also": [utf8_text(text) for text in options.also],
        "spec": "auto" if options.spec in {None, "latest"} else options.spec,
        "visibility": Visibility.auto(tuple(options.exclude)),
        "cancelled": cancelled,
    }
    query = utf8_text(" ".join(options.query))
    if options.matches:
        result = search_matches(options.bundle, query, **shared)
        return (print_json(to_dict(result)) if options.format == "json" else render_matches(result)), []
    budget = POLICY.budget if options.budget is None else options.budget
    packet = search_context(options.bundle, query, budget=budget, **shared)
    return (print_json(to_dict(packet)) if options.format == "json" else render_packet(packet)), []


def print_json(data: dict[str, Any]) -> str:
    """Return plain data as JSON with an indent of two blanks, escaped as the canonical form escapes.

    Example:
        >>> print(print_json({"a": ["<x>"]}))
        {
          "a": [
            "\\u003cx\\u003e"
          ]
        }
    """
    text = json.dumps(data, ensure_ascii=False, indent=2)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text
