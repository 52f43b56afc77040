"""Arguments of the command line: how words become values, and how wrong usage is reported."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any, NoReturn, Protocol

from okfsearch.errors import InvalidRequest

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)


class ArgumentParser(argparse.ArgumentParser):
    """Report wrong usage as the library reports a wrong request, without repeating it."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing."""
        # These two of argparse's messages quote the command line.
        if message.startswith("unrecognized arguments"):
            message = "there are arguments that are not known"
        message = re.sub(r"invalid choice: .* \(choose from", "not one of (choose from", message, flags=re.DOTALL)
        raise InvalidRequest.of("arguments", "usage", f"{message[:1].upper()}{message[1:]}; see {self.prog} --help.")


class Commands(Protocol):
    """Take the commands of the command line."""

    def add_parser(
        self,
        name: str,
        *,
        help: str | None = ...,  # noqa: A002 - argparse calls it so
        description: str | None = ...,
        allow_abbrev: bool = ...,
    ) -> ArgumentParser:
        """Add one command."""
        ...


class Once(argparse.Action):
    """Store a value, refusing a second one."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: Any, **__: Any) -> None:
        """Store the value."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {self.option_strings[0]}: may be given only once")
        setattr(namespace, self.dest, values)


def whole_number(text: str) -> int:
    """Read a whole number in digits, with a sign or without."""
    if _WHOLE_NUMBER.fullmatch(text) is None:
        raise argparse.ArgumentTypeError("takes a whole number")
    return int(text)


def utf8_text(argument: str | None) -> str:
    """Return an argument as the UTF-8 it was typed in, whatever the locale made of it."""
    try:
        return os.fsencode(argument or "").decode()
    except UnicodeError as error:
        raise InvalidRequest.of("query", "invalid_encoding", "The query is not valid UTF-8.") from error
