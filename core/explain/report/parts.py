"""What a page on a run is made of: sentences, tables, listings and pictures, with gaps to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from core.explain.code import CodeLine
from core.explain.report.plane import PlanePicture
from core.numbers.numerals import number

Other = TypeVar("Other")

DIGITS = 6
"""To which a number is written."""


@dataclass(frozen=True)
class Cell:
    """What is written, and what it stands for: the number as the trace and the summary have it; empty for a word."""

    text: str
    exact: str = ""


@dataclass(frozen=True)
class Gap:
    """An answer, or where it is empty the room to write it down: that of a few characters, or of a line."""

    text: str
    wide: bool = False


@dataclass(frozen=True)
class Sentence:
    """Text in which there are gaps."""

    pieces: tuple[str | Gap, ...]


@dataclass(frozen=True)
class ReportTable:
    """Rows below one another; `head` may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell | Gap, ...], ...]


@dataclass(frozen=True)
class Listing:
    """Pseudo-code."""

    code: tuple[CodeLine, ...]


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


Part = str | Sentence | ReportTable | Listing | Figure | PlanePicture
"""A string is a sentence or more; formulas in it, and in a gap, are in backticks."""


@dataclass(frozen=True)
class Section:
    """A heading, which may be empty, and what is below it."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Report:
    """All that is told of a run."""

    title: str
    sections: tuple[Section, ...]

    def figures(self) -> Iterator[Figure]:
        return (part for section in self.sections for part in section.parts if isinstance(part, Figure))

    def blank(self) -> Report:
        """The same, with nothing in its gaps."""
        return replace(self, sections=tuple(replace(s, parts=tuple(map(_blank, s.parts))) for s in self.sections))


def figure(value: float) -> Cell:
    """A number to six digits, and exactly."""
    return Cell(number(value, DIGITS), repr(value))


def cell(exact: str) -> Cell:
    """A cell of the trace: a number to six digits, and as it stands there; what does not exist is empty."""
    return Cell(number(float(exact), DIGITS), exact) if exact else Cell("")


def _blank(part: Part) -> Part:
    if isinstance(part, Sentence):
        return Sentence(tuple(map(_emptied, part.pieces)))
    if isinstance(part, ReportTable):
        return replace(part, rows=tuple(tuple(map(_emptied, row)) for row in part.rows))
    return replace(part, line=None) if isinstance(part, PlanePicture) else part


def _emptied(piece: Other | Gap) -> Other | Gap:
    return replace(piece, text="") if isinstance(piece, Gap) else piece
