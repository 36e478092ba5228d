"""Where the names of lines stand in the picture of the theorem: off one another, and off the lines where they can."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSizeF

from core.datasets.dataset import FloatArray

_GAP = 7.0
_CROSSED = 6.0
"""So many pixels of a covered caption count as one point of a line that is covered."""


@dataclass(frozen=True)
class Caption:
    """A name and a few words below it in the colour of `role`; `places` are the corners it may stand at, best first."""

    key: str
    name: str
    said: str
    role: str
    places: tuple[QPointF, ...]
    size: QSizeF


@dataclass(frozen=True)
class PlacedCaption:
    """A caption and where it stands."""

    caption: Caption
    box: QRectF


def arranged(captions: Iterable[Caption], area: QRectF, lines: FloatArray) -> list[PlacedCaption]:
    """Each where it covers the least: nothing of those before it, and few of the points of `lines` (m, 2)."""
    placed: list[PlacedCaption] = []
    for caption in captions:
        boxes = [_within(QRectF(place, caption.size), area) for place in caption.places]
        if boxes:
            taken = [found.box for found in placed]
            best = min(range(len(boxes)), key=lambda i: (_covered(boxes[i], taken, lines), i))
            placed.append(PlacedCaption(caption, boxes[best]))
    return placed


def outside(points: Sequence[QPointF], size: QSizeF, above: bool) -> Iterator[QPointF]:
    """Upper left corners beside points of a growing line, on its upper left or its lower right side."""
    for point in points:
        if above:
            yield point - QPointF(size.width() + _GAP, size.height() + 2)
        else:
            yield point + QPointF(_GAP, 3)


def beside(point: QPointF, size: QSizeF, first_up: bool) -> Iterator[QPointF]:
    """Upper left corners at the right of a point, then at its left; the nearest first, upwards or downwards."""
    rise = size.height() * (-1 if first_up else 1)
    for part in (0.0, 0.5, 1.0, 1.6, -0.5, 2.4):
        for left in (point.x() + 1.8 * _GAP, point.x() - size.width() - 1.8 * _GAP):
            yield QPointF(left, point.y() - size.height() / 2 + part * rise)


def _within(box: QRectF, area: QRectF) -> QRectF:
    left = min(max(box.left(), area.left() + 2), max(area.right() - box.width(), area.left() + 2))
    top = min(max(box.top(), area.top()), max(area.bottom() - box.height(), area.top()))
    return QRectF(QPointF(left, top), box.size())


def _covered(box: QRectF, taken: Sequence[QRectF], lines: FloatArray) -> float:
    over = sum(_area(box.intersected(other)) for other in taken)
    inside = (lines >= (box.left() - 2, box.top())) & (lines <= (box.right() + 2, box.bottom()))
    return over / _CROSSED + float(np.count_nonzero(inside.all(axis=1)))


def _area(box: QRectF) -> float:
    return box.width() * box.height() if box.isValid() else 0.0
