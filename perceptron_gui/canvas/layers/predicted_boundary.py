"""The line that a person has drawn where the next boundary may be, and how far off it was."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter

from core.numbers.numerals import number
from perceptron_gui.canvas.labels.placing import Label, beside
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport


class PredictedBoundaryLayer(Layer):
    """Dashed, in the colour of what is on display; nothing while none is drawn."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.quiz.changed, stage.player.run_changed, stage.projection_changed))

    def blank(self) -> bool:
        return self.stage.quiz.weights_in(self.stage.run) is None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if (line := self._segment(view)) is not None:
            painter.setPen(self.stage.theme.pen("now", 3.0, Qt.PenStyle.DashLine))
            painter.drawLine(line)

    def labels(self, view: Viewport) -> Iterable[Label]:
        if (line := self._segment(view)) is not None:
            outcome = self.stage.quiz.outcome
            off = "" if outcome is None or outcome.angle is None else f", {number(outcome.angle, 3)}° off"
            yield Label(f"your guess{off}", "now_text", beside(line, 8), bold=True, stretch=line, vital=True)

    def _segment(self, view: Viewport) -> QLineF | None:
        weights = self.stage.quiz.weights_in(self.stage.run)
        return None if weights is None else view.segment(self.stage.line(weights[:-1], float(weights[-1])))
