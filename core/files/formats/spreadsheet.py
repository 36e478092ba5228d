"""Spreadsheets (.xlsx, .xls, .ods): one sheet is read as a table, within bounds: a stray cell may mean 550 GB."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import dropwhile, islice
from pathlib import Path

from core.errors import Cancelled, InputError, listed_names, raise_if_cancelled, shown
from core.files.disk import opened
from core.files.rows.opening import LOOKED_AT, top_of
from core.files.rows.reader import Record, table_of_rows
from core.files.table.numbers import is_meant_as_number
from core.files.table.table import Table
from core.files.workbooks.ods import Ods
from core.files.workbooks.workbook import Archive, Cells, too_large
from core.files.workbooks.xls import SIGNATURE, Xls
from core.files.workbooks.xlsx import Xlsx

MOST_BYTES = 100_000_000
"""Unpacked: so much takes some seconds, and less than a gigabyte."""
MOST_CELLS = 4_000_000


def sheet_table(path: Path, sheet: str | int | None, features: Sequence[str], cancelled: Cancelled) -> Table:
    """Return the table in a sheet, by name or by number from 1, else in the first one. Raises InputError."""
    grid = Cells(MOST_CELLS)
    if content := _compound(path):
        names, place = _fill(grid, Xls(content, cancelled), sheet)
    else:
        with closing(Archive(path, MOST_BYTES, cancelled)) as parts:
            names, place = _fill(grid, Ods(parts) if "content.xml" in parts else Xlsx(parts), sheet)
    raise_if_cancelled(cancelled)
    rows = deque(grid.records())
    if sheet is None and len(names) > 1 and not _holds_table(rows, features):
        raise NoTableError(names, "write the examples on the first one" if features else "--sheet reads another")
    if not rows:
        raise InputError(f"the sheet {shown(names[place])} is empty; write rows of features and a label")
    top = top_of(list(islice(rows, LOOKED_AT)), ";", None, features)
    for _ in range(top.skipped):
        rows.popleft()
    table = top.decided(table_of_rows(rows, top.width, ";"))
    notes = top.notes
    if sheet is None and len(names) > 1:
        others = listed_names(name for j, name in enumerate(names) if j != place)
        told = f"the sheet {shown(names[place])} was read; there are {others} too (--sheet reads another)"
        notes = (told, *notes)
    return replace(table, notes=notes, sheets=names, sheet=place)


class NoTableError(InputError):
    """The first of several sheets holds no table; `sheets` are the names of all."""

    def __init__(self, sheets: Sequence[str], what_to_do: str) -> None:
        told = f"sheet 1, {shown(sheets[0])}, holds no table; the sheets are {listed_names(sheets)}"
        super().__init__(f"{told}; {what_to_do}")
        self.sheets = sheets


def _holds_table(rows: Sequence[Record], features: Sequence[str]) -> bool:
    """Return whether a sheet has a number, or a whole column of words below its titles, and one column beside it."""
    if not rows or (len(rows[0].cells) == 1 and not features):
        return False
    below = list(dropwhile(lambda row: sum(map(bool, row.cells)) < 2, rows))[1:]
    is_whole = any(all(column) for column in zip(*(row.cells for row in below), strict=True))
    return is_whole or any(is_meant_as_number(cell, ";") for row in rows for cell in row.cells)


def _compound(path: Path) -> bytes:
    """Return the bytes of a file of Excel until 2003; none of another, though the former may hold an archive."""
    with opened(path) as stream:
        content = stream.read(len(SIGNATURE))
        if content != SIGNATURE:
            return b""
        content += stream.read(MOST_BYTES)
    if len(content) > MOST_BYTES:
        raise too_large(MOST_BYTES)
    return content


def _fill(grid: Cells, book: Xlsx | Ods | Xls, sheet: str | int | None) -> tuple[tuple[str, ...], int]:
    """Put the cells of a sheet into `grid`; return the names of all sheets, and the place of this one."""
    if not book.names:
        raise InputError("there is no sheet of cells; choose a file with one")
    if isinstance(sheet, str) and sheet in book.names:
        place = book.names.index(sheet)
    elif sheet is None or (str(sheet).isdecimal() and 1 <= int(sheet) <= len(book.names)):
        place = int(sheet or 1) - 1
    else:
        raise InputError(f"there is no sheet {shown(str(sheet))}; the sheets are {listed_names(book.names)}")
    book.fill(grid, book.names[place])
    return book.names, place
