"""Very many equal markers in one picture: what drawing them one over another comes to, worked out for all at once."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from core.datasets.dataset import FloatArray
from core.plane.cell_counts import Chosen, Counts, Levels, convolved
from perceptron_gui.canvas.viewport import Viewport

_OPAQUE = np.float32(-16.0)
"""The logarithm of what an opaque pixel lets through: nothing that eight bits could tell from 0."""


def draw_merged_markers(
    painter: QPainter, points: FloatArray, chosen: Chosen, view: Viewport, stamp: QPixmap, color: QColor
) -> None:
    """Draw `stamp`, of one `color`, with its middle at the `chosen` of `points` (m, 2) in `view`, to the next dot."""
    ratio = stamp.devicePixelRatio()
    across, down = stamp.width() // 2, stamp.height() // 2
    seen = view.rect.adjusted(-across / ratio, -down / ratio, across / ratio, down / ratio)
    counts = view.grid(seen, ratio).tally(points, chosen)
    image = _tinted(covered(counts, opacities(stamp)), color)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(seen.topLeft() - QPointF(across, down) / ratio, image)


def covered(counts: Counts, stamp: Levels) -> Levels:
    """How opaque each dot is after `counts` (h, w) stamps (p, q) were laid at each; shape (h + p − 1, w + q − 1).

    What one stamp of the opacity a lets through is 1 − a, so what all let through is the product of these, whatever
    their order: a sum of logarithms over the places in the stamp.
    """
    with np.errstate(divide="ignore"):
        logarithms = np.maximum(np.log1p(-stamp), _OPAQUE)
    opacity: Levels = -np.expm1(convolved(counts, logarithms))
    return opacity


def opacities(stamp: QPixmap) -> Levels:
    """The opacities of a stamp, (height, width)."""
    image = stamp.toImage().convertToFormat(QImage.Format.Format_Alpha8)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    alphas: Levels = lines[:, : image.width()].astype(np.float32) / np.float32(255)
    return alphas


def _tinted(opacity: Levels, color: QColor) -> QImage:
    """A picture in one colour, as opaque at each dot as `opacity` (h, w) says."""
    levels = np.ascontiguousarray((opacity * 255 + 0.5).astype(np.uint8))
    height, width = levels.shape
    image = QImage(levels.data, width, height, width, QImage.Format.Format_Indexed8)
    red, green, blue = color.red(), color.green(), color.blue()
    image.setColorTable([QColor(red, green, blue, level).rgba() for level in range(256)])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
