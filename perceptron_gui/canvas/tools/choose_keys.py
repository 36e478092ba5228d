"""Choosing an example by key: Alt and an arrow go to the next one in that direction."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from perceptron_gui.canvas.stage import Stage

_ARROWS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Down: (1, -1),
    Qt.Key.Key_Up: (1, 1),
}
"""Key → along which axis of the plane, and which way."""


class ChooseKeys:
    """Through all examples as they lie along an axis, so that each is come to; where some lie alike, by number."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def knows(self, event: QKeyEvent) -> bool:
        """Whether a key means something here."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return event.key() in _ARROWS and held == Qt.KeyboardModifier.AltModifier and self._stage.dataset.n > 0

    def take(self, event: QKeyEvent) -> None:
        """Choose the example that is next after the chosen one, else after the one met last; none after the last."""
        stage, (axis, way) = self._stage, _ARROWS[Qt.Key(event.key())]
        order = np.argsort(stage.points[:, axis], kind="stable").tolist()
        if not len(stage.selection) and (stage.state is None or not stage.state.example):
            stage.selection.set([order[0 if way > 0 else -1]])
            return
        here = int(stage.selection.rows[0]) if len(stage.selection) else stage.state.index if stage.state else 0
        place = order.index(here) + way
        stage.selection.set([order[min(max(place, 0), len(order) - 1)]])
