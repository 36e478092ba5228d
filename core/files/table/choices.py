"""The choices of a person about a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import InputError, listed_names


@dataclass(frozen=True)
class Choices:
    """The answers to what a file leaves open; None: as the file says."""

    positive: str | None = None
    """The class that is +1 against all the others, or against `negative` alone."""
    negative: str | None = None
    """The class that is −1; examples of others are left out."""
    columns: Sequence[str | int] | None = None
    """The features to use, by name or by number from 1."""
    label: str | int | None = None
    """The column with the labels, by name or by number from 1."""
    skip_incomplete: bool = False
    """True if rows are left out in which a number or the label is missing."""
    grouped: bool | None = None
    """True if 1.234 beside decimal commas is 1234 (and not 1.234), where its column does not tell."""
    encode: bool = False
    """True if features in words become columns of 0 and 1."""
    decimal: str | None = None
    """The decimal mark."""
    thousands: str | None = None
    """The sign that groups thousands."""
    sheet: str | int | None = None
    """The sheet of a spreadsheet, by name or by number from 1."""


AS_IT_IS = Choices()


def classes_from(names: Sequence[str]) -> tuple[str, str]:
    """Return two of several classes, the first is +1. Raises InputError for another number of them."""
    if len(names) != 2:
        there = f"{len(names)} are named: {listed_names(names)}" if names else "none is named"
        raise InputError(f"choose two classes, the first is +1; {there}")
    return names[0], names[1]
