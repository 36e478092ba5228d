"""The bytes of a file in blocks of whole lines, as UTF-8 whatever Unicode encoding it was saved in."""

from __future__ import annotations

import codecs
import os
import re
import stat
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from core.errors import Cancelled, InputError, end_if, never

BLOCK_BYTES = 1 << 18
"""A block is worked through in a few milliseconds, and what is made of it fits into a processor's cache."""

_BREAK = re.compile(r"\r\n|\r|\n")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


def line_breaks(text: str) -> int:
    """How many physical lines end within `text`; CR LF, LF and CR each end one."""
    return len(_BREAK.findall(text))


def decoded(block: bytes, line: int) -> str:
    """The text of a block that begins on `line`. Raises InputError for bytes that are no UTF-8."""
    try:
        return block.decode()
    except UnicodeDecodeError as error:
        raise _no_text(line + line_breaks(block[: error.start].decode(errors="replace"))) from error


def text_blocks(path: Path, cancelled: Cancelled = never) -> Iterator[bytes]:
    """The file as UTF-8 without a byte order mark, in blocks that end where a line ends; a long line is one block.

    Only what is a file is opened: a pipe could keep one waiting, and a device has no end. Raises InputError for
    these, OSError as the system does, and CancelledError once `cancelled` says so.
    """
    parts: list[bytes] = []
    with _opened(path) as stream:
        for piece in _as_utf_8(stream):
            end_if(cancelled)
            cut = _end_of_lines(piece)
            if cut:
                yield b"".join([*parts, piece[:cut]])
                parts = []
            parts.append(piece[cut:])
    if rest := b"".join(parts):
        yield rest


def head(path: Path, size: int = 1 << 16) -> str:
    """The beginning of the file, whatever it holds; for a look at what format it has. Raises as `blocks` does."""
    with _opened(path) as stream:
        start = stream.read(size)
    return start.decode("utf-16" if start.startswith(_UTF_16) else "utf-8-sig", "replace")


def _opened(path: Path) -> BinaryIO:
    # Without O_NONBLOCK the opening of a pipe would already wait for a writer.
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(number).st_mode
    if not stat.S_ISREG(mode):
        os.close(number)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(path)
        raise InputError(f"this is {_KINDS.get(stat.S_IFMT(mode), 'no file')}; a file is expected")
    return os.fdopen(number, "rb", buffering=0)


def _as_utf_8(stream: BinaryIO) -> Iterator[bytes]:
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


def _end_of_lines(piece: bytes) -> int:
    """Where the last line that ends in `piece` ends; a CR that is its last byte may be the half of a CR LF."""
    return piece.rfind(b"\n") + 1 or piece.rfind(b"\r", 0, len(piece) - 1) + 1


def _no_text(line: int) -> InputError:
    return InputError("these bytes are not text; a file saved as UTF-8 is expected", line=line)
