"""Delimited text cut into rows of cells, each with the line it came from; and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import InputError
from core.files.disk import line_breaks

MOST_COLUMNS = 100_000
"""No table has more; a line with more cells is no row of one."""

_PLAIN_LINE = re.compile(r'([^"\0\r\n]*+)(?:\r\n|\r|\n|\Z)')
"""A line that is a row and can be cut at once."""
_BLANK_LINES = re.compile(r"(?: *+(?:\r\n|\r|\n))++")
_NEEDS_QUOTES = re.compile(r'[",;\t\r\n\ufeff]|^ | $|^#|^sep=')


@dataclass(frozen=True)
class Record:
    """A row of cells that begins on `line`; the next one begins at `end` of the text."""

    cells: list[str]
    line: int
    end: int

    def error(self, sentence: str, column: int) -> InputError:
        """Return an error at a cell: `column` counts from 0 here, the message's from 1."""
        return self.placed(InputError(sentence), column)

    def placed(self, error: InputError, column: int) -> InputError:
        """Return the same error, now saying at which cell."""
        error.line, error.column = self.line_of(column), column + 1
        return error

    def line_of(self, column: int) -> int:
        """Return the line on which a cell begins."""
        return self.line + sum(line_breaks(cell) for cell in self.cells[:column])


def delimiter_of(text: str) -> str:
    """Return the delimiter of the first row: a tab if there is one, else `;`, else `,`, else a space."""
    first = re.match(r'[ \r\n]*((?:"[^"]*"|[^"\r\n]++)*)', text)
    outside = re.sub(r'"[^"]*"', "", first[1].rstrip(" ")) if first else ""
    return next((mark for mark in "\t;, " if mark in outside), ",")


def split_records(text: str, delimiter: str, line: int = 1) -> Iterator[Record]:
    """Yield the rows of `text`, which begins on `line`; blank lines are left out.

    Spaces around an unquoted cell are not part of it. Raises InputError for a quote that is not closed, for NUL, and
    for a row of more than `MOST_COLUMNS` cells.
    """
    row: list[str] = []
    place, start = 0, line
    mark = re.escape(delimiter)
    pattern = re.compile(rf'(?: *+"((?:[^"]++|"")*+)" *+|((?! *+")[^{mark}\r\n]*+))({mark}|\r\n|\r|\n|\Z)')
    while place < len(text) or row:
        if not row and (blank := _BLANK_LINES.match(text, place)):
            start = line = line + line_breaks(blank[0])
            place = blank.end()
            continue
        if not row and (whole := _PLAIN_LINE.match(text, place)):
            cells = [cell.strip(" ") for cell in whole[1].split(delimiter)]
            _check_width(cells, line)
            place = whole.end()
            if cells != [""]:
                yield Record(cells, line, place)
            start = line = line + 1
            continue
        match = pattern.match(text, place)
        if match is None:
            trouble = 'a quote is opened and not closed; write a closing "'
            if re.match(r' *"(?:[^"]++|"")*+"', text[place:]):
                trouble = "text follows a closing quote; write a separator or a new line there"
            raise InputError(trouble, line=line, column=len(row) + 1)
        inside, plain, end = match.groups()
        cell = plain.strip(" ") if inside is None else inside.replace('""', '"')
        if "\0" in cell:
            raise InputError("there is a NUL byte; write plain text", line=line, column=len(row) + 1)
        row.append(cell)
        _check_width(row, start)
        line += 0 if inside is None else line_breaks(inside)
        place = match.end()
        if end != delimiter:
            if row != [""]:
                yield Record(row, start, place)
            row = []
            start = line = line + 1


def _check_width(row: list[str], line: int) -> None:
    if len(row) > MOST_COLUMNS:
        raise InputError(f"there are more than {MOST_COLUMNS:,} columns; use fewer", line=line)


def split_row(text: str, delimiter: str = ",") -> list[str]:
    """Return the cells of one row."""
    return next((record.cells for record in split_records(text, delimiter)), [])


def quoted(cell: str) -> str:
    """Return the cell in quotes where it needs them, whatever the delimiter."""
    return '"' + cell.replace('"', '""') + '"' if _NEEDS_QUOTES.search(cell) else cell


def check_writable(*texts: str) -> None:
    """Raise InputError for names that no text file can hold."""
    text = "".join(texts)
    if "\0" in text:
        raise InputError("a name holds a NUL character; it cannot be written")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError("a name holds half a character; it cannot be written as UTF-8") from error
