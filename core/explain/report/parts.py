"""What a page on a run is made of: sentences, tables, listings and pictures, with gaps to be filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from core.explain.code import CodeLine
from core.explain.report.plane import ExamplesPicture
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
class AnswerGap:
    """An answer, or space for it if it is empty: for a few characters, or `wide`, for some `lines` of a table."""

    text: str
    wide: bool = False
    lines: int = 1


@dataclass(frozen=True)
class Sentence:
    """Text in which there are gaps."""

    pieces: tuple[str | AnswerGap, ...]


@dataclass(frozen=True)
class ReportTable:
    """Rows below one another; `head` may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell | AnswerGap, ...], ...]


@dataclass(frozen=True)
class CodeListing:
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


Part = str | Sentence | ReportTable | CodeListing | Figure | ExamplesPicture
"""A string is a sentence or more; formulas in it, and in a gap, are in backticks."""


@dataclass(frozen=True)
class Section:
    """A heading, which may be empty, and what is below it."""

    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Report:
    """A document about a run; with the size of its `paper`, "a4" or "letter", it is a sheet to hand out.

    Such a sheet has lines for a name, the date and the points, below its title.
    """

    title: str
    sections: tuple[Section, ...]
    paper: str = ""

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
    return replace(part, line=None) if isinstance(part, ExamplesPicture) else part


def _emptied(piece: Other | AnswerGap) -> Other | AnswerGap:
    return replace(piece, text="") if isinstance(piece, AnswerGap) else piece
