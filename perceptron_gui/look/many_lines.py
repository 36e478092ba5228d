"""Hundreds of lines in a frame: an array of their ends is handed to Qt as it is, not line by line."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter
from shiboken6 import Shiboken

from core.datasets.dataset import FloatArray


def draw_lines(painter: QPainter, ends: FloatArray) -> None:
    """Lines from (x, y) to (x, y), one a row of `ends` (m, 4): just as four numbers each lie in Qt's own array."""
    if len(ends) == 1:  # sooner made than wrapped
        painter.drawLine(QLineF(*ends[0].tolist()))
        return
    held = np.ascontiguousarray(ends, np.float64)
    first = Shiboken.wrapInstance(held.ctypes.data, QLineF) if len(held) else None
    if isinstance(first, QLineF):
        painter.drawLines(first, len(held))
