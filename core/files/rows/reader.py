"""Delimited text cut into rows of cells, each with its line, and the way back; a whole block is read at once, in C."""

from __future__ import annotations

import re
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.dataset import FloatArray, IntArray
from core.errors import InputError
from core.files.disk import decoded, line_breaks
from core.files.table.columns import Columns
from core.files.table.numbers import Signs
from core.files.table.table import Block, Table, cell_bits
from core.numbers.numerals import counted

MOST_COLUMNS = 100_000
"""No table has more; a line with more cells is no row of one."""

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
        line = self.line + sum(line_breaks(cell) for cell in self.cells[:column])
        return InputError(sentence, line=line, column=column + 1)

    def width_error(self, width: int, where: str = "") -> InputError:
        """Return the error for a row that has not as many cells as the others."""
        count = len(self.cells)
        return self.error(f"the row has {counted(count, 'column')}; write {width}{where}", min(count, width))


def delimiter_of(text: str) -> str:
    """Return the delimiter of the first row: a tab if there is one, else `;`, else `,`, else a space."""
    first = re.match(r'[ \r\n]*((?:"[^"]*"|[^"\r\n]++)*)', text)
    outside = re.sub(r'"[^"]*"', "", first[1].rstrip(" ")) if first else ""
    return next((mark for mark in "\t;, " if mark in outside), ",")


def split_records(text: str, delimiter: str, line: int = 1) -> Iterator[Record]:
    """Yield the rows of `text`, which begins on `line`, without blank lines and outer spaces. Raises InputError."""
    row: list[str] = []
    place, start = 0, line
    mark = re.escape(delimiter)
    pattern = re.compile(rf'(?: *+"((?:[^"]++|"")*+)" *+|((?! *+")[^{mark}\r\n]*+))({mark}|\r\n|\r|\n|\Z)')
    while place < len(text) or row:
        if not row and (blank := _BLANK_LINES.match(text, place)):
            start = line = line + line_breaks(blank[0])
            place = blank.end()
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
        if len(row) > MOST_COLUMNS:
            raise InputError(f"there are more than {MOST_COLUMNS:,} columns; use fewer", line=start)
        line += 0 if inside is None else line_breaks(inside)
        place = match.end()
        if end != delimiter:
            if row != [""]:
                yield Record(row, start, place)
            row = []
            start = line = line + 1


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


_CELL, _ROW = b"\xff", b"\xfe"
"""The ends of a cell and a row after the quotes are resolved: no text in UTF-8 holds these bytes."""
_DECIMAL = {mark: re.compile(rb"[0-9]" + re.escape(mark.encode()) + rb"[0-9]") for mark in ".,"}
_ROWS_AT_ONCE = 1 << 12
_LOOKED_AT = 1 << 14
"""Bytes. So much of a block with points and commas is looked at to see which of them is the decimal mark."""


class RowsAtOnce(NamedTuple):
    """m rows that were read: their numbers (width, m), in which columns they have the mark, and what is `left`.

    `left` (k, 4) are the cells that were not read: the row, the column, the first byte and the one after the last.
    """

    numbers: FloatArray
    marked: NDArray[np.int8]
    left: IntArray


def read_rows(block: Block, mark: bytes, width: int) -> RowsAtOnce | None:
    """Return the rows of a block; None unless every row has `width` cells."""
    if (library := loops()) is None:
        cells = [row.split(block.delimiter) for row in block.data.split(block.close)[:-1]]
        if any(len(row) != width or not (width > 1 or row[0].strip(b" ")) for row in cells):
            return None
        lengths = np.array([[len(cell) for cell in row] for row in cells], np.int64).reshape(-1, width)
        stops = np.cumsum(lengths + 1).reshape(lengths.shape) - 1
        left = np.stack([*np.indices(lengths.shape), stops - lengths, stops], axis=-1).reshape(-1, 4)
        return RowsAtOnce(np.full((width, len(cells)), np.nan), np.zeros(width, np.int8), left)
    data = block.data
    # A quarter of the time of bytes.count where lines are short.
    rows = np.count_nonzero(np.frombuffer(data, np.uint8) == ord(block.close))
    numbers, marked = np.empty((width, rows)), np.zeros(width, np.int8)
    left = np.empty((rows * width, 4), np.int64)
    signs = (block.delimiter, block.close, mark)
    count = library.read_rows(data, len(data), rows, *signs, width, numbers, left, marked)
    return None if count < 0 else RowsAtOnce(numbers, marked, left[:count])


@dataclass
class CellReader:
    """Reads blocks of rows of `width` cells; a block with one of the `special` bytes is `split` cell by cell."""

    line: int
    width: int
    delimiter: str = ","
    split: Callable[[str, str, int], Iterator[Record]] = split_records
    """Text, delimiter and the line the text begins on to rows."""
    special: bytes = b'"'
    blocks: list[Block] = field(default_factory=list)
    _numbers: list[array[float]] = field(default_factory=list)
    _marked: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    _mark: str = ""
    _known: dict[int, dict[bytes, int]] = field(default_factory=dict)

    def read(self, pieces: Iterable[bytes]) -> Table:
        """Return the table of all rows in these pieces of text, each of which ends where a row does."""
        self._numbers = [array("d") for _ in range(self.width)]
        for piece in filter(None, pieces):
            self._take(piece)
        values = np.empty((len(self._numbers[0]), self.width), order="F")
        for j in range(self.width):
            values[:, j] = self._numbers[j]
            self._numbers[j] = array("d")
        texts = {j: [*map(bytes.decode, known)] for j, known in self._known.items() if known}
        return Table(Columns.numbered(self.width), self.blocks, values, texts, self._marked, self.delimiter)

    def _take(self, data: bytes) -> None:
        begun, text = self.line, decoded(data, self.line)
        data = self._without_quotes(data) if b'"' in data and self.special == b'"' else data
        block = None if any(byte in data for byte in self.special + b"\0") else self._plain(data)
        mark = "." if block is None else self._mark_in(data)
        found = None if block is None else read_rows(block, mark.encode(), self.width)
        if block is None or found is None:
            block = self._resolved(text)
            mark = self._mark_in(block.data)
            found = read_rows(block, mark.encode(), self.width) if block.data else None
            self.line = begun + line_breaks(text)
        else:
            self.line = begun + found.numbers.shape[1]
            block = block._replace(lines=range(begun, self.line))
        if found is not None:
            self.blocks.append(block)
            self._name_texts(block, mark, found)
            for column, numbers in zip(self._numbers, found.numbers, strict=True):
                column.frombytes(numbers.tobytes())

    def _without_quotes(self, data: bytes) -> bytes:
        """Return the text without its quotes, if no quoted cell holds anything that needs them; else as it is."""
        if b' "' in data or b'" ' in data or b'"#' in data:
            return data
        mark = re.escape(self.delimiter.encode())
        cell = rb'(?<![^\r\n%b])"([^"\r\n %b]*+(?: [^"\r\n %b]++)*+)"(?=[\r\n%b]|\Z)' % ((mark,) * 4)
        plain = re.sub(cell, rb"\1", data)
        return data if b'"' in plain else plain

    def _plain(self, data: bytes) -> Block:
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return Block(data if data.endswith(b"\n") else data + b"\n", self.delimiter.encode(), b"\n", (), True)

    def _resolved(self, text: str) -> Block:
        """Return the rows of the text without quotes, blank lines and comments."""
        rows, lines = [], []
        for record in self.split(text, self.delimiter, self.line):
            if len(record.cells) != self.width:
                raise record.width_error(self.width)
            rows.append(_CELL.join(cell.encode() for cell in record.cells) + _ROW)
            lines.append(record.line)
        return Block(b"".join(rows), _CELL, _ROW, lines, False)

    def _mark_in(self, data: bytes) -> str:
        if self.delimiter == "," or b"," not in data:
            return "."
        if b"." not in data:
            return ","
        if not self._mark:
            points, commas = (len(_DECIMAL[mark].findall(data, 0, _LOOKED_AT)) for mark in ".,")
            self._mark = "." if points > commas else ","
        return self._mark

    def _name_texts(self, block: Block, mark: str, found: RowsAtOnce) -> None:
        """Put the code of its text in the place of each number that was not read."""
        marked, bits, signs = found.marked.astype(np.bool_), found.numbers.view(np.int64), Signs(mark)
        for j in sorted(set(found.left[:, 1].tolist())):
            rows, _, starts, stops = found.left[found.left[:, 1] == j].T.tolist()
            known = self._known.setdefault(j, {})
            cells = [block.cell(block.data[start:stop]) for start, stop in zip(starts, stops, strict=True)]
            bits[j, rows] = [cell_bits(cell, known, signs) for cell in cells]
            # A number with too many digits for the loop in C may have a decimal mark as well.
            read = np.flatnonzero(~np.isnan(found.numbers[j, rows])).tolist()
            marked[j] |= any(mark.encode() in cells[place] for place in read)
        if marked.any():
            self._marked[mark] = self._marked.get(mark, False) | marked


def table_of_rows(rows: deque[Record], width: int, delimiter: str) -> Table:
    """Return the table of rows that are already cut, as those of a spreadsheet are; none is left in `rows`."""

    def split(_text: str, _delimiter: str, _line: int) -> Iterator[Record]:
        for _ in range(min(len(rows), _ROWS_AT_ONCE)):
            yield rows.popleft()

    reader = CellReader(1, width, delimiter, split=split, special=b" ")
    return reader.read(b" " for _ in range(0, len(rows), _ROWS_AT_ONCE))
