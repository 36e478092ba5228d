"""Which layers are drawn, and which colours a picture has."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QColor

from perceptron_gui.canvas import LAYERS
from perceptron_gui.look.theme import LIGHT
from tests.gui.canvas.desk import CanvasDesk


def show_only(desk: CanvasDesk, *names: str) -> None:
    for name in LAYERS:
        desk.canvas.set_layer_visible(name, name in names)


def blended(role: str, opacity: float) -> QColor:
    top, page = (np.array(channels(LIGHT.color(name))) for name in (role, "page"))
    return QColor(*(round(float(value)) for value in top * opacity + page * (1 - opacity)))


def near(a: QColor, b: QColor, within: int = 3) -> bool:
    return all(abs(x - y) <= within for x, y in zip(channels(a), channels(b), strict=True))


def channels(color: QColor) -> tuple[int, int, int]:
    return color.red(), color.green(), color.blue()
