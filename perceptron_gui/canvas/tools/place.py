"""Tools that place examples with a click, scatter a handful along a drag, and erase them."""

from __future__ import annotations

import math
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QPointF, Qt

from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.canvas.tools.tool import EditTool, Pointer, Tool
from perceptron_gui.model.document import editing


class PlaceTool(Tool):
    """A click adds an example of class `label`."""

    label: ClassVar[int]
    cursor = Qt.CursorShape.CrossCursor

    def take(self) -> None:
        """Let other tools go on with this class."""
        self.stage.label = self.label

    def press(self, pointer: Pointer) -> None:
        self.stage.place_at(pointer.pixel, self.label)

    def hover(self, pointer: Pointer | None) -> None:
        self.show_ghosts(None if pointer is None else self.stage.examples_at([pointer.pixel]), self.label)


class PositiveTool(PlaceTool):
    """Adds ○."""

    title, icon, shortcut, label = "Positive", "positive", "P", 1
    tooltip = "Place examples of the positive class ○ with a click (in any tool: Ctrl or Alt + click)"
    hint = (
        "Click to place ○ examples of the positive class.\nCtrl + right click, or × Negative (N), for the other class."
    )


class NegativeTool(PlaceTool):
    """Adds ×."""

    title, icon, shortcut, label = "Negative", "negative", "N", -1
    tooltip = "Place examples of the negative class × with a click (in any tool: Ctrl or Alt + right click)"
    hint = "Click to place × examples of the negative class.\nCtrl + click, or ○ Positive (P), for the other class."


_SPREAD = 24.0
"""The standard deviation, in pixels."""
_STEP = 2 * _SPREAD
"""The length of a drag that adds another handful."""
_RADIUS = 14.0
"""The reach of the eraser in pixels."""


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
        editing.spray(self.workspace.document, X, self._label(pointer), self.gesture)
        self._scatter = None
        return True

    def _examples(self, pointer: Pointer) -> FloatArray | None:
        """Return the next handful (m, d), the same until it is dropped; None if there can be none."""
        if self._scatter is None:
            chance = np.random.Generator(np.random.PCG64(self.workspace.document.new_seed()))
            self._scatter = chance.normal(scale=_SPREAD, size=(8, 2))
        return self.stage.examples_at([pointer.pixel + QPointF(x, y) for x, y in self._scatter.tolist()])

    def _label(self, pointer: Pointer) -> int:
        return -self.stage.label if pointer.holds(Qt.KeyboardModifier.ShiftModifier) else self.stage.label


class EraseTool(EditTool):
    """A press, or a drag, removes every example whose middle it passes over."""

    title, icon, shortcut = "Erase", "erase", "E"
    tooltip = "Erase examples, by a click or a drag"
    hint = "There is nothing to erase.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N)."

    def hover(self, pointer: Pointer | None) -> None:
        self.stage.overlay.show(disc=None if pointer is None else (pointer.pixel, _RADIUS))

    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        self.hover(pointer)
        rows = _near(self.stage.pixels, pointer.pixel if last is None else last, pointer.pixel)
        editing.erase(self.workspace.document, rows, self.gesture)
        return True


def _near(pixels: FloatArray, start: QPointF, end: QPointF) -> IntArray:
    """Return the rows of `pixels` (n, 2) within reach of the segment from `start` to `end`."""
    along = np.array([end.x() - start.x(), end.y() - start.y()])
    away = pixels - (start.x(), start.y())
    length = float(along @ along)
    if length:
        away -= np.clip(away @ along / length, 0, 1)[:, np.newaxis] * along
    return np.flatnonzero((away * away).sum(axis=1) <= _RADIUS * _RADIUS)
