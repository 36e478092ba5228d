"""Halos around the selected examples, the rubber band, a tool's reach, and the ghosts of what a click would place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import Chosen
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.layers.points import right_style
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, extent_of, is_raster, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import Theme

Cells = np.ndarray[tuple[int, int], np.dtype[np.bool_]]
Counts = np.ndarray[tuple[int], np.dtype[np.int32]]

_HALO, _RIM, _ROOM = 9.0, 2.0, 20.0
_GHOST = 0.55
_MANY = 5_000
_SQUARE, _CELL = 2.0, 3.0
"""Pixels: of very many examples one in a square is enough, and cells with others all about them are filled at once."""


@dataclass(frozen=True)
class _Filled:
    """Cells (rows, columns) that are filled, the first with its upper left corner at `corner`."""

    cells: Cells
    corner: QPointF

    def paint(self, painter: QPainter, color: QColor) -> None:
        height, width = self.cells.shape
        image = QImage(self.cells.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
        image.setColorTable([QColor(0, 0, 0, 0).rgba(), color.rgba()])
        painter.drawImage(QRectF(self.corner, QSizeF(width, height) * _CELL), image)


class HalosLayer(Layer):
    """A disc with a dark rim behind every selected example."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.selection.changed, stage.document.dataset_changed))

    def blank(self) -> bool:
        return not len(self.stage.selection)

    def sources(self) -> tuple[object, ...]:
        """Where the selected examples are: a flip, of which they are many, moves none."""
        return self.stage.pixels, self.stage.selection.rows, self.stage.theme

    def extent(self, view: Viewport) -> QRectF:
        return extent_of(self._pixels(), view.rect, _ROOM)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        pixels = self._pixels()
        places, filled = pixels.T.compress(visible(pixels, view.rect, _ROOM), axis=1).T, None
        if len(places) > _MANY:
            if is_raster(painter):
                filled, inside = _filled(places)
                places = places.T.compress(~inside, axis=1).T
            places = _apart(places)
        size, theme = self.stage.marker_size + _HALO, self.stage.theme
        for role, width in (("ink", size), ("page", size - _RIM * 1.5)):
            draw_markers(painter, places, _disc(theme, role, width))
            if filled is not None:
                filled.paint(painter, theme.color(role))

    def _pixels(self) -> FloatArray:
        """Where the selected examples are, (m, 2), in columns: there numpy is three times as fast."""
        selected = self.stage.selection.rows
        rows = selected[: np.searchsorted(selected, self.stage.dataset.n)]
        return self.stage.pixels.T.take(rows, axis=1).T


class ToolFeedbackLayer(Layer):
    """What the tool in hand would do."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.feedback.changed,))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, feedback = self.stage.theme, self.stage.feedback
        painter.setPen(theme.pen("ink", 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.color("ink", 0.06))
        if feedback.band is not None:
            painter.drawRect(feedback.band)
        if feedback.disc is not None:
            painter.drawEllipse(feedback.disc[0], feedback.disc[1], feedback.disc[1])
        painter.setOpacity(_GHOST)
        for x, y, label in feedback.ghosts:
            painter.save()
            painter.translate(view.pixel(x, y))
            right_style(theme, label, self.stage.marker_size * 1.15).paint(painter)
            painter.restore()


def _apart(pixels: FloatArray) -> FloatArray:
    """Of `pixels` (m, 2) one in each small square: the discs of the others would not be seen."""
    (across, down), _ = _squares(pixels, _SQUARE)
    found = np.full((int(across.max(initial=0)) + 1, int(down.max(initial=0)) + 1), -1, np.int32)
    found[across, down] = np.arange(len(pixels), dtype=np.int32)
    return pixels.T.take(found[found >= 0], axis=1).T


def _filled(pixels: FloatArray) -> tuple[_Filled, Chosen]:
    """The cells about which all others have examples, two deep, and which of `pixels` (m, 2) are in one of them.

    The discs of these reach nowhere where others do not: on each way out there is a cell whose example is nearer, for
    two cells are longer than one is from corner to corner. And a disc covers the whole cell that its example is in.
    """
    (across, down), corner = _squares(pixels, _CELL)
    cells = np.zeros((int(down.max()) + 1, int(across.max()) + 1), np.bool_)
    cells[down, across] = True
    for lines in (cells, cells.T):
        deep = lines[4:] & lines[3:-1] & lines[2:-2] & lines[1:-3] & lines[:-4]
        lines[:] = False
        lines[2:-2] = deep
    inside: Chosen = cells[down, across]
    return _Filled(cells, corner), inside


def _squares(pixels: FloatArray, side: float) -> tuple[tuple[Counts, Counts], QPointF]:
    """Column and row of the square that each of `pixels` (m, 2) is in, from 0 on, and the corner of the first."""
    places = [np.floor(pixels[:, axis] / side).astype(np.int32) for axis in (0, 1)]
    left, top = (int(place.min(initial=0)) for place in places)
    return (places[0] - left, places[1] - top), QPointF(left * side, top * side)


def _disc(theme: Theme, role: str, size: float) -> MarkerStyle:
    return MarkerStyle(1, size, argb(theme.color(role)), argb(theme.color(role, 0.0)), 1.0)
