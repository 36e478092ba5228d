"""Halos around the selected examples, the rubber band, a tool's reach, and the ghosts of what a click would place."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import marker_size, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_HALO, _RIM = 9.0, 2.0
_GHOST = 0.55


class Halos(Layer):
    """A disc with a dark rim behind every selected example, drawn as thick round points: one call however many."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.selection.changed, stage.document.dataset_changed))

    def blank(self) -> bool:
        """Whether nothing is selected."""
        return not self.stage.selection.indices

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the halos in view."""
        rows = [i for i in self.stage.selection.indices if i < self.stage.dataset.n]
        pixels = view.to_pixels(self.stage.points[rows])
        places = QPolygonF([QPointF(x, y) for x, y in pixels[visible(pixels, view.rect, 20)].tolist()])
        size = marker_size(self.stage.dataset.n) + _HALO
        for role, width in (("ink", size), ("page", size - _RIM * 1.5)):
            painter.setPen(_round(self.stage.theme.pen(role, width)))
            painter.drawPoints(places)


class ToolFeedback(Layer):
    """What the tool in hand would do."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.feedback.changed,))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw band, reach and ghosts."""
        theme, feedback = self.stage.theme, self.stage.feedback
        if feedback.band is not None:
            painter.setPen(theme.pen("ink", 1.2, Qt.PenStyle.DashLine))
            painter.setBrush(theme.color("ink", 0.06))
            painter.drawRect(feedback.band)
        if feedback.disc is not None:
            painter.setPen(theme.pen("ink", 1.2, Qt.PenStyle.DashLine))
            painter.setBrush(theme.color("ink", 0.06))
            painter.drawEllipse(feedback.disc[0], feedback.disc[1], feedback.disc[1])
        painter.setOpacity(_GHOST)
        for x, y, label in feedback.ghosts:
            painter.save()
            painter.translate(view.pixel(x, y))
            right_style(theme, label, marker_size(self.stage.dataset.n) * 1.15).paint(painter)
            painter.restore()


def _round(pen: QPen) -> QPen:
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen
