"""Halos around the selected examples, the rubber band, a tool's reach, and the ghosts of what a click would place."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from core.dataset import FloatArray
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, marker_size, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

_HALO, _RIM, _ROOM = 9.0, 2.0, 20.0
_GHOST = 0.55
_MANY, _SQUARE = 5_000, 2.0


class Halos(Layer):
    """A disc with a dark rim behind every selected example."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.selection.changed, stage.document.dataset_changed))

    def blank(self) -> bool:
        """Whether nothing is selected."""
        return not len(self.stage.selection)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the halos in view."""
        selected = self.stage.selection.rows
        rows = selected[: np.searchsorted(selected, self.stage.dataset.n)]
        pixels = self.stage.pixels.take(rows, axis=0)
        places = _apart(pixels.compress(visible(pixels, view.rect, _ROOM), axis=0))
        size = marker_size(self.stage.dataset.n) + _HALO
        for role, width in (("ink", size), ("page", size - _RIM * 1.5)):
            draw_markers(painter, places, _disc(self.stage.theme, role, width))


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


def _apart(pixels: FloatArray) -> FloatArray:
    """Of `pixels` (m, 2), where they are many, one in each small square: the discs of the others would not be seen."""
    if len(pixels) <= _MANY:
        return pixels
    cells = (pixels / _SQUARE).astype(np.int64)
    cells -= cells.min(axis=0)
    columns = int(cells[:, 1].max()) + 1
    found = np.full(int(cells[:, 0].max() + 1) * columns, -1)
    found[cells[:, 0] * columns + cells[:, 1]] = np.arange(len(pixels))
    return pixels.take(found[found >= 0], axis=0)


def _disc(theme: Theme, role: str, size: float) -> MarkerStyle:
    return MarkerStyle(1, size, argb(theme.color(role)), argb(theme.color(role, 0.0)), 1.0)
