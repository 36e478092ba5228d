"""Very many equal markers in one picture: what drawing them one over another comes to, worked out for all at once."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from core.dataset import FloatArray

Alphas = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_OPAQUE = np.float32(-16.0)
"""The logarithm of what an opaque pixel lets through: nothing that eight bits could tell from 0."""
_FAINTEST = 1 / 512


def draw_density(painter: QPainter, pixels: FloatArray, stamp: QPixmap, color: QColor) -> None:
    """Draw `stamp`, all of one `color`, with its middle at each of `pixels` (m, 2), m ≥ 1, to the nearest dot."""
    ratio = stamp.devicePixelRatio()
    reach_x, reach_y = stamp.width() // 2, stamp.height() // 2
    dots = np.floor(pixels * ratio).astype(np.int32)
    (left, top), (right, bottom) = dots.min(axis=0).tolist(), dots.max(axis=0).tolist()
    width = right - left + 1
    flat = (dots[:, 1] - top) * width + (dots[:, 0] - left)
    counts = np.bincount(flat, minlength=width * (bottom - top + 1)).reshape(-1, width)
    image = _tinted(covered(counts.astype(np.float32), _alphas(stamp)), color)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF((left - reach_x) / ratio, (top - reach_y) / ratio), image)


def covered(counts: Alphas, stamp: Alphas) -> Alphas:
    """How opaque each dot is after `counts` (h, w) stamps (p, q) were laid at each; shape (h + p − 1, w + q − 1).

    What one stamp of the opacity a lets through is 1 − a, so what all let through is the product of these, whatever
    their order: a sum of logarithms, over the places in the stamp.
    """
    (height, width), (rows, columns) = counts.shape, stamp.shape
    through = np.zeros((height + rows - 1, width + columns - 1), np.float32)
    part = np.empty_like(counts)
    with np.errstate(divide="ignore"):
        logarithms = np.maximum(np.log1p(-stamp), _OPAQUE)
    for row, column in np.argwhere(stamp > _FAINTEST).tolist():
        np.multiply(counts, logarithms[row, column], out=part)
        through[row : row + height, column : column + width] += part
    opacity: Alphas = -np.expm1(through)
    return opacity


def _alphas(stamp: QPixmap) -> Alphas:
    """The opacities of a stamp, (height, width)."""
    image = stamp.toImage().convertToFormat(QImage.Format.Format_Alpha8)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width()].astype(np.float32) / 255


def _tinted(opacity: Alphas, color: QColor) -> QImage:
    """A picture in one colour, as opaque at each dot as `opacity` (h, w) says."""
    levels = np.ascontiguousarray((opacity * 255 + 0.5).astype(np.uint8))
    height, width = levels.shape
    image = QImage(levels.data, width, height, width, QImage.Format.Format_Indexed8)
    red, green, blue = color.red(), color.green(), color.blue()
    image.setColorTable([QColor(red, green, blue, level).rgba() for level in range(256)])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
