"""Letters and shapes that stand on curves of one look, so that each is known without its colour."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from core.datasets.dataset import FloatArray
from perceptron_gui.look.plots.axes import Frame
from perceptron_gui.look.plots.picture import Curve, Picture, Sampled
from perceptron_gui.look.text.lettering import emboldened
from perceptron_gui.look.theme import Theme

_PLACES = 49
_CLEAR = 18.0
"""Pixels from another curve or sign that are far enough."""
_EDGE = 0.03
"""Of the width: so far from either side a sign stays."""
_STEP = 0.01
"""Pixels of the distance to others that a place is worth which is one place nearer to the best."""


@dataclass(frozen=True)
class Sign:
    """What stands on a curve, in the colour of `role`, and the pixel of its middle."""

    text: str
    role: str
    at: QPointF


def signs_in(picture: Picture, frame: Frame) -> Iterator[Sign]:
    """One for each curve of the key that is in view, where that is farthest from all others; side by side at best."""
    keyed, taken = picture.keyed, np.empty((0, 2))
    pixels = frame.area.left() + np.linspace(_EDGE, 1 - _EDGE, _PLACES) * frame.area.width()
    places = np.array([frame.place_at(pixel) for pixel in pixels.tolist()])
    heights = [np.asarray(frame.y(_values(curve, places))) for curve in keyed]
    for rank, (curve, own) in enumerate(zip(keyed, heights, strict=True)):
        away = np.full(_PLACES, _CLEAR)
        for other in heights[:rank] + heights[rank + 1 :]:
            away = np.fmin(away, np.abs(own - other))
        for x, y in taken.tolist():
            away = np.minimum(away, np.hypot(pixels - x, own - y))
        best = (rank + 1) / (len(keyed) + 1) * _PLACES
        away -= _STEP * np.abs(np.arange(_PLACES) - best)
        away[~((own >= frame.area.top()) & (own <= frame.area.bottom()))] = -np.inf
        place = int(away.argmax())
        if np.isfinite(away[place]):
            taken = np.vstack([taken, (pixels[place], own[place])])
            yield Sign(picture.signs[curve.name], curve.role, QPointF(pixels[place], own[place]))


def paint_sign(painter: QPainter, theme: Theme, sign: Sign) -> None:
    """Upon as much of the page as it takes."""
    painter.save()
    painter.setFont(emboldened(painter.font()))
    side = 0.42 * painter.fontMetrics().height()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("page"))
    painter.drawEllipse(sign.at, side, side)
    painter.setPen(theme.color(theme.text_role(sign.role)))
    box = QRectF(-20, -20, 40, 40).translated(sign.at)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign.text)
    painter.restore()


def _values(curve: Curve, places: FloatArray) -> FloatArray:
    """The values of a curve at some places (m,); no numbers where it is not drawn."""
    if not isinstance(curve, Sampled):
        return curve.of(places)
    if not len(curve.x):
        return np.full(len(places), np.nan)
    return np.interp(places, curve.x, curve.values, left=np.nan, right=np.nan)
