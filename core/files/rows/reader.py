"""Rows of delimited text to numbers and labels: a whole block at once where all is usual, else cell by cell.

What is missing is a gap, in either way: NaN for a number, −1 for the code of a label.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import loops
from core.datasets.dataset import LARGEST, FloatArray, IntArray
from core.errors import InputError
from core.files.disk.blocks import decoded, line_breaks
from core.files.rows.records import Record, split_records
from core.files.table.gaps import MissingCell
from core.files.table.labels import Labels, is_missing
from core.files.table.numbers import MarksError, Replacements, number_of, replaced, same_mark

Codes = NDArray[np.int32]

Split = Callable[[str, str, int], Iterator[Record]]
"""Text, delimiter and the line the text begins on to rows."""


@dataclass(frozen=True, eq=False)
class RowShape:
    """What every row looks like: so many cells, and where those that are wanted are, the features in order."""

    delimiter: str
    width: int
    features: IntArray
    label: int | None = None

    @cached_property
    def places(self) -> IntArray:
        """What each cell of a row is (width,): one of the features, their number for the label, else −1."""
        places = np.full(self.width, -1, np.int64)
        places[self.features] = np.arange(len(self.features))
        if self.label is not None:
            places[self.label] = len(self.features)
        return places


@dataclass(frozen=True, eq=False)
class RowsAtOnce:
    """What was read of m rows: their numbers (features, m), and the codes (m,) of their labels.

    `left` are the cells that were not: the row, the place and what is in it. `marked`: whether a number has a decimal
    mark.
    """

    numbers: FloatArray
    codes: Codes
    marked: bool
    left: list[tuple[int, int, bytes]]


def read_compiled(
    library: ctypes.CDLL, data: bytes, shape: RowShape, mark: bytes, known: Sequence[bytes]
) -> RowsAtOnce | None:
    """The rows of a block, each ended by a line feed; None unless every row has as many cells as it should.

    `known` are labels: the code of each is its place.
    """
    # A quarter of the time of bytes.count where lines are short.
    rows, d = np.count_nonzero(np.frombuffer(data, np.uint8) == ord("\n")), len(shape.features)
    labels = shape.label is not None
    numbers, codes = np.empty((d, rows)), np.empty(rows if labels else 0, np.int32)
    left = np.empty((rows * (d + labels), 4), np.int64)
    ends, marked = np.cumsum([len(text) for text in known], dtype=np.int64), ctypes.c_int32(0)
    text, labelled = (data, len(data), rows, shape.delimiter.encode(), mark), (b"".join(known), ends, len(known))
    columns = (shape.places, shape.width, d, numbers)
    count = library.read_rows(*text, *columns, *labelled, codes, left, ctypes.byref(marked))
    if count < 0:
        return None
    cells = [(row, place, data[start:end]) for row, place, start, end in left[:count].tolist()]
    return RowsAtOnce(numbers, codes, bool(marked.value), cells)


def read_in_columns(data: bytes, shape: RowShape, mark: bytes, known: Sequence[bytes]) -> RowsAtOnce | None:
    """The same without C; None also where a cell of a feature is no number."""
    delimiter, d = shape.delimiter.encode(), len(shape.features)
    cells = data.replace(b"\n", b"\n" + delimiter).split(delimiter)[:-1]
    last = cells[shape.width - 1 :: shape.width]
    rows = len(last)
    # Of each row the last cell has its line feed, and so no other has one.
    if len(cells) != rows * shape.width or not rows == b"".join(last).count(b"\n") == data.count(b"\n"):
        return None
    if shape.width == 1 and any(cell.isspace() for cell in cells):
        return None
    columns = [delimiter.join(cells[j :: shape.width]) for j in shape.features.tolist()]
    numbers = np.empty((d, rows))
    for place, column in enumerate(columns):
        # What `float` reads of these and a decimal point is a number as this program has it.
        if column.translate(None, b"0123456789+-eE \n" + mark + delimiter):
            return None
        try:
            numbers[place] = list(map(float, column.replace(mark, b".").split(delimiter)))
        except ValueError:
            return None
    if np.abs(numbers).max(initial=0.0) > LARGEST:
        return None
    texts = [] if shape.label is None else [cell.strip(b" \n") for cell in cells[shape.label :: shape.width]]
    places = {text: code for code, text in enumerate(known)}
    codes = np.array([places.get(text, -1) for text in texts], np.int32)
    left = [(row, d, texts[row]) for row in np.flatnonzero(codes < 0).tolist()]
    return RowsAtOnce(numbers, codes, any(mark in column for column in columns), left)


class Rows(NamedTuple):
    """What was read: the columns X (n, d) that are wanted, stored one after the other, and codes (n,) of the labels."""

    X: FloatArray
    codes: Codes
    gaps: Sequence[MissingCell] = ()
    """What is missing in them, in the order of the file."""

    def complete(self) -> FloatArray:
        """The numbers. Raises GapError where one is missing."""
        for gap in self.gaps:
            raise gap.error()
        return self.X


class Scan(NamedTuple):
    """A look at all rows: the first of them, cell by cell, and their numbers X, NaN for what is none."""

    first: list[list[str]]
    X: FloatArray
    n: int
    """How many rows there are."""
    codes: Codes
    """Of all of them, if labels are wanted."""
    gaps: Sequence[MissingCell] = ()
    faults: Mapping[int, InputError] = MappingProxyType({})
    """Of each column that holds something else than numbers: the first such cell."""


@dataclass(frozen=True)
class RowBlocks:
    """The rows of a file, to be read once: blocks of whole rows, the first of which begins on `line`.

    Every row has to have `width` cells. `special` are bytes that make a block one to be `split` cell by cell;
    `replacements` are made in what is read, None where nothing is to be replaced.
    All raise InputError at the first row or cell that is wrong.
    """

    blocks: Iterator[bytes]
    line: int
    width: int
    delimiter: str = ","
    split: Split = split_records
    special: bytes = b'"'
    replacements: Replacements | None = None

    def read(self, features: Sequence[int], label: int | None = None, labels: Labels | None = None) -> Rows:
        """The columns that are wanted, and the labels. Raises MarksError where another look at the marks is needed."""
        reader = RowReader(self, features, label, labels)
        numbers: list[FloatArray] = []
        codes: list[Codes] = [np.empty(0, np.int32)]
        for block in self.blocks:
            piece = reader.take(block)
            numbers.append(piece[0])
            codes.append(piece[1])
        X = np.empty((sum(map(len, numbers)), len(features)), order="F")
        start = 0
        for part in numbers:  # not at once: a million rows would keep the window waiting
            X[start : start + len(part)] = part
            start += len(part)
        return Rows(X, np.concatenate(codes), reader.found_gaps())

    def records(self) -> Iterator[Record]:
        """All rows, cell by cell."""
        line = self.line
        for block in self.blocks:
            text = decoded(block, line)
            yield from self.split(text, self.delimiter, line)
            line += line_breaks(text)

    def scan(self, features: Sequence[int], label: int | None, labels: Labels | None, sample: int) -> Scan:
        """A look at all columns that may be features. Raises as `read` does, but not for a cell that is no number."""
        reader = RowReader(self, features, label, labels, lenient=True)
        X = np.full((sample, len(features)), np.nan)
        place = {j: at for at, j in enumerate(features)}
        codes: list[Codes] = [np.empty(0, np.int32)]
        first: list[list[str]] = []
        for block in self.blocks:
            kept = reader.features
            numbers, some = reader.take(block)
            codes.append(some)
            if (start := len(first)) < sample:
                records = self.split(block.decode(), self.delimiter, 1)
                first += [record.cells for record in islice(records, sample - start)]
                X[start : len(first), [place[j] for j in kept]] = numbers[: len(first) - start]
            reader.want([j for j in reader.features if j not in reader.faults])
        return Scan(first, X[: len(first)], reader.row, np.concatenate(codes), reader.found_gaps(), reader.faults)


class RowReader:
    """Reads the columns that are wanted of one block after the other. Raises InputError as RowBlocks says.

    A `lenient` one takes NaN for what is no number.
    """

    def __init__(
        self,
        rows: RowBlocks,
        features: Sequence[int],
        label: int | None = None,
        labels: Labels | None = None,
        *,
        lenient: bool = False,
    ) -> None:
        self._rows = rows
        self._split = rows.split
        self._special = [bytes([byte]) for byte in rows.special + b"\0"]
        self._label = label
        self.want(features)
        library = loops()
        self._read = read_in_columns if library is None else partial(read_compiled, library)
        self._labels = Labels() if labels is None else labels
        self._line, self.row = rows.line, 0
        self._mark = ""
        self._lenient = lenient
        self._gaps: list[MissingCell] = []
        self.faults: dict[int, InputError] = {}

    def want(self, features: Sequence[int]) -> None:
        """Read these columns from here on."""
        self.features = list(features)
        distinct, self._order = np.unique(np.array(features, np.int64), return_inverse=True)
        self._shape = RowShape(self._rows.delimiter, self._rows.width, distinct, self._label)

    def found_gaps(self) -> list[MissingCell]:
        """In the order of the file, but for columns that are none of numbers."""
        return sorted({gap for gap in self._gaps if gap.column not in self.faults})

    def take(self, data: bytes) -> tuple[FloatArray, Codes]:
        """The numbers (m, d) of the rows of a block, and the codes (m,) of their labels; none where none are wanted."""
        return self._at_once(data) or self._row_by_row(data)

    def _at_once(self, data: bytes) -> tuple[FloatArray, Codes] | None:
        """All the rows, or None where anything but a number is unusual."""
        if any(mark in data for mark in self._special) or not data or self._rows.replacements is not None:
            return None
        if not data.isascii():
            decoded(data, self._line)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if not data.endswith(b"\n"):
            data += b"\n"
        mark = self._mark or self._mark_in(data)
        # No more labels than are soon looked for at once.
        known = [text.encode() for text in islice(self._labels.codes, 16)]
        found = self._read(data, self._shape, mark.encode(), known) if mark else None
        if found is None:
            return None
        if found.marked:
            self._mark = mark
        gaps, faults = len(self._gaps), dict(self.faults)
        columns = self._shape.features.tolist()
        try:
            for row, place, cell in found.left:
                text, here = cell.decode(), partial(int, self._line + row)
                if place < len(columns):
                    found.numbers[place, row] = self._number(text, columns[place], self.row + row, here)
                else:
                    found.codes[row] = self._code(text.strip(" "), self.row + row, self._line + row)
        except InputError:
            del self._gaps[gaps:]
            self.faults = faults
            return None  # row by row the first fault comes first
        self._line += found.numbers.shape[1]
        self.row += found.numbers.shape[1]
        return found.numbers[self._order].T, found.codes

    def _mark_in(self, data: bytes) -> str:
        """The decimal mark that a block may have, where it is one alone."""
        if self._shape.delimiter == "," or b"," not in data:
            return "."
        return "" if b"." in data else ","

    def _row_by_row(self, data: bytes) -> tuple[FloatArray, Codes]:
        text = decoded(data, self._line)
        numbers: list[list[float]] = []
        codes: list[int] = []
        shape = self._shape
        for record in self._split(text, shape.delimiter, self._line):
            if (count := len(record.cells)) != shape.width:
                columns = "1 column" if count == 1 else f"{count} columns"
                sentence = f"the row has {columns}; {shape.width} are expected"
                raise record.error(sentence, min(count, shape.width))
            cells = record.cells
            numbers.append([self._number(cells[j], j, self.row, partial(record.line_of, j)) for j in self.features])
            if shape.label is not None:
                codes.append(self._code(cells[shape.label], self.row, record.line_of(shape.label)))
            self.row += 1
        self._line += line_breaks(text)
        return np.array(numbers, float).reshape(len(numbers), len(self.features)), np.array(codes, np.int32)

    def _number(self, cell: str, column: int, row: int, line: Callable[[], int]) -> float:
        """The number in a cell; NaN for a gap, and for any fault where the reader is lenient."""
        signs = (self._rows.replacements or {}).get(column)
        try:
            return self._marked(cell if signs is None else replaced(cell, signs))
        except InputError as error:
            if is_missing(cell):
                self._gaps.append(MissingCell(row, column, line(), error.sentence))
                return np.nan
            error.line, error.column = line(), column + 1
            if not self._lenient or (isinstance(error, MarksError) and self._rows.replacements is None):
                raise
            self.faults.setdefault(column, error)
            return np.nan

    def _marked(self, plain: str) -> float:
        value = number_of(plain, self._shape.delimiter)
        if not (self._lenient and self._rows.replacements is not None):
            self._mark = same_mark(self._mark, plain)
        return value

    def _code(self, cell: str, row: int, line: int) -> int:
        """The code of a label; −1 for a gap."""
        column = self._label or 0
        try:
            return self._labels.code(cell, line, column + 1)
        except InputError as error:
            if not is_missing(cell):
                raise
            self._gaps.append(MissingCell(row, column, line, error.sentence))
            return -1
