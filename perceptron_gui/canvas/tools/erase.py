"""Rubbing examples out."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from core.datasets.dataset import FloatArray, IntArray
from perceptron_gui.canvas.tools.tool import EditTool, Pointer
from perceptron_gui.model.document import editing

_RADIUS = 14.0
"""Pixels."""


class EraseTool(EditTool):
    """A press, or a drag, removes every example whose middle it passes over."""

    title, icon, shortcut = "Erase", "erase", "E"
    tooltip = "Rub examples out, by a click or a drag"
    hint = "There is nothing to rub out.\nCtrl + click places ○, Ctrl + right click ×; or take a tool (P, N)."

    def hover(self, pointer: Pointer | None) -> None:
        self.stage.feedback.show(disc=None if pointer is None else (pointer.pixel, _RADIUS))

    def edit(self, pointer: Pointer, last: QPointF | None) -> bool:
        self.hover(pointer)
        rows = _near(self.stage.pixels, pointer.pixel if last is None else last, pointer.pixel)
        editing.erase(self.stage.document, rows, self.gesture)
        return True


def _near(pixels: FloatArray, start: QPointF, end: QPointF) -> IntArray:
    """The rows of `pixels` (n, 2) within reach of the segment from `start` to `end`."""
    along = np.array([end.x() - start.x(), end.y() - start.y()])
    away = pixels - (start.x(), start.y())
    length = float(along @ along)
    if length:
        away -= np.clip(away @ along / length, 0, 1)[:, np.newaxis] * along
    return np.flatnonzero((away * away).sum(axis=1) <= _RADIUS * _RADIUS)
