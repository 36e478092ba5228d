"""How large letters and all else are: what is read from the back row never falls below a least size."""

from __future__ import annotations

import os
from collections.abc import Callable, MutableMapping

from PySide6.QtGui import QFont, QFontMetricsF

PERCENTS = (100, 125, 150, 175, 200, 250)
_FACTOR = "QT_SCALE_FACTOR"


def enlarge(percent: int, environment: MutableMapping[str, str] = os.environ) -> None:
    """Have all windows of this process drawn at `percent` of their usual size; before the application is made."""
    if percent != PERCENTS[0]:
        environment[_FACTOR] = f"{percent / 100 * float(environment.get(_FACTOR, 1))}"


LEAST_POINTS = 11.0
_SMALLEST = 8.0


def readable(font: QFont, scale: float = 1.0, *, bold: bool = False) -> QFont:
    """`font` at `scale` times its size, or times the least readable size where that is larger."""
    larger = QFont(font)
    larger.setPointSizeF(scale * max(font.pointSizeF(), LEAST_POINTS))
    larger.setBold(bold)
    return larger


def shrunk(font: QFont, fits: Callable[[QFontMetricsF], bool], least: float = _SMALLEST) -> QFont:
    """`font`, or the largest smaller one that fits; one of `least` points where none does."""
    smaller = QFont(font)
    while smaller.pointSizeF() > least and not fits(QFontMetricsF(smaller)):
        smaller.setPointSizeF(smaller.pointSizeF() - 0.5)
    return smaller


def emboldened(font: QFont) -> QFont:
    """The same font, bold."""
    bold = QFont(font)
    bold.setBold(True)
    return bold
