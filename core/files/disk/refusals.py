"""The operating system's errors about a file, in one sentence for a person."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import CancelledError, InputError

_SENTENCES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EROFS: "this disk can only be read",
    errno.ELOOP: "this link leads back to itself; choose a file",
    errno.ENAMETOOLONG: "this name is too long for a file",
    errno.EIO: "the disk failed",
}


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add `path` to every InputError inside the block; turn errors of the system, and any other, into InputErrors.

    A file can hold things that no reader expects. The user then gets a sentence instead of a traceback.
    """
    try:
        with refusals(path):
            yield
    except InputError as error:
        # An error from further down may name its file already.
        error.path = error.path or path
        raise
    except (CancelledError, MemoryError, OSError):
        # These mean the same for every file, so they need no name.
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise InputError(f"this file cannot be read ({what})", path=path) from error


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn errors of the system into InputErrors with `path`. A broken pipe passes unchanged."""
    try:
        # Python itself, not the system, refuses these, and not as an OSError.
        try:
            possible = b"\0" not in os.fsencode(path)
        except UnicodeEncodeError:
            possible = False
        if not possible:
            raise InputError(f"{str(path)!r} cannot be the name of a file")
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(_sentence(error, path), path=path) from error


def mode_of(path: Path) -> int:
    """Return kind and permissions of a file, as `stat` does; 0 if there is none or it is out of reach.

    The methods of Path raise if the system refuses access.
    """
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        # A path that cannot exist is no folder and no file.
        return 0


def check_is_file(path: Path, mode: int) -> None:
    """Raise IsADirectoryError for a folder, and InputError for anything else that is no file, by its `mode`.

    Reading a pipe could wait without end, and a device has no end.
    """
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(mode):
        kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
        raise InputError(f"this is {kinds.get(stat.S_IFMT(mode), 'no file')}; choose a file", path=path)


def _sentence(error: OSError, path: Path) -> str:
    if stat.S_ISDIR(mode_of(path)):
        return "this is a folder; choose a file"
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        missing = "file" if stat.S_ISDIR(mode_of(path.parent)) else "folder"
        return f"there is no such {missing}"
    if isinstance(error, PermissionError):
        return "permission is refused; choose a file that you may use"
    return _SENTENCES.get(error.errno or 0, "the file cannot be used; its name and its disk may be the reason")
