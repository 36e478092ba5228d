"""A handful of examples at once, scattered about the mouse."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt

from core.datasets.dataset import FloatArray
from perceptron_gui.canvas.tools.tool import EditTool, Pointer
from perceptron_gui.model.document import editing

_HANDFUL = 8
_SPREAD = 24.0
"""The standard deviation, in pixels."""
_STEP = 2 * _SPREAD
"""A drag this long brings another handful."""


class SprayTool(EditTool):
    """Each press, and each stretch of a drag, adds a Gaussian handful of the class that was placed last."""

    title, icon, shortcut = "Spray", "spray", "B"
    tooltip = "Scatter examples of the class last placed, by a click or a drag (Shift: the other class)"
    hint = "Click or drag to scatter examples of the class that was placed last.\nHold Shift for the other class."
    cursor = Qt.CursorShape.CrossCursor
    _scatter: FloatArray | None = None

    def hover(self, pointer: Pointer | None) -> None:
        label = 0 if pointer is None else self._label(pointer)
        self.show_ghosts(None if pointer is None else self._examples(pointer), label)

    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        if last is not None and math.dist(last.toTuple(), pointer.pixel.toTuple()) < _STEP:
            return False
        X = self._examples(pointer)
        if X is None:
            self.stage.refuse()
            return False
        editing.spray(self.stage.document, X, self._label(pointer), self.gesture)
        self._scatter = None
        return True

    def _examples(self, pointer: Pointer) -> FloatArray | None:
        """The next handful (m, d), the same until it is dropped; None where there can be none."""
        if self._scatter is None:
            chance = np.random.Generator(np.random.PCG64(self.stage.document.new_seed()))
            self._scatter = chance.normal(scale=_SPREAD, size=(_HANDFUL, 2))
        return self.stage.examples_at([pointer.pixel + QPointF(x, y) for x, y in self._scatter.tolist()])

    def _label(self, pointer: Pointer) -> int:
        return -self.stage.label if pointer.holds(Qt.KeyboardModifier.ShiftModifier) else self.stage.label
