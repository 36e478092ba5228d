"""Spreadsheets: .xlsx, .xls and .ods, of which one sheet is read as a table.

The unpacked size is bounded before the reader sees the file, because the reader reserves memory for every cell up to
the last one: a stray cell in the last row would ask for 550 GB and end the program.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.parsers import expat

from core.errors import Cancelled, CancelledError, InputError, listed_names, never, raise_if_cancelled, shown
from core.files.disk.blocks import opened
from core.files.rows.first_rows import top_of
from core.files.rows.reader import cells_of
from core.files.rows.records import Record
from core.files.rows.source import LOOKED_AT
from core.files.table.table import Table

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

MOST_BYTES = 100_000_000
"""Unpacked: so much takes some seconds, and less than a gigabyte."""
MOST_CELLS = 4_000_000
_PIECE = 1 << 20
_PLACE = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")
# The records of an .xls whose length is fixed: a number, a short number, a text, an empty cell, a boolean.
_XLS_CELL = re.compile(
    rb"(?:\x03\x02\x0e\0|\x7e\x02\x0a\0|\xfd\0\x0a\0|\x01\x02\x06\0|\x05\x02\x08\0)(.{4})", re.DOTALL
)
_NUMBER = re.compile(r"[0-9]{1,9}")
_INSTEAD = "save the part that you need as CSV"


def sheet_table(
    path: Path, sheet: str | int | None = None, features: Sequence[str] = (), cancelled: Cancelled = never
) -> Table:
    """Return the table in a sheet, by name or by number from 1, else in the first one.

    Raises InputError for a file that is too large or damaged, and for a sheet that is not there.
    """
    import python_calamine  # it is not needed before the first spreadsheet

    opened(path).close()  # from here on, whatever the system refuses is a fault of what the file holds
    _check_size(path, cancelled)
    try:
        with python_calamine.CalamineWorkbook.from_path(path) as book:
            raise_if_cancelled(cancelled)
            names = _sheets(book)
            place = _place(names, sheet)
            rows = _rows(book.get_sheet_by_name(names[place]), cancelled)
    except python_calamine.PasswordError as error:
        raise InputError("this spreadsheet is locked; save it without a password") from error
    except (InputError, CancelledError, MemoryError):
        raise
    except BaseException as error:
        # A panic of the reader is no Exception; whatever else it raises means the same for a person.
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise InputError(f"this spreadsheet is damaged; {_INSTEAD} with the program that made it") from error
        raise
    if not rows:
        raise InputError(f"the sheet {shown(names[place])} is empty; write rows of features and a label")
    return _table(rows, names, place, features, told=sheet is None)


def _table(rows: deque[Record], names: tuple[str, ...], place: int, features: Sequence[str], *, told: bool) -> Table:
    top = top_of(list(islice(rows, LOOKED_AT)), ";", None, features)
    for _ in range(top.skipped):
        rows.popleft()
    columns, cells = top.decided(cells_of(rows, top.width, ";"))
    others = listed_names(name for j, name in enumerate(names) if j != place)
    note = f"the sheet {shown(names[place])} was read; there are {others} too (--sheet reads another)"
    notes = (note,) if told and len(names) > 1 else ()
    header = (top.header.line, top.header.cells)
    return Table(columns, cells, (*notes, *top.notes), header, sheets=names, sheet=place)


def _sheets(book: CalamineWorkbook) -> tuple[str, ...]:
    """Return the names of the sheets that hold cells, and no chart."""
    from python_calamine import SheetTypeEnum

    found = [each.name for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
    if not found:
        raise InputError("there is no sheet of cells; choose a file with one")
    return tuple(found)


def _place(names: Sequence[str], sheet: str | int | None) -> int:
    if sheet is None:
        return 0
    if isinstance(sheet, str) and sheet in names:
        return names.index(sheet)
    if str(sheet).isdecimal() and 1 <= int(sheet) <= len(names):
        return int(sheet) - 1
    raise InputError(f"there is no sheet {shown(str(sheet))}; the sheets are {listed_names(names)}")


def _rows(sheet: CalamineSheet, cancelled: Cancelled) -> deque[Record]:
    """Return the rows that are not empty, each with the cells up to the last column that holds something."""
    _check_cells(sheet.total_height + 1, sheet.total_width + 1)  # the reader counts from 0
    found: deque[Record] = deque()
    width = 0
    for line, row in enumerate(sheet.iter_rows(), 1):
        if line % 1000 == 0:
            raise_if_cancelled(cancelled)
        cells = [_text(value) for value in row]
        last = next((j for j in reversed(range(len(cells))) if cells[j]), None)
        if last is not None:
            found.append(Record(cells, line, 0))
            width = max(width, last + 1)
    for record in found:
        del record.cells[width:]
        record.cells.extend([""] * (width - len(record.cells)))
    return found


def _text(value: Any) -> str:
    """Return a cell as CSV would write it."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    return str(value).replace("\0", "").strip()


def _check_cells(rows: int, columns: int) -> None:
    if rows * columns > MOST_CELLS:
        raise InputError(
            f"the sheet reaches to row {rows:,} and column {columns:,}, which is too far; a stray cell may be there: "
            f"delete it, or {_INSTEAD}"
        )


def _check_size(path: Path, cancelled: Cancelled) -> None:
    """Raise InputError for a spreadsheet that unpacks to too much, or reaches too far."""
    if not zipfile.is_zipfile(path):
        if path.stat().st_size > MOST_BYTES:
            raise _too_large()
        places = [struct.unpack("<HH", match[1]) for match in _XLS_CELL.finditer(path.read_bytes())]
        _check_cells(*(1 + max((place[axis] for place in places), default=0) for axis in (0, 1)))
        return
    try:
        with zipfile.ZipFile(path) as archive:
            parts = [part for part in archive.infolist() if part.filename.endswith((".xml", ".rels"))]
            if sum(part.file_size for part in parts) > MOST_BYTES:
                raise _too_large()
            for part in parts:
                extent = _Extent()
                with archive.open(part) as stream:  # which reads no more than it said, and compares the checksum
                    for piece in iter(lambda: stream.read(_PIECE), b""):
                        raise_if_cancelled(cancelled)
                        extent.parser.Parse(piece)
                _check_cells(extent.rows, extent.columns)
    except (
        zipfile.BadZipFile,
        zlib.error,
        expat.ExpatError,
        OSError,
        EOFError,
        RuntimeError,  # also its NotImplementedError: a packing that zipfile does not know
    ) as error:
        raise InputError(f"this spreadsheet is damaged; {_INSTEAD} with the program that made it") from error


def _too_large() -> InputError:
    most = f"{MOST_BYTES / 1e6:.0f} MB"
    return InputError(f"this spreadsheet unpacks to more than {most}, which is too much for the memory; {_INSTEAD}")


@dataclass
class _Extent:
    """The last row and column of a sheet, in the XML of either kind, as far as it is parsed."""

    rows: int = 0
    columns: int = 0
    _row: int = 0
    _column: int = 0
    _repeated: int = 1

    def __post_init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._on_element
        self.parser.buffer_text = True

    def _on_element(self, name: str, attributes: dict[str, str]) -> None:
        kind = name[name.rfind(":") + 1 :]
        if kind == "row":
            said = attributes.get("r", "")
            self._row, self._column = int(said) if _NUMBER.fullmatch(said) else self._row + 1, 0
        elif kind == "c":
            # A cell without a place such as C4 is the next one in the row.
            place = _PLACE.fullmatch(attributes.get("r", ""))
            self._column += 1
            if place is not None:
                self._row, self._column = int(place[2]), 0
                for letter in place[1].upper():
                    self._column = 26 * self._column + ord(letter) - ord("A") + 1
            self._reach(self._row)
        elif kind == "table-row":
            self._row += self._repeated
            self._repeated, self._column = _times(attributes, "rows"), 0
        elif kind in {"table-cell", "covered-table-cell"}:
            self._column += _times(attributes, "columns")
            if any(key.endswith("value-type") for key in attributes):
                self._reach(self._row + self._repeated)
        elif kind == "p":
            self._reach(self._row + self._repeated)
        elif kind in {"table", "worksheet"}:
            self._row, self._repeated = 0, 0

    def _reach(self, row: int) -> None:
        self.rows = max(self.rows, row)
        self.columns = max(self.columns, self._column)


def _times(attributes: dict[str, str], of: str) -> int:
    """Return how often a row or a cell of an .ods is repeated."""
    said = next((value for key, value in attributes.items() if key.endswith(f"number-{of}-repeated")), "1")
    return int(said) if _NUMBER.fullmatch(said) else 1
