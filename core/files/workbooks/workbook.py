"""The base of all readers of workbooks: the packed parts with the elements of their XML, the cells, and their texts."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, time, timedelta
from itertools import pairwise
from pathlib import Path
from xml.parsers import expat

from core.errors import Cancelled, InputError, raise_if_cancelled
from core.files.rows.reader import Record
from core.files.table.numbers import WRITTEN_NUMBER

INSTEAD = "save the part that you need as CSV"
_MOST_CHARACTERS = 50_000_000
"""More than the digits of any sheet that can be read; a long text of many cells is written to the file only once."""
_MOST_EMPTY, _MOST_EMPTY_PER_CELL = 500_000, 100
"""Empty cells beside filled ones: those that any sheet may have, and those more for each filled cell."""
# Parts of a number format that show no date: quoted text, escaped and filling characters, colours and locales.
_SAYS_NOTHING = re.compile(r'"[^"]*"?|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general', re.IGNORECASE | re.DOTALL)
_DATES = frozenset({*range(14, 23), *range(27, 37), 45, 47, *range(50, 59)})
_DURATION = 46


def damaged() -> InputError:
    """Return the error for a file that cannot be understood."""
    return InputError(f"this spreadsheet is damaged; {INSTEAD} with the program that made it")


@contextmanager
def refusing(*faults: type[Exception]) -> Iterator[None]:
    """Turn these errors inside the block into that of a file that cannot be understood; an InputError passes."""
    try:
        yield
    except InputError:
        raise
    except faults as error:
        raise damaged() from error


def locked() -> InputError:
    """Return the error for a file that is encrypted."""
    return InputError("this spreadsheet is locked; save it without a password")


class Cells:
    """The cells of a sheet that hold text; none are kept of a sheet of more than `most_cells` up to the last one."""

    MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
    """No spreadsheet program has more."""

    def __init__(self, most_cells: int) -> None:
        self._most = most_cells
        self._rows: dict[int, list[str]] = {}
        self._width = self._height = self._filled = self._characters = 0

    def put(self, row: int, column: int, text: str, down: int = 1, across: int = 1) -> None:
        """Put a text into `down` rows and `across` columns from a cell, which count from 1. Raises InputError."""
        text = text.strip()
        if not text:
            return
        self._height, self._width = max(self._height, row + down - 1), max(self._width, column + across - 1)
        if self._height * self._width > self._most:
            self._rows.clear()
            return
        self._filled += down * across
        self._characters += len(text) * down * across
        if self._characters > _MOST_CHARACTERS:
            raise InputError(f"the sheet holds more text than there is memory for; {INSTEAD}")
        if not (1 <= row <= self.MOST_ROWS and 1 <= column <= self.MOST_COLUMNS):
            raise damaged()
        for number in range(row, row + down):
            cells = self._rows.setdefault(number, [])
            if any(cells[column - 1 : column - 1 + across]):
                raise damaged()
            cells.extend([""] * (column - 1 - len(cells)))
            cells[column - 1 : column - 1 + across] = [text] * across

    def records(self) -> list[Record]:
        """Return the rows that hold something, in order and of one width. Raises InputError if they are too many."""
        is_empty = len(self._rows) * self._width > _MOST_EMPTY + _MOST_EMPTY_PER_CELL * self._filled
        if is_empty or self._height * self._width > self._most:
            told = f"the sheet reaches to row {self._height:,} and column {self._width:,}, which is too far"
            raise InputError(f"{told}; a stray cell may be there: delete it, or {INSTEAD}")
        rows = sorted(self._rows.items())
        return [Record([*cells, *[""] * (self._width - len(cells))], row, 0) for row, cells in rows]


def number_of(said: str) -> float:
    """Return the number that a file says in digits. Raises InputError for anything else."""
    if not WRITTEN_NUMBER.fullmatch(said):
        raise damaged()
    return float(said)


def kind_of_format(number: int, code: str | None) -> str:
    """Return "date", "duration" or "" for a number format, given its code unless it is built in."""
    if code is None:
        return "date" if number in _DATES else "duration" if number == _DURATION else ""
    shown = _SAYS_NOTHING.sub("", code).lower()
    if re.match(r"[^;]*\[", shown):
        return "duration"
    return "date" if re.match(r"[^;]*[dmyhs]", shown) else ""


def text_of_number(value: float, kind: str = "", *, since_1904: bool = False) -> str:
    """Return a number as CSV would write it: a date or a duration, in days, if its format shows one."""
    with suppress(OverflowError):  # Such a date is shown as ##### in the program, and its number can be read.
        if kind == "duration":
            return str(_duration(value))
        if kind == "date" and value >= 0:
            # To the programs 1900 was a leap year: 60 is its 29th of February.
            since = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 31 if value < 60 else 30)
            moment = since + _duration(value)
            if value < 1:
                return moment.time().isoformat()
            return (moment if moment.time() != time() else moment.date()).isoformat()
    return repr(value).removesuffix(".0")


def _duration(days: float) -> timedelta:
    return timedelta(milliseconds=round(days * 86_400_000))


_PIECE = 1 << 18
_FAULTS = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError)
"""Of an archive; a RuntimeError comes from an encrypted part, and from a version that zipfile does not know."""
_FULL_OF_AIR = 500
"""A sheet of zeros and ones becomes 250 times as small, and none more often: doing so only wastes time."""
_SMALL = 1_000_000
"""Bytes that take no time, however well they are packed."""


class Archive:
    """The parts of the archive at `path`. Raises InputError for one that unpacks to more than `most_bytes`."""

    def __init__(self, path: Path, most_bytes: int, cancelled: Cancelled) -> None:
        self._cancelled = cancelled
        self._most = self._left = most_bytes
        with refusing(*_FAULTS):
            self._archive = zipfile.ZipFile(path)
            entries = self._archive.infolist()
        self._parts = {_key(entry.filename): entry for entry in entries}
        if len(self._parts) < len(entries):
            raise damaged()  # Two parts of one name: another program may show the other.
        if sum(entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels"))) > most_bytes:
            raise too_large(most_bytes)

    def close(self) -> None:
        self._archive.close()

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._parts

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield the bytes of a part. Raises InputError if it is damaged or missing."""
        part = self._parts.get(_key(name))
        # Other ways of packing are used by no program, and unpacked without a bound by zipfile.
        if part is None or part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise damaged()
        self._left -= part.file_size
        if self._left < 0:
            raise too_large(self._most)
        if part.file_size > max(_SMALL, _FULL_OF_AIR * part.compress_size):
            raise damaged()
        with refusing(*_FAULTS), self._archive.open(part) as stream:
            # zipfile reads no more than the archive says, and compares the checksum.
            for piece in iter(lambda: stream.read(_PIECE), b""):
                raise_if_cancelled(self._cancelled)
                yield piece

    def size(self, name: str) -> int:
        return self._parts[_key(name)].file_size if name in self else 0


def _key(name: str) -> str:
    return name.replace("\\", "/").lower()


def too_large(most_bytes: int) -> InputError:
    """Return the error for a file that unpacks to more bytes than the limit."""
    told = f"this spreadsheet unpacks to more than {most_bytes / 1e6:.0f} MB, which is too much for the memory"
    return InputError(f"{told}; {INSTEAD}")


class Elements:
    """Reads the known elements of an XML part and skips the others with their content.

    A subclass lists in `places` the paths to its elements, from the top ("/a/b") or from any other ("b/c"); elsewhere
    they are refused. Their namespaces are `spaces`, attributes have expat's names, and `texts` keep their characters.
    """

    places: tuple[str, ...]
    spaces: tuple[str, ...]
    texts: tuple[str, ...] = ()

    def __init__(self) -> None:
        self._path: list[str] = [""]
        self._text: list[str] = []
        self._places = {pair for path in self.places for pair in pairwise(path.split("/"))}
        self._names = {f"{space} {name}": name for space in self.spaces for _, name in self._places}
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._on_start
        self._parser.EndElementHandler = self._on_end
        self._parser.CharacterDataHandler = self._on_text
        self._parser.StartDoctypeDeclHandler = self._on_doctype

    def parse(self, parts: Archive, name: str) -> None:
        """Parse a part, and keep what is needed of it. Raises InputError."""
        with refusing(expat.ExpatError, LookupError, ValueError):  # the latter two for an unknown encoding
            for piece in parts.pieces(name):
                self._parser.Parse(piece)
            self._parser.Parse(b"", True)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Handle the beginning of an element that is understood."""

    def end(self, name: str) -> None:
        """Handle its end."""

    def text(self) -> str:
        """Return the text since this was last called."""
        text = "".join(self._text)
        self._text.clear()
        return text

    def add(self, text: str) -> None:
        self._text.append(text)

    def _on_start(self, qualified: str, attributes: dict[str, str]) -> None:
        parent = self._path[-1]
        name = self._names.get(qualified, "?") if parent != "?" else "?"
        self._path.append(name)
        if name != "?":
            if (parent, name) not in self._places:
                raise damaged()
            self.start(name, attributes)
        elif not parent:
            raise damaged()

    def _on_end(self, _qualified: str) -> None:
        name = self._path.pop()
        if name != "?":
            self.end(name)

    def _on_text(self, text: str) -> None:
        if self._path[-1] in self.texts:
            self._text.append(text)

    def _on_doctype(self, *_: object) -> None:
        raise damaged()  # No spreadsheet program writes one, and it could define entities.
