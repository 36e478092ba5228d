"""A handful of examples at once, scattered about the mouse."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, Qt

from core.datasets.dataset import Dataset, FloatArray
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.model.document import editing

_HANDFUL = 8
_SPREAD = 24.0
"""The standard deviation, in pixels."""
_STEP = 2 * _SPREAD
"""A drag this long brings another handful."""


class SprayTool(Tool):
    """Each press, and each stretch of a drag, adds a Gaussian handful of the class that was placed last."""

    title, icon, shortcut = "Spray", "spray", "B"
    tooltip = "Scatter examples of the class last placed, by a click or a drag (Shift: the other class)"
    hint = "Click or drag to scatter examples of the class that was placed last.\nHold Shift for the other class."
    cursor = Qt.CursorShape.CrossCursor
    _last: QPointF | None = None
    _before: Dataset | None = None
    _sprayed: Dataset | None = None
    """what it made of the examples; where they are something else by now, another edit has ended the drag"""
    _gesture = 0
    _scatter: FloatArray | None = None

    def press(self, pointer: Pointer) -> None:
        """Add a handful."""
        self._before = self.stage.dataset
        self._gesture = self.stage.document.new_gesture()
        self._drop(pointer)

    def move(self, pointer: Pointer) -> None:
        """Add another one, some way on."""
        if self._last is None or self.stage.dataset is not self._sprayed:
            return
        away = pointer.pixel - self._last
        if math.hypot(away.x(), away.y()) >= _STEP:
            self._drop(pointer)

    def release(self, pointer: Pointer) -> None:
        """Enough."""
        self._end()
        self.hover(pointer)

    def hover(self, pointer: Pointer | None) -> None:
        """Show what a click would add, to the last point."""
        X = None if pointer is None else self._examples(pointer)
        if pointer is None or X is None:
            self.stage.feedback.show_ghosts()
        else:
            label = self._label(pointer)
            self.stage.feedback.show_ghosts(*((x, y, label) for x, y in self.stage.projection.points(X).tolist()))

    def cancel(self) -> bool:
        """Take back what this drag has added."""
        under_way = self._last is not None
        if self._before is not None and self.stage.dataset is self._sprayed:
            self.stage.document.edit(self._before, "spray", self._gesture)
        self._end()
        return under_way

    def _drop(self, pointer: Pointer) -> None:
        X = self._examples(pointer)
        if X is None:
            self.stage.refuse()
            return
        editing.spray(self.stage.document, X, self._label(pointer), self._gesture)
        self._last, self._sprayed, self._scatter = pointer.pixel, self.stage.dataset, None

    def _examples(self, pointer: Pointer) -> FloatArray | None:
        """The next handful (m, d), the same until it is dropped; None where there can be none."""
        if self._scatter is None:
            chance = np.random.Generator(np.random.PCG64(self.stage.document.new_seed()))
            self._scatter = chance.normal(scale=_SPREAD, size=(_HANDFUL, 2))
        return self.stage.examples_at([pointer.pixel + QPointF(x, y) for x, y in self._scatter.tolist()])

    def _label(self, pointer: Pointer) -> int:
        return -self.stage.label if pointer.holds(Qt.KeyboardModifier.ShiftModifier) else self.stage.label

    def _end(self) -> None:
        self._last = self._before = self._sprayed = None
