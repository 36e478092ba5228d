"""k and R²/γ² along one parameter; a click or a drag takes up the place under it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF

from core.analysis.experiments.what_if import ParameterResult
from core.numbers.numerals import number
from core.plots.scale import Scale
from perceptron_gui.look.plots.axes import GAP, Frame, paint_axes, write_line
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.panels.runs.experiment import Plot, columns_in, outcome, rows_in

_DOT = 3.0
_STROKE = 18.0


@dataclass(frozen=True)
class ParameterAxis:
    """The values of a parameter, increasing, called `name`; `evenly` apart by their places, else by their size."""

    name: str
    values: tuple[float, ...]
    evenly: bool

    def share(self, value: float) -> float:
        """How far along a value lies, from 0 to 1; a value between two of them lies between their places."""
        places = np.arange(len(self.values)) if self.evenly else np.array(self.values)
        span = float(places[-1] - places[0]) or 1.0
        return float(np.interp(value, self.values, places) - places[0]) / span

    def nearest(self, share: float) -> int:
        """The place of the value nearest to a share of the way."""
        return int(np.argmin([abs(self.share(value) - share) for value in self.values]))

    def ticks(self, at_most: int) -> dict[float, str]:
        """Shares of the way and what is written there: 0 and powers of ten, or round values."""
        if not self.evenly:
            scale = Scale(self.values[0], self.values[-1])
            ticks = scale.ticks(at_most)
            return {self.share(tick): text for tick, text in zip(ticks, scale.labels(ticks), strict=True)}
        tens = [value for value in self.values if value == 0 or math.log10(value).is_integer()]
        kept: dict[float, str] = {}
        for value in tens:
            if not kept or self.share(value) - max(kept) >= 1 / at_most:
                kept[self.share(value)] = number(value)
        return kept


class Strip(Plot[int]):
    """`chosen` carries a value of the axis, and whether it begins a drag."""

    chosen = Signal(float, bool)

    def __init__(self, theme: ThemeModel, name: str) -> None:
        super().__init__(theme, name)
        self._axis = ParameterAxis("", (0.0,), evenly=False)
        self._settings: dict[float, ParameterResult] = {}
        self._now: float | None = None

    def show_axis(self, axis: ParameterAxis) -> None:
        """Begin anew along `axis`, with nothing known yet."""
        self._axis, self._settings, self.thing = axis, {}, None
        self.update()

    def add(self, settings: Sequence[ParameterResult]) -> None:
        self._settings |= {setting.value: setting for setting in settings}
        self.update()

    def show_now(self, value: float | None) -> None:
        self._now = value
        self.update()

    def place_of(self, value: float) -> QPointF:
        frame = self._frame()
        return QPointF(self._x(frame, value), frame.area.center().y())

    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        """Axes, the bound as a dashed line, k as dots, hollow where a run reached its limit."""
        if len(self._axis.values) < 2:
            return
        frame = self._frame()
        columns = self._axis.ticks(columns_in(frame)).items()
        paint_axes(painter, theme, frame, rows_in(frame), columns, self._axis.name)
        self._paint_key(painter, theme, frame)
        known = [self._settings[value] for value in self._axis.values if value in self._settings]
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        for stretch in _stretches(known):
            bounds = ((setting.value, setting.fresh.bound or 1.0) for setting in stretch)
            painter.drawPolyline(QPolygonF([self._point(frame, *bound) for bound in bounds]))
        if self._now is not None:
            painter.setPen(theme.pen("now", 2))
            frame.upright(painter, self._x(frame, self._now))
        painter.setPen(theme.pen("ink", 1.2))
        for setting in known:
            painter.setBrush(theme.color("ink" if setting.fresh.converged else "page"))
            painter.drawEllipse(self._point(frame, setting.value, setting.fresh.updates), _DOT, _DOT)
        if self.thing is not None:
            painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
            frame.upright(painter, self._x(frame, self._axis.values[self.thing]))

    def thing_at(self, place: QPointF) -> int:
        return self._axis.nearest(self._frame().place_at(place.x()))

    def letters(self, place: QPointF) -> str:
        """The name of the axis below, the key above."""
        area = self._frame().area
        if area.top() <= place.y() <= area.bottom():
            return ""
        return self._axis.name if place.y() > area.bottom() else ", ".join(["k", *self._formulas[:1]])

    @property
    def _formulas(self) -> list[str]:
        """Of the bounds that are known."""
        return [s.fresh.formula for s in self._settings.values() if s.fresh.bound is not None]

    def in_order(self) -> Sequence[int]:
        return range(len(self._axis.values))

    def start(self, by: int) -> int:
        return 0 if self._now is None else self._axis.nearest(self._axis.share(self._now))

    def open(self, thing: int, *, first: bool) -> None:
        self.chosen.emit(self._axis.values[thing], first)

    def told(self, thing: int) -> str:
        value = self._axis.values[thing]
        setting, text = self._settings.get(value), f"{self._axis.name} = {number(value)}"
        return text if setting is None else f"{text}: {outcome(setting.fresh)}"

    def _frame(self) -> Frame:
        """To the right it is in shares of the axis."""
        found = [setting.fresh for setting in self._settings.values()]
        up = heights([*(f.updates for f in found), *(f.bound for f in found if f.bound is not None)])
        metrics = QFontMetricsF(self.font())
        widest = max(metrics.horizontalAdvance(text) for text in up.labels(up.ticks(8)))
        return Frame(self.area(widest, 1.3), Scale(0.0, 1.0), up)

    def _x(self, frame: Frame, value: float) -> float:
        return frame.x(self._axis.share(value))

    def _point(self, frame: Frame, value: float, height: float) -> QPointF:
        return frame.point(self._axis.share(value), height)

    def _paint_key(self, painter: QPainter, theme: Theme, frame: Frame) -> None:
        left, middle = frame.area.left(), GAP + painter.fontMetrics().height() / 2
        limited = any(not setting.fresh.converged for setting in self._settings.values())
        for name, fill in (("k", "ink"), *((("k at the limit", "page"),) if limited else ())):
            painter.setPen(theme.pen("ink", 1.2))
            painter.setBrush(theme.color(fill))
            painter.drawEllipse(QPointF(left + _DOT, middle), _DOT, _DOT)
            painter.setPen(theme.color("secondary"))
            left = write_line(painter, name, left + 2 * _DOT + GAP, GAP) + 2 * GAP - 2
        if formulas := self._formulas:
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(left, middle), QPointF(left + _STROKE, middle))
            painter.setPen(theme.color("secondary"))
            write_line(painter, f"{formulas[0]} (↑ log scale)", left + _STROKE + GAP, GAP)


def heights(values: Sequence[float]) -> Scale:
    """From the decade below the least of `values` ≥ 0, or from 1, to a little above the largest.

    No update at all is drawn where 0.5 is, for 0 has no place on a logarithmic scale.
    """
    decade = math.floor(math.log10(max(min(values, default=1.0), 1.0)))
    return Scale(0.5 * 10.0 ** max(decade - 1, 0), max([10.0, *values]) * 1.2, logarithmic=True)


def _stretches(settings: Sequence[ParameterResult]) -> list[list[ParameterResult]]:
    """Neighbours that all have a bound."""
    stretches: list[list[ParameterResult]] = [[]]
    for setting in settings:
        if setting.fresh.bound is None or not math.isfinite(setting.fresh.bound):
            stretches.append([])
        else:
            stretches[-1].append(setting)
    return [stretch for stretch in stretches if stretch]
