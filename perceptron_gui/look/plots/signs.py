"""Letters and shapes that stand on curves of one look, so that each is known without its colour."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from core.datasets.dataset import FloatArray
from perceptron_gui.look.plots.axes import Frame
from perceptron_gui.look.plots.picture import Picture, Sampled
from perceptron_gui.look.text.lettering import emboldened
from perceptron_gui.look.text.symbol_tips import DrawnFormula
from perceptron_gui.look.theme import Theme

_PLACES = 49
_PLATE = 0.42
"""Of the height of letters: how far from its middle a sign covers its curve."""
_CLEAR = 18.0
"""Pixels from another curve or sign that are far enough."""
_EDGE = 0.03
"""Of the width: so far from either side a sign stays."""
_COVERED = 3.0
"""Pixels of the distance to other curves that a pixel is worth by which two signs are nearer than that."""
_STEEP = 0.5
"""The same of one by which the curve rises or falls from place to place."""
_STEP = 0.01
"""The same of one place farther from the best."""


@dataclass(frozen=True)
class Sign:
    """What stands on a curve, in the colour of `role`, and the pixel of its middle."""

    text: str
    role: str
    at: QPointF

    def written(self, font: QFont) -> DrawnFormula:
        """Where it stands, in a plot whose letters are of `font`."""
        bold = emboldened(font)
        metrics = QFontMetricsF(bold)
        box = QRectF(0, 0, metrics.horizontalAdvance(self.text), metrics.height())
        box.moveCenter(self.at)
        return DrawnFormula(box, self.text, bold)


def signs_in(picture: Picture, frame: Frame) -> list[Sign]:
    """One for each curve of the key that is in view, where that is farthest from all others; side by side at best."""
    keyed, found = picture.keyed, list[Sign]()
    pixels = frame.area.left() + np.linspace(_EDGE, 1 - _EDGE, _PLACES) * frame.area.width()
    places = np.array([frame.place_at(pixel) for pixel in pixels.tolist()])
    heights = [np.asarray(frame.y(_values(curve, places))) for curve in keyed]
    for rank, (curve, own) in enumerate(zip(keyed, heights, strict=True)):
        worth = _clear(own, heights[:rank] + heights[rank + 1 :])
        for sign in found:
            away = np.hypot(pixels - sign.at.x(), own - sign.at.y())
            worth -= _COVERED * np.fmax(_CLEAR - away, 0.0)
        worth -= _STEP * np.abs(np.arange(_PLACES) - (rank + 1) / (len(keyed) + 1) * _PLACES)
        worth[~((own >= frame.area.top()) & (own <= frame.area.bottom()))] = -np.inf
        place = int(worth.argmax())
        if np.isfinite(worth[place]):
            found.append(Sign(picture.signs[curve.name], curve.role, QPointF(pixels[place], own[place])))
    return found


def _clear(own: FloatArray, others: list[FloatArray]) -> FloatArray:
    """How far a line is from all others at each of its places, in pixels; less where it is steep."""
    away = np.full(_PLACES, _CLEAR)
    for other in others:
        away = np.fmin(away, _away(own, other))
    return away - _STEEP * np.minimum(np.abs(np.gradient(np.nan_to_num(own))), _CLEAR)


def _away(own: FloatArray, other: FloatArray) -> FloatArray:
    """Pixels up or down from one line to the nearest that another is here or one place to the left or right."""
    away = np.abs(own - other)
    away[1:] = np.fmin(away[1:], np.abs(own[1:] - other[:-1]))
    away[:-1] = np.fmin(away[:-1], np.abs(own[:-1] - other[1:]))
    return away


def paint_sign(painter: QPainter, theme: Theme, sign: Sign) -> None:
    """Upon as much of the page as it takes."""
    written = sign.written(painter.font())
    side = _PLATE * written.box.height()
    painter.save()
    painter.setFont(written.font)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page"))
    painter.drawEllipse(sign.at, side, side)
    painter.setPen(theme.color(theme.text_role(sign.role)))
    painter.drawText(written.box, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, sign.text)
    painter.restore()


def _values(curve: Sampled, places: FloatArray) -> FloatArray:
    """The values of a curve at some places (m,); no numbers where it is not drawn."""
    if not len(curve.x):
        return np.full(len(places), np.nan)
    return np.interp(places, curve.x, curve.values, left=np.nan, right=np.nan)
