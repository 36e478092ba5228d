"""The unit that stands with every number of a column: a percent sign, that of a currency, or letters behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.errors import InputError, shown
from core.files.table.numbers import THOUSANDS, is_grouped, is_meant_as_number, trimmed

SIGNS_OF_UNITS = "%$€£¥"
_WITH_UNIT = re.compile(
    rf"([+-]?+)(?:([$€£¥]) ?+)?([+-]?+[0-9.](?:[0-9.,' ]*[0-9.])?) ?+([{SIGNS_OF_UNITS}]|(?:[^\W\d_]|°)*)"
)
_ENDING = re.compile(r"\A[+-]?+[0-9][0-9.,]*+\s*+(.*)", re.DOTALL)


def parted(cell: str) -> tuple[str, str] | None:
    """Return the number in a cell and its unit; None unless the cell is a number with one unit before or behind it."""
    match = _WITH_UNIT.fullmatch(trimmed(cell))
    if match is None or bool(match[2]) == bool(match[4]) or (match[1] and match[3][0] in "+-"):
        return None
    number = match[1] + match[3]
    for sign in THOUSANDS[2:]:  # spaces and apostrophes, which can mean nothing else
        number = number.replace(sign, "") if is_grouped(number, sign) else number
    return (number, match[2] or match[4]) if is_meant_as_number(number, ";") else None


def unit_of(cells: Iterable[str]) -> str:
    """Return the unit that is the same in each of these cells; nothing if there is none."""
    units = {"" if parts is None else parts[1] for parts in map(parted, cells)}
    return units.pop() if len(units) == 1 else ""


def mixed_error(cell: str) -> InputError | None:
    """Return what is wrong with a percentage or an amount among plain numbers, without a place; None for others."""
    if (parts := parted(cell)) is None or parts[1] not in SIGNS_OF_UNITS:
        return None
    told = f"{shown(cell)} has {parts[1]}, and other numbers of its column do not"
    return InputError(f"{told}; write all of them in one way")


def endings_of(cells: Iterable[str]) -> tuple[str, str] | None:
    """Return two different endings of numbers, if each of these cells begins with a number; else None."""
    found = [(parted(cell) or ())[1:] or _ENDING.findall(trimmed(cell)) for cell in cells]
    endings = [*dict.fromkeys(ending for each in found for ending in each)]
    return (endings[0], endings[1]) if all(found) and len(endings) > 1 else None
