"""What a separator that a person tries out does to the examples: its line, its γ or its mistakes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from core.numbers.plurals import counted
from perceptron_gui.canvas.labels.placing import Label, beside
from perceptron_gui.canvas.layers.layer import Layer, NamedLine
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.strokes import draw_rings
from perceptron_gui.canvas.viewport import PixelLine, Viewport

_WIDTH, _RING = 2.6, 3.0
_MOST_RINGED = 200


class OwnSeparatorLayer(Layer):
    """Dashed and dotted, with a ring around each example that it gets wrong; nothing while nothing is tried."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.own_separator.changed, stage.player.run_changed))

    def blank(self) -> bool:
        """Whether nothing is tried, or nothing that can be drawn on these examples."""
        return self._weights is None

    def draw(self, painter: QPainter, view: Viewport) -> None:
        theme, radius = self.stage.theme, self.stage.marker_size / 2 + _RING
        draw_rings(painter, self.stage.pixels_of(self._wrong()[:_MOST_RINGED]), radius, theme.pen("own", 1.8))
        if (line := self._segment(view)) is not None:
            painter.setPen(theme.pen("own", _WIDTH, Qt.PenStyle.DashDotLine))
            painter.drawLine(line)

    def labels(self, view: Viewport) -> Iterable[Label]:
        if (line := self._segment(view)) is not None:
            yield Label(self.told(), "own", beside(line, 8), bold=True, stretch=line, vital=True)

    def notes(self) -> Iterable[str]:
        """Where no line of it is in view, the same in the corner."""
        if self._weights is not None and self._segment(self.stage.viewport) is None:
            yield f"{self.told()}; its line is not in view"

    def lines(self, view: Viewport) -> Iterable[NamedLine]:
        if (line := self._line()) is not None:
            yield NamedLine(line, "your separator", "own")

    def told(self) -> str:
        """γ where it separates, else how much it gets wrong."""
        judged = self.stage.own_separator.judged(self.stage.run)
        if judged is None or judged.errors is None:
            return "your separator"
        if judged.separates:
            return f"your separator: separates, γ = {number(judged.gamma)}"
        return f"your separator: {counted(judged.errors, 'mistake')}"

    @property
    def _weights(self) -> FloatArray | None:
        return self.stage.own_separator.weights_in(self.stage.run)

    def _wrong(self) -> IntArray:
        run, weights = self.stage.run, self._weights
        if run is None or weights is None:
            return np.empty(0, np.int64)
        return np.flatnonzero(run.dataset.y * activations(run.dataset.X, weights[:-1], float(weights[-1])) <= 0)

    def _line(self) -> PixelLine | None:
        weights = self._weights
        return None if weights is None else self.stage.line(weights[:-1], float(weights[-1]))

    def _segment(self, view: Viewport) -> QLineF | None:
        line = self._line()
        return None if line is None else view.segment(line)
