"""An experiment of very many runs: how many took how many updates, as bars, of which each opens its runs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter

from core.analysis.experiments.homework import Homework
from core.analysis.experiments.orders import Bar, OrderOutcome, bars
from core.numbers.numerals import counted, short
from core.plots.scale import Scale
from core.run import Run
from perceptron_gui.look.plots.axes import GAP, Frame, paint_axes, write_line
from perceptron_gui.look.theme import Theme, ThemeModel
from perceptron_gui.model.workspace import Workspace
from perceptron_gui.panels.runs.experiment import Experiment, Plot, columns_in, rows_in, spread_words

_ROOM = 1.08
_TAIL = 4
"""Bars wide is the last one, where it holds more numbers of updates than the others."""
_ARROW = 5.0


class Histogram(Plot[int]):
    """`opened` carries the place of a run in what was shown: at each click on a bar the next of its runs."""

    opened = Signal(int)

    def __init__(self, theme: ThemeModel) -> None:
        super().__init__(theme, "How many runs took how many updates")
        self._updates: list[int] = []
        self._limited: list[bool] = []
        self._bound: tuple[float, str] | None = None
        self._turns: dict[tuple[int, int], int] = {}
        self.bars: tuple[Bar, ...] = ()
        self.mark: tuple[int, str] | None = None
        """how many updates the present run took, and its name"""

    def show_runs(self, updates: Sequence[int], limited: Sequence[bool]) -> None:
        """Draw runs of so many updates; those that were `limited` stopped before they had converged."""
        self._updates, self._limited = list(updates), list(limited)
        self.bars = bars(self._updates)
        self._turns, self.thing = {}, None
        self.update()

    def show_bound(self, bound: float | None, name: str) -> None:
        """Draw a bound where it has room, else point to it; None: there is none."""
        self._bound = None if bound is None else (bound, name)
        self.update()

    def show_mark(self, mark: tuple[int, str] | None) -> None:
        if mark != self.mark:
            self.mark = mark
            self.update()

    def middle_of(self, place: int) -> QPointF:
        frame = self._frame()
        return QPointF(sum(self._sides(frame, self.bars[place])) / 2, frame.area.bottom() - 2)

    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        if not self.bars:
            return
        frame, tail = self._frame(), self._tail
        ticks = frame.across.ticks(columns_in(frame))
        labels = list(zip(ticks, frame.across.labels(ticks), strict=True))
        if tail is not None:
            middle = frame.place_at(sum(self._sides(frame, tail)) / 2)
            labels = [label for label in labels if label[0] < tail.first - _TAIL * self._width]
            labels.append((middle, f"{tail.first:,} to {tail.last:,}"))
        paint_axes(painter, theme, frame, rows_in(frame), labels, "updates")
        for place, bar in enumerate(self.bars):
            if bar.members:
                self._paint_bar(painter, theme, frame, bar, lit=place == self.thing)
        self._paint_bound(painter, theme, frame)
        if self.mark is not None:
            self._paint_mark(painter, theme, frame, *self.mark)

    def thing_at(self, place: QPointF) -> int | None:
        frame = self._frame()
        for number in self.in_order():
            left, right = self._sides(frame, self.bars[number])
            if left <= place.x() < right:
                return number
        return None

    def letters(self, place: QPointF) -> str:
        """The name of the bound, which stands above."""
        above = place.y() < self._frame().area.top()
        return self._bound[1] if above and self._bound is not None else ""

    def in_order(self) -> Sequence[int]:
        return [place for place, bar in enumerate(self.bars) if bar.members]

    def open(self, thing: int, *, first: bool) -> None:
        if first:
            bar = self.bars[thing]
            turn = self._turns[bar.first, bar.last] = self._turns.get((bar.first, bar.last), -1) + 1
            self.opened.emit(bar.members[turn % len(bar.members)])

    def told(self, thing: int) -> str:
        bar = self.bars[thing]
        limited = self._limited_in(bar)
        size = counted(bar.first, "update") if bar.first == bar.last else f"{bar.first:,} to {bar.last:,} updates"
        stopped = f", {limited:,} at the limit" if limited else ""
        return f"{size}: {len(bar.members):,} of {counted(len(self._updates), 'run')}{stopped}"

    def beyond(self, updates: int) -> int:
        """−1 where a mark there lies so far below the bars that it is only pointed to, 1 where so far above, else 0.

        That is 60 bars: they would be too thin to click if it had a place.
        """
        first, last, room = self.bars[0].first, self.bars[-1].last, 60 * self._width
        if updates < first - room:
            return -1
        return int(updates > (last if self._tail is not None else last + room))

    def _limited_in(self, bar: Bar) -> int:
        return sum(self._limited[member] for member in bar.members)

    def _frame(self) -> Frame:
        most = max((len(bar.members) for bar in self.bars), default=1)
        counts = Scale(0, max(most, 1) * _ROOM, whole=True)
        widest = QFontMetricsF(self.font()).horizontalAdvance(f"{int(counts.high):,}")
        across = self._scale() if self.bars else Scale.counting(1)
        return Frame(self.area(widest, 2 + (self.mark is not None)), across, counts)

    def _scale(self) -> Scale:
        near = [] if self.mark is None or self.beyond(self.mark[0]) else [self.mark[0]]
        low, high = min([self.bars[0].first, *near]), self.bars[-1].last + 1
        if (tail := self._tail) is not None:
            high = tail.first + (_TAIL + 1) * self._width
        else:
            high = max([high, *near])
            if self._bound is not None and self._bound[0] <= 2.5 * high:  # one farther off is only pointed to
                high = max(high, int(self._bound[0]) + 1)
        edge = 0 if low <= high - low else low - 1
        return Scale(edge, edge + (high - edge) * (1.0 if tail else _ROOM), whole=True)

    @property
    def _width(self) -> int:
        """Of the bars, in updates."""
        return self.bars[0].last - self.bars[0].first + 1

    @property
    def _tail(self) -> Bar | None:
        """The last bar, where it holds all that is longer."""
        last = self.bars[-1]
        return last if last.last - last.first + 1 > self._width else None

    def _sides(self, frame: Frame, bar: Bar) -> tuple[float, float]:
        if bar is self._tail:
            return frame.x(bar.first + self._width - 0.5), frame.area.right()
        return frame.x(bar.first - 0.5), frame.x(bar.last + 0.5)

    def _paint_bar(self, painter: QPainter, theme: Theme, frame: Frame, bar: Bar, *, lit: bool) -> None:
        left, right = self._sides(frame, bar)
        limited = self._limited_in(bar)
        top, middle = frame.y(len(bar.members)), frame.y(limited)
        width = max(right - left - 1, 1.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.pale("ink" if lit else "secondary", 0.75 if lit else 0.6))
        painter.drawRect(QRectF(left, top, width, middle - top))
        if limited:
            painter.setPen(theme.pen("secondary", 1))
            painter.setBrush(theme.color("secondary", 0.15))
            painter.drawRect(QRectF(left, middle, width, frame.area.bottom() - middle))

    def _paint_bound(self, painter: QPainter, theme: Theme, frame: Frame) -> None:
        if self._bound is None:
            return
        bound, name = self._bound
        tail, text, at = self._tail, f"{name} = {short(bound)}", frame.area.right()
        if bound <= frame.across.high and (tail is None or bound < tail.first):
            at = frame.x(bound)
            painter.setPen(theme.pen("promise", 1.6, Qt.PenStyle.DashLine))
            frame.upright(painter, at)
        else:
            text = f"{text} →"
        self._name(painter, theme, "promise", text, at, GAP)

    def _paint_mark(self, painter: QPainter, theme: Theme, frame: Frame, updates: int, name: str) -> None:
        """Its name in a line of its own, and below it where it stands."""
        height, beyond, text = painter.fontMetrics().height(), self.beyond(updates), f"{name}: {updates:,}"
        top, tail, foot = GAP + height, self._tail, frame.area.bottom()
        if beyond:
            text, at = (f"{text} →", frame.area.right()) if beyond > 0 else (f"← {text}", frame.area.left())
        else:
            longer = tail is not None and updates >= tail.first
            at = sum(self._sides(frame, self.bars[-1])) / 2 if longer else frame.x(updates)
            painter.setPen(theme.pen("now", 1.5))
            painter.drawLine(QPointF(at, top + height), QPointF(at, foot))
            painter.setBrush(theme.color("now"))
            arrow = (QPointF(at, foot), QPointF(at - _ARROW, foot + _ARROW), QPointF(at + _ARROW, foot + _ARROW))
            painter.drawPolygon(arrow)
        self._name(painter, theme, "now", text, at, top)

    def _name(self, painter: QPainter, theme: Theme, role: str, text: str, at: float, top: float) -> None:
        """Words around the pixel `at`, moved so that they stay within the widget."""
        long = painter.fontMetrics().horizontalAdvance(text) + 2
        painter.setPen(theme.color(theme.text_role(role)))
        write_line(painter, text, min(max(at - long / 2, GAP), self.width() - long - GAP), top)


OneRun = TypeVar("OneRun", bound=OrderOutcome | Homework)


class ManyRuns(Experiment[OneRun]):
    """Click a bar: one of its runs opens, then the next."""

    def __init__(self, workspace: Workspace, theme: ThemeModel) -> None:
        self.histogram = Histogram(theme)
        super().__init__(workspace, theme, self.histogram)
        self.histogram.opened.connect(lambda place: self.open_run(self.found[place]))

    @abstractmethod
    def summary(self) -> Iterator[str]:
        """What all of them come to, in sentences."""

    @abstractmethod
    def open_run(self, found: OneRun) -> None:
        """Make it the document's."""

    def show_found(self, new: Sequence[OneRun]) -> None:
        self.histogram.show_runs([run.updates for run in self.found], [not run.converged for run in self.found])
        self.result.setText(" ".join(self.summary()))
        self.mark()

    def mark_run(self, run: Run | None, name: str) -> None:
        """Mark the present run, called `name`; None for none."""
        self.histogram.show_mark(None if run is None else (run.updates, f"the present run ({name})"))

    def spread(self, name: str) -> Iterator[str]:
        """How far apart their updates are, if there are any; each run is a `name`."""
        if self.found:
            counts, converged = [run.updates for run in self.found], [run.converged for run in self.found]
            yield spread_words(counts, converged, name, mean=True)
