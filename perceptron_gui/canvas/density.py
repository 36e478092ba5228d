"""Very many equal markers in one picture: what drawing them one over another comes to, worked out for all at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from core.dataset import FloatArray
from core.tally import Chosen
from perceptron_gui.canvas.viewport import Viewport

Alphas = np.ndarray[tuple[int, int], np.dtype[np.float32]]

_OPAQUE = np.float32(-16.0)
"""The logarithm of what an opaque pixel lets through: nothing that eight bits could tell from 0."""
_BAND = 64
"""Rows that are worked on together: few enough to stay in the processor's memory."""


def draw_density(
    painter: QPainter, points: FloatArray, chosen: Chosen, view: Viewport, stamp: QPixmap, color: QColor
) -> None:
    """Draw `stamp`, of one `color`, with its middle at the `chosen` of `points` (m, 2) in `view`, to the next dot."""
    ratio = stamp.devicePixelRatio()
    across, down = stamp.width() // 2, stamp.height() // 2
    seen = view.rect.adjusted(-across / ratio, -down / ratio, across / ratio, down / ratio)
    counts = view.grid(seen, ratio).tally(points, chosen)
    image = _tinted(covered(counts.astype(np.float32), opacities(stamp)), color)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(seen.topLeft() - QPointF(across, down) / ratio, image)


def covered(counts: Alphas, stamp: Alphas) -> Alphas:
    """How opaque each dot is after `counts` (h, w) stamps (p, q) were laid at each; shape (h + p − 1, w + q − 1).

    What one stamp of the opacity a lets through is 1 − a, so what all let through is the product of these, whatever
    their order: a sum of logarithms over the places in the stamp, and over the dots of a run of equal ones at once.
    """
    (height, width), (rows, columns) = counts.shape, stamp.shape
    through = np.zeros((height + rows - 1, width + columns - 1), np.float32)
    runs = list(_runs(stamp))
    for top in range(0, height, _BAND):
        band = counts[top : top + _BAND]
        before = np.zeros((len(band), width + 2 * columns), np.float32)
        np.cumsum(band, axis=1, out=before[:, columns : columns + width])
        before[:, columns + width :] = before[:, columns + width - 1 : columns + width]
        for row, start, stop, logarithm in runs:
            here = before[:, columns - start : 2 * columns - start + width - 1]
            there = before[:, columns - stop : 2 * columns - stop + width - 1]
            through[top + row : top + row + len(band)] += (here - there) * logarithm
    opacity: Alphas = -np.expm1(through)
    return opacity


def _runs(stamp: Alphas) -> Iterator[tuple[int, int, int, np.float32]]:
    """Row, first column, column after the last, and the logarithm of what is let through, of equal dots in a row."""
    with np.errstate(divide="ignore"):
        logarithms = np.maximum(np.log1p(-stamp), _OPAQUE)
    for row, values in enumerate(logarithms):
        edges = [0, *(np.flatnonzero(np.diff(values)) + 1).tolist(), len(values)]
        yield from ((row, start, stop, values[start]) for start, stop in pairwise(edges) if values[start])


def opacities(stamp: QPixmap) -> Alphas:
    """The opacities of a stamp, (height, width)."""
    image = stamp.toImage().convertToFormat(QImage.Format.Format_Alpha8)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    alphas: Alphas = lines[:, : image.width()].astype(np.float32) / np.float32(255)
    return alphas


def _tinted(opacity: Alphas, color: QColor) -> QImage:
    """A picture in one colour, as opaque at each dot as `opacity` (h, w) says."""
    levels = np.ascontiguousarray((opacity * 255 + 0.5).astype(np.uint8))
    height, width = levels.shape
    image = QImage(levels.data, width, height, width, QImage.Format.Format_Indexed8)
    red, green, blue = color.red(), color.green(), color.blue()
    image.setColorTable([QColor(red, green, blue, level).rgba() for level in range(256)])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
