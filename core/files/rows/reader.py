"""Rows of delimited text to the cells of a table: a whole block at once, in C or by column."""

from __future__ import annotations

import ctypes
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.dataset import LARGEST, FloatArray, IntArray
from core.files.disk import decoded, line_breaks
from core.files.rows.records import Record, split_records
from core.files.table.numbers import Signs
from core.files.table.table import Block, Cells, bits_of
from core.numbers.numerals import counted

Split = Callable[[str, str, int], Iterator[Record]]
"""Text, delimiter and the line the text begins on to rows."""
_CELL, _ROW = b"\xff", b"\xfe"
"""The ends of a cell and a row after the quotes are resolved: no text in UTF-8 holds these bytes."""
_DECIMAL = {mark: re.compile(rb"[0-9]" + re.escape(mark.encode()) + rb"[0-9]") for mark in ".,"}
_ROWS_TOGETHER, _ROWS_AT_ONCE = 1 << 17, 1 << 12
_LOOKED_AT = 1 << 14
"""Bytes. So much of a block with points and commas is looked at to see which of them is the decimal mark."""


class RowsAtOnce(NamedTuple):
    """m rows that were read: their numbers (width, m), in which columns they have the mark, and what is `left`.

    `left` (k, 4) are the cells that were not read: the row, the column, the first byte and the one after the last.
    """

    numbers: FloatArray
    marked: NDArray[np.int8]
    left: IntArray


def read_compiled(library: ctypes.CDLL, block: Block, mark: bytes, width: int) -> RowsAtOnce | None:
    """Return the rows of a block; None unless every row has `width` cells."""
    data = block.data
    # A quarter of the time of bytes.count where lines are short.
    rows = np.count_nonzero(np.frombuffer(data, np.uint8) == ord(block.close))
    numbers, marked = np.empty((width, rows)), np.zeros(width, np.int8)
    left = np.empty((rows * width, 4), np.int64)
    signs = (block.delimiter, block.close, mark)
    count = library.read_rows(data, len(data), rows, *signs, width, numbers, left, marked)
    return None if count < 0 else RowsAtOnce(numbers, marked, left[:count])


def read_in_columns(block: Block, mark: bytes, width: int) -> RowsAtOnce | None:
    """Return the same without C; fewer cells may be left."""
    close, delimiter = block.close, block.delimiter
    cells = block.data.replace(close, close + delimiter).split(delimiter)[:-1]
    last = cells[width - 1 :: width]
    rows = len(last)
    # Of each row the last cell has what closes it, and so no other has it.
    if len(cells) != rows * width or not rows == b"".join(last).count(close) == block.data.count(close):
        return None
    if width == 1 and any(not cell.strip(b" " + close) for cell in cells):
        return None
    numbers, marked = np.empty((width, rows)), np.zeros(width, np.int8)
    left: list[tuple[int, int]] = []
    for j in range(width):
        column = [cell[:-1] for cell in cells[j::width]] if j == width - 1 else cells[j::width]
        found = _floats(column, mark, delimiter)
        numbers[j] = [np.nan if value is None else value for value in found]
        marked[j] = any(mark in cell for cell, value in zip(column, found, strict=True) if value is not None)
        left += [(row, j) for row, value in enumerate(found) if value is None]
    stops = np.cumsum([len(cell) + (j % width < width - 1) for j, cell in enumerate(cells)])
    return RowsAtOnce(numbers, marked, _spans(sorted(left), stops, width))


def _spans(left: Sequence[tuple[int, int]], stops: IntArray, width: int) -> IntArray:
    """Return row, column, first byte and the one after the last of these cells."""
    found = []
    for row, j in left:
        place = row * width + j
        start, stop = int(stops[place - 1]) if place else 0, int(stops[place]) - 1
        found.append((row, j, start, stop))
    return np.array(found, np.int64).reshape(-1, 4)


def _floats(cells: Sequence[bytes], mark: bytes, delimiter: bytes) -> Sequence[float | None]:
    """Return the number in each cell; None for what is none."""
    text = delimiter.join(cells)
    # What `float` reads of these and a decimal point is a number as this program has it.
    if not text.translate(None, b"0123456789+-eE " + mark + delimiter):
        # A row that `float` cannot read as a whole is read cell by cell below.
        with suppress(ValueError):
            values = list(map(float, text.replace(mark, b".").split(delimiter)))
            if np.abs(values).max(initial=0.0) <= LARGEST:
                return values
    signs = Signs(mark.decode())
    return [signs.value(cell.decode()) if _PLAIN.fullmatch(cell.replace(mark, b".")) else None for cell in cells]


_PLAIN = re.compile(rb"[0-9+.eE -]+")


@dataclass
class CellReader:
    """Reads one block of rows after the other; every row has to have `width` cells.

    `special` are bytes that make a block one to be `split` cell by cell. Raises InputError for the first row that is
    wrong.
    """

    line: int
    width: int
    delimiter: str = ","
    split: Split = split_records
    special: bytes = b'"'
    blocks: list[Block] = field(default_factory=list)
    _numbers: list[FloatArray] = field(default_factory=list)
    _latest: list[FloatArray] = field(default_factory=list)
    _marked: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    _mark: str = ""
    _texts: dict[int, list[str]] = field(default_factory=dict)
    _known: dict[int, dict[bytes, int]] = field(default_factory=dict)

    def read(self, pieces: Iterable[bytes]) -> Cells:
        """Return the cells of all rows in these pieces of text, each of which ends where a row does."""
        library = loops()
        read = read_in_columns if library is None else partial(read_compiled, library)
        for piece in pieces:
            if piece:
                self._take(piece, read)
        self._put_together()
        values = np.empty((sum(part.shape[1] for part in self._numbers), self.width), order="F")
        start = 0
        for place, part in enumerate(self._numbers):  # not at once: a million rows would keep the window waiting
            stop = start + part.shape[1]
            values[start:stop] = part.T
            self._numbers[place] = np.empty((0, 0))
            start = stop
        texts = {j: found for j, found in self._texts.items() if found}
        return Cells(self.blocks, values, texts, self._marked, self.delimiter)

    def _put_together(self) -> None:
        """Put the numbers of the latest blocks into one array: many small ones leave holes in the memory."""
        if self._latest:
            self._numbers.append(np.concatenate(self._latest, axis=1))
            self._latest.clear()

    def _take(self, data: bytes, read: Callable[[Block, bytes, int], RowsAtOnce | None]) -> None:
        begun = self.line
        text = None if data.isascii() else decoded(data, begun)
        data = self._without_quotes(data) if b'"' in data and self.special == b'"' else data
        block = None if any(byte in data for byte in self.special + b"\0") else self._plain(data)
        mark = "." if block is None else self._mark_in(data)
        found = None if block is None else read(block, mark.encode(), self.width)
        if block is None or found is None:
            text = data.decode() if text is None else text
            block = self._resolved(text)
            mark = self._mark_in(block.data)
            found = read(block, mark.encode(), self.width) if block.data else None
            self.line = begun + line_breaks(text)
        else:
            self.line = begun + found.numbers.shape[1]
            block = block._replace(lines=range(begun, self.line))
        if found is not None:
            self.blocks.append(block)
            self._name_texts(block, mark, found)
            self._latest.append(found.numbers)
            if sum(part.shape[1] for part in self._latest) >= _ROWS_TOGETHER:
                self._put_together()

    def _without_quotes(self, data: bytes) -> bytes:
        """Return the text without its quotes, if no quoted cell holds anything that needs them; else as it is."""
        if b' "' in data or b'" ' in data or b'"#' in data:
            return data
        mark = re.escape(self.delimiter.encode())
        plain = re.sub(
            rb'(?<![^\r\n%b])"([^"\r\n %b]*+(?: [^"\r\n %b]++)*+)"(?=[\r\n%b]|\Z)' % ((mark,) * 4), rb"\1", data
        )
        return data if b'"' in plain else plain

    def _plain(self, data: bytes) -> Block:
        """Return the block if each line of it is a row."""
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return Block(data if data.endswith(b"\n") else data + b"\n", self.delimiter.encode(), b"\n", (), True)

    def _resolved(self, text: str) -> Block:
        """Return the rows of the text without quotes, blank lines and comments."""
        rows, lines = [], []
        for record in self.split(text, self.delimiter, self.line):
            if (count := len(record.cells)) != self.width:
                sentence = f"the row has {counted(count, 'column')}; write {self.width}"
                raise record.error(sentence, min(count, self.width))
            rows.append(_CELL.join(cell.encode() for cell in record.cells) + _ROW)
            lines.append(record.line)
        return Block(b"".join(rows), _CELL, _ROW, lines, False)

    def _mark_in(self, data: bytes) -> str:
        """Return the decimal mark that the numbers of a block may have."""
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
        marked = found.marked.astype(np.bool_)
        # Sorted by column, so that each column is filled in one piece.
        left = found.left[np.argsort(found.left[:, 1], kind="stable")]
        bits, signs = found.numbers.view(np.int64), Signs(mark)
        starts = np.flatnonzero(np.diff(left[:, 1], prepend=-1))
        for first, stop in pairwise([*starts.tolist(), len(left)]):
            j = int(left[first, 1])
            known, texts = self._known.setdefault(j, {}), self._texts.setdefault(j, [])
            spans = zip(left[first:stop, 2].tolist(), left[first:stop, 3].tolist(), strict=True)
            cells, rows = [block.cell(block.data[a:b]) for a, b in spans], left[first:stop, 0]
            bits[j, rows] = [bits_of(cell, known, texts, signs) for cell in cells]
            # A number with too many digits for the loop in C may have a decimal mark as well.
            read = np.flatnonzero(~np.isnan(found.numbers[j, rows])).tolist()
            marked[j] |= any(mark.encode() in cells[place] for place in read)
        if marked.any():
            self._marked[mark] = self._marked.get(mark, False) | marked


def cells_of(rows: deque[Record], width: int, delimiter: str) -> Cells:
    """Return the cells of rows that are already cut, as those of a spreadsheet are; none is left in `rows`."""

    def split(_text: str, _delimiter: str, _line: int) -> Iterator[Record]:
        for _ in range(min(len(rows), _ROWS_AT_ONCE)):
            yield rows.popleft()

    reader = CellReader(1, width, delimiter, split=split, special=b" ")
    return reader.read(b" " for _ in range(0, len(rows), _ROWS_AT_ONCE))
