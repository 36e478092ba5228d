"""How many of many runs took how many updates, against the bound; a bar opens one of its runs after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from core.analysis.experiments.histogram_bars import Bar, bars
from core.numbers.numerals import short
from core.numbers.plurals import counted
from perceptron_gui.look.scale import Scale
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.panels.runs.plot import GAP, Plot, area_of, columns_in, paint_axes

_ROOM = 1.08
_TAIL = 4
"""Bars wide is the last one, where it holds more numbers of updates than the others."""
_FAR = 2.5
"""A bound more than so many times as far as the longest run is only pointed to."""
_ASIDE = 60
"""A mark more than so many bars beside all of them is only pointed to: they would be too thin to click."""
_ARROW = 5.0


@dataclass(frozen=True)
class NamedCount:
    """A number of updates with a name, in the colour of a role."""

    updates: int
    name: str
    role: str


class Histogram(Plot):
    """`opened` carries the place of a run in what was shown: at each click on a bar the next of its runs."""

    opened = Signal(int)

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(theme, "How many runs took how many updates", parent)
        self._updates: list[int] = []
        self._limited: list[bool] = []
        self._bound: tuple[float, str] | None = None
        self._marks: tuple[NamedCount, ...] = ()
        self._turns: dict[tuple[int, int], int] = {}
        self._bars: tuple[Bar, ...] = ()
        self._pointed: int | None = None

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What is drawn."""
        return self._bars

    @property
    def marks(self) -> tuple[NamedCount, ...]:
        """What is marked."""
        return self._marks

    def show_runs(self, updates: Sequence[int], limited: Sequence[bool]) -> None:
        """Draw runs of so many updates; those that were `limited` stopped before they had converged."""
        self._updates, self._limited = list(updates), list(limited)
        self._bars = bars(self._updates)
        self._turns, self._pointed = {}, None
        self.update()

    def show_bound(self, bound: float | None, name: str) -> None:
        """Draw a bound where it has room, else point to it; None: there is none."""
        self._bound = None if bound is None else (bound, name)
        self.update()

    def show_marks(self, marks: Sequence[NamedCount]) -> None:
        """Mark these numbers of updates."""
        self._marks = tuple(marks)
        self.update()

    def middle_of(self, place: int) -> QPointF:
        """A point of the widget on bar `place`."""
        bar, area = self._bars[place], self._area()
        left, right = self._sides(area, bar)
        return QPointF((left + right) / 2, area.bottom() - 2)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Axes, bars, bound, marks."""
        if not self._bars:
            return
        area, x, y = self._area(), self._scale(), self._counts()
        ticks = x.ticks(columns_in(area.width()))
        labels = {float(x.share(tick)): text for tick, text in zip(ticks, x.labels(ticks), strict=True)}
        if (tail := self._tail) is not None:
            labels = {
                share: text for share, text in labels.items() if x.value(share) < tail.first - _TAIL * self._width
            }
            middle = (self.middle_of(len(self._bars) - 1).x() - area.left()) / area.width()
            labels[middle] = f"{tail.first:,} to {tail.last:,}"
        paint_axes(painter, area, theme, labels, y, "updates")
        for place, bar in enumerate(self._bars):
            self._paint_bar(painter, theme, area, bar, lit=place == self._pointed)
        self._paint_bound(painter, theme, area, x)
        self._paint_marks(painter, theme, area)

    def point_at(self, place: QPointF | None) -> str:
        """What a bar holds."""
        self._pointed = None if place is None else self._bar_at(place)
        return "" if self._pointed is None else self._reading(self._bars[self._pointed])

    def press(self, place: QPointF, *, first: bool) -> None:
        """Open the next run of the bar."""
        found = self._bar_at(place)
        if first and found is not None:
            self._open(self._bars[found])

    def step(self, by: int) -> str:
        """From one bar that holds something to the next."""
        held = [place for place, bar in enumerate(self._bars) if bar.members]
        if not held:
            return ""
        now = held.index(self._pointed) if self._pointed in held else -1 if by > 0 else 0
        self._pointed = held[(now + by) % len(held)]
        return self._reading(self._bars[self._pointed])

    def open_stepped(self) -> None:
        """Open the next run of the bar that was come to."""
        if self._pointed is not None:
            self._open(self._bars[self._pointed])

    def _open(self, bar: Bar) -> None:
        if bar.members:
            key = (bar.first, bar.last)
            turn = self._turns.get(key, -1) + 1
            self._turns[key] = turn
            self.opened.emit(bar.members[turn % len(bar.members)])

    def _reading(self, bar: Bar) -> str:
        limited = sum(self._limited[member] for member in bar.members)
        size = counted(bar.first, "update") if bar.first == bar.last else f"{bar.first:,} to {bar.last:,} updates"
        stopped = f", {limited:,} at the limit" if limited else ""
        return f"{size}: {len(bar.members):,} of {counted(len(self._updates), 'run')}{stopped}"

    def _area(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        return area_of(self, metrics.horizontalAdvance(f"{int(self._counts().high):,}"), 2 + len(self._marks))

    def _scale(self) -> Scale:
        near = [mark.updates for mark in self._marks if not self.beyond(mark)]
        low, high = min([self._bars[0].first, *near]), self._bars[-1].last + 1
        if (tail := self._tail) is not None:
            high = tail.first + (_TAIL + 1) * self._width
        else:
            high = max([high, *near])
            if self._bound is not None and self._bound[0] <= _FAR * high:
                high = max(high, int(self._bound[0]) + 1)
        edge = 0 if low <= high - low else low - 1
        return Scale(edge, edge + (high - edge) * (1.0 if tail else _ROOM), whole=True)

    def beyond(self, mark: NamedCount) -> int:
        """−1 where a mark lies so far below the bars that it is only pointed to, 1 where so far above, else 0."""
        first, last, room = self._bars[0].first, self._bars[-1].last, _ASIDE * self._width
        if mark.updates < first - room:
            return -1
        return int(mark.updates > (last if self._tail is not None else last + room))

    @property
    def _width(self) -> int:
        """Of the bars, in updates."""
        return self._bars[0].last - self._bars[0].first + 1

    @property
    def _tail(self) -> Bar | None:
        """The last bar, where it holds all that is longer."""
        last = self._bars[-1]
        return last if last.last - last.first + 1 > self._width else None

    def _sides(self, area: QRectF, bar: Bar) -> tuple[float, float]:
        """The pixels where a bar begins and ends."""
        if bar is self._tail:
            return self._x(area, bar.first + self._width - 0.5), area.right()
        return self._x(area, bar.first - 0.5), self._x(area, bar.last + 0.5)

    def _place_of(self, area: QRectF, updates: int) -> float:
        """The pixel of a number of updates, or the middle of the bar of all that is longer."""
        if (tail := self._tail) is not None and updates >= tail.first:
            return sum(self._sides(area, tail)) / 2
        return self._x(area, updates)

    def _counts(self) -> Scale:
        return Scale(0, max(max((len(bar.members) for bar in self._bars), default=1), 1) * _ROOM, whole=True)

    def _x(self, area: QRectF, updates: float) -> float:
        return area.left() + float(self._scale().share(updates)) * area.width()

    def _bar_at(self, place: QPointF) -> int | None:
        if not self._bars:
            return None
        area = self._area()
        for number, bar in enumerate(self._bars):
            left, right = self._sides(area, bar)
            if bar.members and left <= place.x() < right:
                return number
        return None

    def _paint_bar(self, painter: QPainter, theme: Theme, area: QRectF, bar: Bar, *, lit: bool) -> None:
        if not bar.members:
            return
        left, right = self._sides(area, bar)
        limited = sum(self._limited[member] for member in bar.members)
        share = self._counts().share
        top, middle = (area.bottom() - float(share(count)) * area.height() for count in (len(bar.members), limited))
        width = max(right - left - 1, 1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("ink" if lit else "secondary", 0.75 if lit else 0.6))
        painter.drawRect(QRectF(left, top, width, middle - top))
        if limited:
            painter.setPen(theme.pen("secondary", 1))
            painter.setBrush(theme.color("secondary", 0.15))
            painter.drawRect(QRectF(left, middle, width, area.bottom() - middle))

    def _paint_bound(self, painter: QPainter, theme: Theme, area: QRectF, x: Scale) -> None:
        if self._bound is None:
            return
        bound, name = self._bound
        metrics, seen = painter.fontMetrics(), bound <= x.high and (self._tail is None or bound < self._tail.first)
        text = f"{name} = {short(bound)}{'' if seen else ' →'}"
        at = self._x(area, bound) if seen else area.right()
        painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
        if seen:
            painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()))
        _write(painter, theme, "promise", text, at, GAP, float(self.width()), metrics.height())

    def _paint_marks(self, painter: QPainter, theme: Theme, area: QRectF) -> None:
        height = painter.fontMetrics().height()
        for line, mark in enumerate(self._marks, start=1):
            beyond, top, text = self.beyond(mark), GAP + line * height, f"{mark.name}: {mark.updates:,}"
            if beyond:
                pointed, edge = (f"{text} →", area.right()) if beyond > 0 else (f"← {text}", area.left())
                _write(painter, theme, mark.role, pointed, edge, top, float(self.width()), height)
                continue
            at = self._place_of(area, mark.updates)
            painter.setPen(theme.pen(mark.role, 1.5))
            painter.drawLine(QPointF(at, top + height), QPointF(at, area.bottom()))
            painter.setBrush(theme.color(mark.role))
            foot = QPointF(at, area.bottom())
            painter.drawPolygon([foot, foot + QPointF(-_ARROW, _ARROW), foot + QPointF(_ARROW, _ARROW)])
            _write(painter, theme, mark.role, text, at, top, float(self.width()), height)


def _write(
    painter: QPainter, theme: Theme, role: str, text: str, at: float, top: float, width: float, height: int
) -> None:
    """Words around the pixel `at`, moved so that they stay within the widget."""
    long = painter.fontMetrics().horizontalAdvance(text) + 2
    left = min(max(at - long / 2, GAP), width - long - GAP)
    painter.setPen(theme.color(theme.text_role(role)))
    painter.drawText(QRectF(left, top, long, height), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
