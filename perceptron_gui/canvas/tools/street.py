"""Pulling an edge of the street of the best line, in the tour through the proof: the nearest points follow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt

from perceptron_gui.canvas.tools.tool import Pointer, Tool

_REACH = 14.0
"""Pixels beside an edge within which it is taken hold of."""
_NARROWEST, _STEPS = 0.25, 20
"""The least share of its width that a street can have, and the steps from nothing to all of it."""


class StreetTool(Tool):
    """A drag across the street of the best line sets its width, and edits the nearest points as one gesture."""

    cursor = Qt.CursorShape.SizeHorCursor
    _gesture: int | None = None

    def press(self, pointer: Pointer) -> None:
        edges = (self.stage.star(side) for side in (-1, 1)) if self.workspace.pictured.street else ()
        feet = (edge.foot(pointer.pixel) for edge in edges if edge is not None)
        if any(foot is not None and (foot - pointer.pixel).manhattanLength() <= _REACH for foot in feet):
            self._gesture = self.workspace.document.new_gesture()

    def move(self, pointer: Pointer) -> None:
        if self._gesture is not None and (share := self._share(pointer.pixel)) is not None:
            self.narrow(share, self._gesture)

    def release(self, pointer: Pointer) -> None:
        self._gesture = None

    def narrow(self, share: float, gesture: int) -> None:
        """Give the street this share of its width, and leave ghosts where its nearest points were."""
        document, street = self.workspace.document, self.workspace.pictured.street
        if street is None:
            return
        rows, X = street.narrowed(share)
        before = street.run.dataset
        self.show_ghosts(before.X[rows], before.y[rows])
        document.edit(before.moved(rows, X), "pull the street", gesture)

    def _share(self, pixel: QPointF) -> float | None:
        """Return how far from the best line a pixel is, as a rounded share of half the street's first width."""
        street = self.workspace.pictured.street
        if street is None or (margin := street.run.margin).w_star is None:
            return None
        x = self.stage.projection.lift(np.array([self.stage.viewport.to_data(pixel)]))[0]
        away = abs(float(margin.w_star @ x) + (margin.b_star or 0.0)) / (margin.gamma or 1.0)
        return min(max(round(away * _STEPS) / _STEPS, _NARROWEST), 1.0)
