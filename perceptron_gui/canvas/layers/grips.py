"""The places of one's own line that can be taken hold of, while the tool for it is in hand."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.line_grips import Grip
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.line import drawn_on, grips_on
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.plots.axes import draw_arrow

_RADIUS, _RADIUS_HELD = 6.0, 8.0


class GripsLayer(Layer):
    """Two discs on the line, and w as an arrow; hidden until it is shown."""

    def __init__(self, stage: Stage) -> None:
        changes = stage.own_separator.changed, stage.quiz.changed, stage.feedback.changed, stage.player.run_changed
        super().__init__(stage, changes)
        self.visible = False

    def draw(self, painter: QPainter, view: Viewport) -> None:
        grips = grips_on(self.stage)
        if grips is None:
            return
        theme, held = self.stage.theme, self.stage.feedback.grip
        role = "now" if drawn_on(self.stage) is self.stage.quiz else "own"
        draw_arrow(painter, grips.arrow, theme.pen(role, 4.0 if held is Grip.ARROW else 2.6))
        painter.setPen(theme.pen(role, 2.4))
        painter.setBrush(theme.color("page"))
        for grip, place in ((Grip.FIRST, grips.first), (Grip.SECOND, grips.second)):
            radius = _RADIUS_HELD if held is grip else _RADIUS
            painter.drawEllipse(place, radius, radius)
