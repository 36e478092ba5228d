"""Sizes of letters and everything else. Text for the back row never gets smaller than a least size."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QFont, QFontMetricsF

from perceptron_gui.look.size import scale_now

LEAST_POINTS = 11.0
_SMALLEST = 8.0


def readable(font: QFont, scale: float = 1.0, *, bold: bool = False) -> QFont:
    """Return `font` at `scale` times its size, or times the least readable size where that is larger."""
    larger = QFont(font)
    larger.setPointSizeF(scale * max(font.pointSizeF(), LEAST_POINTS * scale_now()))
    larger.setBold(bold)
    return larger


def shrunk(font: QFont, fits: Callable[[QFontMetricsF], bool], least: float = _SMALLEST) -> QFont:
    """Return `font`, or the largest smaller one that fits, but of at least `least` points."""
    smaller = QFont(font)
    while smaller.pointSizeF() > least and not fits(QFontMetricsF(smaller)):
        smaller.setPointSizeF(smaller.pointSizeF() - 0.5)
    return smaller


def emboldened(font: QFont) -> QFont:
    """Return the same font, bold."""
    bold = QFont(font)
    bold.setBold(True)
    return bold
