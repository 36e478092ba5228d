"""What every plot of the runs panel is: a sheet that is pale, and opens nothing, while what it shows is old."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from core.analysis.experiments.what_if import Fresh
from core.numbers.numerals import counted, number, short
from core.theory.symbols import explained_prose
from perceptron_gui.look.plots.axes import GAP, Frame
from perceptron_gui.look.plots.sheet import PlotSheet, Thing
from perceptron_gui.look.size import pixels
from perceptron_gui.look.text.small_widgets import SMALL
from perceptron_gui.look.theme import Theme, ThemeModel

_OLD = 0.4
_LEAST_HEIGHT = 110
_ROW_HEIGHT, _COLUMN_WIDTH = 30.0, 64.0


class Plot(PlotSheet[Thing]):
    """It is `old` while what it shows is of the data or options before."""

    def __init__(self, theme: ThemeModel, name: str) -> None:
        super().__init__(theme, name, SMALL)
        self.old = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumHeight(pixels(_LEAST_HEIGHT))

    def letters(self, place: QPointF) -> str:
        """What is written about a pixel beside what is drawn."""
        return ""

    def tip_at(self, place: QPointF) -> str:
        return explained_prose(self.letters(place))

    @abstractmethod
    def draw_found(self, painter: QPainter, theme: Theme) -> None:
        """Draw what is shown upon the paper."""

    def set_old(self, old: bool) -> None:
        self.old = old
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(380, 260)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        self.paint_ground(painter, theme)
        painter.setOpacity(_OLD if self.old else 1.0)
        self.draw_found(painter, theme)

    def press(self, place: QPointF, *, first: bool) -> None:
        if not self.old:
            super().press(place, first=first)

    def open_stepped(self) -> None:
        if not self.old:
            super().open_stepped()

    def area(self, widest: float, above: float) -> QRectF:
        """Room for the drawing: beside labels of the width `widest`, below `above` lines, above two."""
        line = QFontMetricsF(self.font()).height()
        return QRectF(self.rect()).adjusted(widest + 2 * GAP, above * line + GAP, -3 * GAP, -2 * line - 2 * GAP)


def columns_in(frame: Frame) -> int:
    """How many labels have room beside each other."""
    return max(int(frame.area.width() / _COLUMN_WIDTH), 2)


def rows_in(frame: Frame) -> list[float]:
    """Round values, so many that they have room above each other."""
    return frame.up.ticks(max(int(frame.area.height() / _ROW_HEIGHT), 2))


def outcome(fresh: Fresh, *, gamma: bool = False) -> str:
    """What a fresh run gives, in words, with its γ if that is asked for."""
    k = f"k = {fresh.updates:,}" if fresh.converged else f"{counted(fresh.updates, 'update')}, then the limit"
    margin = f", γ = {number(fresh.gamma, 3)}" if gamma and fresh.gamma is not None else ""
    return k + margin + ("" if fresh.bound is None else f", {fresh.formula} = {short(fresh.bound)}")
