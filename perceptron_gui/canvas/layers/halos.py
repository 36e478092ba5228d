"""Halos around the selected examples, and what the tool in hand shows: its reach, its ghosts, what can be held."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.layers.layer import Kept, Layer
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.line_grips import Grip
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, extent_of, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.tools.line import drawn_on, grips_on
from perceptron_gui.look.plots.axes import draw_arrow
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_ROOM = 20.0
_MANY = 5_000


class HalosLayer(Layer):
    """A disc with a dark rim behind every selected example."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, workspace.selection.changed, workspace.document.dataset_changed)

    def kept(self, view: Viewport) -> Kept | None:
        """Until the selected examples are elsewhere: a flip, of which they are many, moves none."""
        rows = self.workspace.selection.rows
        if not len(rows):
            return None
        extent = extent_of(self._pixels(), view.rect, _ROOM) if len(rows) <= _MANY else view.rect
        return Kept(extent, (self.stage.pixels, rows, self.stage.theme))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not len(self.workspace.selection):
            return
        pixels = self._pixels()
        places = pixels.T.compress(visible(pixels, view.rect, _ROOM), axis=1).T
        if len(places) > _MANY:
            places = _apart(places)
        size, theme = self.stage.marker_size + 9.0, self.stage.theme
        for role, width in (("ink", size), ("page", size - 2.0 * 1.5)):
            disc = MarkerStyle(1, width, argb(theme.color(role)), argb(theme.color(role, 0.0)), 1.0)
            draw_markers(painter, places, disc)

    def _pixels(self) -> FloatArray:
        """Where the selected examples are, (m, 2), in columns: there numpy is three times as fast."""
        selected = self.workspace.selection.rows
        rows = selected[: np.searchsorted(selected, self.stage.dataset.n)]
        return self.stage.pixels.T.take(rows, axis=1).T


class ToolFeedbackLayer(Layer):
    """What the tool in hand would do."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(stage, workspace, stage.feedback.changed)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, feedback = self.stage.theme, self.stage.feedback
        painter.setPen(theme.pen("ink", 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.color("ink", 0.06))
        if feedback.band is not None:
            painter.drawRect(feedback.band)
        if feedback.disc is not None:
            painter.drawEllipse(feedback.disc[0], feedback.disc[1], feedback.disc[1])
        painter.setOpacity(0.55)
        for x, y, label in feedback.ghosts:
            painter.save()
            painter.translate(view.pixel(x, y))
            right_style(theme, label, self.stage.marker_size * 1.15).paint(painter)
            painter.restore()


def _apart(pixels: FloatArray) -> FloatArray:
    """Of `pixels` (m, 2) one in each small square: the discs of the others would not be seen."""
    # Of very many examples one in a square of two pixels is enough.
    across, down = (np.floor(pixels[:, axis] / 2.0).astype(np.int32) for axis in (0, 1))
    across, down = across - across.min(), down - down.min()
    found = np.full((int(across.max()) + 1, int(down.max()) + 1), -1, np.int32)
    found[across, down] = np.arange(len(pixels), dtype=np.int32)
    return pixels.T.take(found[found >= 0], axis=1).T


class GripsLayer(Layer):
    """Two discs on the line, and w as an arrow; hidden until it is shown."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        changes = (
            workspace.own_separator.changed,
            workspace.quiz.changed,
            stage.feedback.changed,
            workspace.player.run_changed,
        )
        super().__init__(stage, workspace, *changes)
        self.visible = False

    def draw(self, painter: QPainter, view: Viewport) -> None:
        grips = grips_on(self.stage, self.workspace)
        if grips is None:
            return
        theme, held = self.stage.theme, self.stage.feedback.grip
        role = "now" if drawn_on(self.workspace) is self.workspace.quiz else "own"
        draw_arrow(painter, grips.arrow, theme.pen(role, 4.0 if held is Grip.ARROW else 2.6))
        painter.setPen(theme.pen(role, 2.4))
        painter.setBrush(theme.color("page"))
        for grip, place in ((Grip.FIRST, grips.first), (Grip.SECOND, grips.second)):
            radius = 8.0 if held is grip else 6.0
            painter.drawEllipse(place, radius, radius)
