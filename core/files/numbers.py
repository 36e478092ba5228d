"""Cells to float64: whole columns at once where all is well, cell by cell where a fault has to be named."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from core.dataset import LARGEST, FloatArray
from core.errors import InputError
from core.files.records import Records, shown

_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_POINT, _COMMA = "a decimal point", "a decimal comma"


def is_number(cell: str, delimiter: str) -> bool:
    """Whether a cell is meant as a number, finite or not; a decimal comma counts where it is not the delimiter."""
    text = _plain(cell, delimiter)
    return bool(_NUMBER.fullmatch(text) or _NOT_FINITE.fullmatch(text))


def number_of(cell: str, delimiter: str = ",") -> float:
    """The cell as a finite float of at most LARGEST in size; raises InputError, without a place, for anything else."""
    text = _plain(cell, delimiter)
    if not text:
        raise InputError("the cell is empty; a number is expected")
    if _NOT_FINITE.fullmatch(text):
        raise InputError(f"{shown(cell)} is not finite; a finite number is expected")
    if not _NUMBER.fullmatch(text):
        raise InputError(f"{shown(cell)} is not a number; a number is expected")
    value = float(text)
    if abs(value) > LARGEST:
        raise InputError(f"{shown(cell)} is too large; a number of at most {LARGEST:g} in size is expected")
    return value


def numbers_of(records: Records, columns: Sequence[int], width: int) -> FloatArray:
    """The cells of `columns`, in that order, as an (n, d) array; every row has to have `width` cells.

    Raises InputError at the first fault, row by row.
    """
    values = _at_once(records, columns, width)
    return _cell_by_cell(records, columns, width) if values is None else values


def check_widths(records: Records, width: int) -> None:
    """Raises InputError at the first row that has not `width` cells."""
    for i, row in enumerate(records.cells):
        if len(row) != width:
            raise _ragged(records, i, width)


def _plain(cell: str, delimiter: str) -> str:
    text = cell.strip().replace("−", "-")
    return text if delimiter == "," else text.replace(",", ".")


def _at_once(records: Records, columns: Sequence[int], width: int) -> FloatArray | None:
    """The numbers, or None where anything is unusual."""
    if any(len(row) != width for row in records.cells):
        return None
    texts = [[row[j] for row in records.cells] for j in columns]
    everything = "".join(map("".join, texts))
    if "_" in everything or not everything.isascii():  # float() would take 1_000 and digits of other scripts
        return None
    if "," in everything:
        if records.delimiter == "," or "." in everything:
            return None
        texts = [[text.replace(",", ".") for text in column] for column in texts]
    try:
        values = np.array([list(map(float, column)) for column in texts]).T
    except ValueError:
        return None
    return values if (np.abs(values) <= LARGEST).all() else None


def _cell_by_cell(records: Records, columns: Sequence[int], width: int) -> FloatArray:
    values = np.empty((len(records.cells), len(columns)))
    mark = ""
    for i, row in enumerate(records.cells):
        if len(row) != width:
            raise _ragged(records, i, width)
        for place, j in enumerate(columns):
            try:
                values[i, place] = number_of(row[j], records.delimiter)
                mark = _same_mark(mark, row[j])
            except InputError as error:
                raise records.placed(error, i, j) from None
    return values


def _ragged(records: Records, row: int, width: int) -> InputError:
    count = len(records.cells[row])
    columns = "1 column" if count == 1 else f"{count} columns"
    return records.error(f"the row has {columns}; {width} are expected", row, min(count, width))


def _same_mark(mark: str, cell: str) -> str:
    """The decimal mark used so far, this cell included; raises InputError where both are used."""
    here = _COMMA if "," in cell else _POINT if "." in cell else mark
    if mark and here != mark:
        raise InputError(f"{shown(cell)} has {here} where a number before has {mark}; one of the two is expected")
    return here
