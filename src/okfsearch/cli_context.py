"""The command `okfsearch context`: context packets and matches on a terminal or in a pipe."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from typing import Any

from okfsearch.cli_arguments import Commands, Once, utf8_text, whole_number
from okfsearch.errors import InvalidRequest

#: What `--spec` takes; "latest" and "auto" follow what the bundle declares.
SPECS = ("latest", "auto", "0.1", "0.2", "0.3")

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class _All(argparse.Action):
    """Search every bundle: then the first word may be the only one."""

    def __init__(self, *, query: argparse.Action, **options: Any) -> None:
        super().__init__(nargs=0, default=False, **options)
        self._query = query

    def __call__(self, _: argparse.ArgumentParser, namespace: argparse.Namespace, *__: Any) -> None:
        """Note the choice.  With `nargs="*"` for the query, options could no longer stand before it."""
        setattr(namespace, self.dest, True)
        self._query.required = False


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
    context.add_argument("bundle", metavar="BUNDLE", help="the bundle's directory, or its name in the registry")
    query = context.add_argument("query", metavar="QUERY", nargs="+", help="what to look for; words are joined by blanks")
    context.add_argument("--all", action=_All, query=query, help="search every bundle of the registry")
    context.add_argument(
        "--registry", action=Once, metavar="FILE", help="the registry of --all (default: the one of okfsearch registry)"
    )
    context.add_argument(
        "--processes", action=Once, type=whole_number, metavar="N", help="worker processes of --all (default: none)"
    )
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
    if not options.all and (options.registry, options.processes) != (None, None):
        raise InvalidRequest.of("arguments", "usage", "--registry and --processes need --all; see okfsearch context --help.")
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
    if options.all:
        return _search_all(options, shared)
    query, root = utf8_text(" ".join(options.query)), _find_root(options.bundle)
    if options.matches:
        result = search_matches(root, query, **shared)
        return (print_json(to_dict(result)) if options.format == "json" else render_matches(result)), []
    budget = POLICY.budget if options.budget is None else options.budget
    packet = search_context(root, query, budget=budget, **shared)
    return (print_json(to_dict(packet)) if options.format == "json" else render_packet(packet)), []


def _find_root(bundle: str) -> str:
    """Return the directory that is meant: a path, or else what the registry calls so."""
    if bundle != os.path.basename(bundle) or bundle in {"", os.curdir, os.pardir} or os.path.lexists(bundle):  # noqa: PTH119
        return bundle
    from okfsearch.registry import Registry

    return Registry.load().find(bundle) or bundle


def _search_all(options: argparse.Namespace, shared: dict[str, Any]) -> tuple[str, list[str]]:
    """Search the bundles of the registry; fail only when all of them do."""
    from okfsearch.context_policy import POLICY
    from okfsearch.errors import RegistryError
    from okfsearch.federation import search_registry
    from okfsearch.registry import Registry
    from okfsearch.wire import to_dict

    registry = Registry.load(options.registry)
    shared["processes"] = options.processes
    query = utf8_text(" ".join([options.bundle, *(options.query or ())]))
    budget = POLICY.budget if options.budget is None else options.budget
    result = search_registry(registry, query, budget=None if options.matches else budget, **shared)
    failed = [{"name": base.name, "code": base.error_code} for base in result.knowledge_bases if base.status == "error"]
    if failed and len(failed) == len(result.knowledge_bases):
        raise RegistryError("all_bundles_failed", "No bundle of the registry could be searched.", {"bundles": failed})
    return (print_json(to_dict(result)) if options.format == "json" else str(result)), []


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
