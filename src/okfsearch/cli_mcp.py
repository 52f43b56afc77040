"""The command `okfsearch mcp`: the tools for agents, spoken over standard input and output."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from okfsearch.cli_arguments import Commands
from okfsearch.errors import SearchCancelled

__all__ = ["add_mcp", "run_mcp"]


def add_mcp(commands: Commands) -> None:
    """Add the command to the parser's commands."""
    mcp = commands.add_parser(
        "mcp",
        help="serve the searches to an agent over MCP",
        description=(
            "Serve the searches as MCP tools on standard input and output, until the other side closes. "
            'Needs the extra: pip install "okfsearch[mcp]".'
        ),
        allow_abbrev=False,
    )
    mcp.add_argument(
        "--bundle",
        action="append",
        default=[],
        metavar="DIR",
        help="a directory that agents may search; repeatable; without any, they may search every directory",
    )
    mcp.set_defaults(run=run_mcp)


def run_mcp(options: argparse.Namespace, cancelled: Callable[[], bool]) -> tuple[None, list[str]]:
    """Serve; there is no answer of the command's own, since standard output belongs to the protocol."""
    from okfsearch.mcp_server import serve  # late: it needs the extra, and loads every kind of search

    serve(options.bundle, cancelled=cancelled)
    if cancelled():
        raise SearchCancelled.seen()
    return None, []
