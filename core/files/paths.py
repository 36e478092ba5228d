"""What the operating system says about a file, in one sentence for a person."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import InputError


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Every InputError raised inside names `path`, and refusals of the operating system become InputErrors."""
    try:
        with refusals(path):
            yield
    except InputError as error:
        error.path = error.path or path
        raise


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Refusals of the operating system become InputErrors that name `path`.

    A broken pipe passes unchanged: nobody is left to be told.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(_sentence(error, path), path=path) from error


def _sentence(error: OSError, path: Path) -> str:
    if path.is_dir():
        return "this is a folder; a file is expected"
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        missing = "file" if path.parent.is_dir() else "folder"
        return f"there is no such {missing}"
    if isinstance(error, PermissionError):
        return "permission is refused; a file that you may use is expected"
    if error.errno == errno.ENOSPC:
        return "the disk is full"
    return "the file cannot be used; its name and its disk may be the reason"
