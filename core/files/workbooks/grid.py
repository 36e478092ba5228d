"""The filled cells of one sheet, and the text of a number in a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, time, timedelta

from core.errors import InputError
from core.files.rows.reader import Record
from core.files.table.numbers import WRITTEN_NUMBER

INSTEAD = "save the part that you need as CSV"
MOST_ROWS, MOST_COLUMNS = 1_048_576, 16_384
"""No spreadsheet program has more."""
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


class Grid:
    """The cells of a sheet that hold text; none are kept of a sheet of more than `most_cells` up to the last one."""

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
        if not (1 <= row <= MOST_ROWS and 1 <= column <= MOST_COLUMNS):
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
