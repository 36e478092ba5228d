"""Cells in which a number or a label is missing: their lines, and the words about them."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import InputError
from core.numbers.numerals import counted

_TOLD = 8
"""Lines that are listed one by one."""


class GapError(InputError):
    """A number or a label is missing. Its row can be left out."""


def lines_told(lines: Sequence[int]) -> str:
    """Return the lines in words: "line 4", or "lines 4, 17 and 90"; of many lines the first few."""
    if len(lines) == 1:
        return f"line {lines[0]}"
    *first, last = map(str, lines[:_TOLD])
    listed = ", ".join([*first, last, "…"]) if len(lines) > _TOLD else f"{', '.join(first)} and {last}"
    return f"lines {listed}"


def skipped(lines: Sequence[int]) -> str:
    """Return the remark that the rows on these lines were left out."""
    were = "was" if len(lines) == 1 else "were"
    return f"{counted(len(lines), 'incomplete row')} {were} left out: {lines_told(lines)}"
