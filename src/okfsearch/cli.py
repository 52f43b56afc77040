"""The command line: arguments in, one answer or one error out.

It only carries words between a terminal and the library; what is printed is made by `_render` and `wire`.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from okfsearch.cli_arguments import ArgumentParser
from okfsearch.cli_concepts import add_concepts
from okfsearch.cli_context import add_context
from okfsearch.cli_mcp import add_mcp
from okfsearch.cli_registry import add_registry
from okfsearch.cli_search import add_search
from okfsearch.errors import DocumentErrors, InvalidRequest, SearchError

__all__ = ["main"]

#: Each adds one command, which runs to an answer and lines for standard error.
COMMANDS = (add_search, add_context, add_concepts, add_registry, add_mcp)

#: The request was wrong; the search failed; a signal ended it.
EXIT_REQUEST, EXIT_SEARCH, EXIT_SIGNAL = 2, 1, 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        arguments: the words after the command's name; those of the process when None.

    Returns:
        0 with an answer on standard output, also an empty one; 2 for a wrong request, 1 for a failed search, 130 and 143
        after SIGINT and SIGTERM, with nothing on standard output.
    """
    signals = _Signals()
    try:
        with signals.caught():
            options = _parser().parse_args(arguments)
            answer, notes = options.run(options, signals.seen)
        for note in notes:
            _say(note)
        # A server has no answer of its own.
        if answer is not None:
            _write(answer)
    except SearchError as error:
        _complain(error)
        if signals.number:
            return EXIT_SIGNAL + signals.number
        return EXIT_REQUEST if isinstance(error, InvalidRequest) else EXIT_SEARCH
    except KeyboardInterrupt:
        return EXIT_SIGNAL + (signals.number or signal.SIGINT)
    except BrokenPipeError:
        # Whoever read has read enough; the interpreter must not try to flush into the closed pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="okfsearch", description="Find the right passage in an OKF bundle.", allow_abbrev=False)
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for add in COMMANDS:
        add(commands)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version and end; it is read only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any, **__: Any) -> NoReturn:
        from importlib.metadata import version

        _write(f"okfsearch {version('okfsearch')}")
        parser.exit()


def _write(answer: str) -> None:
    """Print an answer and one line end, in UTF-8 whatever the locale says."""
    sys.stdout.flush()
    sys.stdout.buffer.write(answer.encode() + b"\n")
    sys.stdout.buffer.flush()


def _complain(error: SearchError) -> None:
    """Print an error: its code and sentence, then the files that it is about."""
    from okfsearch._render import quote_graphic

    _say(f"error: {error.code}: {error.message}")
    if isinstance(error, DocumentErrors):
        for document in error.details["documents"]:
            line = "" if document["line"] is None else f" line {document['line']}"
            _say(f"  {quote_graphic(document['path'])}{line}: {document['code']}")
    elif "bundles" in error.details:
        for bundle in error.details["bundles"]:
            _say(f"  {quote_graphic(bundle['name'])}: {bundle['code']}")
    elif "path" in error.details:
        _say(f"  {quote_graphic(error.details['path'])}")


def _say(line: str) -> None:
    sys.stderr.flush()
    sys.stderr.buffer.write(line.encode(errors="backslashreplace") + b"\n")
    sys.stderr.buffer.flush()


class _Signals:
    """Turn SIGINT and SIGTERM into a cancellation; a second one ends the process where it stands."""

    def __init__(self) -> None:
        self.number = 0

    def seen(self) -> bool:
        return self.number != 0

    def _catch(self, number: int, _: FrameType | None) -> None:
        if self.number:
            raise KeyboardInterrupt
        self.number = number

    @contextmanager
    def caught(self) -> Generator[None]:
        # Only the main thread may set handlers; elsewhere signals stay with whoever embeds the command.
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._catch) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
