"""Write a file so that a crash at any moment leaves the old one, whole; and none in the place of another."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from core.errors import InputError
from core.files.disk import check_is_file, mode_of, refusals, same_file


def write_atomically(path: str | Path, content: bytes | str, *, pipes: bool = False) -> None:
    """Put `content` (text as UTF-8) in the place of `path`, as `atomic_file` does; if that fails the old file stays."""
    with atomic_file(path, pipes=pipes) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def atomic_file(path: str | Path, *, pipes: bool = False) -> Iterator[BinaryIO]:
    """Yield a stream whose content replaces `path` at the end of the block, if the block ends without an error.

    Raises InputError where the operating system refuses or the file is write-protected, and for what is no regular
    file: a window would wait for the reader of a pipe. With `pipes`, at a command line, that is written directly.
    """
    given = Path(path)
    with refusals(given):
        try:
            mode: int | None = given.stat().st_mode
        except FileNotFoundError:
            mode = None  # a new file gets the usual one
        if mode is None or stat.S_ISREG(mode):
            if is_protected(given):
                raise InputError("this file is write-protected; choose another one", path=given)
            with _replacing(Path(os.path.realpath(given)), mode) as stream:
                yield stream
        else:
            if not pipes or stat.S_ISDIR(mode):
                check_is_file(given, mode)
            with given.open("wb") as stream:
                yield stream


def is_protected(path: Path) -> bool:
    """Return whether a file there must not be written, by its permissions, even if this user may ignore them."""
    mode = mode_of(path)
    return bool(mode) and (not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path, os.W_OK))


@contextmanager
def unprotected(path: Path) -> Iterator[None]:
    """Let a write-protected file be written inside the block; afterwards it is protected again. Raises InputError."""
    with refusals(path):
        mode = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode | stat.S_IWUSR)
        try:
            yield
        finally:
            path.chmod(mode)


@contextmanager
def _replacing(path: Path, mode: int | None) -> Iterator[BinaryIO]:
    # In the same folder, so that the replacement is one step of one file system.
    temporary = path.with_name(f".{os.urandom(8).hex()}.tmp")
    nameless = _nameless(path.parent)
    try:
        with temporary.open("xb") if nameless is None else nameless as stream:
            yield stream
            stream.flush()
            # Without this a power cut could leave the new name with no content.
            os.fsync(stream.fileno())
            if nameless is not None:
                # Only where it is given a folder does Python ask the system to follow the link; this path has its own.
                os.link(_link_of(nameless), temporary, src_dir_fd=nameless.fileno())
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        temporary.replace(path)
    except BaseException:
        # An interrupt leaves no half-written file behind either.
        temporary.unlink(missing_ok=True)
        raise
    # Bring the new name to the disk, where the system can; the content is there already.
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _nameless(folder: Path) -> BinaryIO | None:
    """Return a file in `folder` without a name, which vanishes if the process is killed; None if it is not possible."""
    try:
        stream = os.fdopen(os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666), "wb")
    except (AttributeError, OSError):  # Only Linux has such files, and not in every folder.
        return None
    if mode_of(Path(_link_of(stream))):
        return stream
    stream.close()
    return None


def _link_of(stream: BinaryIO) -> str:
    return f"/proc/self/fd/{stream.fileno()}"


def refuse_same_file(inputs: Iterable[str | None], outputs: Iterable[str | None]) -> None:
    """Raise InputError for an output that is also an input or another output, and for a second input from a pipe."""
    given = [name for name in inputs if name is not None]
    if given.count("-") > 1:
        raise InputError("a pipe (-) can be read only once. Name a file for the other")
    # What cannot be followed is refused when it is opened.
    for name in (name for name in outputs if name is not None):
        again = any(same_file(Path(name), Path(other)) for other in given)
        if again and stat.S_IFMT(mode_of(Path(name))) in (0, stat.S_IFREG, stat.S_IFDIR):
            raise InputError("the file is named twice; choose another one for this output", path=name)
        given.append(name)


def write_blocks(path: str, stream: BinaryIO, blocks: Iterable[str]) -> None:
    """Write the blocks as UTF-8. Raises InputError, naming `path`, if the operating system refuses."""
    with refusals(Path(path)):
        stream.writelines(block.encode() for block in blocks)
        stream.flush()
