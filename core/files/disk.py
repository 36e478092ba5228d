"""Files as the operating system has them: its refusals in a sentence, the bytes block by block, still the same or not.

Text comes as UTF-8 whatever encoding it was saved in: UTF-8 and UTF-16 say themselves what they are. Of other bytes the
first that are not ASCII decide: where they cannot be UTF-8 the file is taken for Windows-1252, of which Latin-1 is a
part, unless they have no meaning there either.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from core.errors import Cancelled, CancelledError, InputError, never, raise_if_cancelled

_SENTENCES = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EROFS: "this disk can only be read",
    errno.ELOOP: "this link leads back to itself; choose a file",
    errno.ENAMETOOLONG: "this name is too long for a file",
    errno.EIO: "the disk failed",
}
_REFUSED = "permission is refused" + ", or another program has it open" * (os.name == "nt")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Add `path` to every InputError inside the block; turn errors of the system, and any other, into InputErrors."""
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
    # A file can hold things that no reader expects: a person gets a sentence instead of a traceback.
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
    """Return kind and permissions of a file, as `stat` does; 0 if there is none or it is out of reach."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # a path that cannot exist is no folder and no file
        return 0


def check_is_file(path: Path, mode: int) -> None:
    """Raise IsADirectoryError for a folder, and InputError for anything else that is no file, by its `mode`."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(mode):
        kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
        raise InputError(f"this is {kinds.get(stat.S_IFMT(mode), 'no file')}; choose a file", path=path)


def _sentence(error: OSError, path: Path) -> str:
    if stat.S_ISDIR(mode_of(path)):
        return "this is a folder; choose a file"
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return f"there is no such {'file' if stat.S_ISDIR(mode_of(path.parent)) else 'folder'}"
    if isinstance(error, PermissionError):
        return f"{_REFUSED}; choose a file that you may use"
    return _SENTENCES.get(error.errno or 0, "the file cannot be used; its name and its disk may be the reason")


BLOCK_BYTES = 1 << 18
"""A block is worked through in a few milliseconds, and what is made of it fits into a processor's cache."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def line_breaks(text: str) -> int:
    """Return how many physical lines end within `text`; CR LF, LF and CR each end one."""
    return len(re.findall(r"\r\n|\r|\n", text))


def decoded(block: bytes, line: int) -> str:
    """Return the text of a block that begins on `line`. Raises InputError for bytes that are no UTF-8."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        # The line is counted up to the first byte that is no text.
        raise _no_text(line + line_breaks(block[: error.start].decode(errors="replace"))) from error


@dataclass
class TextBlocks:
    """The file as UTF-8 without a byte order mark, in blocks that end where a line ends; a long line is one block.

    Each iteration reads the file again. Raises as `opened` does, and CancelledError once it is `cancelled`.
    """

    path: Path
    cancelled: Cancelled = never
    encoding: str = "UTF-8"
    """The encoding as far as it is known; UTF-8 until the file says otherwise."""

    def __iter__(self) -> Iterator[bytes]:
        self.encoding, decided = "UTF-8", False
        for block in _lines(self.path, self.cancelled):
            plain = block
            if not decided and not block.isascii():
                decided = True
                try:
                    block.decode()
                except UnicodeDecodeError as error:
                    # No text holds control characters; an archive or a picture does.
                    damaged = re.search(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]", block)
                    if block[: error.start].isascii() and not damaged:
                        self.encoding = "Latin-1"
            if self.encoding != "UTF-8" and not block.isascii():
                # These bytes are letters and signs in Windows-1252, and nothing in Latin-1.
                if re.search(rb"[\x80-\x9f]", block):
                    self.encoding = "Windows-1252"
                with suppress(UnicodeDecodeError):  # whoever decodes it says on which line it is no text
                    plain = block.decode("cp1252").encode()
            yield plain

    def remarks(self) -> tuple[str, ...]:
        """Return how the file was read, if it does not say so itself; once it is read."""
        return () if self.encoding == "UTF-8" else (f"the file is not UTF-8 and was read as {self.encoding}",)


def _lines(path: Path, cancelled: Cancelled) -> Iterator[bytes]:
    parts: list[bytes] = []
    with opened(path) as stream:
        for piece in _from_unicode(stream):
            raise_if_cancelled(cancelled)
            # A CR that is the last byte may be the half of a CR LF.
            cut = piece.rfind(b"\n") + 1 or piece.rfind(b"\r", 0, len(piece) - 1) + 1
            if cut:
                yield b"".join([*parts, piece[:cut]])
                parts = []
            parts.append(piece[cut:])
    if rest := b"".join(parts):
        yield rest


def head(path: Path) -> str:
    """Return the beginning of the file, from which its format is recognised. Raises as `opened` does."""
    with opened(path) as stream:
        start = stream.read(1 << 16)
    return start.decode("utf-16" if start.startswith(_UTF_16) else "utf-8-sig", "replace")


def opened(path: Path) -> BinaryIO:
    """Return the file, to be read. Raises as `check_is_file` does, and OSError as the system does."""
    # Without O_NONBLOCK the opening of a pipe would already wait for a writer; and a device has no end.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        check_is_file(path, os.fstat(number).st_mode)
    except (InputError, IsADirectoryError):
        # The caller never gets this file, so nobody else would close it.
        os.close(number)
        raise
    return os.fdopen(number, "rb", buffering=0)


def file_text(path: Path) -> str:
    """Return all of a file in UTF-8, lines ending in LF. Raises as `opened` does, and UnicodeDecodeError."""
    with io.TextIOWrapper(opened(path), "utf-8") as stream:
        return stream.read()


def _from_unicode(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the bytes as UTF-8 if they are UTF-16, else as they are without the mark of UTF-8."""
    pieces = iter(lambda: stream.read(BLOCK_BYTES), b"")
    first = next(pieces, b"")
    if not first.startswith(_UTF_16):
        yield from chain([first.removeprefix(codecs.BOM_UTF8)], pieces)
        return
    decoder, line = codecs.getincrementaldecoder("utf-16")(), 1
    for piece in chain([first], pieces, [b""]):
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            raise _no_text(line) from error
        line += line_breaks(text)
        yield text.encode()


def _no_text(line: int) -> InputError:
    return InputError("these bytes are not text; save the file as UTF-8", line=line)


class OnDisk(Enum):
    """What became of a file."""

    SAME = auto()
    CHANGED = auto()
    GONE = auto()


@dataclass(frozen=True)
class Stamp:
    """A file at one moment: bytes, time of the last change in nanoseconds, and a digest of the content in hex."""

    size: int
    changed_ns: int
    digest: str

    def compare(self, path: Path) -> OnDisk:
        """Return what happened to the file since. Its content is compared only if size or time differ."""
        try:
            status = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return OnDisk.GONE
        except (OSError, ValueError):
            # A disk that cannot be asked now is no reason to call the file changed.
            return OnDisk.SAME
        if (status.st_size, status.st_mtime_ns) == (self.size, self.changed_ns):
            return OnDisk.SAME
        now = stamp_of(path)
        return OnDisk.SAME if now is not None and now.digest == self.digest else OnDisk.CHANGED


def stamp_of(path: Path, cancelled: Cancelled = never) -> Stamp | None:
    """Return the file as it is now; None for what is no regular file, or is out of reach. Raises CancelledError."""
    import hashlib  # it brings OpenSSL, and the first picture does without

    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return None
        digest = hashlib.blake2b()
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                raise_if_cancelled(cancelled)
                digest.update(block)
    except (OSError, ValueError):
        return None
    return Stamp(status.st_size, status.st_mtime_ns, digest.hexdigest())


def same_file(a: Path, b: Path) -> bool:
    """Return whether two names lead to one place, whether or not there is a file; a Mac tells no capitals apart."""
    try:
        return os.path.realpath(a) == os.path.realpath(b) or a.samefile(b)
    except (OSError, ValueError):  # no names of files, or names in a folder that is gone
        return False
