"""The examples that a sum over examples is made of: a disc behind each, its area as large as its α."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from perceptron_gui.canvas.layers.layer import Layer
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.canvas.viewport import Viewport
from perceptron_gui.look.theme import PALEST

_WIDEST = 46.0
"""Pixels across the disc of the largest α, beyond the marker."""
_FEWEST = 4.0
"""The largest α has a full disc from here on: after the first updates the discs are small, and grow."""
_SIZES = 12
_OPACITY = 0.26
_RIM = 1.0


class CoefficientsLayer(Layer):
    """Drawn where the vector is a sum over examples, in a kernel's feature space."""

    kept = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, (stage.player.shown, stage.player.run_changed, stage.document.dataset_changed))

    def blank(self) -> bool:
        alpha = self._alpha
        return alpha is None or not alpha.any()

    def worth_keeping(self) -> bool:
        """Unless each picture of the screen shows other coefficients."""
        return not self.stage.player.racing

    def draw(self, painter: QPainter, view: Viewport) -> None:
        alpha = self._alpha
        if alpha is None:
            return
        labels, pixels = self.stage.dataset.y, self.stage.pixels
        steps = np.where(visible(pixels, view.rect, _WIDEST), np.ceil(share_of(alpha) * _SIZES), 0)
        theme, least = self.stage.theme, self.stage.marker_size
        for step in range(_SIZES, 0, -1):
            for label in (1, -1):
                role = theme.of_label(label)
                fill, rim = argb(theme.color(role, _OPACITY)), argb(theme.pale(role, PALEST))
                disc = MarkerStyle(1, least + _WIDEST * step / _SIZES, fill, rim, _RIM)
                draw_markers(painter, pixels[(steps == step) & (labels == label)], disc)

    def told_of(self, row: int) -> str:
        alpha = self._alpha
        return "" if alpha is None or row >= len(alpha) else f"α = {number(float(alpha[row]))}"

    @property
    def _alpha(self) -> FloatArray | None:
        """Of every example (n,)."""
        state = self.stage.state
        if state is None or state.alpha is None or len(state.alpha) != self.stage.dataset.n:
            return None
        return state.alpha.astype(np.float64)


def share_of(alpha: FloatArray) -> FloatArray:
    """How wide the disc of each α (n,) is, in parts of the widest: by the root, so that its area grows with α."""
    share: FloatArray = np.sqrt(alpha / max(float(alpha.max(initial=0.0)), _FEWEST))
    return share
