"""What a report is made of: sections of sentences, tables, listings and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from core.numbers.numerals import number

DIGITS = 6
"""To which a number is written."""


@dataclass(frozen=True)
class Cell:
    """What is written, and what it stands for: the number as the trace and the summary have it; empty for a word."""

    text: str
    exact: str = ""


@dataclass(frozen=True)
class ReportTable:
    """Rows below one another; `head` may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Verbatim:
    """Lines whose spaces matter."""

    text: str


class Shows(StrEnum):
    """What a picture shows."""

    CANVAS = "canvas"
    PANEL = "panel"


@dataclass(frozen=True)
class Figure:
    """A picture of the run after an update (None: at its end), which whoever can draw puts in."""

    shows: Shows
    update: int | None
    caption: str


@dataclass(frozen=True)
class SvgPicture:
    """A picture in SVG, which needs nobody to draw it."""

    svg: str
    caption: str


Part = str | ReportTable | Verbatim | Figure | SvgPicture
"""A string is a sentence or more."""


@dataclass(frozen=True)
class Section:
    """A heading, and what is below it."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Report:
    """All that is told of a run."""

    title: str
    sections: tuple[Section, ...]

    def figures(self) -> Iterator[Figure]:
        return (part for section in self.sections for part in section.parts if isinstance(part, Figure))


def figure(value: float) -> Cell:
    """A number to six digits, and exactly."""
    return Cell(number(value, DIGITS), repr(value))


def cell(exact: str) -> Cell:
    """A cell of the trace: a number to six digits, and as it stands there; what does not exist is empty."""
    return Cell(number(float(exact), DIGITS), exact) if exact else Cell("")
