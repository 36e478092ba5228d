"""The parts of a page on a run, with gaps to fill in; and examples in the plane, drawn for paper as SVG and as TikZ."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeVar

from core.datasets.dataset import Dataset
from core.explain.code import CodeLine
from core.numbers.numerals import number, round_steps

SIDE = 320
"""Pixels of the side of the SVG picture."""
_FRAME, _RADIUS, _BELOW, _BESIDE = 30.0, 4.0, 14.0, 4.0
"""Pixels in it."""
_FONTS = 'font-family="Inter, Verdana, Arial, sans-serif"'
_WIDTH = 9.0
"""Centimetres of the TikZ picture."""

Place = tuple[float, float]
Line = tuple[float, float, float]
"""The weights w₁, w₂, b of a line w·x + b = 0."""
Stroke = tuple[Place, Place]
"""The ends of a stroke, in shares of the side."""
_GROWTH, _ARROW = (1.0, 1.5, 2.0, 3.0), 0.1
"""How many times as large as for the examples the picture may be; the share of its side that an arrow takes."""


class Box(NamedTuple):
    """The lower left corner, the side and the step of a grid; the side is a multiple of the step."""

    corner: Place
    side: float
    step: float


class GridLine(NamedTuple):
    """A line of the grid with its ends; `across` if it stands on the axis x₁, `axis` if its coordinate is 0."""

    start: Place
    end: Place
    across: bool
    text: str
    axis: bool


@dataclass(frozen=True, eq=False)
class ExamplesPicture:
    """Examples with two features and their numbers, on a grid with one scale for both axes.

    The `line` is an answer, so a blank sheet is not `drawn` on, but has the same grid: one that grows up to three times
    until the line is in it. If it never is, an arrow at the edge points to the line.
    """

    dataset: Dataset
    caption: str
    line: Line | None = None
    drawn: bool = True

    @property
    def svg(self) -> str:
        inner = SIDE - 2 * _FRAME

        def place(x: float, y: float) -> Place:
            return round(_FRAME + inner * x, 1), round(SIDE - _FRAME - inner * y, 1)

        shapes = [_svg_rule(place, rule) for rule in self._rules]
        shapes += [_svg_mark(place(*where), label, n) for where, label, n in self._marks]
        shapes += [_svg_stroke(*place(*start), *place(*end), 2, "black") for start, end in self._strokes]
        size = f'width="{SIDE:g}" height="{SIDE:g}" viewBox="0 0 {SIDE:g} {SIDE:g}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONTS}>{"".join(shapes)}</svg>'

    @property
    def tikz(self) -> str:
        r"""A tikzpicture in which the line is the argument of \answer."""
        lines = [rf"\begin{{tikzpicture}}[x={_WIDTH:g}cm,y={_WIDTH:g}cm]"]
        for rule in self._rules:
            side = "below" if rule.across else "left"
            text = rf" node[{side}, black] {{\scriptsize ${rule.text}$}}" if rule.text else ""
            lines.append(rf"\draw[{'gray' if rule.axis else 'gray!30'}] {_at(rule.end)} -- {_at(rule.start)}{text};")
        for where, label, n in self._marks:
            name = rf"node[above right=1pt] {{\footnotesize {n}}}"
            circle = rf"\draw[thick] {_at(where)} circle[radius=2.5pt] {name};"
            arm = r"++(-2.5pt,-2.5pt) -- ++(5pt,5pt) ++(-5pt,0pt) -- ++(5pt,-5pt)"
            lines.append(circle if label > 0 else rf"\draw[thick] {_at(where)} {name} {arm};")
        drawn = "".join(rf"\draw[very thick] {_at(start)} -- {_at(end)};" for start, end in self._strokes)
        return "\n".join([*lines, rf"\answer{{{drawn}}}", r"\end{tikzpicture}"])

    @cached_property
    def _box(self) -> Box:
        """The box about the examples, as many times as large as the line needs."""
        boxes = [self._grown(times) for times in _GROWTH]
        return next((box for box in boxes if self.line is None or _ends(self.line, box)), boxes[0])

    def _grown(self, times: float) -> Box:
        low, high = self.dataset.X.min(axis=0).tolist(), self.dataset.X.max(axis=0).tolist()
        span = (max(b - a for a, b in zip(low, high, strict=True)) or 1.0) * times
        more = span * (times - 1) / (2 * times)
        # This leaves at most twenty lines along an axis.
        step = next(round_steps(span / 18))
        first = [math.floor((value - more) / step) - 1 for value in low]
        count = max(math.ceil((value + more) / step) + 1 - start for value, start in zip(high, first, strict=True))
        return Box((first[0] * step, first[1] * step), count * step, step)

    @property
    def _rules(self) -> Iterator[GridLine]:
        corner, side, step = self._box
        count = round(side / step)
        # If there are many lines, every second one has its number.
        every = 1 if count <= 12 else 2
        for across in (True, False):
            start = round(corner[not across] / step)
            for whole in range(start, start + count + 1):
                share, text = (whole - start) / count, f"{whole * step:.10g}" if whole % every == 0 else ""
                ends = ((share, 0.0), (share, 1.0)) if across else ((0.0, share), (1.0, share))
                yield GridLine(*ends, across, text, whole == 0)

    @property
    def _marks(self) -> Iterator[tuple[Place, int, int]]:
        """The place, the label and the number of each example."""
        (left, below), side, _ = self._box
        for n, ((x, y), label) in enumerate(zip(self.dataset.X.tolist(), self.dataset.y.tolist(), strict=True), 1):
            yield ((x - left) / side, (y - below) / side), label, n

    @property
    def _strokes(self) -> list[Stroke]:
        """The line, or an arrow that points to it."""
        line = self.line if self.drawn else None
        return [] if line is None else _ends(line, self._box) or _arrow(line, self._box)


def _in_unit_square(line: Line, box: Box) -> Line:
    (left, below), side, _ = box
    w1, w2, b = line
    return w1 * side, w2 * side, w1 * left + w2 * below + b


def _ends(line: Line, box: Box) -> list[Stroke]:
    """Return the line in the box as one stroke, or none."""
    u, v, c = _in_unit_square(line, box)
    crossings = [(0.0, -c / v), (1.0, -(c + u) / v)] if v else []
    crossings += [(-c / u, 0.0), (-(c + v) / u, 1.0)] if u else []
    found = sorted({(round(x, 9), round(y, 9)) for x, y in crossings if 0 <= x <= 1 and 0 <= y <= 1})
    return [(found[0], found[-1])] if len(found) > 1 else []


def _arrow(line: Line, box: Box) -> list[Stroke]:
    """Return shaft and head of an arrow at the edge, at right angles to a line out of the box; none for w = 0."""
    u, v, c = _in_unit_square(line, box)
    length = math.hypot(u, v) if u / 2 + v / 2 + c < 0 else -math.hypot(u, v)
    if not length:
        return []
    x, y = u / length, v / length
    far = 0.5 / max(abs(x), abs(y))
    tip, tail = (0.5 + far * x, 0.5 + far * y), (0.5 + (far - _ARROW) * x, 0.5 + (far - _ARROW) * y)
    back, across = _ARROW / 3, _ARROW / 6
    sides = [(tip[0] - back * x - way * y, tip[1] - back * y + way * x) for way in (across, -across)]
    return [(tail, tip), *((side, tip) for side in sides)]


def _svg_rule(place: Callable[[float, float], Place], rule: GridLine) -> str:
    width, color = (1.2, "#7a828c") if rule.axis else (0.6, "#d5d9de")
    (x, y), end = place(*rule.start), place(*rule.end)
    where = f'x="{x:g}" y="{y + _BELOW:g}" text-anchor="middle"'
    if not rule.across:
        where = f'x="{x - _BESIDE:g}" y="{y + _BESIDE:g}" text-anchor="end"'
    text = f'<text {where} font-size="9">{rule.text.replace("-", "−")}</text>' if rule.text else ""
    return _svg_stroke(x, y, *end, width, color) + text


def _svg_stroke(x1: float, y1: float, x2: float, y2: float, width: float, color: str) -> str:
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{color}" stroke-width="{width:g}"/>'


def _svg_mark(where: Place, label: int, number: int) -> str:
    (x, y), r = where, _RADIUS
    shape = f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="black" stroke-width="1.5"/>'
    if label < 0:
        shape = "".join(_svg_stroke(x - r, y - way, x + r, y + way, 1.5, "black") for way in (r, -r))
    return f'{shape}<text x="{x + r + 1:g}" y="{y - r + 1:g}" font-size="10">{number}</text>'


def _at(place: Place) -> str:
    return f"({place[0]:.4f},{place[1]:.4f})"


Other = TypeVar("Other")

DIGITS = 6
"""Digits of a number in a report."""
LEFT_OUT = "…"
"""The cell of a row that stands for those that are left out."""


@dataclass(frozen=True)
class Cell:
    """A cell: the text, and the value of a number as the trace and the summary write it (empty for a word)."""

    text: str
    exact: str = ""


@dataclass(frozen=True)
class AnswerGap:
    """An answer, or space for it if it is empty: some characters, or a `wide` gap, or `lines` of a table."""

    text: str
    wide: bool = False
    lines: int = 1


@dataclass(frozen=True)
class Sentence:
    """Text with gaps."""

    pieces: tuple[str | AnswerGap, ...]


@dataclass(frozen=True)
class ReportTable:
    """Rows of cells; `head` may be empty."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell | AnswerGap, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A picture of the run after an update, or at its end if `update` is None. A window draws it later."""

    shows: Literal["canvas", "panel"]
    update: int | None
    caption: str


Picture = Figure | ExamplesPicture
Listing = tuple[CodeLine, ...]
Part = str | Sentence | ReportTable | Listing | Figure | ExamplesPicture
"""A part of a section. A string holds one or more sentences, with formulas in backticks."""


@dataclass(frozen=True)
class Section:
    """A heading of a `level`, which may be empty, and the parts below it."""

    heading: str
    parts: tuple[Part, ...]
    level: int = 2
    stays: bool = False

    @property
    def whole(self) -> bool:
        """Whether the section stays on one page if it fits."""
        return self.stays or not any(isinstance(part, ReportTable) for part in self.parts)


@dataclass(frozen=True)
class Report:
    """A document about a run; with a `paper` size, "a4" or "letter", a sheet with lines for name, date and points."""

    title: str
    sections: tuple[Section, ...]
    paper: str = ""

    def pictures(self) -> Iterator[Picture]:
        return (part for section in self.sections for part in section.parts if isinstance(part, Picture))

    def figures(self) -> Iterator[Figure]:
        return (part for part in self.pictures() if isinstance(part, Figure))

    def blank(self) -> Report:
        """Return the same document with empty gaps."""
        return replace(self, sections=tuple(replace(s, parts=tuple(map(_blank, s.parts))) for s in self.sections))


def figure(value: float) -> Cell:
    """Return a cell with a number, to six digits unless it is whole, and its exact value."""
    return Cell(number(value, DIGITS) if isinstance(value, float) else number(value), str(value))


def cell(exact: str) -> Cell:
    """Return a cell of the trace: a number to six digits with its exact value, or empty if there is none."""
    return Cell(number(float(exact), DIGITS), exact) if exact else Cell("")


def _blank(part: Part) -> Part:
    if isinstance(part, Sentence):
        return Sentence(tuple(map(_emptied, part.pieces)))
    if isinstance(part, ReportTable):
        return replace(part, rows=tuple(tuple(map(_emptied, row)) for row in part.rows))
    return replace(part, drawn=False) if isinstance(part, ExamplesPicture) else part


def _emptied(piece: Other | AnswerGap) -> Other | AnswerGap:
    return replace(piece, text="") if isinstance(piece, AnswerGap) else piece
