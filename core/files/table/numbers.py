"""One cell to a float, or what is wrong with it; and the decimal mark that a file is true to."""

from __future__ import annotations

import re

from core.datasets.dataset import LARGEST
from core.errors import InputError, shown

# Possessive: a cell that is no number after all is given up at once, however many digits it has.
NUMBER = r"[+-]?+(?:[0-9]++(?:\.[0-9]*+)?+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?+"
_NUMBER = re.compile(NUMBER)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_MARKS = {".": "a decimal point", ",": "a decimal comma"}


def is_number(cell: str, delimiter: str) -> bool:
    """Whether a cell is meant as a number, finite or not; a decimal comma counts where it is not the delimiter."""
    text = with_plain_signs(cell, delimiter)
    return bool(_NUMBER.fullmatch(text) or _NOT_FINITE.fullmatch(text))


def number_of(cell: str, delimiter: str = ",") -> float:
    """The cell as a finite float of at most LARGEST in size; raises InputError, without a place, for anything else."""
    text = with_plain_signs(cell, delimiter)
    if not _NUMBER.fullmatch(text):
        raise InputError(_trouble(cell, text))
    value = float(text)
    if abs(value) > LARGEST:
        raise InputError(f"{shown(cell)} is too large; a number of at most {LARGEST:g} in size is expected")
    return value


def with_plain_signs(cell: str, delimiter: str) -> str:
    """The cell with the signs that `float` knows."""
    text = cell.strip().replace("−", "-")
    return text if delimiter == "," else text.replace(",", ".")


def same_mark(mark: str, cell: str) -> str:
    """The decimal mark used so far, this cell included; raises InputError where both are used."""
    here = "," if "," in cell else "." if "." in cell else mark
    if mark and here != mark:
        raise InputError(
            f"{shown(cell)} has {_MARKS[here]} where a number before has {_MARKS[mark]}; one of the two is expected"
        )
    return here


def _trouble(cell: str, text: str) -> str:
    if not text:
        return "the cell is empty; a number is expected"
    if _NOT_FINITE.fullmatch(text):
        return f"{shown(cell)} is not finite; a finite number is expected"
    return f"{shown(cell)} is not a number; a number is expected"
