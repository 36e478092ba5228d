"""The cells of a table as they were read: the numbers in one array, the texts of the others once each, and the bytes.

A cell that is no number is a NaN whose low bits are the code of its text, so that a column takes eight bytes a row.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import InputError
from core.files.table.labels import MOST_LABELS, is_missing
from core.files.table.numbers import Signs, is_meant_as_number

MOST_TEXTS = MOST_LABELS
"""The most distinct texts of a column. All others share the code of the first of them."""
TEXT = 0x7FF8_0000_0000_0000
"""The bits of the NaN that represents the text with the code 0."""
_CODE = 0xFFFF_FFFF


class Block(NamedTuple):
    """Some rows as bytes: every cell ends with the `delimiter`, the last one of a row with `close` instead."""

    data: bytes
    delimiter: bytes
    close: bytes
    lines: Sequence[int]
    """The line on which each row begins."""
    padded: bool
    """True if there may be spaces around a cell, which do not belong to it."""

    def rows(self, count: int | None = None) -> list[list[bytes]]:
        """Return the cells of all rows, or of the first ones."""
        data = self.data.split(self.close, -1 if count is None else count)[:-1] if self.data else []
        return [[self.cell(cell) for cell in row.split(self.delimiter)] for row in data[:count]]

    def column(self, j: int, width: int) -> list[bytes]:
        """Return the cells of one column, of `width`."""
        last = j == width - 1
        cells = self.data.replace(self.close, self.close + self.delimiter).split(self.delimiter)[j:-1:width]
        return [self.cell(cell[:-1] if last else cell) for cell in cells]

    def after_first(self) -> Block:
        return self._replace(data=self.data.partition(self.close)[2], lines=self.lines[1:])

    def cell(self, cell: bytes) -> bytes:
        """Return a cell without the spaces that do not belong to it."""
        return cell.strip(b" ") if self.padded else cell


@dataclass(frozen=True, eq=False)
class Column:
    """The cells of a column: `values` (n,), NaN if there is no number, and the texts of those cells."""

    values: FloatArray
    texts: Sequence[str] = ()
    """Texts by code; the last one of more than `MOST_TEXTS` represents all further texts."""
    delimiter: str = ","

    @cached_property
    def odd(self) -> IntArray:
        """The rows of the cells that are no numbers."""
        return np.flatnonzero(np.isnan(self.values)) if self.texts else np.empty(0, np.int64)

    @cached_property
    def codes(self) -> IntArray:
        return self.values[self.odd].view(np.int64) & _CODE

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """True if each text says that there is nothing."""
        return np.array([is_missing(text) for text in self.texts], bool)

    @cached_property
    def numeric(self) -> NDArray[np.bool_]:
        """True if each text is meant as a number."""
        return np.array([is_meant_as_number(text, self.delimiter) for text in self.texts], bool)

    @cached_property
    def gaps(self) -> IntArray:
        """The rows in which the cell is missing."""
        return self.odd[self.missing[self.codes]] if len(self.odd) else self.odd

    @cached_property
    def words(self) -> int:
        """The number of cells with words: not numbers, not meant as numbers, and not missing."""
        return int((~(self.missing | self.numeric))[self.codes].sum()) if len(self.odd) else 0

    @property
    def is_empty(self) -> bool:
        """True if every cell is missing."""
        return len(self.values) == len(self.gaps)

    @property
    def holds_words(self) -> bool:
        """True if this is a column of words. A single word among numbers is a slip, and so are few among many."""
        filled = len(self.values) - len(self.gaps)
        return self.words > max(1, filled / 10)

    def first_fault(self) -> tuple[int, str] | None:
        """Return the row and text of the first cell that is neither a number nor missing."""
        if not len(self.odd):
            return None
        wrong = np.flatnonzero(~self.missing[self.codes])
        return (int(self.odd[wrong[0]]), self.texts[int(self.codes[wrong[0]])]) if len(wrong) else None


@dataclass(frozen=True, eq=False)
class Cells:
    """All rows of a table, each of `width` cells."""

    blocks: Sequence[Block]
    values: FloatArray
    """The numbers (n, width), column by column."""
    texts: Mapping[int, Sequence[str]]
    """By column, if it has other cells: their texts by code."""
    marked: Mapping[str, NDArray[np.bool_]]
    """By decimal mark: in which columns a number was read that has it."""
    delimiter: str

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def width(self) -> int:
        return int(self.values.shape[1])

    def column(self, j: int) -> Column:
        return Column(self.values[:, j], self.texts.get(j, ()), self.delimiter)

    def reread(self, j: int, signs: Signs) -> Column:
        """Return a column read from its texts, with these signs in its numbers."""
        values, texts = np.empty(self.n), list[str]()
        known: dict[bytes, int] = {}
        bits, place = values.view(np.int64), 0
        for block in self.blocks:
            found = [bits_of(cell, known, texts, signs) for cell in block.column(j, self.width)]
            bits[place : place + len(found)] = found
            place += len(found)
        return Column(values, texts, self.delimiter)

    def all_texts(self, j: int) -> Iterator[str]:
        """Yield the text of each cell of a column."""
        for block in self.blocks:
            yield from (cell.decode() for cell in block.column(j, self.width))

    def first_rows(self, count: int) -> list[list[str]]:
        """Return the cells of the first rows as they are in the file."""
        found: list[list[bytes]] = []
        for block in self.blocks:
            if len(found) >= count:
                break
            found += block.rows(count - len(found))
        return [[cell.decode() for cell in row] for row in found]

    def line(self, row: int, j: int = 0) -> int:
        """Return the line on which a cell stands."""
        block = self.blocks[place := bisect_right(self._starts, row) - 1]
        row -= self._starts[place]
        start = block.lines[row]
        if isinstance(block.lines, range):
            return start
        cells = next(islice(iter(block.rows(row + 1)), row, None))[:j]
        return start + sum(cell.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") for cell in cells)

    def placed(self, error: InputError, row: int, j: int) -> InputError:
        """Return the same error, now saying at which cell."""
        error.line, error.column = self.line(row, j), j + 1
        return error

    def after_first(self) -> Cells:
        """Return the cells without the first row."""
        first, *others = self.blocks
        return Cells([first.after_first(), *others], self.values[1:], self.texts, self.marked, self.delimiter)

    @cached_property
    def _starts(self) -> list[int]:
        """The first row of each block."""
        return [0, *np.cumsum([len(block.lines) for block in self.blocks]).tolist()]


def bits_of(cell: bytes, known: dict[bytes, int], texts: list[str], signs: Signs) -> int:
    """Return the bits of the number in a cell, else of the NaN for its text, which is added to the `texts`."""
    bits = known.get(cell)
    if bits is None:
        text = cell.decode()
        value = signs.value(text)
        if value is not None:
            return int(np.float64(value).view(np.int64))
        bits = known[cell] = TEXT | min(len(texts), MOST_TEXTS)
        if len(texts) <= MOST_TEXTS:
            texts.append(text)
        else:
            del known[cell]
    return bits
