"""Write a file so that a crash at any moment leaves the old one, whole."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from core.files.paths import refusals


def write_atomically(path: str | Path, content: bytes | str) -> None:
    """Put `content` (text as UTF-8) in the place of `path`; where that fails the old file stays. Raises InputError."""
    data = content.encode() if isinstance(content, str) else content
    with atomic_file(path) as stream:
        stream.write(data)


@contextmanager
def atomic_file(path: str | Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` at the end of the block, if the block ends without an error.

    Raises InputError where the operating system refuses. What is no regular file, such as a pipe, is written directly.
    """
    given = Path(path)
    with refusals(given):
        if given.exists() and not given.is_file() and not given.is_dir():
            with given.open("wb") as stream:
                yield stream
            return
        with _replacing(given.resolve()) as stream:
            yield stream


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    if path.is_dir():
        raise IsADirectoryError(path)
    # In the same folder, so that the replacement is one step of one file system.
    temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
    try:
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
