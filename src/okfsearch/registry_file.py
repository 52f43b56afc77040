"""The file of a registry: where it lies, read with care, written in one step, and changed by one program at a time.

What stands in it is `registry`'s business.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Generator
from pathlib import Path

from okfsearch.errors import InvalidRequest, RegistryError

__all__ = ["LARGEST", "alone_at", "parse_path", "read_file", "registry_path", "write_file"]

#: The variable that names the file.
VARIABLE = "OPENKNOWLEDGE_REGISTRY_FILE"

#: A file over this many bytes is no registry.
LARGEST = 1 << 20


def registry_path() -> str:
    """Return where the registry is looked for when no file is given."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    from platformdirs import user_config_path  # asked for only by those who name no file

    return str(user_config_path("okfsearch", appauthor=False) / "registry.json")


def parse_path(path: str | os.PathLike[str] | None) -> Path:
    """Return the path of the file, or of the default one.

    Raises:
        InvalidRequest: when it is no path.
    """
    if path is not None and not isinstance(path, (str, os.PathLike)):
        raise InvalidRequest.of("path", "wrong_type", "The file of a registry is a path.")
    return Path(registry_path() if path is None else path)


def read_file(path: Path) -> bytes | None:
    """Read a regular file, and one byte more than a registry may have at most; None where nothing is.

    Raises:
        RegistryError: `registry_unreadable`.
    """
    try:
        # Whoever put a pipe there must not make us wait.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(descriptor, "rb") as file:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                return file.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise unreadable() from error
    raise unreadable()


def write_file(path: Path, data: bytes) -> None:
    """Write a new file beside the old one and put it in its place: whole, or not at all.

    Where the path is a link, the file it leads to is replaced and the link stays; so do the permissions.

    Raises:
        RegistryError: `registry_unwritable`.
    """
    if len(data) > LARGEST:
        raise RegistryError("registry_unwritable", "The registry is too large.")
    try:
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except (OSError, ValueError) as error:
        raise RegistryError("registry_unwritable", "The registry cannot be written.") from error


def _replace(target: Path, data: bytes) -> None:
    descriptor, fresh = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        with contextlib.suppress(FileNotFoundError):
            Path(fresh).chmod(stat.S_IMODE(target.stat().st_mode))
        Path(fresh).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(fresh).unlink()
        raise


@contextlib.contextmanager
def alone_at(path: Path) -> Generator[None]:
    """Let nobody else change the file meanwhile, where the platform can lock a folder; the lock ends with the process.

    Raises:
        RegistryError: `registry_unwritable`.
    """
    try:
        import fcntl  # Windows has none
    except ImportError:
        yield
        return
    try:
        folder = Path(os.path.realpath(path)).parent
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY)
    except (OSError, ValueError) as error:
        raise RegistryError("registry_unwritable", "The registry cannot be written.") from error
    try:
        # A folder that cannot be locked, as on some network drives, is no reason to refuse.
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def unreadable() -> RegistryError:
    """Build the error for a file that cannot be read."""
    return RegistryError("registry_unreadable", "The registry cannot be read.")
