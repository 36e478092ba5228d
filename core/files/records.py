"""Delimited text cut into rows of cells, each with the line it came from; and the way back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.files.source import line_breaks

Row = list[str]

_FIRST_RECORD = re.compile(r'[ \r\n]*((?:"[^"]*"|[^"\r\n]++)*)')
_QUOTED = re.compile(r'"[^"]*"')
_CLOSED = re.compile(r' *"(?:[^"]++|"")*+"')
_NEEDS_QUOTES = re.compile(r'[",;\t\r\n\ufeff]|^ | $')
_LONGEST_SHOWN = 40


@dataclass(frozen=True)
class Records:
    """Rows of cells; `lines` are the physical lines, from 1, on which the rows begin. Blank lines are left out."""

    cells: Sequence[Row]
    lines: Sequence[int]
    delimiter: str

    def error(self, sentence: str, row: int, column: int) -> InputError:
        """An error at a cell: `row` and `column` count from 0 here, the message's from 1."""
        return self.placed(InputError(sentence), row, column)

    def placed(self, error: InputError, row: int, column: int) -> InputError:
        """The same error, now saying at which cell."""
        within = sum(line_breaks(cell) for cell in self.cells[row][:column])
        error.line, error.column = self.lines[row] + within, column + 1
        return error

    def without_first(self) -> Records:
        """The rows below the header."""
        return Records(self.cells[1:], self.lines[1:], self.delimiter)


def shown(cell: str) -> str:
    """A cell as a message quotes it: in quotes, on one line, not too long."""
    return repr(cell if len(cell) <= _LONGEST_SHOWN else cell[: _LONGEST_SHOWN - 1] + "…")


def split_records(text: str) -> Records:
    """The rows of `text`, the delimiter found from its first row: a tab if there is one, else `;`, else `,`.

    Spaces around an unquoted cell are not part of it. Raises InputError for a quote that is not closed and for NUL.
    """
    delimiter = _delimiter(text)
    records = _split_quoted(text, delimiter) if '"' in text else _split_plain(text, delimiter)
    if "\0" in text:
        raise _nul(records)
    return records


def split_row(text: str, delimiter: str = ",") -> Row:
    """The cells of one row."""
    cells = _split_quoted(text, delimiter).cells
    return cells[0] if cells else []


def joined_row(cells: Sequence[str], delimiter: str) -> str:
    """One row of text that `split_records` takes apart again, cell by cell, exactly."""
    return delimiter.join(quoted(cell) for cell in cells)


def quoted(cell: str) -> str:
    """The cell in quotes where it needs them, whatever the delimiter."""
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def _delimiter(text: str) -> str:
    first = _FIRST_RECORD.match(text)
    outside = _QUOTED.sub("", first[1]) if first else ""
    return next((mark for mark in "\t;" if mark in outside), ",")


def _split_plain(text: str, delimiter: str) -> Records:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kept = [number for number, line in enumerate(lines, 1) if line.strip(" ")]
    cells = [[cell.strip(" ") for cell in lines[number - 1].split(delimiter)] for number in kept]
    return Records(cells, kept, delimiter)


def _split_quoted(text: str, delimiter: str) -> Records:
    cells: list[Row] = []
    lines: list[int] = []
    row: Row = []
    start = line = 1
    pattern = rf'(?: *+"((?:[^"]++|"")*+)" *+|([^{delimiter}\r\n]*+))({delimiter}|\r\n|\r|\n|\Z)'
    for match in re.finditer(pattern, text):
        inside, plain, end = match.groups()
        if inside is None:
            row.append(plain.strip(" "))
            if row[-1].startswith('"'):
                raise InputError(_quote_trouble(text[match.start() :]), line=line, column=len(row))
        else:
            row.append(inside.replace('""', '"'))
            line += line_breaks(inside)
        if end != delimiter:
            if row != [""]:
                cells.append(row)
                lines.append(start)
            row = []
            start = line = line + 1
    return Records(cells, lines, delimiter)


def _quote_trouble(text: str) -> str:
    if _CLOSED.match(text):
        return "text follows a closing quote; the next cell or row is expected there"
    return 'a quote is opened and not closed; a closing " is expected'


def _nul(records: Records) -> InputError:
    row, column = next((i, j) for i, row in enumerate(records.cells) for j, cell in enumerate(row) if "\0" in cell)
    return records.error("there is a NUL byte; plain text is expected", row, column)
