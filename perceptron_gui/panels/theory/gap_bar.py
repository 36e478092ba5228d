"""Where the room under the bound goes: k and the four parts of R²/γ² − k as one bar, and each in numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number, plural
from core.record.history import State
from core.run import Run
from core.theory.bound_gap import DEPTH, PARTS, SHORT, SIDEWAYS, SURPLUS, BoundGap, Part, leading
from core.theory.margin.margin import Margin
from perceptron_gui.look.plots.painting import Band
from perceptron_gui.look.plots.sheet import PlotSheet
from perceptron_gui.look.text.lettering import shrunk
from perceptron_gui.look.text.small_widgets import SMALL
from perceptron_gui.look.theme import PALEST, Theme, ThemeModel

_NAMED = 4


def leading_examples(run: Run | None, state: State | None, part: Part) -> tuple[int, ...]:
    """The examples that contribute most to a part at the playhead."""
    return tuple(leading(_contributions(run, state, part)).tolist())


def contributors_words(run: Run, state: State, gap: BoundGap | None, part: Part) -> str:
    """What a tooltip says of them, or of the angle where they are not known."""
    angle = ""
    if part is SIDEWAYS and gap is not None:
        angle = f"The angle between w and ŵ* is {'' if gap.known else 'at most '}{number(gap.angle, 3)}°. "
    contributions = _contributions(run, state, part)
    rows = leading(contributions)
    if not len(rows):
        return angle
    half = contributions[rows].sum() >= contributions[contributions > 0].sum() / 2
    share = "At least half of it comes" if half else "The largest parts of it come"
    named = ", ".join(f"{row + 1:,}" for row in rows[:_NAMED].tolist())
    more = f" and {len(rows) - _NAMED} more" if len(rows) > _NAMED else ""
    return f"{angle}{share} from {plural('example', len(rows))} {named}{more}."


def _contributions(run: Run | None, state: State | None, part: Part) -> FloatArray:
    """How much each example adds to a part (n,), up to a common factor; (0,) where that is not known."""
    if run is None or state is None or run.gap_along is None or not state.update:
        return np.empty(0)
    contributions = run.gap_along.contributions(run.history, state, part)
    return np.empty(0) if contributions is None else contributions


_BAR = 16.0
_GAP = 4.0
_SWATCH = 14.0
_ALPHAS = {SURPLUS: 0.85, SIDEWAYS: 0.6, DEPTH: 0.36, SHORT: 0.16}
"""How strong each part is in the plot above, from the end of k on, as its lines lie from the bottom up."""


def _shades(theme: Theme) -> list[QColor]:
    """Of the bar, from the end of k on."""
    return theme.shades("promise", len(_ALPHAS))


@dataclass(frozen=True)
class _Cell:
    part: Part
    bar: QRectF
    label: QRectF


class GapBar(PlotSheet[Part]):
    """From 0 to R²/γ²: k, surplus, sideways, depth and short. `pointed` tells the Part under the mouse, or None."""

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, scale=SMALL)
        self.bound_gap: BoundGap | None = None
        """what is shown; None before the first update"""
        self.span: tuple[float, float] | None = None
        """Left and right of the bar in pixels, where it lies under an axis of the same scale"""
        self._margin: Margin | None = None
        self._numbers: dict[Part, str] = dict.fromkeys(PARTS, "–")
        self._told: Callable[[Part], str] = lambda part: ""
        self._missing = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def sum(self) -> str:
        """The equation in numbers; "=" only where it is true as it is written."""
        if self._margin is None or self.bound_gap is None:
            return ""
        room, name = self.bound_gap.written(), self._margin.notation.bound
        most = self.bound_gap.relation(self._margin)
        return f"{name} − {self.bound_gap.update:,} {most} {room.total} {room.relation} {' + '.join(room.terms)}"

    def set_bound_gap(
        self, bound_gap: BoundGap | None, margin: Margin, told: Callable[[Part], str], missing: str
    ) -> None:
        """Show the room at the playhead, or why it is `missing`; `told` says of a part what contributes most."""
        self.bound_gap, self._margin, self._told, self._missing = bound_gap, margin, told, missing
        texts = ("–",) * len(PARTS) if bound_gap is None else bound_gap.written().terms
        self._numbers = dict(zip(PARTS, texts, strict=True))
        self.setVisible(margin.bound is not None)
        words = ", ".join(f"{part.name} {number}" for part, number in self._numbers.items()) if bound_gap else missing
        self.setAccessibleName(f"Room under the bound: {words}")
        self.update()

    def bands(self) -> tuple[Band, ...]:
        """The parts as they lie over k in a plot whose upright scale is in updates."""
        alphas = _ALPHAS.values()
        return tuple(Band(low, high, alpha) for (low, high), alpha in zip(self._ends(), alphas, strict=False))

    def sizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(340, round(line + _GAP + _BAR + _GAP + line))

    def in_order(self) -> Sequence[Part]:
        return () if self.bound_gap is None else PARTS

    def told(self, thing: Part) -> str:
        return f"{thing.name}: {self._numbers[thing]} updates"

    def thing_at(self, place: QPointF) -> Part | None:
        if self.bound_gap is None:
            return None
        cells = self._cells(self._font())
        return next((cell.part for cell in cells if cell.bar.contains(place) or cell.label.contains(place)), None)

    def tip_at(self, place: QPointF) -> str:
        part = self.thing_at(place)
        return self.tip(part) if part else self.sum

    def tip(self, part: Part) -> str:
        """What a part is, how much there is of it and what contributes most."""
        if self._margin is None or self.bound_gap is None:
            return ""
        meaning = f"{part.name}: {part.meant(self._margin)}"
        divided = f"{part.written(self._margin)}, divided by {self._margin.notation.part_divisor}"
        formula = f"{part.name} = {divided}: {self._numbers[part]} updates"
        return "\n".join(filter(None, [meaning, self._told(part), formula, self.sum]))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if self._margin is None or self._margin.bound is None:
            return
        line = QFontMetricsF(self.font()).height()
        heading = QRectF(0, 0, self.width(), line)
        painter.setPen(theme.color("secondary"))
        painter.drawText(heading, Qt.AlignmentFlag.AlignLeft, f"where {self._margin.notation.bound} − k goes")
        left, right = self._sides
        whole = QRectF(left, line + _GAP, right - left, _BAR)
        font = self._font()
        cells = self._cells(font)
        if self.bound_gap is not None:
            painter.setPen(theme.color("ink"))
            painter.drawText(heading, Qt.AlignmentFlag.AlignRight, f"{self.bound_gap.written().total} updates")
            self._paint_bars(painter, theme, whole, cells)
        elif self._margin.start:
            painter.drawText(heading, Qt.AlignmentFlag.AlignRight, self._missing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.pen("secondary", 1, share=PALEST))
        painter.drawRect(whole)
        for cell, shade in zip(cells, _shades(theme), strict=True):
            self._paint_label(painter, theme, cell, shade, font)

    @property
    def _sides(self) -> tuple[float, float]:
        return self.span or (0.0, float(self.width()))

    def _ends(self) -> list[tuple[float, float]]:
        """From where to where each part goes, in updates; nothing before the first."""
        if self.bound_gap is None:
            return []
        return list(pairwise(accumulate([self.bound_gap.update, *map(self.bound_gap.of, _ALPHAS)])))

    def _font(self) -> QFont:
        """Of the labels: as large as there is room for."""
        labels = "".join(map(self._label, _ALPHAS))
        room = self.width() - len(_ALPHAS) * (_SWATCH + _GAP)
        return shrunk(self.font(), lambda metrics: metrics.horizontalAdvance(labels) <= room, 7.0)

    def _cells(self, font: QFont) -> list[_Cell]:
        line, metrics = QFontMetricsF(self.font()).height(), QFontMetricsF(font)
        bars = [QRectF()] * len(_ALPHAS)
        if self._margin is not None and self._margin.bound:
            left, right = self._sides
            scale = (right - left) / self._margin.bound
            top = line + _GAP
            bars = [QRectF(left + a * scale, top, (z - a) * scale, _BAR) for a, z in self._ends()] or bars
        widths = [_SWATCH + metrics.horizontalAdvance(self._label(part)) for part in _ALPHAS]
        between = max(self.width() - sum(widths), 0.0) / (len(widths) - 1)
        lefts = accumulate((width + between for width in widths[:-1]), initial=0.0)
        labels = (QRectF(at, line + _BAR + 2 * _GAP, width, line) for at, width in zip(lefts, widths, strict=True))
        return list(map(_Cell, _ALPHAS, bars, labels))

    def _label(self, part: Part) -> str:
        return f"{part.name} {self._numbers[part]}"

    def _paint_bars(self, painter: QPainter, theme: Theme, whole: QRectF, cells: list[_Cell]) -> None:
        so_far = QRectF(whole.left(), whole.top(), cells[0].bar.left() - whole.left(), _BAR)
        painter.fillRect(so_far, theme.color("now"))
        for cell, shade in zip(cells, _shades(theme), strict=True):
            painter.fillRect(cell.bar, shade)
            painter.setPen(theme.pen("page", 1))
            painter.drawLine(cell.bar.topLeft(), cell.bar.bottomLeft())
            if cell.part is self.thing:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(theme.pen("ink", 2))
                painter.drawRect(cell.bar.adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_label(self, painter: QPainter, theme: Theme, cell: _Cell, shade: QColor, font: QFont) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawRect(QRectF(cell.label.left(), cell.label.center().y() - 5, 10, 10))
        font.setUnderline(cell.part is self.thing)
        painter.setFont(font)
        painter.setPen(theme.color("ink"))
        painter.drawText(cell.label.adjusted(_SWATCH, 0, 2, 0), Qt.AlignmentFlag.AlignVCenter, self._label(cell.part))
