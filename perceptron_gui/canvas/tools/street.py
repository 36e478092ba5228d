"""Pulling an edge of the street of the best line, in the tour through the proof: the nearest points follow."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt

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
        """Narrow the street as far as the mouse is from the best line, in rounded shares of half its first width."""
        street = self.workspace.pictured.street
        if self._gesture is None or street is None or (margin := street.run.margin).w_star is None:
            return
        x = self.stage.projection.lift(np.array([self.stage.viewport.to_data(pointer.pixel)]))[0]
        away = abs(float(margin.w_star @ x) + (margin.b_star or 0.0)) / (margin.gamma or 1.0)
        self.narrow(min(max(round(away * _STEPS) / _STEPS, _NARROWEST), 1.0), self._gesture)

    def release(self, pointer: Pointer) -> None:
        self._gesture = None

    def narrow(self, share: float, gesture: int) -> None:
        """Give the street this share of its width, and leave ghosts where its nearest points were."""
        if (street := self.workspace.pictured.street) is not None:
            (rows, X), before = street.narrowed(share), street.run.dataset
            self.show_ghosts(before.X[rows], before.y[rows])
            self.workspace.document.edit(before.moved(rows, X), "pull the street", gesture)
