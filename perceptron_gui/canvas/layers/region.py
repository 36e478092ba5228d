"""The half-planes that the classifier calls ○ and ×."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from core.dataset import FloatArray
from core.numerals import number
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

_OPACITY = 0.10
_FINER = 4


class Region(Layer):
    """Each side in the colour of its class at 10 % opacity. While w = 0 and b = 0 there are no sides.

    The sides are those of the learner's own predictor, so for an average or a pocket not those of the last vector.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.pose.changed, stage.reading.changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Shade both sides."""
        if (field := self.stage.reading.field(view)) is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(view.rect, _sides(field.values, self.stage.theme))
            return
        if self.stage.reading.curved:
            return
        pose, theme = self.stage.pose, self.stage.theme
        reading = self.stage.reading.plane
        line = view.line(pose.w, pose.b) if reading is None else view.line(to_plane(reading.w), reading.b)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for sign in (1, -1):
            painter.setBrush(theme.color(theme.of_label(sign), _OPACITY))
            painter.drawPolygon(view.half_plane(line, sign))

    def notes(self) -> Iterable[str]:
        """Why there are no sides while w = 0."""
        state = self.stage.state
        if state is None or state.w.any() or not self.stage.dataset.n or self.stage.reading.curved:
            return
        if state.b:
            yield f"w = 0, b = {number(state.b)}: every example is called {'○' if state.b > 0 else '×'}"
        else:
            yield "w = 0: every activation is 0, a tie, so every example counts as a mistake"


def _sides(values: FloatArray, theme: Theme) -> QImage:
    """The sign of decision values on a grid as a picture, the top row first; nothing where a value is 0."""
    fine = _finer(_finer(values).T).T[::-1]
    colors = np.zeros(fine.shape, np.uint32)
    for sign in (1, -1):
        color = theme.color(theme.of_label(sign), _OPACITY)
        colors[fine * sign > 0] = color.rgba()
    height, width = len(colors), len(colors[0])
    image = QImage(colors.tobytes(), width, height, 4 * width, QImage.Format.Format_ARGB32)
    return image.copy()


def _finer(values: FloatArray) -> FloatArray:
    """Four times as many rows, interpolated, so that the sides end where the boundary is drawn."""
    places = np.linspace(0, len(values) - 1, _FINER * len(values))
    below = np.minimum(places.astype(np.intp), len(values) - 2)
    share = (places - below)[:, None]
    finer: FloatArray = values[below] * (1 - share) + values[below + 1] * share
    return finer
