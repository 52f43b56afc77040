"""The command line: arguments in, one answer or one error out.

It only carries words between a terminal and the library; what is printed is made by `_render` and `wire`.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, NoReturn

from okfsearch.errors import DocumentErrors, InvalidRequest, SearchError
from okfsearch.limits import Limits

__all__ = ["main"]

#: The request was wrong; the search failed; a signal ended it.
EXIT_REQUEST, EXIT_SEARCH, EXIT_SIGNAL = 2, 1, 128

_LIMITS: dict[str, Callable[[], Limits]] = {"contract": Limits, "large": Limits.large}
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


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
            answer: str = options.run(options, signals.seen)
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


def _search(options: argparse.Namespace, cancelled: Callable[[], bool]) -> str:
    """Run section search and return what goes to standard output."""
    from okfsearch._bundle.visibility import Visibility  # late, so that a wrong request answers fast
    from okfsearch.section_search import search_bundle

    result = search_bundle(
        options.bundle,
        _text(options.query),
        limit=20 if options.limit is None else options.limit,
        limits=_LIMITS[options.limits or "contract"](),
        visibility=Visibility(exclude=tuple(options.exclude)),
        on_invalid="recover" if options.recover else "raise",
        cancelled=cancelled,
    )
    from okfsearch._render import render_issue, render_text
    from okfsearch.wire import to_json

    for issue in result.issues:
        _say(render_issue(issue))
    return to_json(result) if options.json else render_text(result)


class _Parser(argparse.ArgumentParser):
    """Report wrong usage as the library reports a wrong request, without repeating it."""

    def error(self, message: str) -> NoReturn:
        # These two of argparse's messages quote the command line.
        if message.startswith("unrecognized arguments"):
            message = "there are arguments that are not known"
        message = re.sub(r"invalid choice: .* \(choose from", "not one of (choose from", message, flags=re.DOTALL)
        raise InvalidRequest.of("arguments", "usage", f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.")


class _Once(argparse.Action):
    """Store a value, refusing an empty one and a second one."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "may be given only once")
        setattr(namespace, self.dest, values)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="okfsearch", description="Find the right passage in an OKF bundle.", allow_abbrev=False
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    search = commands.add_parser(
        "search",
        help="find the sections that hold every term of a query",
        description="Find the sections of a bundle that hold every term of a query, best first.",
        allow_abbrev=False,
    )
    search.add_argument("bundle", metavar="BUNDLE", help="the bundle's directory")
    search.add_argument("--query", action=_Once, metavar="TEXT", help="what to look for: letters or numbers")
    search.add_argument("--limit", action=_Once, type=_whole_number, metavar="N", help="the most hits (1 to 100; default 20)")
    search.add_argument("--json", action="store_true", help="print the JSON contract instead of text")
    search.add_argument("--recover", action="store_true", help="search what can be read, and list faults on standard error")
    search.add_argument("--limits", action=_Once, choices=sorted(_LIMITS), help="the caps to keep (default: contract)")
    search.add_argument(
        "--exclude", action="append", default=[], metavar="PATTERN", help="leave out files, gitignore style; repeatable"
    )
    search.set_defaults(run=_search)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version and end; it is read only then."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> NoReturn:
        from importlib.metadata import version

        _write(f"okfsearch {version('okfsearch')}")
        parser.exit()


def _whole_number(text: str) -> int:
    if _WHOLE_NUMBER.fullmatch(text) is None:
        raise argparse.ArgumentTypeError("takes a whole number")
    return int(text)


def _text(argument: str | None) -> str:
    """Return an argument as the UTF-8 it was typed in, whatever the locale made of it."""
    try:
        return os.fsencode(argument or "").decode()
    except UnicodeError as error:
        raise InvalidRequest.of("query", "invalid_encoding", "The query is not valid UTF-8.") from error


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
    def caught(self) -> Iterator[None]:
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
