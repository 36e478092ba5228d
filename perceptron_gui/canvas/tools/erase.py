"""Rubbing examples out."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from core.datasets.dataset import Dataset, FloatArray, IntArray
from perceptron_gui.canvas.tools.tool import Pointer, Tool
from perceptron_gui.model.document import editing

_RADIUS = 14.0
"""Pixels."""


class EraseTool(Tool):
    """A press, or a drag, removes every example whose middle it passes over."""

    title, icon, shortcut = "Erase", "erase", "E"
    tooltip = "Rub examples out, by a click or a drag"
    hint = "There is nothing to rub out.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N)."
    _last: QPointF | None = None
    _before: Dataset | None = None
    _left: Dataset | None = None
    """what it left of the examples; where they are something else by now, another edit has ended the drag"""
    _gesture = 0

    def press(self, pointer: Pointer) -> None:
        """Remove what is here."""
        self._before = self.stage.dataset
        self._gesture = self.stage.document.new_gesture()
        self._rub(pointer.pixel, pointer.pixel)

    def move(self, pointer: Pointer) -> None:
        """Remove what lies between the last place and this one."""
        if self._last is not None and self.stage.dataset is self._left:
            self._rub(self._last, pointer.pixel)

    def release(self, pointer: Pointer) -> None:
        """Enough."""
        self._end()
        self.hover(pointer)

    def hover(self, pointer: Pointer | None) -> None:
        """Show how far it reaches."""
        self.stage.feedback.show_disc(None if pointer is None else (pointer.pixel, _RADIUS))

    def cancel(self) -> bool:
        """Put back what this drag has removed."""
        under_way = self._last is not None
        if self._before is not None and self.stage.dataset is self._left:
            self.stage.document.edit(self._before, "erase", self._gesture)
        self._end()
        return under_way

    def _rub(self, start: QPointF, end: QPointF) -> None:
        self.stage.feedback.show_disc((end, _RADIUS))
        pixels = self.stage.pixels
        editing.erase(self.stage.document, _near(pixels, start, end), self._gesture)
        self._last, self._left = end, self.stage.dataset

    def _end(self) -> None:
        self._last = self._before = self._left = None


def _near(pixels: FloatArray, start: QPointF, end: QPointF) -> IntArray:
    """The rows of `pixels` (n, 2) within reach of the segment from `start` to `end`."""
    along = np.array([end.x() - start.x(), end.y() - start.y()])
    away = pixels - (start.x(), start.y())
    length = float(along @ along)
    if length:
        away -= np.clip(away @ along / length, 0, 1)[:, np.newaxis] * along
    return np.flatnonzero((away * away).sum(axis=1) <= _RADIUS * _RADIUS)
