"""The command `okfsearch registry`: which bundles `--all` searches."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from okfsearch.cli_arguments import Commands, Once, utf8_text

__all__ = ["add_registry"]


def add_registry(commands: Commands) -> None:
    """Add the command to the parser's commands."""
    registry = commands.add_parser(
        "registry",
        help="say which bundles --all searches",
        description="List, add or remove the bundles that `okfsearch context --all` searches.",
        allow_abbrev=False,
    )
    actions = registry.add_subparsers(title="actions", required=True, metavar="ACTION")
    add = actions.add_parser("add", help="name one bundle more", allow_abbrev=False)
    add.add_argument("bundle", metavar="BUNDLE", help="the bundle's directory")
    add.add_argument("--key", action=Once, metavar="NAME", help="its name (default: that of the directory)")
    add.set_defaults(run=run_add)
    remove = actions.add_parser("remove", help="forget a bundle; its files stay", allow_abbrev=False)
    remove.add_argument("key", metavar="NAME", help="its name")
    remove.set_defaults(run=run_remove)
    listing = actions.add_parser("list", help="print names and directories", allow_abbrev=False)
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(run=run_list)
    for action in (add, remove, listing):
        action.add_argument(
            "--registry", action=Once, metavar="FILE", help="the file (default: OPENKNOWLEDGE_REGISTRY_FILE, or the user's own)"
        )


def run_add(options: argparse.Namespace, _: Callable[[], bool]) -> tuple[str, list[str]]:
    """Add a bundle; return what to print."""
    from pathlib import Path

    from okfsearch._shown import shown
    from okfsearch.registry import edit_registry

    root = utf8_text(options.bundle)
    key = utf8_text(options.key) if options.key is not None else Path(root).absolute().name
    edit_registry(lambda registry: registry.add(key, root), options.registry)
    return f"Added {shown(key)}.", []


def run_remove(options: argparse.Namespace, _: Callable[[], bool]) -> tuple[str, list[str]]:
    """Remove a bundle; return what to print."""
    from okfsearch._shown import shown
    from okfsearch.registry import edit_registry

    key = utf8_text(options.key)
    edit_registry(lambda registry: registry.remove(key), options.registry)
    return f"Removed {shown(key)}.", []


def run_list(options: argparse.Namespace, _: Callable[[], bool]) -> tuple[str, list[str]]:
    """List the bundles; return what to print."""
    from okfsearch._shown import shown
    from okfsearch.registry import Registry

    entries = Registry.load(options.registry).entries
    if options.json:
        return json.dumps([{"key": entry.key, "root": entry.root} for entry in entries], ensure_ascii=False, indent=2), []
    return "\n".join(f"{shown(entry.key)}\t{shown(entry.root)}" for entry in entries) or "No bundles.", []
