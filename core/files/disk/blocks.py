"""The bytes of a file in blocks of whole lines, as UTF-8 whatever encoding it was saved in.

UTF-8 and UTF-16 say themselves what they are. Of other bytes the first that are not ASCII decide: where they cannot be
UTF-8 the file is taken for Windows-1252, of which Latin-1 is a part, unless they have no meaning there either.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from core.errors import Cancelled, InputError, never, raise_if_cancelled
from core.files.disk.refusals import check_is_file

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


class TextBlocks:
    """The file as UTF-8 without a byte order mark, in blocks that end where a line ends; a long line is one block.

    Each iteration reads the file again. Only regular files are opened: a pipe could make the program wait, and a device
    has no end. Raises InputError for these, OSError as the system does, and CancelledError once `cancelled` returns
    true.
    """

    def __init__(self, path: Path, cancelled: Cancelled = never) -> None:
        self._path = path
        self._cancelled = cancelled
        self.encoding = "UTF-8"
        """The encoding as far as it is known; UTF-8 until the file says otherwise."""

    def __iter__(self) -> Iterator[bytes]:
        self.encoding, decided = "UTF-8", False
        for block in _lines(self._path, self._cancelled):
            plain = block
            if not decided and not block.isascii():
                self.encoding, decided = _encoding_of(block), True
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


def _encoding_of(block: bytes) -> str:
    """Return the encoding of the first block that is not ASCII; UTF-8 also for damaged UTF-8."""
    try:
        block.decode()
    except UnicodeDecodeError as error:
        # No text holds control characters; an archive or a picture does.
        damaged = not block[: error.start].isascii() or re.search(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]", block)
        return "UTF-8" if damaged else "Latin-1"
    return "UTF-8"


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


def head(path: Path, size: int = 1 << 16) -> str:
    """Return the beginning of the file, from which its format is recognised. Raises as `blocks` does."""
    with opened(path) as stream:
        start = stream.read(size)
    return start.decode("utf-16" if start.startswith(_UTF_16) else "utf-8-sig", "replace")


def opened(path: Path) -> BinaryIO:
    """Return the file, to be read. Raises as `check_is_file` does, and OSError as the system does."""
    # Without O_NONBLOCK the opening of a pipe would already wait for a writer.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        check_is_file(path, os.fstat(number).st_mode)
    except (InputError, IsADirectoryError):
        # The caller never gets this file, so nobody else would close it.
        os.close(number)
        raise
    return os.fdopen(number, "rb", buffering=0)


def text_of(path: Path) -> str:
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
