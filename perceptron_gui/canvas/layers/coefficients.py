"""The examples that a sum over examples is made of: a disc behind each, its area as large as its α."""

from __future__ import annotations

from functools import cache

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from core.numbers.numerals import number
from perceptron_gui.canvas.layers.layer import Hit, Kept, Layer
from perceptron_gui.canvas.markers import MarkerStyle, argb, draw_markers, visible
from perceptron_gui.canvas.stage import Stage
from perceptron_gui.look.theme import PALEST, Theme
from perceptron_gui.look.viewport import Viewport
from perceptron_gui.model.workspace import Workspace

_WIDEST = 46.0
"""Pixels across the disc of the largest α, beyond the marker."""
_FEWEST = 4.0
"""The largest α has a full disc from here on: after the first updates the discs are small, and grow."""
_SIZES = 12


class CoefficientsLayer(Layer):
    """Drawn where the vector is a sum over examples, in a kernel's feature space."""

    def __init__(self, stage: Stage, workspace: Workspace) -> None:
        super().__init__(
            stage, workspace, workspace.player.shown, workspace.player.run_changed, workspace.document.dataset_changed
        )

    def kept(self, view: Viewport) -> Kept | None:
        """Unless each picture of the screen shows other coefficients, or there are none."""
        alpha = self._alpha
        return None if alpha is None or not alpha.any() or self.workspace.player.racing else Kept(view.rect)

    def draw(self, painter: QPainter, view: Viewport) -> None:
        alpha = self._alpha
        if alpha is None or not alpha.any():
            return
        rows = np.flatnonzero(alpha)
        pixels, steps = self.stage.pixels[rows], np.ceil(share_of(alpha[rows]) * _SIZES).astype(np.int64)
        kinds = 2 * (_SIZES - steps) + (self.stage.dataset.y[rows] < 0)
        seen = np.flatnonzero(visible(pixels, view.rect, _WIDEST))
        seen = seen[np.argsort(kinds[seen], kind="stable")]
        ends = np.searchsorted(kinds[seen], np.arange(1, 2 * _SIZES))
        alike = np.split(pixels[seen], ends)
        for disc, places in zip(_discs(self.stage.theme, self.stage.marker_size), alike, strict=True):
            draw_markers(painter, places, disc)

    def hit(self, pixel: QPointF, row: int | None) -> Hit | None:
        alpha = self._alpha
        if row is None or alpha is None or row >= len(alpha):
            return None
        return Hit(lambda: f"α = {number(float(alpha[row]))}", example=row)

    @property
    def _alpha(self) -> FloatArray | None:
        """Of every example (n,)."""
        state = self.stage.state
        if state is None or state.alpha is None or len(state.alpha) != self.stage.dataset.n:
            return None
        return state.alpha.astype(np.float64)


@cache
def _discs(theme: Theme, least: float) -> tuple[MarkerStyle, ...]:
    """The largest first, of each size that of the label 1 and that of −1."""
    looks = []
    for label in (1, -1):
        role = theme.of_label(label)
        looks.append((argb(theme.color(role, 0.26)), argb(theme.pale(role, PALEST))))
    sizes = [least + _WIDEST * step / _SIZES for step in range(_SIZES, 0, -1)]
    return tuple(MarkerStyle(1, size, fill, rim, 1.0) for size in sizes for fill, rim in looks)


def share_of(alpha: FloatArray) -> FloatArray:
    """How wide the disc of each α (n,) is, in parts of the widest: by the root, so that its area grows with α."""
    share: FloatArray = np.sqrt(alpha / max(float(alpha.max(initial=0.0)), _FEWEST))
    return share
