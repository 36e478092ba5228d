"""The half-planes that the classifier calls ○ and ×."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.base import Layer
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.numbers import number

_OPACITY = 0.10


class Region(Layer):
    """Each side in the colour of its class at 10 % opacity. While w = 0 and b = 0 there are no sides.

    The sides are those of the learner's own predictor, so for an average or a pocket not those of the last vector.
    """

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.pose.changed, stage.reading.changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Shade both sides."""
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
        if state is None or state.w.any() or not self.stage.dataset.n:
            return
        if state.b:
            yield f"w = 0, b = {number(state.b)}: every example is called {'○' if state.b > 0 else '×'}"
        else:
            yield "w = 0: every activation is 0, a tie, so every example counts as a mistake"
