"""A file of examples that was read once: its columns, its cells, and where each of them was.

A cell that is no number is a NaN whose low bits are the code of its text, so that a column takes eight bytes a row.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.datasets.dataset import FloatArray, IntArray
from core.errors import InputError
from core.files.table.choices import Choices
from core.files.table.columns import Columns
from core.files.table.labels import MOST_LABELS, Codes, is_class_number, is_missing, label_fault
from core.files.table.numbers import OTHER, SIGNS, NumberSigns, Signs, decided, is_meant_as_number, parted, unit_of

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

    def rows(self, count: int) -> list[list[bytes]]:
        """Return the cells of the first `count` rows."""
        return [[*map(self.cell, row.split(self.delimiter))] for row in self.data.split(self.close, count)[:-1]]

    def column(self, j: int, width: int) -> list[bytes]:
        last = j == width - 1
        cells = self.data.replace(self.close, self.close + self.delimiter).split(self.delimiter)[j:-1:width]
        return [self.cell(cell[:-1] if last else cell) for cell in cells]

    def cell(self, cell: bytes) -> bytes:
        """Return a cell without the spaces that do not belong to it."""
        return cell.strip(b" ") if self.padded else cell


@dataclass(frozen=True, eq=False)
class Column:
    """The cells of a column: `values` (n,), NaN if there is no number, and the texts of those cells."""

    values: FloatArray
    texts: Sequence[str] = ()
    """Texts by code; the last one of more than `MOST_LABELS` represents all further texts."""
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
        return self.odd[self.missing[self.codes]]

    @cached_property
    def filled(self) -> Sequence[str]:
        """The texts that are there, of which none stands for a missing one."""
        return [self.texts[code] for code in np.unique(self.codes).tolist() if not self.missing[code]]

    @property
    def is_empty(self) -> bool:
        return len(self.values) == len(self.gaps)

    @cached_property
    def holds_words(self) -> bool:
        """True if this is a column of words. A single word among numbers is a slip, and so are few among many."""
        words = np.count_nonzero(~(self.missing | self.numeric)[self.codes])
        return bool(words > max(1, (len(self.values) - len(self.gaps)) / 10))

    def first_fault(self) -> tuple[int, str] | None:
        """Return the row and text of the first cell that is neither a number nor missing."""
        wrong = np.flatnonzero(~self.missing[self.codes])
        return (int(self.odd[wrong[0]]), self.texts[int(self.codes[wrong[0]])]) if len(wrong) else None


def cell_bits(cell: bytes, known: dict[bytes, int], signs: Signs) -> int:
    """Return the bits of the number in a cell, else of the NaN for its text, which is added to the `known` ones."""
    bits = known.get(cell)
    if bits is None:
        value = signs.value(cell.decode())
        if value is not None:
            return int(np.float64(value).view(np.int64))
        bits = TEXT | min(len(known), MOST_LABELS)
        if len(known) <= MOST_LABELS:
            known[cell] = bits
    return bits


_FEW_CLASSES = 32
"""A column with more distinct numbers is no column of classes."""
_EXACT = 2.0**53
"""Whole numbers below this are floats with a single text."""
_PLAIN_NUMBER = re.compile(r"0|-?[1-9][0-9]*")
_DOUBTFUL = re.compile(rb"(?<![0-9.,])([1-9][0-9]{0,2})([.,])([0-9]{3})(?![0-9.,])")
_CLEAR = re.compile(rb"[0-9][.,](?![0-9]{3}(?![0-9]))|(?<![0-9])0?[.,][0-9]|[0-9]{4}[.,][0-9]")


@dataclass(frozen=True, eq=False)
class Table:
    """A table; rows and columns count from 0. The survey, the choices and the dataset are made of it."""

    all_numbers: ClassVar[bool] = False
    """True if the format holds nothing but numbers, so that no column has to be looked at for others."""
    no_label: ClassVar[str] = label_fault("")
    columns: Columns
    blocks: Sequence[Block]
    values: FloatArray
    """The numbers (n, width), column by column."""
    odd_texts: Mapping[int, Sequence[str]]
    """By column, if it has other cells: their texts by code."""
    marked: Mapping[str, NDArray[np.bool_]]
    """By decimal mark: in which columns a number was read that has it."""
    delimiter: str
    units: Mapping[int, str] = field(default_factory=dict)
    """By column, if every number has the same unit, which is left out: the first of them as it is written."""
    notes: tuple[str, ...] = ()
    """Sentences about the reading of what is ambiguous in the file."""
    header: tuple[int, Sequence[str]] = (1, ())
    """The line and the cells of the header, or of what was taken for one."""
    sheets: tuple[str, ...] = ()
    sheet: int = 0
    reread: dict[tuple[int, Signs], Column] = field(default_factory=dict, repr=False)
    """Columns that were read again with other signs."""

    @property
    def n(self) -> int:
        return len(self.values)

    def column(self, j: int, decision: NumberSigns | None = None) -> Column:
        """Return a column, with the signs in its numbers as they were decided."""
        signs = None if decision is None else decision.signs.get(j)
        found = Column(self.values[:, j], self.odd_texts.get(j, ()), self.delimiter)
        if signs is None:
            return found
        other = any(marked[j] and mark != signs.marks for mark, marked in self.marked.items())
        if not other and not (found.texts and (signs.group or found.numeric.any())):
            return found
        if (j, signs) not in self.reread:
            self.reread[j, signs] = self._read_again(j, signs)
        return self.reread[j, signs]

    def matrix(self, features: Sequence[int], decision: NumberSigns, rows: int | None = None) -> FloatArray:
        """Return the numbers of some columns, (n, d), NaN if there is none, in all rows or the first ones."""
        first = features[0] if features else 0
        if rows is None and not decision.signs and list(features) == list(range(first, first + len(features))):
            return self.values[:, first : first + len(features)]
        X = np.empty((len(self.values[:rows]), len(features)), order="F")
        for place, j in enumerate(features):
            X[:, place] = self.column(j, decision).values[:rows]
        return X

    def _read_again(self, j: int, signs: Signs) -> Column:
        """Return a column read from its texts, with these signs in its numbers."""
        known: dict[bytes, int] = {}
        bits = np.fromiter((cell_bits(cell, known, signs) for cell in self._cells(j)), np.int64, self.n)
        return Column(bits.view(np.float64), [*map(bytes.decode, known)], self.delimiter)

    def unit(self, j: int) -> str:
        """Return the unit that every number of a column has; nothing if there is none."""
        column = self.column(j)
        unit = unit_of(column.filled) if len(column.odd) == self.n else ""
        many = unit and len(column.texts) > MOST_LABELS
        return unit_of(text for text in self.all_texts(j) if not is_missing(text)) if many else unit

    def all_texts(self, j: int) -> Iterator[str]:
        return map(bytes.decode, self._cells(j))

    def _cells(self, j: int) -> Iterator[bytes]:
        for block in self.blocks:
            cells = block.column(j, self.values.shape[1])
            if j in self.units:
                parts = (parted(cell.decode()) for cell in cells)
                cells = [cell if part is None else part[0].encode() for cell, part in zip(cells, parts, strict=True)]
            yield from cells

    def after_first(self) -> Table:
        block, *others = self.blocks
        first = block._replace(data=block.data.partition(block.close)[2], lines=block.lines[1:])
        return replace(self, blocks=[first, *others], values=self.values[1:], reread={})

    @cached_property
    def starts(self) -> list[int]:
        """The first row of each block, and the number of all rows."""
        return [0, *np.cumsum([len(block.lines) for block in self.blocks]).tolist()]

    def first_rows(self, count: int) -> list[list[str]]:
        rows = chain.from_iterable(block.rows(count) for block in self.blocks)
        return [[cell.decode() for cell in row] for row in islice(rows, count)]

    def placed(self, error: InputError, row: int, j: int) -> InputError:
        return error.at(self.line(row, j), j + 1)

    def line(self, row: int, j: int = 0) -> int:
        block = self.blocks[place := bisect_right(self.starts, row) - 1]
        row -= self.starts[place]
        start = block.lines[row]
        if isinstance(block.lines, range):
            return start
        cells = block.rows(row + 1)[row][:j]
        return start + sum(cell.replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") for cell in cells)

    def texts(self, j: int) -> tuple[Sequence[str], Codes]:
        """Return each text of a column once, in order of appearance, and its code in each row.

        There are at most `MOST_LABELS` + 1 texts; the last one represents all others. A number has one text however it
        is written, unless the file declares words that are written otherwise.
        """
        column = self.column(j)
        words = (*self.columns.values.get(j, ()), *(self.columns.classes or ()))
        plain = all(_PLAIN_NUMBER.fullmatch(word) or not is_class_number(word) for word in words)
        if plain and not len(column.odd) and (found := _whole_numbers(column.values)) is not None:
            return found
        if len(column.odd) == self.n and len(column.texts) <= MOST_LABELS:
            there = np.bincount(column.codes, minlength=len(column.texts)) > 0
            again = np.cumsum(there) - 1
            return [text for text, is_there in zip(column.texts, there, strict=True) if is_there], again[column.codes]
        known: dict[str, int] = {}
        codes = (known.setdefault(text, min(len(known), MOST_LABELS)) for text in self.all_texts(j))
        of_rows = np.fromiter(codes, np.int32, self.n)
        return [*known][: MOST_LABELS + 1], of_rows

    def decision(self, features: Sequence[int], choices: Choices) -> NumberSigns:
        """Return what the signs in these columns mean: as a person chose, else as the numbers show."""
        if self.all_numbers:
            return NumberSigns()
        delimiter = self.delimiter
        if choices.decimal or choices.thousands:
            group = choices.thousands or OTHER.get(choices.decimal or "", "")
            marks = choices.decimal or OTHER.get(group, "." if delimiter == "," else ".,")
            return NumberSigns(dict.fromkeys(features, Signs(marks, group)), mark=marks[0])
        usual = "." if delimiter == "," else ""
        used = {mark for mark, marked in self.marked.items() if marked[list(features)].any()}
        odd = [j for j in features if j in self.odd_texts and self._has_signs(self.column(j))]
        if not odd and len(used) <= 1:
            return NumberSigns(mark=next(iter(used), "."))
        looked_at = {j for mark in self.marked.values() for j in features if mark[j]}
        texts = {j: self.all_texts(j) for j in sorted({*odd, *looked_at})}
        return decided(texts, usual, choices.grouped)

    def without_units(self, columns: Iterable[int]) -> Table:
        """Return the same table without the unit of every number in those of the columns that have one."""
        words = self.columns.values
        found = [j for j in columns if j in self.odd_texts and j not in words and self.unit(j)]
        if not found:
            return self
        texts, values = {**self.odd_texts}, self.values.copy(order="F")
        units = {j: self.column(j).filled[0] for j in found}
        table = replace(self, values=values, odd_texts=texts, units=units, reread={})
        for j in found:
            # A number with a point or a comma stays a text, so that its sign is decided upon as that of any other is.
            column = table._read_again(j, Signs(""))
            values[:, j], texts[j] = column.values, column.texts
        return table

    def unit_notes(self, columns: Collection[int]) -> tuple[str, ...]:
        """Return which units were left out in these columns."""
        found, examples = dict[str, list[int]](), dict[str, str]()
        for j, example in self.units.items():
            if j in columns and (parts := parted(example)) is not None:
                found.setdefault(parts[1], []).append(j)
                examples.setdefault(parts[1], f"{example} was read as {parts[0]}")
        named = {unit: self.columns.named(places) for unit, places in found.items()}
        return tuple(f"the unit {unit} in {named[unit]} was left out: {told}" for unit, told in examples.items())

    def sign_notes(self, decision: NumberSigns) -> tuple[str, ...]:
        if decision.signs or self.delimiter == ",":
            return decision.notes()
        doubtful = b"," if self.delimiter == "\t" else b",."
        blocks = [block.data for block in self.blocks] if self.marked else []
        matches = (match for match in map(_DOUBTFUL.search, blocks) if match and match[2] in doubtful)
        if any(map(_CLEAR.search, blocks)) or (example := next(matches, None)) is None:
            return ()
        whole, mark, rest = (part.decode() for part in example.groups())
        read = float(f"{whole}.{rest}")
        return (f"the {SIGNS[mark]} was taken for the decimal mark: {whole}{mark}{rest} was read as {read}",)

    def _has_signs(self, column: Column) -> bool:
        """Return whether a column that is not one of words has a number with signs that were not read."""
        numbers = (text for text, numeric in zip(column.texts, column.numeric, strict=True) if numeric)
        return any("," in text or "." in text for text in numbers) and not column.holds_words


def _whole_numbers(values: FloatArray) -> tuple[Sequence[str], Codes] | None:
    """Return the different numbers in the order in which they come and the code of each; None if one is not whole."""
    if not (np.mod(values[:1000], 1) == 0).all():
        return None  # at once: to sort a million numbers takes a while
    numbers, first, codes = np.unique(values, return_index=True, return_inverse=True)
    if len(numbers) > _FEW_CLASSES or not ((np.abs(numbers) < _EXACT) & (np.mod(numbers, 1) == 0)).all():
        return None
    order = np.argsort(first)
    return [str(int(numbers[place])) for place in order], np.argsort(order)[codes]
