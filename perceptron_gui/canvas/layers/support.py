"""The support examples of a rule that wants a margin: those that are not beyond it, ringed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from PySide6.QtGui import QPainter

from core.datasets.arithmetic import activations
from core.datasets.dataset import FloatArray, IntArray
from core.numbers.numerals import number
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport

MOST_RINGED = 2_000
"""Support examples ringed in a frame; of more the rings run into one another, and the margin lines say it better."""

_LARGER, _WIDTH = 7.0, 1.3
_NOBODY = np.empty(0, np.int64)


class SupportLayer(Layer):
    """Under the last vector, which is the one that the rule tests; nothing for a rule whose threshold is 0."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.animated.changed, stage.reading.changed, stage.document.dataset_changed))

    def draw(self, painter: QPainter, view: Viewport) -> None:
        if not 0 < len(self.rows) <= MOST_RINGED:
            return
        theme, size = self.stage.theme, self.stage.marker_size + _LARGER
        pixels = view.to_pixels(self.stage.points[self.rows])
        ring = MarkerStyle(1, size, argb(theme.color("page", 0.0)), argb(theme.color("ink", 0.8)), _WIDTH)
        draw_markers(painter, pixels[visible(pixels, view.rect, size)], ring)

    def notes(self) -> Iterable[str]:
        if len(self.rows) > MOST_RINGED:
            yield f"{len(self.rows):,} support examples: too many to ring each"

    def told_of(self, row: int) -> str:
        """y·f, where the rule asks for more than the right side."""
        scores = self.scores
        return "" if scores is None or row >= len(scores) else f"y·f = {number(float(scores[row]))}"

    @cached_property
    def rows(self) -> IntArray:
        run, scores = self.stage.run, self.scores
        return _NOBODY if run is None or scores is None else np.flatnonzero(run.rule.adds(scores))

    @property
    def scores(self) -> FloatArray | None:
        """y·f of every example under the vector as it is drawn (n,); None where the rule wants no margin of it."""
        run, state, dataset = self.stage.run, self.stage.state, self.stage.dataset
        if run is None or state is None or not run.rule.threshold or not run.has_vector(state):
            return None
        if len(state.w) == dataset.d:
            return dataset.y * activations(dataset.X, self.stage.animated.w, self.stage.animated.b)
        margins = None if run.predictor.own else self.stage.reading.margins
        return None if margins is None or len(margins) != dataset.n or np.isnan(margins).any() else margins
