"""numpy arrays and Qt's lines, points and pixmap fragments in the same memory: Qt draws thousands without a copy each.

Each of them is a row of doubles in C++. `_check` compares the fields with the rows when this module is imported, so a
Qt with another layout ends the start with a sentence, and never draws wrong lines.
"""

from __future__ import annotations

from ctypes import c_char
from typing import cast

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter, QPolygonF
from shiboken6 import Shiboken

from core.datasets.dataset import FloatArray

_POINT_BYTES = 16
_LINE = ("x1", "y1", "x2", "y2")
_FRAGMENT = ("x", "y", "sourceLeft", "sourceTop", "width", "height", "scaleX", "scaleY", "rotation", "opacity")
"""The fields of a QPainter.PixmapFragment, in the order of its memory."""


def line_array(count: int) -> tuple[FloatArray, QLineF]:
    """Return room for `count` lines, (count, 4) of x1, y1, x2, y2, and its first line as Qt sees it.

    The line is valid as long as the array lives.
    """
    held = np.zeros((count, len(_LINE)))
    return held, cast(QLineF, Shiboken.wrapInstance(held.ctypes.data, QLineF))


def fragment_array(count: int) -> tuple[FloatArray, QPainter.PixmapFragment]:
    """Return room for `count` fragments of a pixmap, (count, 10), and its first one as Qt sees it.

    A row is x, y, source left and top, width, height, scale x and y, rotation, opacity. The fragment is valid as long
    as the array lives.
    """
    held = np.zeros((count, len(_FRAGMENT)))
    kind = QPainter.PixmapFragment
    return held, cast(QPainter.PixmapFragment, Shiboken.wrapInstance(held.ctypes.data, kind))


def polygon_numbers(polygon: QPolygonF) -> FloatArray:
    """Return the memory of `polygon`, (m, 2) of x, y. It is valid as long as the polygon lives and keeps its size."""
    if polygon.isEmpty():
        return np.empty((0, 2))
    (address,) = Shiboken.getCppPointer(polygon.data())
    memory = (c_char * (_POINT_BYTES * polygon.size())).from_address(address)
    return np.frombuffer(memoryview(memory)).reshape(-1, 2)


def _check() -> None:
    """Raise ImportError if Qt's memory has other numbers than this module reads and writes."""
    (lines, line), (fragments, fragment) = line_array(1), fragment_array(1)
    lines[0], fragments[0] = np.arange(len(_LINE)), np.arange(len(_FRAGMENT))
    fields = [getattr(line, name)() for name in _LINE], [getattr(fragment, name) for name in _FRAGMENT]
    points = polygon_numbers(QPolygonF([QPointF(0, 1), QPointF(2, 3)]))
    if [*map(list, fields), points.ravel().tolist()] != [lines[0].tolist(), fragments[0].tolist(), [0, 1, 2, 3]]:
        raise ImportError("this PySide6 stores lines, points or pixmap fragments in another form; see requirements/")


_check()
