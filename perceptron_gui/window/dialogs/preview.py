"""Examples as a small picture in the canvas's colours and marks: for previews and thumbnails."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.datasets.dataset import Dataset, FloatArray
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import draw_markers, marker_size
from perceptron_gui.look.size import pixels
from perceptron_gui.look.theme import Theme, ThemeModel


def draw_scatter(
    painter: QPainter, area: QRectF, dataset: Dataset, theme: Theme, *, stretched: bool = False, scale: float = 0.75
) -> None:
    """Draw the first two features over the lines x₁ = 0 and x₂ = 0, in a frame that fills `area`.

    Both axes have one scale unless `stretched` lets each fill the room; `scale` is that of the marks.
    """
    painter.fillRect(area, theme.color("page"))
    painter.setPen(theme.pen("hairline", 1))
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
    if not dataset.n:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    origin, pixels = _placed(dataset.X[:, :2], area, stretched=stretched)
    x, y = origin.tolist()
    if area.top() < y < area.bottom():
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
    if area.left() < x < area.right():
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    size = scale * marker_size(dataset.n)
    for label in (1, -1):
        draw_markers(painter, pixels[dataset.y == label], right_style(theme, label, size))


def _placed(points: FloatArray, area: QRectF, *, stretched: bool) -> tuple[FloatArray, FloatArray]:
    """Return where the origin and the points (n, 2) are in pixels, the points in the middle."""
    least, most = points.min(axis=0), points.max(axis=0)
    extent = most / 2 - least / 2
    room = np.array([area.width(), area.height()]) / 2 - 14
    scales = np.divide(room, extent, out=np.full(2, np.inf), where=extent > 0)
    common = float(scales.min())
    scales = np.where(np.isfinite(scales), scales, room.min()) if stretched else np.full(2, common)
    if not np.isfinite(scales).all():
        scales = np.full(2, float(room.min()))
    flipped = scales * (1, -1)
    centre = np.array([area.center().x(), area.center().y()])
    middle = least / 2 + most / 2
    return centre - flipped * middle, centre + flipped * (points - middle)


class Preview(QWidget):
    """The first two features over the lines x₁ = 0 and x₂ = 0; empty for no dataset.

    Both axes have one scale unless `stretched` lets each fill the room.
    """

    def __init__(self, theme: ThemeModel, *, stretched: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._stretched = stretched
        self.dataset: Dataset | None = None
        self.setMinimumSize(pixels(240), pixels(240))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Preview")
        theme.changed.connect(self.update)

    def show_dataset(self, dataset: Dataset | None) -> None:
        self.dataset = dataset
        self.setAccessibleDescription("" if dataset is None else f"{dataset.n:,} examples")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, 360)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            shown = self.dataset or Dataset.empty()
            draw_scatter(painter, QRectF(self.rect()), shown, self._theme.current, stretched=self._stretched)
