"""Standard input and output, kept for the protocol alone: lines in and lines out, on threads that nothing has to wait for.

What the lines say is the protocol's business.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue

from okfsearch.errors import InvalidRequest

__all__ = ["LINE_BYTES", "Cutter", "Lines", "Sink", "claimed"]

#: No message that a tool could take is nearly as long; what is longer is never held whole.
LINE_BYTES = 4 * 1024 * 1024

#: What stands for a line that is too long: no JSON, so that whoever reads it refuses it.
TOO_LONG = "too long"

_CHUNK = 64 * 1024


class Cutter:
    r"""Cut a stream of bytes into lines; one that is too long is thrown away piece by piece, and None stands for it.

    Example:
        >>> cutter = Cutter(4)
        >>> list(cutter.cut(b"ab\nfar too")), list(cutter.cut(b" long\ncd\n"))
        ([b'ab'], [None, b'cd'])
    """

    def __init__(self, maximum: int = LINE_BYTES) -> None:
        self._maximum = maximum
        self._pieces: list[bytes] = []
        self._size = 0

    def cut(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the lines that a chunk ends, without their ends."""
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            self._add(piece)
            yield None if self._size > self._maximum else b"".join(self._pieces)
            self._pieces, self._size = [], 0
        self._add(rest)

    def _add(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > self._maximum:
            self._pieces = []
        else:
            self._pieces.append(piece)


class Lines:
    """Read lines from a descriptor, on a thread that ends with the process: a read cannot be called off."""

    def __init__(self, descriptor: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        # One line waits while another one is handled; the thread reads no further ahead.
        self._room = threading.Semaphore(1)
        threading.Thread(target=self._read, args=(descriptor,), name="okfsearch-mcp-read", daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[str]:
        """Yield lines until the other side closes; blank ones are passed over."""
        while (line := await self._lines.get()) is not None:
            self._room.release()
            if line.strip():
                yield line

    def _read(self, descriptor: int) -> None:
        cutter = Cutter()
        # A loop that is closed has no more use for lines.
        with suppress(OSError, RuntimeError):
            while chunk := os.read(descriptor, _CHUNK):
                for line in cutter.cut(chunk):
                    self._put(TOO_LONG if line is None else line.decode(errors="replace"))
        with suppress(RuntimeError):
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._room.acquire()
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


class Sink:
    """Write text to a descriptor, on a thread that ends with the process.

    Attributes:
        broken: whether nobody reads any more; what is written then is dropped.
    """

    def __init__(self, descriptor: int) -> None:
        self.broken = False
        self._loop = asyncio.get_running_loop()
        self._texts: SimpleQueue[tuple[bytes, asyncio.Future[None]]] = SimpleQueue()
        threading.Thread(target=self._write, args=(descriptor,), name="okfsearch-mcp-write", daemon=True).start()

    async def write(self, text: str) -> None:
        """Write a text, and return when the system has taken all of it."""
        done = self._loop.create_future()
        self._texts.put((text.encode(), done))
        await done

    async def flush(self) -> None:
        """Do nothing: nothing is held back."""

    def _write(self, descriptor: int) -> None:
        # The process ends while this waits for the next text; once the loop is closed, there is none.
        with suppress(RuntimeError):
            while True:
                data, done = self._texts.get()
                try:
                    while data and not self.broken:
                        data = data[os.write(descriptor, data) :]
                except OSError:
                    self.broken = True
                self._loop.call_soon_threadsafe(_finish, done)


def _finish(done: asyncio.Future[None]) -> None:
    # Whoever waited may have been called off.
    if not done.done():
        done.set_result(None)


@contextmanager
def claimed() -> Generator[tuple[int, int]]:
    """Take standard input and output away from everything else, and yield descriptors of them.

    Meanwhile standard input is empty, and what any library or child process prints goes to standard error.

    Raises:
        InvalidRequest: when one of them is closed.
    """
    try:
        for descriptor in (0, 1):
            os.fstat(descriptor)
    except OSError as error:
        raise InvalidRequest.of("mcp", "closed", "Standard input and output have to be open.") from error
    sys.stdout.flush()
    null = os.open(os.devnull, os.O_RDWR)
    # Where standard error was closed, the null device has just taken its number, the lowest one free, and stands for it.
    own = os.dup(0), os.dup(1)
    os.dup2(null, 0)
    os.dup2(2, 1)
    if null > 2:  # noqa: PLR2004 - the number of standard error
        os.close(null)
    try:
        yield own
    finally:
        sys.stdout.flush()
        # The copies stay open: a thread may still read from one of them, and their numbers must not be used again.
        os.dup2(own[0], 0)
        os.dup2(own[1], 1)
