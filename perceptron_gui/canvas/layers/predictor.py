"""The boundary of the learner's own predictor beside that of the vector on display."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from perceptron_gui.canvas.layers.layer import Layer, NamedLine
from perceptron_gui.canvas.placing import Label, beside
from perceptron_gui.canvas.plane import to_plane
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

_WIDTH = 3.0
_NEAR = 6


class ReadingLayer(Layer):
    """Drawn where the learner does not predict with its last vector; with its mistakes on the data."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.reading.changed,))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        """Draw the line in view."""
        reading, line = self.stage.reading.plane, self._line(view)
        if reading is not None and line is not None:
            painter.setPen(self.stage.theme.pen(reading.predictor.role, _WIDTH, Qt.PenStyle.DashDotLine))
            painter.drawLine(line)
        if (field := self.stage.reading.field(view)) is not None:
            painter.setPen(self.stage.theme.pen(field.predictor.role, _WIDTH))
            ends = view.to_pixels(field.boundary.reshape(-1, 2)).tolist()
            painter.drawLines([QLineF(*a, *b) for a, b in zip(ends[::2], ends[1::2], strict=True)])

    def labels(self, view: Viewport) -> Iterable[Label]:
        """Name it and count its mistakes."""
        reading, line, field = self.stage.reading.plane, self._line(view), self.stage.reading.field(view)
        if reading is not None and line is not None:
            title = f"{reading.predictor.title}{self._mistakes()}"
            yield Label(title, reading.predictor.role, beside(line, 8), bold=True, stretch=line)
        if field is not None and len(field.boundary):
            predictor, middle = field.predictor, field.boundary[len(field.boundary) // 2]
            segment = QLineF(view.pixel(*middle[0].tolist()), view.pixel(*middle[1].tolist()))
            title = f"{predictor.title if predictor.own else 'f = 0'}{self._mistakes()}"
            yield Label(title, predictor.role, beside(segment, 8), bold=True, stretch=segment)

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        """The predictor's boundary, where that is a line."""
        if (reading := self.stage.reading.plane) is not None:
            line = view.line(to_plane(reading.w), reading.b)
            yield NamedLine(line, reading.predictor.title, reading.predictor.role)

    def _mistakes(self) -> str:
        margins = self.stage.reading.margins
        if margins is None:
            return ""
        count = int(np.count_nonzero(margins <= 0))
        return f": {count:,} mistake{'' if count == 1 else 's'}"

    def notes(self) -> Iterable[str]:
        """What is not drawn, and why."""
        if self.stage.reading.too_large:
            yield "what the learner predicts is not followed here: too many updates to read in time"

    def tooltip(self, pixel: QPointF) -> str:
        """What the line is."""
        reading, view = self.stage.reading.plane, self.stage.viewport
        if reading is None:
            return ""
        foot = view.line(to_plane(reading.w), reading.b).foot(pixel)
        return reading.predictor.meaning if foot is not None and QLineF(foot, pixel).length() < _NEAR else ""

    def _line(self, view: Viewport) -> QLineF | None:
        reading = self.stage.reading.plane
        return None if reading is None else view.segment(view.line(to_plane(reading.w), reading.b))
