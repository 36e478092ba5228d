"""k and R²/γ² along one parameter; a click or a drag takes up the place under it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from core.analysis.experiments.parameters import ParameterResult
from core.numbers.numerals import number, short
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.panels.runs.plot import GAP, Plot, area_of, columns_in, paint_axes

_DOT = 3.0
_BELOW_ONE = 0.5
"""Where no update at all is drawn, for 0 has no place on a logarithmic scale."""
_LEAST = 2
"""So many values make an axis."""
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


class Strip(Plot):
    """`chosen` carries a value of the axis, and whether it begins a drag."""

    chosen = Signal(float, bool)

    def __init__(self, theme: ThemeModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self._axis = ParameterAxis("", (0.0,), evenly=False)
        self._settings: dict[float, ParameterResult] = {}
        self._now: tuple[float, int | None] | None = None
        self._pointed: int | None = None

    def show_axis(self, axis: ParameterAxis) -> None:
        """Begin anew along `axis`, with nothing known yet."""
        self._axis, self._settings, self._pointed = axis, {}, None
        self.update()

    def add(self, settings: Sequence[ParameterResult]) -> None:
        """Draw these too."""
        self._settings |= {setting.value: setting for setting in settings}
        self.update()

    def show_now(self, value: float | None) -> None:
        """Mark the value that the document has."""
        setting = None if value is None else self._settings.get(value)
        self._now = None if value is None else (value, None if setting is None else setting.fresh.updates)
        self.update()

    def place_of(self, value: float) -> QPointF:
        """A point of the widget over a value."""
        area = self._area()
        return QPointF(area.left() + self._axis.share(value) * area.width(), area.center().y())

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Axes, the bound as a dashed line, k as dots, hollow where a run reached its limit."""
        if len(self._axis.values) < _LEAST:
            return
        area, y = self._area(), self._scale()
        paint_axes(painter, area, theme, self._axis.ticks(columns_in(area.width())), y, self._axis.name)
        self._paint_key(painter, theme, area)
        known = [self._settings[value] for value in self._axis.values if value in self._settings]
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        for stretch in _stretches(known):
            points = [self._point(area, y, s.value, s.fresh.bound or 1.0) for s in stretch]
            painter.drawPolyline(QPolygonF(points))
        if self._now is not None:
            self._paint_now(painter, theme, area, self._now[0])
        painter.setPen(theme.pen("ink", 1.2))
        for setting in known:
            painter.setBrush(theme.color("ink" if setting.fresh.converged else "page"))
            painter.drawEllipse(self._point(area, y, setting.value, setting.fresh.updates), _DOT, _DOT)
        if self._pointed is not None:
            x = self.place_of(self._axis.values[self._pointed]).x()
            painter.setPen(theme.pen("secondary", 1, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def point_at(self, place: QPointF | None) -> str:
        """k and the bound at the nearest value."""
        self._pointed = None if place is None else self._value_at(place)
        return self._reading()

    def press(self, place: QPointF, *, first: bool) -> None:
        """Take up the value."""
        found = self._value_at(place)
        if found is not None:
            self.chosen.emit(self._axis.values[found], first)

    def step(self, by: int) -> str:
        """From one value to the next."""
        start = self._axis.nearest(self._axis.share(self._now[0])) if self._now else 0
        self._pointed = (start if self._pointed is None else self._pointed) + by
        self._pointed %= len(self._axis.values)
        return self._reading()

    def open_stepped(self) -> None:
        """Take up the value that was come to."""
        if self._pointed is not None:
            self.chosen.emit(self._axis.values[self._pointed], True)

    def _reading(self) -> str:
        if self._pointed is None:
            return ""
        value = self._axis.values[self._pointed]
        setting, text = self._settings.get(value), f"{self._axis.name} = {number(value)}"
        if setting is None:
            return text
        fresh = setting.fresh
        k = f"k = {fresh.updates:,}" if fresh.converged else f"{fresh.updates:,} updates, then the limit"
        return f"{text}: {k}" + ("" if fresh.bound is None else f", {fresh.formula} = {short(fresh.bound)}")

    def _area(self) -> QRectF:
        y, metrics = self._scale(), QFontMetricsF(self.font())
        widest = max(metrics.horizontalAdvance(text) for text in y.labels(y.ticks(8)))
        return area_of(self, widest, 1.3)

    def _scale(self) -> Scale:
        found = [setting.fresh for setting in self._settings.values()]
        return heights([*(f.updates for f in found), *(f.bound for f in found if f.bound is not None)])

    def _point(self, area: QRectF, y: Scale, value: float, height: float) -> QPointF:
        x = area.left() + self._axis.share(value) * area.width()
        return QPointF(x, area.bottom() - float(y.share(height)) * area.height())

    def _value_at(self, place: QPointF) -> int:
        area = self._area()
        return self._axis.nearest((place.x() - area.left()) / max(area.width(), 1))

    def _paint_now(self, painter: QPainter, theme: Theme, area: QRectF, value: float) -> None:
        x = self.place_of(value).x()
        painter.setPen(theme.pen("now", 2))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_key(self, painter: QPainter, theme: Theme, area: QRectF) -> None:
        metrics, top, left = painter.fontMetrics(), GAP, area.left()
        middle = top + metrics.height() / 2
        limited = any(not setting.fresh.converged for setting in self._settings.values())
        for name, fill in (("k", "ink"), *((("k at the limit", "page"),) if limited else ())):
            painter.setPen(theme.pen("ink", 1.2))
            painter.setBrush(theme.color(fill))
            painter.drawEllipse(QPointF(left + _DOT, middle), _DOT, _DOT)
            left = self._write(painter, theme, name, left + 2 * _DOT + GAP, top)
        formulas = [s.fresh.formula for s in self._settings.values() if s.fresh.bound is not None]
        if formulas:
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(left, middle), QPointF(left + _STROKE, middle))
            self._write(painter, theme, f"{formulas[0]} (↑ log scale)", left + _STROKE + GAP, top)

    def _write(self, painter: QPainter, theme: Theme, text: str, left: float, top: float) -> float:
        metrics = painter.fontMetrics()
        width = metrics.horizontalAdvance(text)
        painter.setPen(theme.color("secondary"))
        painter.drawText(QRectF(left, top, width + 2, metrics.height()), text)
        return left + width + 2 * GAP


def heights(values: Sequence[float]) -> Scale:
    """From the decade below the least of `values` ≥ 0, or from 1, to a little above the largest."""
    decade = math.floor(math.log10(max(min(values, default=1.0), 1.0)))
    return Scale(_BELOW_ONE * 10.0 ** max(decade - 1, 0), max([10.0, *values]) * 1.2, logarithmic=True)


def _stretches(settings: Sequence[ParameterResult]) -> list[list[ParameterResult]]:
    """Neighbours that all have a bound."""
    stretches: list[list[ParameterResult]] = [[]]
    for setting in settings:
        if setting.fresh.bound is None or not math.isfinite(setting.fresh.bound):
            stretches.append([])
        else:
            stretches[-1].append(setting)
    return [stretch for stretch in stretches if stretch]
