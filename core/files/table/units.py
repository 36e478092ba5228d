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
_ENDING = re.compile(r"[+-]?+[0-9][0-9.,]*+(.*)", re.DOTALL)


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
    unit = ""
    for cell in cells:
        parts = parted(cell)
        if parts is None or (unit and parts[1] != unit):
            return ""
        unit = parts[1]
    return unit


def mixed_error(cell: str) -> InputError | None:
    """Return what is wrong with a percentage or an amount among plain numbers, without a place; None for others."""
    if (parts := parted(cell)) is None or parts[1] not in SIGNS_OF_UNITS:
        return None
    told = f"{shown(cell)} has {parts[1]}, and other numbers of its column do not"
    return InputError(f"{told}; write all of them in one way")


def endings_of(cells: Iterable[str]) -> tuple[str, str] | None:
    """Return two different endings of numbers, if each of these cells begins with a number; else None."""
    endings = dict[str, None]()
    for cell in cells:
        parts, match = parted(cell), _ENDING.fullmatch(trimmed(cell))
        if parts is None and match is None:
            return None
        endings[parts[1] if parts is not None else match[1].strip() if match is not None else ""] = None
    first, second = [*endings, "", ""][:2]
    return (first, second) if len(endings) > 1 else None
