"""A small picture of a dataset, before it is taken."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.dataset import Dataset, FloatArray
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import draw_markers, marker_size
from perceptron_gui.look.theme import ThemeModel

_SIDE, _LEAST_SIDE = 360, 240
_EDGE = 14
_SMALLER = 0.75


class Preview(QWidget):
    """The first two features, both axes to one scale, over the lines x₁ = 0 and x₂ = 0; empty for no dataset."""

    def __init__(self, theme: ThemeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._dataset: Dataset | None = None
        self.setMinimumSize(_LEAST_SIDE, _LEAST_SIDE)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Preview")
        theme.changed.connect(self._restyle)

    @property
    def dataset(self) -> Dataset | None:
        """What is shown."""
        return self._dataset

    def show_dataset(self, dataset: Dataset | None) -> None:
        """Show these points, or none."""
        self._dataset = dataset
        self.setAccessibleDescription("" if dataset is None else f"{dataset.n:,} examples")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme.current
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("page"))
        painter.setPen(theme.pen("hairline", 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if self._dataset is None or not self._dataset.n:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin, pixels = self._placed(self._dataset.X[:, :2])
        painter.drawLine(QPointF(0, origin[1]), QPointF(self.width(), origin[1]))
        painter.drawLine(QPointF(origin[0], 0), QPointF(origin[0], self.height()))
        size = _SMALLER * marker_size(self._dataset.n)
        for label in (1, -1):
            draw_markers(painter, pixels[self._dataset.y == label], right_style(theme, label, size))

    def _placed(self, points: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Where the origin and the points (n, 2) are in pixels, the points in the middle."""
        least, most = points.min(axis=0), points.max(axis=0)
        room = np.array([self.width(), self.height()]) - 2.0 * _EDGE
        scale = float((room / np.maximum(most - least, 1e-9)).min()) if (most > least).any() else room.min() / 2
        flipped = np.array([scale, -scale])
        origin = np.array([self.width(), self.height()]) / 2 - flipped * (least + most) / 2
        return origin, origin + flipped * points

    @Slot()
    def _restyle(self) -> None:
        self.update()
