"""The frame of the picture: a faint grid with numbers along the edges, the names of axes and classes, and the key."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from core.numbers.numerals import number, round_steps
from perceptron_gui.canvas.layers.layer import Hit, Layer, Word
from perceptron_gui.canvas.markers import mark_style
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.size import SMALL
from perceptron_gui.look.text.sentences import class_name
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_APART = 60.0
"""The least pixels between two lines of the grid."""
_EDGE = 4.0
_NAME = 0.3
"""The share of the view that the name of an axis or a class may take; longer ones are cut, and told in full."""
_KEY = """A solid mark shows the true class: a disc is ○, a cross is ×. The region shows the predicted class.
Dashed gold ring: wrong now. Full gold ring: under test.
Green ring: as near to the line of ŵ* as γ. Dotted ring: the longest, it makes R.
Halo, a disc behind: selected."""


class Tick(NamedTuple):
    """A line of the grid: `at` pixels from the left or the top, its number, and the place of that number."""

    at: float
    text: str
    rect: QRectF


def ticks(low: float, high: float, unit: float) -> list[tuple[float, str]]:
    """Return round values from `low` to `high` far enough apart, at `unit` a pixel, and texts that tell them apart."""
    step = next(round_steps(_APART * unit))
    first, count = math.ceil(low / step), min(int((high - low) / step) + 1, 200)
    values = [(first + place) * step for place in range(count) if (first + place) * step <= high]
    largest = max(map(abs, values), default=0.0)
    if largest < 1e4 and step >= 1e-3:
        places = max(-math.floor(math.log10(step)), 0)
        return [(value, f"{value:.{places}f}".replace("-", "−")) for value in values]
    digits = math.floor(math.log10(max(largest, step))) - math.floor(math.log10(step)) + 1
    return [(value, number(value if abs(value) > step / 2 else 0.0, digits)) for value in values]


class GridLayer(Layer):
    """Numbers along the left and the lower edge, lines through them, axes through 0, and a name at the end of each."""

    title = "Grid and axes"

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace)
        self._font = stage.font(SMALL)
        self._metrics = QFontMetricsF(self._font)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, (across, up) = self.stage.theme, self.ticks
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(theme.color("ink", 0.07))
        painter.drawLines([QLineF(tick.at, 0, tick.at, view.height) for tick in across])
        painter.drawLines([QLineF(0, tick.at, view.width, tick.at) for tick in up])
        zero = view.pixel(0.0, 0.0)
        painter.setPen(theme.color("ink", 0.25))
        if 0 <= zero.x() <= view.width:
            painter.drawLine(QLineF(zero.x(), 0, zero.x(), view.height))
        if 0 <= zero.y() <= view.height:
            painter.drawLine(QLineF(0, zero.y(), view.width, zero.y()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        named = [(name, rect) for _, name, rect in self.names]
        for text, rect in (*((tick.text, tick.rect) for tick in (*across, *up)), *named):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("page", 0.7))
            painter.drawRoundedRect(rect, 4, 4)
            painter.setPen(theme.color("secondary"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def words(self, view: Viewport) -> Iterable[Word]:
        """Keep numbers, names and the axes through 0 free of labels."""
        (across, up), zero = self.ticks, view.pixel(0.0, 0.0)
        axes = QLineF(zero.x(), 0, zero.x(), view.height), QLineF(0, zero.y(), view.width, zero.y())
        return [*(tick.rect for tick in (*across, *up)), *(rect for *_, rect in self.names), *axes]

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        whole = next((whole for whole, _, rect in self.names if rect.contains(pixel)), None)
        return None if whole is None else Hit(lambda: whole)

    @cached_property
    def ticks(self) -> tuple[list[Tick], list[Tick]]:
        """The lines from left to right, and those from the top down; a line of numbers has no heights."""
        view, across, up = self.stage.viewport, list[Tick](), list[Tick]()
        for value, text in ticks(*view.x_range, view.ux):
            at, size = view.pixel(value, 0.0).x(), self._size(text)
            rect = QRectF(at - size / 2, view.height - _EDGE - self._height, size, self._height)
            if rect.left() >= 3 * _EDGE and rect.right() <= view.width:
                across.append(Tick(at, text, rect))
        for value, text in ticks(*view.y_range, view.uy) if len(self.stage.projection.columns) != 1 else ():
            at = view.pixel(0.0, value).y()
            rect = QRectF(_EDGE, at - self._height / 2, self._size(text), self._height)
            if rect.top() >= _CHIP_TOP + _CHIP_HIGH and rect.bottom() <= view.height - 2 * self._height:
                up.append(Tick(at, text, rect))
        return across, up

    @cached_property
    def names(self) -> list[tuple[str, str, QRectF]]:
        """The whole name of each axis, what is written of it, and where: at its right or upper end, beside its line."""
        view, found, zero = self.stage.viewport, list[tuple[str, str, QRectF]](), self.stage.viewport.pixel(0.0, 0.0)
        for axis, title in enumerate(self.stage.projection.titles):
            name = self._metrics.elidedText(title, Qt.TextElideMode.ElideRight, _NAME * view.width)
            wide = self._size(name)
            if axis == 0:
                lowest = view.height - 2 * self._height - 2 * _EDGE
                top = min(max(zero.y() - self._height - _EDGE, 0.0), lowest)
                rect = QRectF(view.width - wide - _EDGE, top, wide, self._height)
            else:
                left = min(max(zero.x() + _EDGE, _EDGE), view.width - wide - _EDGE)
                rect = QRectF(left, _CHIP_TOP + _CHIP_HIGH + _EDGE, wide, self._height)
            if name:
                found.append((title, name, rect))
        return found

    @property
    def _height(self) -> float:
        return self._metrics.height()

    def _size(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text) + 2 * _EDGE


_CHIP_TOP, _CHIP_LEFT, _CHIP_HIGH = 12.0, 14.0, 28.0
_CHIP_MARK = 12.0


class ChipsLayer(Layer):
    """The mark and the name of each class at the upper left; its tooltip explains marks, rings and regions."""

    title = "Classes"

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.document.dataset_changed)
        self._font = stage.font(SMALL)
        self._metrics = QFontMetricsF(self._font)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme = self.stage.theme
        painter.setFont(self._font)
        for label, _, name, rect in self.chips:
            painter.setPen(theme.pen("hairline", 1.0))
            painter.setBrush(theme.color("page"))
            painter.drawRoundedRect(rect, 8, 8)
            painter.save()
            painter.translate(rect.left() + 16, rect.center().y())
            mark_style(theme, label, _CHIP_MARK).paint(painter)
            painter.restore()
            painter.setPen(theme.color("ink"))
            painter.drawText(rect.adjusted(29, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)

    def words(self, view: Viewport) -> Iterable[Word]:
        return [rect for *_, rect in self.chips]

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        whole = next((whole for _, whole, _, rect in self.chips if rect.contains(pixel)), None)
        return None if whole is None else Hit(lambda: f"{whole}\n{_KEY}")

    @property
    def chips(self) -> Iterator[tuple[int, str, str, QRectF]]:
        """Yield label, words in full, the name that is written, and the place of each class."""
        left, room = _CHIP_LEFT, _NAME * self.stage.viewport.width
        for label, mark, named in zip((1, -1), "○×", reversed(self.stage.dataset.labels), strict=True):
            name = self._metrics.elidedText(class_name(named), Qt.TextElideMode.ElideMiddle, room)
            rect = QRectF(left, _CHIP_TOP, 29 + self._metrics.horizontalAdvance(name) + 11, _CHIP_HIGH)
            left = rect.right() + 8
            yield label, f"{mark} {class_name(named)} (y = {'+1' if label > 0 else '−1'})", name, rect
